"""The base world of the tests: one event with its people, and boards to play on.

Olga organises, Artur is the chief arbiter, Hana helps; Alice and Bob play, Charlie has no role here.
"""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model

from games.models.game import Game
from games.services.moves import play_move, start_game
from tavleya.actors import Actor, Role
from tests.databases import Remembered
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.services.events import create_event, grant_role
from tournaments.services.players import add_player
from tournaments.services.rounds import pair_round_robin, publish_round, start_round
from tournaments.services.sections import create_section, enter_player

NOW = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)
SYSTEM = Actor.of_system("tests")
PASSWORD = "a pass phrase of tests"


def person(name: str) -> Actor:
    user, _ = get_user_model().objects.get_or_create(username=name)
    return Actor(user.pk, user.get_username())


def later(**times: float) -> datetime:
    return NOW + timedelta(**times)


@dataclass
class World(metaclass=Remembered):
    """An event with a round-robin section of Alice, Bob and the requested others, its round 1 published."""

    game: str = "tavreli"
    regime: str = "tavreli-1997"
    control: str = "60 d10"
    rules: dict[str, object] = field(default_factory=dict)
    tracking: str = "live"
    others: tuple[str, ...] = ()
    published: bool = True
    slug: str = "spring-cup"
    starts_on: date | None = None
    people: dict[str, Actor] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("olga", "artur", "hana", "alice", "bob", "charlie"):
            self.people[name] = person(name)
        self.event = self._event()
        self.section = self._section()
        self.rounds: list[Round] = pair_round_robin(actor=self.olga, now=NOW, section_id=self.section.pk)
        if self.published:
            publish_round(actor=self.olga, now=NOW, round_id=self.rounds[0].pk)
            start_round(actor=self.olga, now=NOW, round_id=self.rounds[0].pk)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["people"][name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def pairing(self) -> Pairing:
        """Board 1 of round 1: Alice has White against Bob."""
        return Pairing.objects.select_related("game").get(round=self.rounds[0], board=1)

    @property
    def board(self) -> Game:
        game = self.pairing.game
        assert game is not None
        return game

    def started(self) -> Game:
        """Board 1 with White's clock running since NOW."""
        return start_game(actor=self.artur, now=NOW, game_id=self.board.pk)

    def play(self, *moves: str, seconds: int = 1) -> Game:
        """Board 1 with `moves` played in turn, each some seconds after the last."""
        game = self.board
        for number, move in enumerate(moves, start=1):
            game = play_move(actor=SYSTEM, now=later(seconds=number * seconds), game_id=self.board.pk, text=move)
        return game

    def _event(self) -> Event:
        event = create_event(
            actor=self.olga, now=NOW, slug=self.slug, names={"en": "Spring Cup"}, starts_on=self.starts_on,
            published=True,
        )  # fmt: skip
        roles = ((self.artur, Role.CHIEF_ARBITER), (self.hana, Role.HELPER))
        for actor, role in roles:
            grant_role(actor=self.olga, now=NOW, event_id=event.pk, user_id=actor.user_id, role=role)
        return event

    def _section(self) -> Section:
        section = create_section(
            actor=self.olga, now=NOW, event_id=self.event.pk, slug="open", names={"en": "Open"},
            game=self.game, rules=self.rules, regime=self.regime, format="round_robin",
            control=self.control, tracking=self.tracking,
        )  # fmt: skip
        for name in ("alice", "bob", *self.others):
            player = add_player(actor=self.olga, now=NOW, event_id=self.event.pk, family_name=name.title())
            account = self.people.get(name)
            if account:
                player.user_id = account.user_id
                player.save(update_fields=["user"])
            enter_player(actor=self.olga, now=NOW, section_id=section.pk, player_id=player.pk)
        return section
