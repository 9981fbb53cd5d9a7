"""Rapid and blitz of FIDE, draughts and its violations, and the ways of play: each in the rulings around the board."""

import re
from typing import Any

import pytest

from tavleya.clocks.controls import parse_control
from tavleya.errors import BadInput, Conflict, DomainError
from tavleya.law.facts import FactKind
from tavleya.law.illegal_moves import first_irregular
from tavleya.law.kinds import kinds_of
from tavleya.law.library import regime
from tavleya.law.regulations import control_notices, describe
from tavleya.record import commands
from tavleya.record.entries import EntryDraft, EntryKind, GamePhase
from tavleya.record.results import Result
from tavleya.sides import Side
from tests.refusals import refused
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.record.build import START

SUPERVISED = ("fide-2023-rapid-supervised", "fide-2023-blitz-supervised")


@pytest.mark.article("chess:A.2", "chess:B.2")
@pytest.mark.parametrize(("key", "article"), [*zip(SUPERVISED, ("A.2", "B.2"), strict=True)])
def test_with_an_arbiter_s_record_the_players_need_not_write(key: str, article: str) -> None:
    lines = {line.key: line for line in describe(Table(key).regime)}
    regulation_line = lines["record_below_minutes"]
    assert (str(regulation_line.value), regulation_line.article) == ("not required", f"fide-2023:{article}")


RATED_BELOW = "In 60 moves this time control gives {} min: games are rated only between players below {}."


@pytest.mark.article("chess:A.1", "chess:B.1", "tavreli:B.1", "tavreli:V.1")
@pytest.mark.parametrize(("key", "control", "notice"), [
    ("fide-2023", "90+30", ""), ("fide-2023-rapid", "15+10", ""), ("fide-2023-blitz", "5+5", ""),
    ("fide-2023-rapid", "5+5", "This time control is blitz; the laws selected are for rapid play."),
    ("fide-2023-rapid", "60", "This time control is standard play; the laws selected are for rapid play."),
    ("fide-2023-blitz-supervised", "10+1", "This time control is rapid play; the laws selected are for blitz."),
    ("fide-2023", "59", "This time control is rapid play; the laws selected are for standard play."),
    ("fide-2023", "60", RATED_BELOW.format(60, 1800)),
    ("fide-2023", "60+30", RATED_BELOW.format(90, 2400)),
    ("fide-2023", "3 days/move", ""), ("tavreli-1997-rapid", "15", ""), ("tavreli-1997", "90", ""),
    ("tavreli-1997-blitz", "15", "This time control is rapid play; the laws selected are for blitz."),
    ("tavreli-1997", "15", "This time control is rapid play; the laws selected are for standard play."),
    ("draughts64", "5", ""),
])  # fmt: skip
def test_a_time_control_that_does_not_qualify_says_so(key: str, control: str, notice: str) -> None:
    assert " ".join(map(str, control_notices(regime(key), parse_control(control)))) == notice


# A.5.4


def both_in_check(key: str = "fide-2023-blitz") -> Table:
    """White leaves the king in check from e7, and gives one from a4."""
    start = "4k3/4r3/8/8/8/8/B7/4K3 w - - 0 1"
    return Table(key, "5", start=start).started().irregular("a2a4", at=SECOND)


@pytest.mark.article("chess:A.5.4")
def test_a_next_move_that_puts_the_position_right_lets_the_game_go_on() -> None:
    table = both_in_check("fide-2023-rapid").play("e8d8", at=2 * SECOND)
    with refused(Conflict, "no_illegal_position"):
        table.decide("illegal_position", 4 * SECOND)


@pytest.mark.article("chess:A.5.4")
def test_at_a_board_that_is_not_followed_the_arbiter_says_what_stands_there() -> None:
    table = Table("fide-2023-rapid", "15")
    table.live = False
    with refused(Conflict, "next_move_awaited"):
        table.decide("illegal_position", what="pawn_on_last_rank", stands=False)
    remedy = table.decide("illegal_position", what="pawn_on_last_rank", stands=True)
    assert (remedy.result, remedy.article) == (Result.DRAW, "fide-2023:A.5.4")
    assert str(remedy.grounds[0]) == "A pawn stands on the last rank."


