"""A whole open tournament, run by the desk's services, to test and time a large event."""

import argparse
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any, TextIO

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from portal import scheduler
from ratings.services.player_lists import import_players
from tavleya.actors import Actor
from tavleya.languages import DEFAULT
from tavleya.pairing import legality
from tavleya.pairing.simulation import Chances
from tavleya.ratings import expected_percent
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import Bye, Round
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of
from tournaments.services.attendance import enter_late, record_no_shows
from tournaments.services.bye_requests import request_bye
from tournaments.services.events import create_event
from tournaments.services.players import add_player
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, publish_round, start_round
from tournaments.services.sections import create_section, withdraw_player
from tournaments.services.seeding import number_by_rating
from tournaments.services.swiss import pair_next_round, prepare

RESULTS_EACH_DAY = timedelta(days=1)
_MEAN, _SPREAD, _FLOOR, _TOP = 1900, 250, 1400, 2750
_BYES = (("half_bye", Bye.HALF), ("zero_bye", Bye.ZERO), ("full_bye", Bye.FULL))


class IllegalRound(Exception):
    """A round whose pairings fail the independent check."""


@dataclass
class Step:
    """The number of calls of a step, their total seconds and their number of queries."""

    name: str
    times: int = 0
    seconds: float = 0.0
    queries: int = 0


@dataclass
class OpenRun:
    """One open of `players` and `rounds`; the same `seed` gives the same players, absences and results.

    `round_over` receives the number of each closed round.
    """

    actor: Actor
    now: datetime
    slug: str
    players: int
    rounds: int
    seed: str
    chances: Chances = field(default_factory=Chances)
    round_over: Callable[[int], None] = lambda number: None
    steps: dict[str, Step] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # The seed must reproduce the run.
        self.random = Random(f"open {self.seed} {self.players} {self.rounds}")  # noqa: S311
        self.event: Event
        self.section: Section

    def run(self) -> Section:
        """Enter all players, play every round and close it. Raises: IllegalRound; the errors of the services."""
        self._open()
        for number in range(1, self.rounds + 1):
            self._change_players(number)
            self._play(self._pair(number))
            with self._step("standings"):
                standings_of(self.section)
            self.now += RESULTS_EACH_DAY
            self.round_over(number)
        return self.section

    @property
    def common(self) -> dict[str, Any]:
        return {"actor": self.actor, "now": self.now}

    @contextmanager
    def _step(self, name: str, times: int = 1) -> Iterator[None]:
        step = self.steps.setdefault(name, Step(name))
        began = time.perf_counter()
        with CaptureQueriesContext(connection) as queries:
            yield
        step.times += times
        step.seconds += time.perf_counter() - began
        step.queries += len(queries)
        connection.queries_log.clear()

    def _open(self) -> None:
        self.event = create_event(**self.common, slug=self.slug, names={DEFAULT: f"Open {self.seed}"})
        self.section = create_section(
            **self.common,
            event_id=self.event.pk,
            slug="open",
            names={DEFAULT: "Open"},
            game="chess",
            regime="fide-2023",
            format="swiss",
            rounds_planned=self.rounds,
        )
        ratings = (self._rating() for _ in range(self.players))
        lines = [f"Player{n:04},Given,{rating}" for n, rating in enumerate(ratings, start=1)]
        data = "\n".join(["family name,given name,rating", *lines])
        with self._step("players entered", self.players):
            import_players(**self.common, event_id=self.event.pk, data=data, section_id=self.section.pk)
        with self._step("numbered by rating"):
            number_by_rating(**self.common, section_id=self.section.pk)

    def _rating(self) -> int:
        return min(max(round(self.random.gauss(_MEAN, _SPREAD)), _FLOOR), _TOP)

    # Before a round

    def _change_players(self, number: int) -> None:
        """Withdraw players, request byes and enter late players before round `number` is paired."""
        if number > 1:
            self._withdraw_players()
            self._enter_late_players(number)
        for registration in self._active():
            self._request_bye(registration, number)

    def _active(self) -> list[Registration]:
        return list(self.section.registrations.filter(status=RegistrationStatus.ACTIVE).order_by("number"))

    def _withdraw_players(self) -> None:
        for registration in self._active():
            if self.random.random() < self.chances.withdrawal / self.rounds:
                with self._step("withdrawal"):
                    withdraw_player(**self.common, registration_id=registration.pk)

    def _enter_late_players(self, number: int) -> None:
        if number > 3:
            return
        for place in range(self.players):
            if self.random.random() >= self.chances.late / 2:
                continue
            with self._step("late entry"):
                player = add_player(
                    **self.common,
                    event_id=self.event.pk,
                    family_name=f"Late{number}x{place:04}",
                    ratings={"standard": self._rating()},
                )
                enter_late(
                    **self.common,
                    section_id=self.section.pk,
                    player_id=player.pk,
                    from_round=number,
                    half_points=self.random.choice((range(1, number), ())),
                )

    def _request_bye(self, registration: Registration, number: int) -> None:
        chance = self.random.random()
        for name, kind in _BYES:
            if chance < getattr(self.chances, name):
                with self._step("bye asked for"):
                    request_bye(
                        **self.common,
                        registration_id=registration.pk,
                        round_number=number,
                        kind=kind,
                        confirmed=["second_half_bye"],
                    )
                return
            chance -= getattr(self.chances, name)

    # A round

    def _pair(self, number: int) -> Round:
        with self._step("round paired"):
            round_ = pair_next_round(
                **self.common,
                section_id=self.section.pk,
                number=number,
                first_colour=self.random.choice(("white", "black")),
            )
        self.section.refresh_from_db()
        self._check(round_)
        boards = round_.pairings.filter(bye="").count()
        with self._step("round published"):
            publish_round(**self.common, round_id=round_.pk)
        with self._step("round started"):
            start_round(**self.common, round_id=round_.pk)
        self.steps.setdefault("boards", Step("boards")).times += boards
        return round_

    def _check(self, round_: Round) -> None:
        """Check the saved pairings, not the engine's output, against the state before the round."""
        state = prepare(self.section, round_.number or 1).state
        seats = round_.pairings.values_list("white__number", "black__number", "bye")
        boards = [(white, black) for white, black, bye in seats if not bye]
        allocated = next((white for white, _, bye in seats if bye == Bye.PAIRING_ALLOCATED), None)
        problems = legality.check(state, boards, allocated)
        if problems:
            raise IllegalRound(f"round {round_.number}: {' '.join(map(str, problems))}")

    def _play(self, round_: Round) -> None:
        boards = list(round_.pairings.filter(bye="").select_related("white", "black").order_by("board"))
        absent = self._absent(boards)
        if absent:
            with self._step("no-shows"):
                record_no_shows(**self.common, round_id=round_.pk, registration_ids=list(absent))
        played = [board for board in boards if not absent & {board.white_id, board.black_id}]
        with self._step("result entered", len(played)):
            for pairing in played:
                enter_result(**self.common, pairing_id=pairing.pk, result=self._result(pairing))
        with self._step("round closed"):
            close_round(**self.common, round_id=round_.pk)

    def _absent(self, boards: list[Pairing]) -> set[int]:
        """Return the absent players; at one in ten of their boards both are absent."""
        absent: set[int] = set()
        for board in boards:
            if self.random.random() >= self.chances.forfeit:
                continue
            both = self.random.random() < 0.1
            seats = [key for key in (board.white_id, board.black_id) if key is not None]
            absent |= set(seats) if both else {self.random.choice(seats)}
        return absent

    def _result(self, pairing: Pairing) -> str:
        """Draw a result by the expected score of the rating tables, with 35 points more for White."""
        white, black = (
            registration.rating or _FLOOR for registration in (pairing.white, pairing.black) if registration is not None
        )
        expected = expected_percent(white + 35 - black) / 100
        draw = min(0.6, max(0.1, (white + black - 2400) / 4000)) * (1 - abs(2 * expected - 1))
        luck = self.random.random()
        if luck < expected - draw / 2:
            return "1-0"
        return "1/2-1/2" if luck < expected + draw / 2 else "0-1"


