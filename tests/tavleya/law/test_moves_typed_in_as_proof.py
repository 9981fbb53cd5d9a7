"""At a board on paper the arbiter types in the moves that matter, and the rules decide from them."""

import pytest

from tavleya.errors import BadInput
from tavleya.law.remedies import Remedy, RulingOutcome
from tavleya.messages import Message
from tavleya.record.entries import EntryKind
from tavleya.record.results import Result
from tavleya.sides import Side
from tests.tavleya.law.cases import Table
from tests.tavleya.refusals import refused

SHUFFLE = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1"  # 4... Ng8 brings the first position for the third time
ROOKS = "6k1/8/8/8/8/8/8/R5K1 w - - 0 1"


def paper(key: str = "fide-2023") -> Table:
    table = Table(key, "90")
    table.live = False
    return table


def claim(side: str, moves: str, table: Table | None = None, **more: object) -> Remedy:
    facts = {"claimant": side, "claim": "repetition", "decision": "moves", "moves": moves, **more}
    return (table or paper()).decide("draw_claim", **facts)


def ground_texts(remedy: Remedy) -> list[str]:
    return [str(ground) for ground in remedy.grounds]


@pytest.mark.article("chess:9.2")
def test_a_third_occurrence_that_the_moves_show_draws_the_game_and_the_ruling_says_so() -> None:
    remedy = claim("white", f"{SHUFFLE} Ng8")
    assert (remedy.outcome, remedy.result) == (RulingOutcome.UPHELD, Result.DRAW)
    assert ground_texts(remedy)[-2:] == [
        "Decided by the rules from the moves typed in: Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8.",
        "The claim is right: the game is drawn.",
    ]


@pytest.mark.article("chess:9.2", "chess:9.5.3")
def test_a_claim_that_the_moves_refute_has_its_price() -> None:
    remedy = claim("white", "1. Nf3 Nf6 2. Ng1 Ng8")
    assert (remedy.outcome, remedy.result) == (RulingOutcome.REJECTED, None)
    assert EntryKind.ADJUSTMENT in [draft.kind for draft in remedy.drafts]
    assert "The claim is wrong." in ground_texts(remedy)


@pytest.mark.article("chess:9.2")
def test_the_claimants_own_last_move_on_paper_is_the_one_that_they_announced() -> None:
    assert claim("black", f"{SHUFFLE} Ng8").result is Result.DRAW
    assert claim("black", SHUFFLE, intended="Ng8").result is Result.DRAW
    assert claim("black", SHUFFLE).result is None


def test_the_moves_may_begin_in_a_position_with_the_numbers_of_the_game() -> None:
    moves = "41. Ra2 Kf8 42. Ra1 Kg8 43. Ra2 Kf8 44. Ra1 Kg8"
    assert claim("white", moves, position=ROOKS).result is Result.DRAW
    assert claim("white", "3. Ra2 Kf8 4. Ra1 Kg8 5. Ra2 Kf8 6. Ra1 Kg8", position=ROOKS).result is Result.DRAW
    board_alone = ROOKS.partition(" ")[0]
    assert claim("white", moves, position=board_alone).result is Result.DRAW
    black = "41... Kf8 42. Ra2 Kg8 43. Ra1 Kf8 44. Ra2 Kg8 45. Ra1"
    assert claim("black", black, position=ROOKS.replace(" w ", " b ")).result is Result.DRAW


@pytest.mark.article("chess:9.3")
def test_the_moves_without_capture_are_counted_from_the_number_in_the_position() -> None:
    facts = {"claim": "fifty_moves", "position": ROOKS.replace("0 1", "98 60")}
    assert claim("white", "60. Ra2 Kf8", **facts).result is Result.DRAW
    assert claim("white", "", **facts).result is None


@pytest.mark.article("tavreli:9.2")
def test_tavreli_is_typed_in_its_own_notation() -> None:
    moves = "g1-f3 g8-f6 f3-g1 f6-g8 " * 2
    assert claim("white", moves, paper("tavreli-1997")).result is Result.DRAW