def test_an_illegal_position_draws_only_unsupervised_games() -> None:
    for key in ("fide-2023", *SUPERVISED, "tavreli-1997-blitz"):
        table = Table(key, "5").started()
        assert "illegal_position" not in {kind.key for kind in kinds_of(table.regime)}
        with pytest.raises(Conflict):
            table.decide("illegal_position", SECOND)
    assert "illegal_position" in {kind.key for kind in kinds_of(Table("fide-2023-rapid").regime)}


TAKE = "W:Wc3,g1:Bd4,h8"  # White must take d4


def started(start: str = "start") -> Table:
    return Table("draughts64", "45", start).started()


@pytest.mark.article("draughts:violations.4.6")
def test_a_missed_take_that_the_opponent_accepts_stands_and_play_goes_on_from_it() -> None:
    table = started(TAKE).irregular("c3-b4", at=10 * SECOND)
    after = table.state.position.text()
    table.rule("draughts_violation", 20 * SECOND, offender="white", wish="accept")
    assert (table.state.position.text(), table.state.turn) == (after, Side.BLACK)
    assert first_irregular(table.state, table.regime) is None, "what was accepted is no longer in question"
    table.play("d4-e3", at=30 * SECOND)


@pytest.mark.article("draughts:violations.4.11", "draughts:violations.4.7")
def test_a_man_left_on_the_board_stays_there_if_the_opponent_accepts() -> None:
    table = started(TAKE).play("c3:e5", at=SECOND)
    assert "d4" not in table.state.position.figures()
    facts = {"offender": "white", "path": ["c3", "e5"], "removed": []}
    remedy = table.rule("draughts_violation", 5 * SECOND, **facts, wish="accept")
    assert remedy.article == "draughts64:violations.4.11"
    assert set(table.state.position.figures()) == {"d4", "e5", "g1", "h8"}
    assert table.state.turn is Side.BLACK
    quiet = started().play("c3-d4", at=SECOND)
    quiet.rule("draughts_violation", 5 * SECOND, offender="white", removed=["b6"], wish="accept")
    assert "b6" not in quiet.state.position.figures()


@pytest.mark.article("draughts:violations.4.1")
def test_a_second_move_running_enters_the_record_only_if_the_opponent_accepts_it() -> None:
    table = started().play("c3-d4", at=SECOND)
    facts = {"offender": "white", "path": ["g3", "h4"], "second": True}
    table.rule("draughts_violation", 5 * SECOND, **facts, wish="correct")
    assert (table.state.ply, table.state.turn) == (1, Side.BLACK)
    table.rule("draughts_violation", 6 * SECOND, **facts, wish="accept")
    assert (table.state.ply, table.state.position.turn) == (2, Side.BLACK)
    assert "h4" in table.state.position.figures()


def test_a_turn_played_by_the_rules_is_no_violation_and_facts_must_fit_the_record() -> None:
    table = started().play("c3-d4", at=SECOND)
    remedy = table.decide("draughts_violation", offender="white", wish="correct")
    assert (remedy.outcome, remedy.offender) == ("rejected", None)
    with refused(BadInput, "facts_contradict_record"):
        table.decide("draughts_violation", offender="white", path=["e3", "f4"], wish="correct")
    with refused(Conflict, "not_of_this_game"):
        Table().started().decide("draughts_violation", offender="white", wish="correct")


DAY = 24 * 60 * MINUTE
TOUCH = {"offender": "white", "touches": [["c3", False]], "claimed_by": "black"}


def played(way: str, **own: object) -> Table:
    return Table("draughts64", "", way=way, **own).started()


def refusal(table: Table, kind: str, at: int = 0, **facts: object) -> tuple[str, object]:
    with pytest.raises(Conflict) as excinfo:
        table.decide(kind, at, **facts)
    return excinfo.value.code, excinfo.value.detail.get("article")


