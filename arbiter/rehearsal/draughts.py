"""The day in Russian draughts: a section at the board, and a game by correspondence."""

from datetime import timedelta

from arbiter.rehearsal.boards import RehearsalBoard
from arbiter.rehearsal.day import MORNING, Day
from arbiter.services.regimes import set_regulations
from tavleya.sides import Side
from tournaments.models.section import Section

MINUTE = 60_000
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
