"""The rehearsal day: its boards, people, sections, log and failed expectations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count

from django.contrib.auth import get_user_model

from arbiter.models import Ruling
from arbiter.services import ruling as ruling_service
from arbiter.services.ruling import preview
from games.models.game import Game
from games.models.record import milliseconds
from games.services import moves as play_service
from games.services.moves import answer_draw, call_arbiter, offer_draw, play_move, start_game
from games.states import state_of
from tavleya.actors import Actor, Role
from tavleya.errors import DomainError
from tavleya.languages import DEFAULT
from tavleya.law.library import regime
from tavleya.sides import Side
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.services.events import grant_role, open_rehearsal
from tournaments.services.players import add_player
from tournaments.services.removal import archive_rehearsal
from tournaments.services.rounds import close_round, pair_round_robin, publish_round, start_round
from tournaments.services.sections import create_section, enter_player

# One board of the rehearsal day: the acts of players and arbiter, second by second, and the expected
# values.

_SIDES = {Side.WHITE: "White", Side.BLACK: "Black"}


class RehearsalBoard:
    """A board from its first second on; `now` moves only as the script says."""

    def __init__(self, day: Day, section: Section, number: int, white: str, black: str, begins: datetime) -> None:
        self.day, self.now = day, begins
        self.pairing_id = day.seat(section, number, white, black).pk
        self.players = {Side.WHITE: person(white.lower()), Side.BLACK: person(black.lower())}
        day.say(begins, f"{white} – {black}")

    @property
    def arbiter(self) -> Actor:
        return self.day.chief

    @property
    def game(self) -> Game:
        game = Pairing.objects.select_related("game").get(pk=self.pairing_id).game
        assert game is not None
        return game

    def wait(self, **times: float) -> RehearsalBoard:
        self.now += timedelta(**times)
        return self

    def start(self) -> RehearsalBoard:
        start_game(actor=self.arbiter, now=self.now, game_id=self.game.pk)
        self.day.say(self.now, "White's clock is started.")
        return self

    def play(self, moves: str, *, seconds: int = 60, irregular: bool = False) -> RehearsalBoard:
        """Play each move `seconds` after the last, pressing the clock at once. `irregular`: the rules forbid it."""
        for move in moves.split():
            side = state_of(self.game).turn
            self.wait(seconds=seconds)
            play_move(actor=self.players[side], now=self.now, game_id=self.game.pk, text=move, irregular=irregular)
        self.day.say(self.now, f"{'Played against the rules' if irregular else 'Played'}: {moves}")
        return self

    def rule(self, kind: str, **facts: object) -> Ruling:
        """Rule as the chief arbiter, on exactly the state that their page showed."""
        shown = preview(actor=self.arbiter, now=self.now, game=self.game, kind=kind, facts=facts)
        seq, game_id = self.game.seq, self.game.pk
        ruling = ruling_service.rule(
            actor=self.arbiter, now=self.now, game_id=game_id, kind=kind, facts=facts, expected=seq
        )
        self.told(ruling)
        self.expect("entries as shown before", ruling.last_seq - ruling.first_seq + 1, len(shown.remedy.drafts))
        return ruling

    def told(self, ruling: Ruling) -> None:
        self.day.say(
            self.now,
            f"RULING {ruling.kind} ({ruling.article}): {ruling.outcome}. "
            + " ".join(str(sentence) for sentence in ruling.sentences),
        )

    def expect(self, label: str, result: object, wanted: object) -> None:
        self.day.expect(self.now, label, result, wanted)

    def expect_clocks(self, white: str, black: str) -> RehearsalBoard:
        self.expect("clocks", self.clocks(), f"{white} / {black}")
        return self

    def clocks(self) -> str:
        clock = state_of(self.game).clock
        assert clock is not None
        readings = clock.readings(milliseconds(self.now))
        return f"{_clock(readings.white.ms)} / {_clock(readings.black.ms)}"

    def expect_result(self, result: str) -> RehearsalBoard:
        self.expect("result", Pairing.objects.get(pk=self.pairing_id).result, result)
        return self

    def resign(self, side: Side) -> RehearsalBoard:
        play_service.resign(actor=self.players[side], now=self.now, game_id=self.game.pk)
        self.day.say(self.now, f"{_SIDES[side]} resigns.")
        return self

    def agree(self) -> RehearsalBoard:
        """Let the side that has just moved offer a draw and the other accept it.

        An open wrong claim already counts as an offer (FIDE 9.1.2.3).
        """
        state = state_of(self.game)
        turn = state.turn
        if state.offer is None:
            offer_draw(actor=self.players[turn.other], now=self.now, game_id=self.game.pk, side=turn.other)
        answer_draw(actor=self.players[turn], now=self.now, game_id=self.game.pk, accept=True)
        self.day.say(self.now, "Drawn by agreement.")
        return self

    def call(self, reason: str, side: Side) -> RehearsalBoard:
        call_arbiter(actor=self.players[side], now=self.now, game_id=self.game.pk, reason=reason, side=side)
        self.day.say(self.now, f"{_SIDES[side]} stops the clocks and calls the arbiter: {reason}.")
        return self


def _clock(ms: int) -> str:
    seconds = ms // 1000
    return f"{seconds // 60}:{seconds % 60:02d}"


MORNING = datetime(2026, 5, 16, 10, 0, tzinfo=UTC)
SLUG = "rehearsal-day"
_OFFICIALS = {"organiser": Role.ORGANISER, "chief": Role.CHIEF_ARBITER, "arbiter": Role.ARBITER}


class Day:
    """The rehearsal event and its officials. `say` receives the log; `failures` are the failed expectations."""

    def __init__(self, say: Callable[[str], object] = lambda _: None) -> None:
        self._say = say
        self.failures: list[str] = []
        self.chief = person("chief")
        self.organiser = person("organiser")
        before = MORNING - timedelta(days=1)
        for old in Event.objects.filter(rehearsal=True, rehearsal_of=None, slug__startswith=SLUG, archived_at=None):
            archive_rehearsal(actor=Actor.of_system("rehearsal"), now=before, event_id=old.pk)
        self.event = open_rehearsal(
            actor=self.organiser, now=before, slug=_free_slug(), names={DEFAULT: "A day in three regimes"}
        )
        for name, role in _OFFICIALS.items():
            user_id = person(name).user_id
            assert user_id is not None
            grant_role(actor=self.organiser, now=before, event_id=self.event.pk, user_id=user_id, role=role)

    # Log

    def title(self, text: str) -> None:
        self._say("")
        self._say(text)

    def say(self, at: datetime, text: str) -> None:
        self._say(f"  {at:%d %b %H:%M:%S}  {text}")

    def expect(self, at: datetime, label: str, result: object, wanted: object) -> None:
        """Compare a value with the expected one and log the outcome."""
        if result == wanted:
            self.say(at, f"  ok: {label}: {result}")
            return
        self.failures.append(f"{label}: found {result}, expected {wanted}")
        self.say(at, f"  NOT AS EXPECTED: {label}: found {result}, expected {wanted}")

    def refused(self, at: datetime, label: str, code: str, command: Callable[[], object]) -> None:
        """Check that `command` is refused with that code."""
        try:
            command()
        except DomainError as error:
            self.say(at, f"{label}: refused. {error}")
            self.expect(at, "the reason", error.code, code)
        else:
            self.expect(at, label, "done", f"refused: {code}")

    # People and sections

    def section(self, slug: str, name: str, law: str, control: str, players: Sequence[str]) -> Section:
        """Create and pair a round robin of these players under that regime, with live games."""
        section = create_section(
            actor=self.organiser,
            now=MORNING - timedelta(hours=3),
            event_id=self.event.pk,
            slug=slug,
            names={DEFAULT: name},
            game=regime(law).game,
            regime=law,
            format="round_robin",
            control=control,
            tracking="live",
        )
        for family_name in players:
            enter_player(
                actor=self.organiser,
                now=MORNING - timedelta(hours=2),
                section_id=section.pk,
                player_id=self.player(family_name).pk,
            )
        pair_round_robin(actor=self.organiser, now=MORNING - timedelta(hours=1), section_id=section.pk)
        return section

    def player(self, family_name: str) -> Player:
        return Player.objects.filter(event=self.event, family_name=family_name).first() or add_player(
            actor=self.organiser,
            now=MORNING - timedelta(hours=2),
            event_id=self.event.pk,
            family_name=family_name,
            user_id=person(family_name.lower()).user_id,
        )

    def begin_round(self, section: Section, number: int, at: datetime) -> None:
        row = Round.objects.get(section=section, number=number)
        publish_round(actor=self.chief, now=at - timedelta(minutes=10), round_id=row.pk)
        start_round(actor=self.chief, now=at, round_id=row.pk)
        self.title(f"{section.name_in(DEFAULT)}, round {number}")

    def end_round(self, section: Section, number: int, at: datetime) -> None:
        close_round(actor=self.chief, now=at, round_id=Round.objects.get(section=section, number=number).pk)
        self.say(at, "The round is closed.")

    def seat(self, section: Section, number: int, white: str, black: str) -> Pairing:
        return Pairing.objects.select_related("game").get(
            round__section=section,
            round__number=number,
            white__player__family_name=white,
            black__player__family_name=black,
        )


def person(name: str) -> Actor:
    """Return the actor of an account without a login."""
    users = get_user_model().objects
    user = users.filter(username=f"rehearsal-{name}").first()
    if user is None:
        user = users.create_user(f"rehearsal-{name}", is_active=False)
    return Actor(user.pk, user.shown_name)


def _free_slug() -> str:
    taken = set(Event.objects.filter(slug__startswith=SLUG).values_list("slug", flat=True))
    return next(slug for number in count(1) if (slug := f"{SLUG}-{number}") not in taken)