@pytest.mark.article("draughts:ways.1", "draughts:ways.2")
@pytest.mark.parametrize("way", ["over_board", "simultaneous"])
def test_at_real_boards_players_are_bound_by_touching_by_the_board_and_by_being_there(way: str) -> None:
    table = played(way, default_time_minutes=30)
    assert table.decide("touch_move", **TOUCH).outcome == "upheld"
    assert table.decide("beginning", what="board").effects
    assert table.decide("absence", 31 * MINUTE, absent="black").result is Result.WHITE_FORFEIT_WIN


@pytest.mark.article("draughts:ways.3")
def test_by_correspondence_a_move_has_its_days_and_there_is_no_board_to_be_at() -> None:
    table = played("correspondence", days_per_move=3).play("c3-d4", at=DAY)
    moved_at = DAY + SECOND
    code, _ = refusal(table, "overdue", moved_at + 3 * DAY, side="black")
    assert code == "not_overdue"
    assert table.decide("overdue", moved_at + 3 * DAY + 1, side="black").result is Result.WHITE_WINS
    with refused(BadInput, "facts_contradict_record"):
        table.decide("overdue", 9 * DAY, side="white")
    article = "draughts64:ways.3"
    assert refusal(table, "touch_move", **TOUCH) == ("touch_does_not_bind", article)
    assert refusal(table, "beginning", what="board") == ("board_is_imagined", article)
    assert refusal(table, "absence", 9 * DAY, absent="black", scheduled_at=START) == ("no_board_to_be_at", article)
    assert refusal(played("over_board"), "overdue", side="white")[0] == "not_by_correspondence"


@pytest.mark.article("draughts:ways.4", "draughts:ways.5")
@pytest.mark.parametrize("way", ["blindfold", "blindfold_simultaneous"])
def test_touch_move_binds_only_the_opponent_of_a_blindfold_player(way: str) -> None:
    table = played(way)
    article = table.regime.way_article
    assert article == {"blindfold": "draughts64:ways.4", "blindfold_simultaneous": "draughts64:ways.5"}[way]
    assert refusal(table, "touch_move", **TOUCH, sightless="white") == ("touch_does_not_bind", article)
    assert table.decide("touch_move", **TOUCH, sightless="black").outcome == "upheld"
    assert refusal(table, "beginning", what="board") == ("board_is_imagined", article)


@pytest.mark.article("draughts:ways.6")
def test_a_blind_player_reads_their_board_with_their_fingers_and_a_board_there_is() -> None:
    table = played("blind")
    assert refusal(table, "touch_move", **TOUCH, sightless="white")[0] == "touch_does_not_bind"
    assert table.decide("beginning", what="board").effects


@pytest.mark.article("draughts:ways.7")
def test_at_odds_the_game_begins_without_some_men_and_is_judged_as_any_other() -> None:
    odds = "W:Wc1,e1,g1,b2,d2,f2,h2,a3,c3,e3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"
    table = Table("draughts64", "45", odds, way="handicap").started().irregular("c3-c5", at=SECOND)
    table.rule("draughts_violation", 2 * SECOND, offender="white", wish="correct")
    assert table.state.phase is GamePhase.PLAYING
    assert table.state.position.text() == table.state.line.start.text()


def test_a_way_that_is_none_is_refused() -> None:
    for regulations in ({"way": "telepathy"}, {"days_per_move": 0}):
        with refused(BadInput, "bad_regulation"):
            Table("draughts64", "", **regulations)


# Impossible rulings

