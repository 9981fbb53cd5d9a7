"""The exercises of FIDE's technical commission on round robins and on direct encounter."""

import pytest

from tavleya.formats.trf import read, table_of
from tavleya.tiebreaks.registry import tiebreak, tiebreaks
from tavleya.tiebreaks.standings import compute_standings
from tests.paths import DATA

FOLDER = DATA / "tiebreaks"


def table(name: str):
    return table_of(read((FOLDER / name).read_bytes()).tournament)


@pytest.mark.parametrize(("name", "expected"), [
    ("SB", ["9.25", "6.25", "6.25", "4.25", "3.25", "2.25"]),
    ("SB/C1", ["9.25", "4.75", "4.75", "4.25", "3.25", "1.50"]),
    ("KS", ["2.0", "0.5", "0.5", "1.0", "0.5", "0.0"]),
])  # fmt: skip
def test_a_round_robin_with_a_forfeit(name, expected):
    created = table("round_robin_with_forfeit.trf")
    values = tiebreak(name).values(created, created.participants.keys())
    assert [values[key].text for key in sorted(values)] == expected


@pytest.mark.parametrize(("file", "places"), [
    ("swiss_nine_rounds.trf", [3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6]),
    ("round_robin_with_forfeit.trf", [1, 2, 2, 6, 5, 4]),
])  # fmt: skip
def test_direct_encounter_alone_ranks_as_published(file, places):
    rows = compute_standings(table(file), tiebreaks(["DE"])).rows
    assert [row.rank for row in sorted(rows, key=lambda row: row.participant)] == places


def test_direct_encounter_leaves_ties_of_which_games_are_missing():
    created = table_of(read((FOLDER.parent / "tournaments" / "tec_swiss.trf").read_bytes()).tournament)
    ranks = {row.participant: row.rank for row in compute_standings(created, tiebreaks(["DE"])).rows}
    assert {ranks[key] for key in (1, 3, 4, 16)} == {2}
    assert {ranks[key] for key in (5, 8, 11)} == {7}
