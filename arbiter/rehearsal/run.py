"""The whole day, and the expectations at its end."""

from collections.abc import Callable
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from arbiter.models import Appeal, Ruling
from arbiter.rehearsal import tavreli
from arbiter.rehearsal.day import MORNING, Day, RehearsalBoard, person
from arbiter.services import appeals
from arbiter.services.appeals import Amendment, appoint_member
from arbiter.services.duty import set_regulations
from arbiter.services.ruling import claim_draw
from games.models.game import Game
from games.verification import verify
from tavleya.languages import DEFAULT
from tavleya.law.kinds import KINDS
from tavleya.law.terms import MINUTE
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of

# The day in chess: a section under the standard Laws, and a game each of rapid and blitz.

CHESS_PLAYERS = ("Aron", "Bela", "Cora", "Dina")
RAPID = MORNING + timedelta(hours=6, minutes=30)
CHESS_TABLE = (("Cora", 3), ("Aron", 2), ("Bela", 1), ("Dina", 0))


def play_chess(day: Day) -> Section:
    section = day.section("chess", "Chess, standard", "fide-2023", "90", CHESS_PLAYERS)
    appoint(day)
    day.begin_round(section, 1, MORNING)
    _excluded(day, section)
    _chess_flag(day, section)
    day.end_round(section, 1, MORNING + timedelta(hours=2, minutes=-15))
    set_regulations(
        actor=day.organiser, now=MORNING - timedelta(minutes=30), section_id=section.pk, regulations={"quickplay": True}
    )
    day.begin_round(section, 2, NOON)
    _forfeited(day, section, 2, "Dina", "Cora", "-/+")
    _short_of_time(day, section)
    day.end_round(section, 2, NOON + timedelta(hours=1, minutes=45))
    day.begin_round(section, 3, AFTERNOON)
    _forfeited(day, section, 3, "Bela", "Dina", "+/-")
    _appealed(day, section)
    day.end_round(section, 3, AFTERNOON + timedelta(hours=2))
    return section


def _excluded(day: Day, section: Section) -> None:
    table = RehearsalBoard(day, section, 1, "Aron", "Dina", MORNING).start().play("e2e4 e7e5")
    table.rule("illegal_act", offender="black", what="two_hands")
    table.expect_clocks("91:00", "89:00")
    table.rule("incident", what="device", offender="black", article="fide-2023:11.3.2", reason="a telephone")
    table.rule(
        "penalty", offender="black", measure="exclusion", article="fide-2023:11.3.2", reason="an engine runs on it"
    )
    table.expect_result("1-0")


def _chess_flag(day: Day, section: Section) -> None:
    table = RehearsalBoard(day, section, 1, "Bela", "Cora", MORNING).start().play("e2e4 e7e5 g1f3")
    table.rule("restored", ply=2, cause="outside", reason="a child knocked the pieces over")
    table.expect_clocks("88:00", "89:00")
    table.rule("time", white_ms=MINUTE, article="fide-2023:6.10.2", reason="the clock had been set wrongly")
    table.expect_clocks("89:00", "89:00")
    table.play("g1f3 b8c6").expect_clocks("88:00", "88:00").wait(minutes=87, seconds=59)
    day.refused(table.now, "A flag that is up", "flag_up", lambda: table.rule("flag", side="white"))
    table.wait(seconds=1).rule("flag", side="white")
    table.expect_result("0-1")


def _forfeited(day: Day, section: Section, number: int, white: str, black: str, result: str) -> None:
    pairing = Pairing.objects.get(pk=day.seat(section, number, white, black).pk)
    at = MORNING + timedelta(hours=2 * (number - 1))
    day.expect(at, f"{white} – {black}, forfeited as the round is published", pairing.result, result)


def _short_of_time(day: Day, section: Section) -> None:
    table = RehearsalBoard(day, section, 2, "Aron", "Bela", NOON).start().play("g1f3 g8f6 f3g1 f6g8")
    wrong = claim_draw(actor=table.players[Side.WHITE], now=table.now, game_id=table.game.pk, kind=ClaimKind.REPETITION)
    table.told(wrong)
    table.expect_clocks("88:00", "90:00").wait(minutes=85)
    claim = {"claimant": "white", "reason": "a rook each"}
    day.refused(
        table.now,
        "A claim with three minutes left",
        "time_not_short",
        lambda: table.rule("quickplay", **claim, decision="agree"),
    )
    table.wait(seconds=90).rule("quickplay", **claim, decision="reject")
    table.expect_clocks("1:30", "92:00").wait(seconds=30)
    table.rule("increment", claimant="white", offer="refused", decision="deny", reason="White does not try to win")
    table.expect_clocks("1:00", "92:00")
    table.rule("quickplay", **claim, decision="agree")
    table.expect_result("1/2-1/2")


