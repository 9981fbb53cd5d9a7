"""The day in tavreli: a classical section, and a game each by the rapid and the blitz appendix."""

from datetime import datetime, timedelta

from arbiter.rehearsal.day import MORNING, Day, RehearsalBoard
from arbiter.services import adjournment, resumption
from arbiter.services.duty import announce_session
from arbiter.services.ruling import claim_draw
from games.states import state_of
from tavleya.law.terms import MINUTE
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side
from tournaments.models.section import Section

PLAYERS = ("Alekseev", "Borisov", "Vasiliev", "Grigoriev")
NOON, AFTERNOON = MORNING + timedelta(hours=2), MORNING + timedelta(hours=4)
RAPID, EVENING = MORNING + timedelta(hours=6), MORNING + timedelta(hours=7)
#: The final table: points in half-points.
TABLE = (("Grigoriev", 3), ("Borisov", 3), ("Alekseev", 2), ("Vasiliev", 1))


def play(day: Day) -> Section:
    section = day.section("tavreli", "Tavreli, classical", "tavreli-1997", "40/60, 30", PLAYERS)
    for hour, minutes in ((0, 30), (7, 180)):
        begins = MORNING + timedelta(hours=hour)
        announce_session(
            actor=day.chief,
            now=MORNING - timedelta(minutes=30),
            section_id=section.pk,
            starts_at=begins,
            ends_at=begins + timedelta(minutes=minutes),
            place="Hall 1",
        )
    day.begin_round(section, 1, MORNING)
    _three_illegal_moves(day, section)
    evening = _a_long_game(day, section)
    day.begin_round(section, 2, NOON)
    _claims(day, section)
    _steps_of_penalties(day, section)
    day.end_round(section, 2, NOON + timedelta(hours=1))
    day.begin_round(section, 3, AFTERNOON)
    _both_guilty(day, section)
    _late(day, section)
    day.end_round(section, 3, AFTERNOON + timedelta(hours=2))
    adjourn_and_resume(evening, EVENING)
    day.end_round(section, 1, EVENING + timedelta(minutes=10))
    return section


def _three_illegal_moves(day: Day, section: Section) -> None:
    table = RehearsalBoard(day, section, 1, "Alekseev", "Grigoriev", MORNING)
    table.rule("deduction", offender="black", ms=5 * MINUTE, reason="the hand is in plaster")
    table.expect_clocks("60:00", "55:00")
    table.start().play("e2-e4 e7-e5")
    for white, black in (("58:00", "56:00"), ("57:00", "58:00")):
        table.play("e4-e6", irregular=True).wait(seconds=30)
        table.rule("illegal_move")
        table.expect_clocks(white, black)
    table.play("e4-e6", irregular=True)
    table.rule("illegal_move")
    table.expect_result("0-1")


def _a_long_game(day: Day, section: Section) -> RehearsalBoard:
    table = RehearsalBoard(day, section, 1, "Borisov", "Vasiliev", MORNING)
    table.rule("clock_place", stands="right")
    table.start().play("e2-e4 e7-e5").expect_clocks("59:00", "59:00")
    table.rule("displaced", offender="black")
    table.wait(seconds=30).rule("displaced", offender="black", stage="restored")
    table.expect_clocks("59:00", "58:30")
    table.rule("touch_move", offender="white", touches=[["g1", False]], claimed_by="black")
    day.refused(table.now, "Another piece", "bound_move", lambda: table.play("d2-d4", seconds=0))
    table.play("g1-f3").expect_clocks("58:00", "58:30")
    table.rule("disturbance", white_ms=2 * MINUTE, black_ms=2 * MINUTE, reason="the lights went out")
    table.expect_clocks("60:00", "60:30")
    times = {"white": 58 * MINUTE, "black": 57 * MINUTE}
    table.wait(seconds=30).rule("defective_clock", clocks=times, reason="as both players remember")
    table.expect_clocks("58:00", "57:00")
    table.rule("control_unproven", reason="both sheets have a gap")
    table.expect_clocks("88:00", "87:00")
    table.call("illegal_move", Side.BLACK)
    table.wait(seconds=60).rule("dismissed", reason="every move was legal")
    table.expect_clocks("88:00", "87:00")
    return table.play("b8-c6").expect_clocks("88:00", "86:00")


def _claims(day: Day, section: Section) -> None:
    table = RehearsalBoard(day, section, 2, "Grigoriev", "Vasiliev", NOON).start()
    to_and_fro = "g1-f3 g8-f6 f3-g1 f6-g8"
    table.play(to_and_fro).expect_clocks("58:00", "58:00")
    claim = {"actor": table.players[Side.WHITE], "game_id": table.game.pk, "kind": ClaimKind.REPETITION}
    wrong = claim_draw(now=table.now, **claim)  # type: ignore[arg-type]
    table.told(wrong)
    table.expect("outcome", str(wrong.outcome), "rejected")
    table.expect_clocks("55:00", "61:00").play(to_and_fro).expect_clocks("53:00", "59:00")
    right = claim_draw(now=table.now, **claim)  # type: ignore[arg-type]
    table.told(right)
    table.expect("outcome", str(right.outcome), "upheld")
    table.expect_result("1/2-1/2")


