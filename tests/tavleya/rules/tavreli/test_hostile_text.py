"""Any input gives a move, a position or a reason, never a crash."""

import contextlib

from hypothesis import given
from hypothesis import strategies as st

from tavleya.errors import BadInput
from tavleya.rules.tavreli import TavreliMove, TavreliPosition
from tests.tavleya.rules.tavreli.helpers import RULES

ENDGAME = RULES.position("1(NPHpb)4k1/7(RPQ)/8/8/8/8/8/4K2R w K - - 0 1")
MOVE_SIGNS = st.text(alphabet="abehабезсн12368-–:x()0оО+#!♘ .=$", max_size=14)
BOARD_SIGNS = st.text(alphabet="KkQqRrPpNnBbHh+()/12345678 w-0", max_size=80)


@given(st.one_of(st.text(max_size=20), MOVE_SIGNS), st.sampled_from(["", "ru", "uk", "en"]))
def test_any_text_is_read_as_a_legal_move_or_refused(text: str, language: str) -> None:
    for position in (RULES.start(), ENDGAME):
        with contextlib.suppress(BadInput):
            move = RULES.read(position, text, language=language)
            assert isinstance(move, TavreliMove)
            assert move in position.legal_moves()


@given(MOVE_SIGNS)
def test_any_text_is_explained_exactly_when_it_is_no_legal_move(text: str) -> None:
    try:
        RULES.read(ENDGAME, text)
        legal = True
    except BadInput:
        legal = False
    reason = RULES.explain(ENDGAME, text)
    assert (reason is None) == legal
    if reason is not None:
        assert reason.render()


@given(MOVE_SIGNS)
def test_any_text_is_done_bodily_or_refused_and_the_result_can_be_read(text: str) -> None:
    with contextlib.suppress(BadInput):
        after = RULES.displace(ENDGAME, text)
        assert RULES.position(after.text()) == after


@given(st.one_of(st.text(max_size=60), BOARD_SIGNS.map(lambda board: f"{board} w - - - 0 1")))
def test_any_position_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(BadInput):
        assert isinstance(RULES.position(text), TavreliPosition)
