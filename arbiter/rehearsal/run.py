"""The whole day, and what must be true at its end."""

from collections.abc import Callable
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from arbiter.models import Ruling
from arbiter.rehearsal import chess, tavreli
from arbiter.rehearsal.day import MORNING, Day, RehearsalBoard
from arbiter.services.duty import set_regulations
from games.models.game import Game
from games.verification import verify
from tavleya.languages import DEFAULT
from tavleya.law.kinds import KINDS
from tavleya.law.terms import MINUTE
from tavleya.sides import Side
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of

_LAST = MORNING + timedelta(days=3, hours=1)


@transaction.atomic
def rehearse(say: Callable[[str], object] = lambda _: None) -> Day:
    """Play the day in a new rehearsal event. `say` receives the log line by line."""
    day = Day(say)
    tables = ((tavreli.play(day), tavreli.TABLE), (play(day), TABLE), (chess.play_chess(day), chess.CHESS_TABLE))
    for scene in (
        tavreli.play_rapid,
        tavreli.play_blitz,
        chess.play_chess_rapid,
        chess.play_chess_blitz,
        play_by_correspondence,
    ):
        scene(day)
    for section, wanted in tables:
        _table(day, section, wanted)
    _report_summary(day)
    _records(day)
    return day


def _table(day: Day, section: Section, wanted: tuple[tuple[str, int], ...]) -> None:
    day.title(f"Final table: {section.name_in(DEFAULT)}")
    rows = standings_of(section).everybody
    for row in rows:
        day.say(_LAST, f"{row.place:>2}. {row.registration.player!s:<12} {row.points}")
    results = tuple((str(row.registration.player), row.row.points) for row in rows)
    day.expect(_LAST, "order and half-points", results, wanted)


def _report_summary(day: Day) -> None:
    day.title("What occurred")
    games = _games(day)
    rulings = Ruling.objects.filter(game__in=games)
    created = set(rulings.values_list("kind", flat=True))
    day.say(_LAST, f"{rulings.count()} rulings of {len(created)} kinds, {games.count()} games.")
    missing = [kind.name.text for key, kind in KINDS.items() if key not in created]
    if missing:
        day.say(_LAST, f"Kinds of ruling that are not rehearsed: {', '.join(missing)}.")


def _records(day: Day) -> None:
    broken = [
        f"{record_check.game_id}: {record_check.broken}" for record_check in verify(_games(day)) if record_check.broken
    ]
    day.expect(_LAST, "broken records", broken, [])


def _games(day: Day) -> QuerySet[Game]:
    condition = Q(pairing__round__section__event=day.event)
    return Game.objects.filter(condition | Q(replaced_by__pairing__round__section__event=day.event))


# The day in Russian draughts: a section at the board, and a game by correspondence.

PLAYERS = ("Antonov", "Belov", "Volkov", "Gusev")
NOON, AFTERNOON = MORNING + timedelta(hours=2), MORNING + timedelta(hours=4)
TABLE = (("Volkov", 4), ("Gusev", 3), ("Antonov", 3), ("Belov", 2))


def play(day: Day) -> Section:
    section = day.section("draughts", "Draughts", "draughts64", "45", PLAYERS)
    day.begin_round(section, 1, MORNING)
    _violation_and_refusal(day, section)
    RehearsalBoard(day, section, 1, "Belov", "Volkov", MORNING).start().play("g3-h4 b6-c5").agree()
    day.end_round(section, 1, MORNING + timedelta(minutes=30))
    day.begin_round(section, 2, NOON)
    _flag(day, section)
    _board_turned(day, section)
    day.end_round(section, 2, NOON + timedelta(hours=1))
    day.begin_round(section, 3, AFTERNOON)
    _nobody_can_win(day, section)
    _disturbed(day, section)
    day.end_round(section, 3, AFTERNOON + timedelta(minutes=30))
    return section


def _violation_and_refusal(day: Day, section: Section) -> None:
    table = RehearsalBoard(day, section, 1, "Antonov", "Gusev", MORNING).start()
    table.play("c3-c5", irregular=True).wait(seconds=20)
    table.rule("draughts_violation", offender="white", wish="correct")
    # Only the move is undone: the law sets no time penalty.
    table.expect_clocks("44:00", "45:00")
    refusal = {"refuses": "white", "reason": "White will not put the man back"}
    day.refused(table.now, "A refusal", "not_insisted", lambda: table.rule("refusal", **refusal))
    table.rule("refusal", **refusal, insisted=True)
    table.expect_result("0-1")


def _flag(day: Day, section: Section) -> None:
    table = RehearsalBoard(day, section, 2, "Gusev", "Volkov", NOON).start().wait(minutes=45)
    table.rule("flag", side="white")
    table.expect_result("0-1")


def _board_turned(day: Day, section: Section) -> None:
    table = RehearsalBoard(day, section, 2, "Antonov", "Belov", NOON).start().play("c3-b4 b6-c5")
    table.rule("beginning", what="board", reason="a1 was a light square")
    table.expect("phase of the new game", table.game.phase, "pending")
    table.start().play("c3-b4").resign(Side.BLACK).expect_result("1-0")


def _nobody_can_win(day: Day, section: Section) -> None:
    table = RehearsalBoard(day, section, 3, "Belov", "Gusev", AFTERNOON).start().play("c3-d4")
    table.rule("score", result="1/2-1/2", article="draughts64:result.3", reason="neither side can win")
    table.expect_result("1/2-1/2")


def _disturbed(day: Day, section: Section) -> None:
    table = RehearsalBoard(day, section, 3, "Volkov", "Antonov", AFTERNOON).start()
    table.rule("disturbance", white_ms=5 * MINUTE, black_ms=5 * MINUTE, reason="fire alarm")
    table.expect_clocks("50:00", "50:00").play("c3-d4").expect_clocks("49:00", "50:00")
    table.agree().expect_result("1/2-1/2")


def play_by_correspondence(day: Day) -> Section:
    """Play with three days for each move; a player who exceeds them loses."""
    section = day.section("correspondence", "Draughts by correspondence", "draughts64", "", PLAYERS[:2])
    set_regulations(
        actor=day.organiser,
        now=MORNING - timedelta(minutes=30),
        section_id=section.pk,
        regulations={"way": "correspondence", "days_per_move": 3},
    )
    day.begin_round(section, 1, MORNING)
    table = RehearsalBoard(day, section, 1, "Antonov", "Belov", MORNING).start().play("c3-b4")
    table.wait(days=3)
    day.refused(table.now, "Overdue", "not_overdue", lambda: table.rule("overdue", side="black"))
    table.wait(seconds=1).rule("overdue", side="black")
    table.expect_result("1-0")
    day.end_round(section, 1, table.now)
    return section
