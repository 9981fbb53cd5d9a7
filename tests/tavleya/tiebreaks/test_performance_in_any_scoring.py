"""Performance is of wins and draws, whatever points the event gives for them."""

from tavleya.formats.trf import read
from tavleya.formats.trf.table import table_of
from tavleya.tiebreaks.registry import tiebreaks
from tavleya.tiebreaks.standings import compute_standings
from tests.paths import DATA

# Values of FIDE's reference program (1.9.57): TPR, PTP, APRO.
VALUES = {2: (2154, 2152, 2129), 3: (2398, 2420, 2037), 4: (2146, 2160, 2047)}


def test_performance_where_a_win_is_worth_three_and_a_loss_one() -> None:
    table = table_of(read((DATA / "tiebreaks" / "three-two-one.trf").read_bytes()).tournament)
    rows = compute_standings(table, tiebreaks(("TPR", "PTP", "APRO"))).rows
    units = {
        row.participant: tuple(value.units for value in row.values if value)
        for row in rows
        if row.participant in VALUES
    }
    assert units == VALUES
