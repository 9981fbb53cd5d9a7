"""Solkoff and Shmulyan, drawing of lots, and what a value says of itself."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavleya.errors import BadInput
from tavleya.formats.trf import read, table_of
from tavleya.tiebreaks.descriptor import Descriptor
from tavleya.tiebreaks.explain import explanation
from tavleya.tiebreaks.registry import tiebreak, tiebreaks
from tavleya.tiebreaks.standings import compute_standings
from tests.paths import DATA
from tests.tournaments.test_standings_break_ties_in_order import make

EXERCISE = DATA / "tournaments" / "tec_swiss.trf"
GAMES = [
    (1, 2, "1"),
    (3, 1, "="),
    (4, 1, "1"),
    (2, 3, "1"),
    (4, 2, "="),
    (3, 4, "1"),
]  # 1: 1½, 2: 1½, 3: 1½, 4: 1½
MORE = [*GAMES, (1, 5, "1"), (2, 5, "0"), (5, 3, "="), (4, 5, "1")]


def units(name: str, games) -> dict[int, int]:
    table = make(games)
    return {key: value.units for key, value in tiebreak(name).values(table, table.participants).items()}


def test_solkoff_is_the_sum_of_all_opponents_and_may_be_cut():
    # Half-points after MORE: 1 has 5, 2 has 3, 3 has 4, 4 has 5, 5 has 3.
    assert units("OTHER_SOLKOFF", MORE) == {1: 15, 2: 17, 3: 16, 4: 15, 5: 17}
    assert units("OTHER_SOLKOFF/C1", MORE)[1] == 15 - 3
    assert units("OTHER_SOLKOFF/M1", MORE)[1] == 15 - 3 - 5


def test_shmulyan_adds_who_was_beaten_and_takes_off_who_was_lost_to():
    # 1 beat 2 (3) and 5 (3) and lost to 4 (5); the draw with 3 does not count.
    assert units("OTHER_SHMULYAN", MORE)[1] == 3 + 3 - 5
    table = make(MORE)
    assert tiebreak("OTHER_SHMULYAN").values(table, [2])[2].text == "-2.0"


def test_lots_are_drawn_by_a_reproducible_digest():
    table = make([(1, 2, "="), (3, 4, "="), (1, 3, "="), (2, 4, "=")], predetermined=False)
    order = [row.participant for row in compute_standings(table, [], seed="spring cup 2026").rows]
    digest = {key: hashlib.sha256(f"spring cup 2026:{key}".encode()).hexdigest() for key in range(1, 5)}
    assert order == sorted(digest, key=digest.get)
    assert [row.rank for row in compute_standings(table, [], seed="spring cup 2026").rows] == [1, 2, 3, 4]
    assert {row.rank for row in compute_standings(table, []).rows} == {1}


@given(st.text(max_size=12))
def test_lots_only_part_who_are_still_level(seed):
    table = make(MORE)
    without = {
        row.participant: (row.rank, row.last) for row in compute_standings(table, tiebreaks(["SB"])).rows
    }
    drawn = compute_standings(table, tiebreaks(["SB"]), seed=seed).rows
    assert sorted(row.rank for row in drawn) == [1, 2, 3, 4, 5]
    for row in drawn:
        first, last = without[row.participant]
        assert first <= row.rank <= last


def test_a_value_names_its_opponents_and_what_each_counted_for():
    table = table_of(read(EXERCISE.read_bytes()).tournament)
    value = tiebreak("BH/C1").values(table, [12])[12]
    renders = [item.render() for item in explanation(value, lambda key: f"player {key}")]
    assert renders[0] == "Round 1, player 4: 3.5."
    assert (
        renders[1] == "Round 2 was not played and counts as a game against a dummy opponent (C.07 16.4): 2.0."
    )
    assert renders[3].endswith("a voluntarily unplayed round goes first (C.07 16.5).")


@pytest.mark.parametrize(("text", "written"), [
    ("bh:gp/m2/p", "BH:GP/M2/P"), ("mpvgp", "MPvGP"), ("SSSC/K4/F/P", "SSSC/K4/P/F"), ("edebt/p", "EDEBT/P"),
    ("KS/L-1", "KS/L-1"), ("OTHER_SOLKOFF/C1", "OTHER_SOLKOFF/C1"),
])  # fmt: skip
def test_descriptors_are_read_in_any_case_and_order(text, written):
    assert str(tiebreak(text).descriptor) == written
    assert Descriptor.parse(written) == Descriptor.parse(text)


@given(st.text(max_size=20))
def test_anything_else_is_a_bad_descriptor(text):
    try:
        read_back = Descriptor.parse(str(Descriptor.parse(text)))
    except BadInput as error:
        code = error.code
    else:
        code = "bad_tiebreak" if read_back == Descriptor.parse(text) else "changed"
    assert code == "bad_tiebreak"


@pytest.mark.parametrize("text", ["BH/C1/C2", "BH/C1/M1", "BH:XP", "SSSC/K0", "BH/C３", ""])
def test_contradictory_descriptors_are_refused(text):
    with pytest.raises(BadInput):
        Descriptor.parse(text)


def test_bare_standings_have_everything_but_the_parts():
    table = table_of(read(EXERCISE.read_bytes()).tournament)
    full = compute_standings(table, tiebreaks(["BH/C1", "DE", "TPR"]))
    bare = full.bare()
    assert [row._replace(values=()) for row in bare.rows] == [row._replace(values=()) for row in full.rows]
    for row, explained in zip(bare.rows, full.rows, strict=True):
        for value, other in zip(row.values, explained.values, strict=True):
            assert (value and value.text) == (other and other.text)
            assert not value or not value.parts