@pytest.mark.parametrize(("facts", "code", "at"), [
    ({"moves": ""}, "fact_missing", "moves"), ({"moves": "1. Nf3 Nf6 2. Ke4"}, "bad_ply", "moves"),
    ({"moves": "Nf3", "position": "a board"}, "bad_position", "position"),
])  # fmt: skip
def test_unreadable_input_is_reported_at_its_field(facts: dict[str, str], code: str, at: str) -> None:
    with refused(BadInput, code, fact=at):
        claim("white", **{"moves": "", **facts})  # type: ignore[arg-type]


@pytest.mark.article("chess:4.3.1")
def test_touch_move_is_decided_from_the_position_or_is_the_arbiters_word() -> None:
    table = paper()
    facts = {"offender": "white", "touches": ["a1"], "claimed_by": "black"}
    word = table.decide("touch_move", **facts, decision="upheld")
    assert (word.article, ground_texts(word)) == (
        "fide-2023:4.3",
        ["Touched on a1: that piece must be moved or taken, if possible."],
    )
    proved = table.decide("touch_move", **facts, decision="moves", position=ROOKS)
    assert proved.article == "fide-2023:4.3.1"
    assert "Ra" not in ground_texts(proved)[1] and "a1a8" in ground_texts(proved)[1]
    wrong_piece = table.decide("touch_move", **facts, decision="moves", position=ROOKS, moves="Kf2")
    assert wrong_piece.outcome is RulingOutcome.UPHELD
    remedy = table.decide("touch_move", **facts, decision="moves", position=ROOKS, moves="Ra5")
    assert remedy.outcome is RulingOutcome.REJECTED
    assert table.decide("touch_move", **facts, decision="rejected").outcome is RulingOutcome.REJECTED


def test_a_touch_on_paper_binds_no_move_of_the_record() -> None:
    table = paper()
    table.rule("touch_move", offender="white", touches=["e2"], decision="upheld")
    assert (table.state.bound, table.state.ply) == ((), 0)


@pytest.mark.article("chess:7.5.1")
def test_the_ruling_states_the_illegal_move_with_its_reason() -> None:
    table = paper()
    facts = {"offender": "white", "move": "Ra1-b2", "position": ROOKS, "at_move": {"number": 41}}
    remedy = table.rule("illegal_move", **facts)
    assert remedy.count == 1
    assert ground_texts(remedy)[-1] == "At move 41 of White."
    assert "Decided by the rules from the position typed in." in ground_texts(remedy)
    with refused(BadInput, "facts_contradict_record"):
        table.decide("illegal_move", **{**facts, "move": "Ra5"})


@pytest.mark.parametrize(
    ("value", "text"),
    [({"number": 23}, "At move 23 of Black."), ({"number": 23, "side": "white"}, "At move 23 of White.")],
)
def test_a_ruling_on_paper_may_name_its_move(value: dict[str, object], text: str) -> None:
    remedy = paper().decide("penalty", offender="black", at_move=value)
    assert (ground_texts(remedy)[-1], remedy.facts["at_move"]) == (text, value)


@pytest.mark.parametrize(
    "value", [{"number": 0}, {"number": True}, {"side": "white"}, {"number": 3, "side": "red"}, 7]
)
def test_a_move_number_that_is_none_is_refused(value: object) -> None:
    with refused(BadInput, "bad_fact", fact="at_move"):
        paper().decide("penalty", offender="black", at_move=value)


def test_a_followed_board_asks_for_no_proof() -> None:
    table = Table("fide-2023").started()
    with pytest.raises(BadInput) as excinfo:
        table.decide("penalty", offender="black", at_move={"number": 1})
    assert excinfo.value.code == "unknown_fact"
    assert isinstance(excinfo.value.message, Message) and table.state.turn is Side.WHITE