def _appealed(day: Day, section: Section) -> None:
    table = RehearsalBoard(day, section, 3, "Cora", "Aron", AFTERNOON).start().play("e2e4")
    table.play("e7e4", irregular=True)
    table.rule("illegal_move")
    table.expect_clocks("91:00", "89:00").play("e7e4", irregular=True)
    ruling = table.rule("illegal_move")
    table.expect_result("1-0")
    amendment = Amendment("restored", {"ply": 1, "cause": "players", "reason": "the pawn had not been let go of"})
    appeal(table, ruling, Side.BLACK, amendment)
    table.expect_result("").expect_clocks("91:00", "88:00")
    table.play("e7e5").agree().expect_result("1/2-1/2")


def play_chess_rapid(day: Day) -> Section:
    """Play under Appendix A: an illegal move costs one minute (A.5.2); the bonus counts from the first move."""
    section = day.section("chess-rapid", "Chess, rapid", "fide-2023-rapid", "15+10", CHESS_PLAYERS[:2])
    day.begin_round(section, 1, RAPID)
    table = RehearsalBoard(day, section, 1, "Aron", "Bela", RAPID).start().play("e2e4").expect_clocks("14:20", "15:10")
    table.play("e7e4", irregular=True)
    table.rule("illegal_move")
    table.expect_clocks("15:20", "14:10").resign(Side.BLACK).expect_result("1-0")
    day.end_round(section, 1, table.now)
    return section


def play_chess_blitz(day: Day) -> Section:
    """Play under Appendix B: a wrong claim costs one minute (B.3), and counts as an offer of a draw (9.1.2.3)."""
    section = day.section("chess-blitz", "Chess, blitz", "fide-2023-blitz", "3+2", CHESS_PLAYERS[1:3])
    day.begin_round(section, 1, RAPID)
    table = RehearsalBoard(day, section, 1, "Bela", "Cora", RAPID).start().play("g1f3 g8f6", seconds=10)
    table.expect_clocks("2:54", "2:54")
    wrong = claim_draw(actor=table.players[Side.WHITE], now=table.now, game_id=table.game.pk, kind=ClaimKind.REPETITION)
    table.told(wrong)
    table.expect_clocks("2:54", "3:54").play("f3g1", seconds=10).expect_clocks("2:46", "3:54")
    table.agree().expect_result("1/2-1/2")
    day.end_round(section, 1, table.now)
    return section


# The appeals committee of the day, and the appeal that it hears.

_MEMBERS = ("chair", "member", "second-member")


def appoint(day: Day) -> None:
    for name in _MEMBERS:
        user_id = person(name).user_id
        assert user_id is not None
        appoint_member(
            actor=day.organiser,
            now=MORNING - timedelta(hours=1),
            event_id=day.event.pk,
            user_id=user_id,
            chair=name == "chair",
        )


def appeal(table: RehearsalBoard, ruling: Ruling, side: Side, instead: appeals.Amendment) -> None:
    """File an appeal ten minutes after the ruling, hear it half an hour later, and replace the ruling."""
    day = table.day
    table.wait(minutes=10)
    filed = appeals.file_appeal(
        actor=table.players[side], now=table.now, ruling_id=ruling.pk, grounds="I had not made a move."
    )
    day.say(table.now, f"Appeal {filed.number} against ruling {ruling.number} of this game.")
    hearing = table.now + timedelta(minutes=30)
    appeals.set_hearing(actor=day.chief, now=table.now, appeal_id=filed.pk, at=hearing, place="Library")
    table.now = hearing
    decided = appeals.decide_appeal(
        actor=person("chair"),
        now=table.now,
        appeal_id=filed.pk,
        outcome=Appeal.Outcome.AMENDED,
        decision="A move is made when the piece has left the hand; it had not.",
        amendment=instead,
    )
    appeals.publish_decision(actor=day.organiser, now=table.now, appeal_id=filed.pk)
    day.say(table.now, f"The committee: {decided.outcome}. {decided.decision}")
    assert decided.followed_by is not None
    table.told(decided.followed_by)


_LAST = MORNING + timedelta(days=3, hours=1)


@transaction.atomic
def rehearse(say: Callable[[str], object] = lambda _: None) -> Day:
    """Play the day in a new rehearsal event. `say` receives the log line by line."""
    day = Day(say)
    tables = ((tavreli.play(day), tavreli.TABLE), (play(day), TABLE), (play_chess(day), CHESS_TABLE))
    for scene in (tavreli.play_rapid, tavreli.play_blitz, play_chess_rapid, play_chess_blitz, play_by_correspondence):
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
    rehearsed = set(rulings.values_list("kind", flat=True))
    day.say(_LAST, f"{rulings.count()} rulings of {len(rehearsed)} kinds, {games.count()} games.")
    missing = [kind.name.text for key, kind in KINDS.items() if key not in rehearsed]
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
