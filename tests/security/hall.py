"""A whole event with everything in it that an address can name: our event, and an event of other people.

`write` wraps every text that people type, so that a test can mark all input.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import IO, Any, cast

from django.contrib.auth import get_user_model
from django.core.files.storage import default_storage
from django.utils import timezone

from arbiter.services import duty
from documents.services.prizes import approve_awards, cancel_awards, publish_prizes, save_category, set_prizes
from games.models.game import Game
from notifications.services.webhooks import add_webhook
from people.services.organisations import invite
from ratings.models import ListedRating, RatedPlayer, RatingList
from ratings.services.norms import set_norm_terms
from reports.services.jobs import prepare_trf
from tavleya.actors import Actor, Role
from tavleya.permissions import Action
from tavleya.rules.files import read_game_file
from tests.security.boards import play_boards
from tests.security.parts import add_club_and_persons, entered, keep_fair_play
from tests.tavleya.formats.samples import file as report_file
from tests.tavleya.formats.samples import player as report_line
from tests.uploads import pdf_file, png_file
from tournaments.models.activity import UploadKind
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.models.swiss import PlayerLink
from tournaments.registry import webhook_names
from tournaments.services.bye_requests import submit_bye_request
from tournaments.services.drawn_openings import add_public_word, commit_draw
from tournaments.services.events import create_event, edit_event, grant_role
from tournaments.services.jobs import request_import, run_job
from tournaments.services.knockout import pair_knockout_stage
from tournaments.services.matches import set_match_terms
from tournaments.services.players import add_player, edit_player, issue_player_links, secret_of
from tournaments.services.removal import archive_section
from tournaments.services.restrictions import add_pair_constraint
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, pair_round_robin, publish_round, start_round
from tournaments.services.sections import create_section, enter_player
from tournaments.services.seeding import seat_display
from tournaments.services.swiss import pair_next_round, request_pairing
from tournaments.services.team_requests import add_team
from tournaments.services.team_rounds import pair_teams
from tournaments.services.tokens import issue_token
from tournaments.services.uploads import add_upload, import_games
from transfer.services.eventfile.hand_off import check_out_event, take_back_event
from transfer.services.eventfile.jobs import prepare_event_file, request_event_file
from venue.services.broadcasting import set_broadcast

Write = Callable[[str], str]
OFFICIALS = {
    "olga": Role.ORGANISER, "chen": Role.CHIEF_ARBITER, "ana": Role.ARBITER, "hana": Role.HELPER, "tom": Role.TREASURER,
}  # fmt: skip
PLAYERS = ("alice", "bob", "carl", "dora", "egor", "fima", "gleb", "hugo", "ivan", "jana")
PGN = '[White "{white}"]\n[Black "{black}"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'


def plain(text: str) -> str:
    return text


class Hall:
    """An event as of now, because its pages go by the clock; `prefix` is put before the names of its people."""

    def __init__(self, slug: str, prefix: str = "", write: Write = plain) -> None:
        self.slug, self.write = slug, write
        self.now: datetime = timezone.now().replace(microsecond=0)
        self.people = {name: self._account(prefix + name) for name in (*OFFICIALS, *PLAYERS, "judge")}
        self.olga, self.chen = self.people["olga"], self.people["chen"]
        self.secrets: dict[str, str] = {}
        self.event = self._event()
        self._put_up()
        self._add_webhook()
        self.open = self._open()
        set_broadcast(**self.by(hours=1), section_id=self.open.pk, rounds={1: "abcdefgh"}, token=f"lip_{slug}")
        self.appeal = play_boards(self)
        self.swiss = self._swiss()
        self._people_of_the_event()
        self.teams = self._teams()
        self.knockout = self._knockout()
        self.display = self._display()
        self.sheet = self._sheet()
        self.draughts = self._draughts()
        self.fresh = self._fresh()
        self.entered = entered(self)
        self.past = self._past()
        self._add_rated_player()
        add_club_and_persons(self)
        self._jobs()
        self._keys()

    def _account(self, name: str) -> Actor:
        account = get_user_model().objects.create_user(name, name=self.write("Name"))
        return Actor(account.pk, account.get_full_name())

    def ago(self, **times: float) -> datetime:
        return self.now - timedelta(**times)

    def by(self, name: str = "olga", **times: float) -> dict[str, Any]:
        """Return the actor and the time of an action."""
        return {"actor": self.people[name], "now": self.ago(**times)}

    def names(self, text: str) -> dict[str, str]:
        return {language: self.write(f"{text} {language}") for language in ("en", "ru", "uk")}

    # The event, its people and its sections

    def _event(self) -> Event:
        event = create_event(
            **self.by(days=2), slug=self.slug, names=self.names(f"Cup {self.slug}"),
            place=self.write("Town"), address=self.write("Street 1"), contact=self.write("Ask Olga"),
            description=self.names("About it"), languages=["en", "ru", "uk"], starts_on=self.now.date(),
            published=True,
        )  # fmt: skip
        for name, role in OFFICIALS.items():
            if role is not Role.ORGANISER:
                user_id = self.people[name].user_id
                grant_role(**self.by(days=2), event_id=event.pk, user_id=user_id, role=role)
        return event

    def _put_up(self) -> None:
        """Add an announcement and public files."""
        changes = {"announcement": self.names("Prizes at six")}
        edit_event(**self.by(days=2), event_id=self.event.pk, changes=changes)
        for kind, file in ((UploadKind.REGULATIONS, pdf_file()), (UploadKind.IMAGE, png_file())):
            title = self.write(kind.value)
            add_upload(**self.by(days=2), event_id=self.event.pk, kind=kind, file=file, title=title)

    def _add_webhook(self) -> None:
        """Send messages to another program from the start."""
        self.webhook = add_webhook(
            **self.by(days=2), event_id=self.event.pk, url="https://example.org/hook", kinds=sorted(webhook_names())
        )

    def _section(self, slug: str, **fields: Any) -> Section:
        common = {"game": "chess", "regime": "fide-2023", "format": "round_robin", "control": "60", **fields}
        return create_section(
            **self.by(days=2), event_id=self.event.pk, slug=slug, names=self.names(slug.title()), **common
        )

    def _player(self, name: str) -> Player:
        account = self.people.get(name)
        return add_player(
            **self.by(days=2), event_id=self.event.pk, family_name=self.write(name.title()),
            given_name=self.write("Given"), patronymic=self.write("Patronymic"),
            names=self.names(name.title()), club=self.write("Club"), federation="UKR",
            ratings={"standard": 2000 + len(name)}, sex="f" if name in ("alice", "dora") else "",
            user_id=account.user_id if account else None,
        )  # fmt: skip

    def _enter(self, section: Section, *names: str) -> list[int]:
        """Enter the players and return the keys of their entries; a player may enter several sections."""
        entries = []
        for name in names:
            player = self.players.get(name) or self._player(name)
            self.players[name] = player
            entry = enter_player(**self.by(days=2), section_id=section.pk, player_id=player.pk)
            entries.append(entry.pk)
        return entries

    @property
    def players(self) -> dict[str, Player]:
        return self.__dict__.setdefault("_players", {})

    def _published(self, round_: Round, **times: float) -> Round:
        times = times or {"hours": 5}
        publish_round(**self.by(**times), round_id=round_.pk)
        start_round(**self.by(**times), round_id=round_.pk)
        return round_

    def _open(self) -> Section:
        """A round robin played on live boards in announced sessions: round 1 is on, the others are drafts."""
        section = self._section("open", tracking="live", control="60")
        self._enter(section, *PLAYERS)
        for starts, ends in ((240, 20), (-1200, -1440)):
            self.next_session = duty.announce_session(
                **self.by(hours=6), section_id=section.pk, starts_at=self.ago(minutes=starts),
                ends_at=self.ago(minutes=ends), place=self.write("Hall"),
            )  # fmt: skip
        self.rounds = pair_round_robin(**self.by(hours=6), section_id=section.pk)
        self._published(self.rounds[0])
        return section

    # Boards of the open

    def board(self, number: int, section: Section | None = None) -> Pairing:
        rows = Pairing.objects.select_related("game", "white__player", "black__player")
        return rows.get(round__section=section or self.open, round__number=1, board=number)

    def game(self, number: int) -> Game:
        game = self.board(number).game
        assert game is not None
        return game

    def seat(self, number: int, side: str) -> Actor:
        """Return the player who has this side of the board."""
        player = getattr(self.board(number), side).player
        return next(actor for actor in self.people.values() if actor.user_id == player.user_id)

    # The other kinds of sections

    def _swiss(self) -> Section:
        """Round 1 played and closed, round 2 a draft; categories, prizes, a requested bye, a rule."""
        section = self._section("swiss", format="swiss", rounds_planned=5, correction_rounds=1)
        entries = self._enter(section, *PLAYERS[:7])
        add_pair_constraint(
            **self.by(hours=5), section_id=section.pk, kind="apart", registration_id=entries[0],
            other_id=entries[6], reason=self.write("Sisters"),
        )  # fmt: skip
        round_ = pair_next_round(**self.by(hours=5), section_id=section.pk, number=1, first_colour="white")
        self._published(round_)
        for pairing in round_.pairings.filter(bye=""):
            enter_result(**self.by("hana", hours=4), pairing_id=pairing.pk, result="1-0")
        close_round(**self.by(hours=3), round_id=round_.pk)
        pair_next_round(**self.by(hours=2), section_id=section.pk, number=2)
        submit_bye_request(
            actor=self.people["alice"], now=self.ago(hours=1), registration_id=entries[0], round_number=3, kind="half"
        )
        for slug, terms in (("women", {"women": True}), ("club", {"clubs": [self.write("Club")]})):
            save_category(
                **self.by(hours=2), section_id=section.pk, slug=slug, names=self.names(slug.title()), terms=terms
            )
        set_prizes(
            **self.by(hours=2), section_id=section.pk, currency="UAH", sharing="hort",
            prizes={"": [300, 100], "women": [50]},
        )  # fmt: skip
        publish_prizes(**self.by(hours=2), section_id=section.pk, published=True)
        approve_awards(**self.by(hours=2), section_id=section.pk, provisional=True)
        cancel_awards(**self.by(hours=2), section_id=section.pk, reason=self.write("A slip"))
        approve_awards(**self.by(hours=1), section_id=section.pk, provisional=True)
        set_norm_terms(**self.by(hours=1), section_id=section.pk, kind="zonal", published=True)
        return section

    def _teams(self) -> Section:
        section = self._section("teams", format="teams", options={"boards": 2})
        entries = self._enter(section, *(f"member{number}" for number in range(1, 5)))
        for number, members in enumerate((entries[:2], entries[2:]), start=1):
            add_team(
                **self.by(days=1), section_id=section.pk, name=self.write(f"Team {number}"),
                names=self.names(f"Team {number}"), captain=self.write("Captain"), members=members,
            )  # fmt: skip
        for round_ in pair_teams(**self.by(hours=6), section_id=section.pk):
            self._published(round_)
        return section

    def _knockout(self) -> Section:
        section = self._section("cup", format="knockout")
        self._enter(section, *PLAYERS[:4])
        set_match_terms(**self.by(hours=6), section_id=section.pk, games=1)
        self._published(pair_knockout_stage(**self.by(hours=6), section_id=section.pk))
        return section

    def _display(self) -> Section:
        section = self._section("display", format="simul")
        giver, *_ = self._enter(section, "giver", "guest1", "guest2")
        round_ = seat_display(**self.by(hours=6), section_id=section.pk, giver_id=giver)
        self._published(round_)
        return section

    def _sheet(self) -> Section:
        """Games whose rounds were not recorded."""
        section = self._section("sheet")
        text = PGN.format(white="Anderssen", black="Kieseritzky")
        import_games(**self.by(hours=6), section_id=section.pk, reading=read_game_file("chess", text))
        return section

    def _draughts(self) -> Section:
        section = self._section("draughts", game="draughts", regime="draughts64", control="30")
        self._enter(section, *PLAYERS[:2])
        set_match_terms(**self.by(hours=7), section_id=section.pk)
        commit_draw(**self.by(hours=7), section_id=section.pk, table="idf", seed="sixteen letters or more")
        add_public_word(**self.by(hours=7), section_id=section.pk, word=self.write("Lottery"))
        for round_ in pair_round_robin(**self.by(hours=6), section_id=section.pk):
            self._published(round_)
        return section

    def _fresh(self) -> Section:
        """Not paired yet."""
        section = self._section("fresh")
        self._enter(section, *PLAYERS[:4])
        return section

    def _past(self) -> Section:
        """Played to its end and archived: for its officials alone."""
        section = self._section("past")
        self._enter(section, "hidden1", "hidden2")
        (round_,) = pair_round_robin(**self.by(hours=6), section_id=section.pk)
        self._published(round_)
        pairing = round_.pairings.get()
        enter_result(**self.by("hana", hours=4), pairing_id=pairing.pk, result="1-0")
        archive_section(**self.by(hours=3), section_id=section.pk)
        return section

    # Data of the event outside its sections

    def _people_of_the_event(self) -> None:
        duty.go_on_duty(**self.by("ana", hours=1), event_id=self.event.pk, task=self.write("Doors"))
        duty.log_incident(
            **self.by("ana", hours=1), event_id=self.event.pk, code="spectators",
            text=self.write("It rang"),
            registration_id=self.open.registrations.order_by("number").first().pk,
        )  # fmt: skip
        keep_fair_play(self)

    def _add_rated_player(self) -> None:
        """Add a player to FIDE's list and to another list; both belong to the server, not to the event."""
        RatedPlayer.objects.get_or_create(
            fide_id=1503014, defaults={"name": self.write("Carlsen, Magnus"), "federation": "NOR"}
        )
        club, _ = RatingList.objects.get_or_create(name="CLUB")
        fields = {"fide_id": 1503014, "name": self.write("Carlsen, Magnus"), "rating": 2800}
        ListedRating.objects.get_or_create(list=club, number="7", defaults=fields)

    def _jobs(self) -> None:
        """Files that wait to be read, and a pairing that waits for the worker."""
        self.job = request_import(
            **self.by(hours=1),
            section_id=self.sheet.pk,
            data=PGN.format(white=self.write("A, B"), black="C, D").encode(),
            filename=self.write("games.pgn")[:200],
        )
        report = report_file(report_line(1, "   2 w 1"), report_line(2, "   1 b 0"))
        self.report = prepare_trf(
            **self.by(hours=1), event_id=self.event.pk, data=report, filename=self.write("report.trf")[:200]
        )
        self._event_files()
        self.waiting = self._section("waiting", format="swiss", rounds_planned=3)
        Section.objects.filter(pk=self.waiting.pk).update(report_lines=self.write("XYZ of another program"))
        self._enter(self.waiting, *PLAYERS)
        self.pairing_job = request_pairing(
            **self.by(hours=1), section_id=self.waiting.pk, number=1, first_colour="white"
        )

    def _event_files(self) -> None:
        """The event was away and came back; its file can be downloaded, and has been sent again."""
        check_out_event(**self.by(hours=1), event_id=self.event.pk, holder=self.write("Laptop")[:120])
        system = Actor.of_system("tests")
        take_back_event(actor=system, now=self.ago(hours=1), event_id=self.event.pk)
        job = request_event_file(**self.by(hours=1), event_id=self.event.pk)
        self.exported = run_job(job_id=job.pk, now=self.ago(hours=1))
        with default_storage.open(self.exported.report["stored"]) as file:
            self.sent = prepare_event_file(
                **self.by(hours=1), source=cast(IO[bytes], file), filename=self.write("hall.tavleya")[:200]
            )

    def _keys(self) -> None:
        issue = partial(issue_token, event_id=self.event.pk)
        everything = [action.value for action in Action]
        for name, person_name, scopes in (
            ("token", "olga", everything),
            ("token_to_play", "olga", ["play"]),
            ("token_of_results", "olga", ["enter_result", "correct_result"]),
        ):
            self.token, self.secrets[name] = issue(
                **self.by(person_name, hours=1), name=self.write(name), scopes=scopes
            )
        self.invitation, _ = invite(**self.by("olga", hours=1), event_id=self.event.pk, roles=[Role.HELPER])
        edit_player(**self.by(hours=1), player_id=self.players["bob"].pk, changes={"club": self.write("Other club")})
        issue_player_links(**self.by(hours=1), event_id=self.event.pk)
        link = PlayerLink.objects.get(player=self.players["jana"], revoked_at=None)
        self.secrets["link"] = secret_of(link) or ""
