"""Every tie-break on the Swiss exercise table of FIDE's technical commission: byes, forfeits and a withdrawal.

The expected values are of the edition that applies from 1 March 2026.
"""

import json

import pytest

from tavleya.formats.trf import read, table_of
from tavleya.tiebreaks.registry import TIEBREAKS, tiebreak
from tests.paths import DATA

FOLDER = DATA / "tournaments"
EXPECTED = json.loads((FOLDER / "tec_swiss_expected_2026.json").read_text("utf-8"))["values"]


@pytest.fixture(scope="module")
def table():
    return table_of(read((FOLDER / "tec_swiss.trf").read_bytes()).tournament)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_each_value_is_the_published_one(table, name):
    # The file writes -0 if a cut leaves no opponent to average.
    expected = {int(key): "0" if value == "-0" else value for key, value in EXPECTED[name].items()}
    values = tiebreak(name).values(table, table.participants.keys())
    assert {key: value.text for key, value in values.items()} == expected


def test_the_exercise_covers_all_individual_ones_but_a_few():
    names = {name.partition("/")[0] for name in EXPECTED}
    individual = {name for name, kind in TIEBREAKS.items() if not kind.for_teams}
    entered = {"OTHER_EXTERNAL", "OTHER_ORDER"}
    assert individual - names == {"DE", "KS", "RTNG", "TPN", "OTHER_SHMULYAN", "OTHER_SOLKOFF"} | entered


def test_a_value_is_the_sum_of_what_it_is_explained_by(table):
    for name in ("BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "SB", "SB/C1", "PS", "PS/C1", "FB", "WIN", "STD"):
        for key, value in tiebreak(name).values(table, table.participants.keys()).items():
            assert value.units == sum(part.units for part in value.parts if not part.cut), (name, key)


def test_a_cut_takes_the_voluntarily_unplayed_round_first(table):
    # Nick (12) lost, had a pairing bye, won by forfeit and stayed away twice: requested byes go before the loss.
    value = tiebreak("BH/C2").values(table, [12])[12]
    assert [part.round for part in value.parts if part.cut] == [4, 5]
