"""Boards with a clock on the table and score sheets: the arbiter's word or the typed moves are the facts."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.law.claims import agreement_bar
from tavleya.law.kinds import incidents_of, kinds_of, ruling_kind
from tavleya.law.remedies import Remedy, RulingOutcome
from tavleya.law.ruling_kind import Board as RulingBoard
from tavleya.messages import Message
from tavleya.record.entries import EntryKind
from tavleya.record.results import Result
from tavleya.sides import Side
from tests.refusals import refused
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.record.build import START

HOUR = 60 * MINUTE


def paper(key: str = "fide-2023", control: str = "90", *, reckoned: bool = False, **own: object) -> Table:
    """`reckoned`: the clock of the record was started, although no player presses it."""
    table = Table(key, control, **own)
    if reckoned:
        table.started()
    table.live = False
    return table


CLAIM = {"claimant": "black", "claim": "repetition"}


@pytest.mark.article("tavreli:9.5")
def test_with_the_clocks_read_at_the_board_the_new_times_are_shown() -> None:
    table = paper("tavreli-1997", "60")
    clocks = {"white": 10 * MINUTE, "black": 4 * MINUTE + 30 * SECOND}
    remedy = table.decide("draw_claim", **CLAIM, decision="rejected", shown=clocks)
    assert remedy.clock.after == {Side.WHITE: 13 * MINUTE, Side.BLACK: 2 * MINUTE + 15 * SECOND}
    assert "Black loses 2 min 15 s." in [str(ground) for ground in remedy.grounds]
    unread = table.decide("draw_claim", **CLAIM, decision="rejected")
    assert "Black loses half of the time left, 3 min at most." in [str(ground) for ground in unread.grounds]


def test_the_arbiter_must_say_whether_the_claim_is_right_and_only_there() -> None:
    with refused(BadInput, "fact_missing", fact="decision"):
        paper().decide("draw_claim", **CLAIM)
    with refused(BadInput, "unknown_fact"):
        Table("fide-2023").started().decide("draw_claim", **CLAIM, decision="upheld")
    with refused(BadInput, "bad_fact", fact="decision"):
        paper("draughts64").decide("draw_claim", **CLAIM, decision="late")


@pytest.mark.article("chess:6.9")
@pytest.mark.parametrize(("side", "result"), [("white", Result.BLACK_WINS), ("black", Result.WHITE_WINS)])
@pytest.mark.parametrize("reckoned", [False, True])
def test_the_flag_that_fell_is_the_one_that_the_arbiter_saw(side: str, result: Result, reckoned: bool) -> None:
    table = paper(reckoned=reckoned)
    table.rule("flag", 91 * MINUTE, side=side, can_mate=True)
    assert (table.state.result, table.state.termination) == (result, "time")


@pytest.mark.parametrize("key", ["fide-2023", "tavreli-1997", "draughts64"])
def test_the_menu_has_nothing_that_rests_on_the_moves_of_the_record(key: str) -> None:
    table = paper(key)
    offered = {kind.key for kind in kinds_of(table.regime, live=False)}
    assert not offered & {"illegal_act", "overdue"}
    assert ("draughts_violation" in offered) is (key == "draughts64")
    assert {"draw_claim", "flag", "penalty", "restored", "touch_move"} <= offered
    with refused(Conflict, "not_followed"):
        table.decide("overdue", side="white")


def test_replaced_pieces_do_not_start_the_clock_of_the_record() -> None:
    remedy = paper(reckoned=True).decide("displaced", offender="white")
    assert EntryKind.RESUMED not in [draft.kind for draft in remedy.drafts]


def test_an_illegal_move_is_one_tap_away_where_the_record_cannot_show_it() -> None:
    regime = paper().regime
    assert incidents_of(regime, live=False)[0].code == "illegal_move"
    assert "illegal_move" not in {incident.code for incident in incidents_of(regime)}
    assert "illegal_move" not in {incident.code for incident in incidents_of(paper("draughts64").regime, live=False)}


KING_AND_QUEEN = "6k1/5b2/8/8/8/8/8/Q5K1"  # a bishop alone can never mate here


@pytest.mark.article("chess:6.9", "chess:7.5.5", "chess:III.3.1")
@pytest.mark.parametrize(("kind", "facts", "position"), [
    ("flag", {"side": "white"}, KING_AND_QUEEN),
    ("illegal_move", {"offender": "white", "what": "two_hands"}, KING_AND_QUEEN),
    ("illegal_move", {"offender": "white", "move": "Kg1-g3"}, KING_AND_QUEEN),
    ("both_flags", {"first": "white"}, KING_AND_QUEEN),
])  # fmt: skip
def test_whether_the_opponent_can_mate_is_never_assumed(kind: str, facts: dict[str, object], position: str) -> None:
    table = paper()
    if kind == "illegal_move":
        table.rule("illegal_move", offender="white")
    with refused(BadInput, "fact_missing", fact="can_mate"):
        table.decide(kind, **facts)
    for answer, result in ((True, Result.BLACK_WINS), (False, Result.DRAW)):
        assert table.decide(kind, **facts, can_mate=answer).result is result
    assert table.decide(kind, **facts, position=position).result is Result.DRAW
    with refused(BadInput, "facts_contradict_record"):
        table.decide(kind, **facts, position=position, can_mate=True)
    mating = position.replace("b", "r")
    assert table.decide(kind, **facts, position=mating).result is Result.BLACK_WINS
    with refused(BadInput, "facts_contradict_record"):
        table.decide(kind, **facts, position=mating, can_mate=False)


def test_moves_typed_in_show_the_position_of_a_flag_too() -> None:
    table = paper()
    assert table.decide("flag", side="white", position=KING_AND_QUEEN, moves="Kh1 Be8").result is Result.DRAW
    assert table.decide("flag", side="white", moves="e4 e5").result is Result.BLACK_WINS


@pytest.mark.article("chess:III.3.1")
@pytest.mark.parametrize(
    ("facts", "missing"), [({}, "first"), ({"first": "unknown"}, "last_period"), ({"first": "white"}, "can_mate")]
)
def test_both_flags_down_decide_nothing_until_the_order_and_the_period_are_known(
    facts: dict[str, object], missing: str
) -> None:
    with refused(BadInput, "fact_missing", fact=missing):
        paper().decide("both_flags", **facts)


@pytest.mark.article("tavreli:B.5", "tavreli:B.6", "tavreli:V.3", "chess:A.5.2")
@pytest.mark.parametrize(
    ("key", "kind", "facts", "missing"),
    [
        ("tavreli-1997-rapid", "flag", {"side": "white"}, "called_by"),
        ("tavreli-1997-rapid", "both_flags", {}, "called_by"),
        ("tavreli-1997-rapid", "illegal_move", {"offender": "white"}, "claimed_by"),
        ("tavreli-1997-blitz", "illegal_move", {"offender": "white", "claimed_by": "black"}, "replied"),
        ("fide-2023-rapid", "illegal_move", {"offender": "white"}, "replied"),
        ("fide-2023", "touch_move", {"offender": "white", "touches": ["e2"]}, "claimed_by"),
        ("fide-2023", "refusal", {"refuses": "white", "reason": "left"}, "opponent_score"),
    ],
)
def test_a_fact_that_decides_is_asked_for(key: str, kind: str, facts: dict[str, object], missing: str) -> None:
    with refused(BadInput, "fact_missing", fact=missing):
        paper(key).decide(kind, **facts)


@pytest.mark.article("chess:4.3", "chess:7.5.1")
def test_the_position_of_an_illegal_move_shows_what_must_be_played_instead() -> None:
    table = paper()
    facts = {"offender": "white", "move": "Ra1-b2", "position": ROOKS}
    assert any("Moves to choose from (12)" in text for text in ground_texts(table.decide("illegal_move", **facts)))
    moves = {"offender": "white", "move": "Bf1-a5", "moves": "1. e4 e5"}
    assert "f1a6" in ground_texts(table.decide("illegal_move", **moves))[-1]
    table.rule("illegal_move", offender="white")
    lost = table.decide("illegal_move", **facts)
    assert lost.result is Result.DRAW and not any("choose from" in text for text in ground_texts(lost))


CASTLING_BOARD = "4k3/8/8/8/8/8/8/4K2R"


@pytest.mark.article("chess:4.4.2", "chess:7.5.1")
def test_castling_is_judged_only_by_a_position_with_its_castling_rights() -> None:
    table = paper()
    castled = {"offender": "white", "move": "0-0"}
    touched = {"offender": "white", "touches": ["e1", "h1"], "claimed_by": "black", "decision": "moves"}
    for kind, facts in (("illegal_move", castled), ("touch_move", touched)):
        with refused(BadInput, "castling_unknown", fact="position"):
            table.decide(kind, **facts, position=CASTLING_BOARD)
    with refused(BadInput, "facts_contradict_record"):
        table.decide("illegal_move", **castled, position=f"{CASTLING_BOARD} w K - 0 1")
    without = table.decide("illegal_move", **castled, position=f"{CASTLING_BOARD} w - - 0 1")
    assert "Moves to choose from (5): e1d1" in ground_texts(without)[-1]
    may_castle = table.decide("touch_move", **touched, position=f"{CASTLING_BOARD} w K - 0 1")
    assert ground_texts(may_castle)[1].startswith("Moves to choose from (1): e1g1")


@pytest.mark.article("chess:9.2")
def test_the_first_move_shows_who_is_to_move_on_a_board_typed_in() -> None:
    moves = "41... Kf8 42. Ra2 Kg8 43. Ra1 Kf8"
    assert claim("white", moves, position=ROOKS.partition(" ")[0]).result is None
    longer = f"{moves} 44. Ra2 Kg8 45. Ra1 Kf8"
    assert claim("white", longer, position=ROOKS.partition(" ")[0]).result is Result.DRAW


@pytest.mark.article("chess:9.5.3", "tavreli:9.5")
def test_a_wrong_claim_is_not_charged_twice_before_the_next_move_and_names_the_announced_one() -> None:
    table = paper()
    remedy = table.rule("draw_claim", **CLAIM, decision="rejected", intended="Nf6")
    assert ground_texts(remedy)[-1] == "The announced move must be played: Nf6."
    repeated = {**CLAIM, "decision": "rejected"}
    with refused(BadInput, "fact_missing", fact="moved_since"):
        table.decide("draw_claim", **repeated)
    with refused(Conflict, "claim_decided"):
        table.decide("draw_claim", **repeated, moved_since=False)
    assert table.decide("draw_claim", **repeated, moved_since=True).outcome is RulingOutcome.REJECTED
    assert table.decide("draw_claim", **{**repeated, "claimant": "white"}).outcome is RulingOutcome.REJECTED


@pytest.mark.article("chess:9.1.1", "chess:9.1.2.3")
def test_the_moves_before_an_agreed_draw_are_not_counted_in_an_empty_record() -> None:
    table = paper()
    assert agreement_bar(table.state, table.regime) is not None
    assert agreement_bar(table.state, table.regime, live=False) is None


@pytest.mark.parametrize(
    ("facts", "sentences"),
    [
        ({"white_ms": -MINUTE, "black_ms": 2 * MINUTE}, ["White loses 1 min.", "Black gets 2 min extra."]),
        (
            {"clocks": {"white": HOUR, "black": 59 * MINUTE}},
            ["The clocks are set to 1:00:00 for White and 59:00 for Black."],
        ),
    ],
)
def test_a_ruling_on_time_says_what_it_changes(facts: dict[str, object], sentences: list[str]) -> None:
    assert ground_texts(paper().decide("time", **facts, article="12.9", reason="noise")) == sentences


@pytest.mark.article("chess:6.7.1")
def test_absence_counts_from_the_start_in_the_record_or_else_from_the_plan() -> None:
    known_facts = ruling_kind("absence").known
    assert known_facts(RulingBoard(paper().state, START, START)) == {"scheduled_at": START}
    late = paper(reckoned=True).state
    assert known_facts(RulingBoard(late, START + HOUR, START - HOUR)) == {"scheduled_at": late.started_at}


DRAUGHTS = {"offender": "white", "wish": "correct", "replied": False}


@pytest.mark.article("draughts:violations.4.11", "draughts:violations.7")
def test_a_violation_of_draughts_is_ruled_on_the_arbiters_word() -> None:
    table = paper("draughts64")
    waived = table.decide("draughts_violation", **{**DRAUGHTS, "wish": "accept"}, what="violations.4.11")
    assert (waived.penalty_article, waived.outcome) == ("draughts64:violations.7", RulingOutcome.REJECTED)
    for missing in ("what", "replied", "wish"):
        facts = {**DRAUGHTS, "what": "violations.4.6"}
        del facts[missing]
        with refused(BadInput, "fact_missing", fact=missing):
            table.decide("draughts_violation", **facts)


@pytest.mark.article("draughts:violations.4.3")
def test_a_position_typed_in_shows_the_violation_of_draughts_and_the_moves_to_choose_from() -> None:
    table, facts = paper("draughts64"), {**DRAUGHTS, "what": "moves"}
    touched = {"touches": ["c3"], "path": ["g3", "h4"], "moves": "1. e3-d4 h6-g5"}
    bound = table.decide("draughts_violation", **facts, **touched)
    assert bound.article == "draughts64:violations.4.3"
    assert ground_texts(bound)[-1] == "Moves to choose from (1): c3-b4."
    with refused(BadInput, "fact_missing", fact="moves"):
        table.decide("draughts_violation", **facts)


SHUFFLE = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1"  # 4... Ng8 brings the first position for the third time
ROOKS = "6k1/8/8/8/8/8/8/R5K1 w - - 0 1"


def claim(side: str, moves: str, **more: object) -> Remedy:
    facts = {"claimant": side, "claim": "repetition", "decision": "moves", "moves": moves, **more}
    return paper().decide("draw_claim", **facts)


def ground_texts(remedy: Remedy) -> list[str]:
    return [str(ground) for ground in remedy.grounds]


@pytest.mark.article("chess:9.2")
def test_the_claimants_last_move_on_paper_counts_only_if_it_was_announced() -> None:
    for moves in (SHUFFLE, f"{SHUFFLE} Ng8"):
        assert claim("black", moves, intended="Ng8").result is Result.DRAW
    for facts in ({}, {"intended": "Nh5"}):
        with refused(Conflict, "not_to_move"):
            claim("black", f"{SHUFFLE} Ng8", **facts)
    assert claim("black", SHUFFLE).result is None


def test_the_moves_may_begin_in_a_position_with_the_numbers_of_the_game() -> None:
    moves = "41. Ra2 Kf8 42. Ra1 Kg8 43. Ra2 Kf8 44. Ra1 Kg8"
    assert claim("white", moves, position=ROOKS).result is Result.DRAW
    assert claim("white", "3. Ra2 Kf8 4. Ra1 Kg8 5. Ra2 Kf8 6. Ra1 Kg8", position=ROOKS).result is Result.DRAW
    assert claim("white", moves, position=ROOKS.partition(" ")[0]).result is Result.DRAW
    by_black = "41... Kf8 42. Ra2 Kg8 43. Ra1 Kf8 44. Ra2 Kg8 45. Ra1"
    assert claim("black", by_black, position=ROOKS.replace(" w ", " b ")).result is Result.DRAW


@pytest.mark.article("chess:9.3")
def test_the_moves_without_capture_are_counted_from_the_number_in_the_position() -> None:
    facts = {"claim": "fifty_moves", "position": ROOKS.replace("0 1", "98 60")}
    assert claim("white", "60. Ra2 Kf8", **facts).result is Result.DRAW
    assert claim("white", "", **facts).result is None


@pytest.mark.parametrize(("facts", "code", "field"), [
    ({"moves": ""}, "fact_missing", "moves"), ({"moves": "1. Nf3 Nf6 2. Ke4"}, "bad_ply", "moves"),
    ({"moves": "Nf3", "position": "a board"}, "bad_position", "position"),
])  # fmt: skip
def test_unreadable_input_is_reported_at_its_field(facts: dict[str, str], code: str, field: str) -> None:
    with refused(BadInput, code, fact=field):
        claim("white", **{"moves": "", **facts})  # type: ignore[arg-type]


def test_a_touch_on_paper_binds_no_move_of_the_record() -> None:
    table = paper()
    table.rule("touch_move", offender="white", touches=["e2"], claimed_by="black", decision="upheld")
    assert (table.state.bound, table.state.ply) == ((), 0)


@pytest.mark.parametrize(
    ("value", "text"),
    [({"number": 23}, "At move 23 of Black."), ({"number": 23, "side": "white"}, "At move 23 of White.")],
)
def test_a_ruling_on_paper_may_name_its_move(value: dict[str, object], text: str) -> None:
    remedy = paper().decide("penalty", offender="black", at_move=value)
    assert (ground_texts(remedy)[-1], remedy.facts["at_move"]) == (text, value)


@pytest.mark.parametrize("value", [{"number": 0}, {"number": True}, {"side": "white"}, {"number": 3, "side": "red"}, 7])
def test_a_move_number_that_is_none_is_refused(value: object) -> None:
    with refused(BadInput, "bad_fact", fact="at_move"):
        paper().decide("penalty", offender="black", at_move=value)


def test_a_followed_board_asks_for_no_proof() -> None:
    table = Table("fide-2023").started()
    with refused(BadInput, "unknown_fact") as excinfo:
        table.decide("penalty", offender="black", at_move={"number": 1})
    assert isinstance(excinfo.value.message, Message) and table.state.turn is Side.WHITE