# Bring the database up to date and serve the site from this process.

DEFAULT_PORT = 8000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help=f"the port to listen on ({DEFAULT_PORT})")


def migrate() -> None:
    call_command("migrate", interactive=False, verbosity=0)


def own_site(port: int) -> str:
    return f"http://localhost:{port}"


def serve(host: str, port: int) -> None:
    """Serve pages, API and live streams in one process, until interrupted; without Redis also run periodic tasks."""
    import uvicorn

    if own_site(DEFAULT_PORT) == settings.SITE_URL:  # not set by the operator
        settings.SITE_URL = own_site(port)
    if settings.CELERY_TASK_ALWAYS_EAGER:
        scheduler.start(settings.VAR / "scheduler.lock")

    # WhiteNoise reads its small files in one piece; in production the proxy serves them.
    warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")
    # Otherwise a pipe or a file would show the output only after the server has stopped.
    sys.stdout.flush()
    uvicorn.run("config.asgi:application", host=host, port=port, log_config=None, access_log=False)


_WIDTH = 30


class ProgressBar:
    """Loading progress on one line of a terminal, or one line per part without a terminal."""

    def __init__(self, out: TextIO | None = None) -> None:
        self.out = out or sys.stderr
        self.live = self.out.isatty()
        self.part = ""

    def begin(self, part: str) -> None:
        self.part = part
        if not self.live:
            self._write(f"{part} …\n")

    def __call__(self, done: int, of: int) -> None:
        if self.live:
            filled = _WIDTH * done // of if of else _WIDTH
            bar = "█" * filled + "·" * (_WIDTH - filled)
            self._write(f"\r{self.part:<28} {bar} {done}/{of}")

    def end(self, result: str) -> None:
        self._write(f"\r{self.part:<28} {result}{' ' * _WIDTH}\n" if self.live else f"{self.part}: {result}\n")

    def _write(self, text: str) -> None:
        self.out.write(text)
        self.out.flush()


# The people of the demonstration, and how they sign in.


@dataclass(frozen=True, slots=True)
class Account:
    """A login of the demonstration, published at its start."""

    username: str
    password: str
    name: str
    what: str
    administrator: bool = False


ORGANISER = Account("organiser", "demo-organiser", "Olga Orlova", "sets events up, pairs, publishes")
ARBITER = Account("arbiter", "demo-arbiter", "Artur Arbenin", "enters results, rules at the boards")
PLAYER = Account("player", "demo-player", "Pavel Petrov", "plays both sides of the live board")
ADMINISTRATOR = Account(
    "admin", "demo-admin", "Ada Adler", "runs the service: people, events, jobs", administrator=True
)
ACCOUNTS = (ORGANISER, ARBITER, PLAYER, ADMINISTRATOR)


def make_accounts() -> dict[Account, User]:
    """Return the users of the accounts, created if missing, with the published passwords."""
    users = {}
    for account in ACCOUNTS:
        user, new = User.objects.get_or_create(
            username=account.username, defaults={"name": account.name, "is_superuser": account.administrator}
        )
        if new or not user.check_password(account.password):
            user.set_password(account.password)
            user.save(update_fields=["password"])
        users[account] = user
    return users


def actor_of(user: User) -> Actor:
    return Actor(user.pk, user.shown_name)