def _steps_of_penalties(day: Day, section: Section) -> None:
    table = RehearsalBoard(day, section, 2, "Alekseev", "Borisov", NOON).start().play("e2-e4 e7-e5")
    table.rule("beginning", what="pieces", reason="knyaz and ratoborets stood the wrong way round")
    table.expect("phase of the new game", table.game.phase, "pending")
    table.start().play("e2-e4").expect_clocks("59:00", "60:00")
    breach = {"offender": "white", "article": "tavreli-1997:12.5", "reason": "White offers a draw at every move"}
    table.rule("penalty", **breach)
    table.rule("penalty", **breach)
    table.expect_clocks("59:00", "62:00")
    table.rule("penalty", **breach)
    table.expect_clocks("57:00", "62:00")
    table.rule("penalty", **breach, opponent_score="draw")
    table.expect_result("0-1/2")


def _both_guilty(day: Day, section: Section) -> None:
    table = RehearsalBoard(day, section, 3, "Borisov", "Grigoriev", AFTERNOON).start().play("e2-e4 e7-e5")
    table.rule("refusal", refuses="both", reason="both leave the board and do not come back")
    table.expect_result("0-0")


def _late(day: Day, section: Section) -> None:
    table = RehearsalBoard(day, section, 3, "Vasiliev", "Alekseev", AFTERNOON).start().wait(minutes=59)
    day.refused(table.now, "Default", "not_late_enough", lambda: table.rule("absence", absent="white"))
    table.wait(seconds=61).rule("absence", absent="white")
    table.expect_result("-/+")


def play_rapid(day: Day) -> Section:
    """Play under Appendix Б: players claim flags and the set-up, within limits; both flags down is a draw (10.4)."""
    section = day.section("tavreli-rapid", "Tavreli, rapid", "tavreli-1997-rapid", "20", PLAYERS[2:])
    day.begin_round(section, 1, RAPID)
    table = RehearsalBoard(day, section, 1, "Vasiliev", "Grigoriev", RAPID).start()
    table.play("e2-e4 e7-e5 g1-f3 g8-f6 b1-c3 b8-c6").expect_clocks("17:00", "17:00")
    day.refused(table.now, "Wrong set-up", "claim_too_late", lambda: table.rule("beginning", what="pieces"))
    table.wait(minutes=17, seconds=1)
    day.refused(
        table.now,
        "The arbiter sees a flag",
        "flag_is_the_players",
        lambda: table.rule("flag", side="white", called_by="arbiter"),
    )
    table.play("a2-a3", seconds=9).wait(minutes=17, seconds=1)
    table.rule("both_flags", called_by="white")
    table.expect_result("1/2-1/2")
    day.end_round(section, 1, table.now)
    return section


def play_blitz(day: Day) -> Section:
    """Play under Appendix В: an illegal move loses at once if the opponent claims it before they reply (В.3)."""
    section = day.section("tavreli-blitz", "Tavreli, blitz", "tavreli-1997-blitz", "5", PLAYERS[:2])
    day.begin_round(section, 1, RAPID)
    table = RehearsalBoard(day, section, 1, "Alekseev", "Borisov", RAPID).start()
    table.play("e2-e4 e7-e5", seconds=3).play("e4-e6", seconds=3, irregular=True)
    table.call("illegal_move", Side.BLACK)
    table.rule("illegal_move")
    table.expect_result("0-1")
    day.end_round(section, 1, table.now)
    return section


# A game that is adjourned with a sealed move and resumed in the evening (tavreli app. A).


def adjourn_and_resume(table: RehearsalBoard, resumes: datetime) -> None:
    """Adjourn and resume a game: White seals within a minute, after five minutes of play and 25 more of the session."""
    day, game_id, chief = table.day, table.game.pk, table.arbiter
    white = table.players[Side.WHITE]
    day.title("The adjourned game of round 1")
    table.wait(minutes=25)
    adjournment.call_to_seal(actor=chief, now=table.now, game_id=game_id)
    day.say(table.now, "The session is over: White is asked to seal.")
    table.wait(minutes=1)
    sealing = adjournment.seal_move(actor=white, now=table.now, game_id=game_id, move="f1-b5")
    envelope = adjournment.adjourn(actor=chief, now=table.now, game_id=game_id, holder="the chief arbiter")
    day.say(table.now, f"White has sealed; the envelope is with {envelope.holder}.")
    table.expect_clocks("62:00", "86:00")
    table.expect("due", envelope.due_at, resumes)
    cards = list(sealing.cards.values())

    def open_it(*present: Side) -> None:
        resumption.open_envelope(
            actor=chief, now=table.now, game_id=game_id, cards=cards, present=present or tuple(Side)
        )

    day.refused(table.now, "Opening the envelope early", "not_set_up", open_it)
    table.now = resumes
    resumption.set_up(actor=chief, now=table.now, game_id=game_id)
    day.refused(table.now, "Opening it without Black", "reply_player_absent", lambda: open_it(Side.WHITE))
    open_it()
    table.expect("the sealed move on the board", state_of(table.game).plies[-1].text, "f1-b5")
    table.wait(minutes=1).expect_clocks("62:00", "85:00")
    table.resign(Side.BLACK).expect_result("1-0")
