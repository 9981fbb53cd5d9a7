"""Marks are stored by meaning, because two sources use the same signs for opposite things."""

import pytest

from tavleya.rules.draughts.marks import Mark, MarkSource, nag, read_mark, write_mark

TEXT, PGN = MarkSource.DRAUGHTS, MarkSource.PGN


@pytest.mark.article("draughts:marks")
@pytest.mark.parametrize(("sign", "meaning"), [
    ("!", Mark.STRONG), ("!!", Mark.VERY_STRONG), ("?", Mark.WEAK), ("??", Mark.BLUNDER),
    ("?!", Mark.LOOKS_WEAK_IS_STRONG), ("!?", Mark.LOOKS_STRONG_IS_WEAK), ("х", Mark.WON), ("x", Mark.WON),
    ("=", Mark.DRAWN), ("(!)", Mark.STRONG), ("$5", Mark.LOOKS_WEAK_IS_STRONG), ("+", None),
])  # fmt: skip
def test_the_signs_of_the_draughts_text(sign, meaning):
    assert read_mark(sign, TEXT) is meaning


@pytest.mark.article("draughts:marks")
def test_the_two_mixed_signs_change_places_between_the_sources():
    for sign, other in (("?!", "!?"), ("!?", "?!")):
        assert write_mark(read_mark(sign, TEXT), PGN) == other
        assert write_mark(read_mark(sign, PGN), TEXT) == other
    assert read_mark("x", PGN) is None


@pytest.mark.article("draughts:marks")
@pytest.mark.parametrize("mark", Mark)
def test_a_mark_written_is_read_back(mark):
    assert read_mark(write_mark(mark, TEXT), TEXT) is mark
    if nag(mark):
        assert read_mark(nag(mark), TEXT) is read_mark(nag(mark), PGN) is mark