MOVES = {"tavreli": ("e2-e4", "e7-e5"), "chess": ("e2e4", "e7e5"), "draughts": ("c3-d4", "d6-c5")}
KEYS = ("tavreli-1997", "tavreli-1997-rapid", "fide-2023", "fide-2023-rapid", "draughts64")
every_regime = pytest.mark.parametrize("key", KEYS)
RECORD, NEGATIVE = "facts_contradict_record", "negative_time"
HOUR = 60 * MINUTE
IMPOSSIBLE: list[tuple[str, dict[str, Any], str]] = [
    ("absence", {"absent": "white"}, RECORD),
    ("absence", {"absent": "both"}, RECORD),
    ("restored", {"ply": 99, "reason": "a dog"}, RECORD),
    ("both_flags", {"first": "white"}, RECORD),
    ("penalty", {"offender": "white", "measure": "time_off", "ms": 2 * HOUR}, NEGATIVE),
    ("penalty", {"offender": "white", "measure": "time_off", "ms": -MINUTE}, NEGATIVE),
    ("time", {"black_ms": -2 * HOUR, "article": "5", "reason": "a fault"}, NEGATIVE),
    ("time", {"clocks": {"white": -1, "black": 1}, "article": "5", "reason": "a fault"}, NEGATIVE),
    ("defective_clock", {"clocks": {"white": 1, "black": -1}, "reason": "dead"}, NEGATIVE),
    ("displaced", {"offender": "black", "ms": 2 * HOUR}, NEGATIVE),
    ("disturbance", {"white_ms": -MINUTE, "reason": "noise"}, NEGATIVE),
    ("draw_claim", {"claimant": "black", "claim": "repetition"}, "not_to_move"),
]
# A value for each kind of fact that is enough to be read.
ENOUGH: dict[FactKind, object] = {
    **dict.fromkeys((FactKind.SIDE, FactKind.SIDES), "white"), FactKind.TIME: 1, FactKind.WHOLE: 0,
    FactKind.CLOCKS: {"white": 1, "black": 1}, FactKind.TEXT: "so", FactKind.TOUCHES: [["g1", False]],
    FactKind.RESULT: "1-0", FactKind.ARTICLE: "5",
}  # fmt: skip


def in_play(key: str) -> Table:
    """White to move after a move by each."""
    table = Table(key, articles={"5": "The clocks are right."}).started()
    return table.play(*MOVES[table.regime.game])


def refusal_code(table: Table, kind: str, **facts: object) -> str:
    """Return the code of the refusal; its message must be a sentence."""
    with pytest.raises(DomainError) as excinfo:
        table.decide(kind, MINUTE, **facts)
    sentence = str(excinfo.value)
    assert sentence.endswith(".") and not re.search(r"[a-z]_[a-z]|%\(", sentence), sentence
    return excinfo.value.code


@every_regime
def test_a_ruling_that_cannot_be_is_refused(key: str) -> None:
    for kind, facts, code in IMPOSSIBLE:
        assert refusal_code(in_play(key), kind, **facts) == code, (kind, facts)
    code = "not_of_this_game" if key == "draughts64" else "no_irregular_move"
    assert refusal_code(in_play(key), "illegal_move") == code
    assert refusal_code(Table(key), "deduction", offender="black", ms=HOUR + 1, reason="cannot write") == NEGATIVE


@every_regime
def test_a_finished_game_is_ruled_on_only_in_conduct_and_result_and_an_annulled_one_not_at_all(key: str) -> None:
    over, annulled = in_play(key), in_play(key)
    over.board.do(commands.resign, Side.WHITE, at=10 * SECOND)
    annulment = EntryDraft(EntryKind.ANNULMENT, data={"reason": "wrong board", "article": ""})
    annulled.board.do(lambda _: (annulment,), at=10 * SECOND)
    for kind in kinds_of(over.regime):
        facts = {
            fact.name: fact.answers[0] if fact.kind is FactKind.CHOICE else ENOUGH[fact.kind]
            for fact in kind.asked(over.regime, live=True)
            if fact.required
        }
        assert kind.finished or refusal_code(over, kind.key, **facts) == "game_over", kind.key
        assert refusal_code(annulled, kind.key, **facts) == "annulled", kind.key
    for facts in ({"measure": "loss"}, {"measure": "time_off", "ms": MINUTE}):
        assert refusal_code(over, "penalty", offender="black", **facts) == "game_over"
    assert over.rule("penalty", MINUTE, offender="black", measure="warning").outcome == "applied"
