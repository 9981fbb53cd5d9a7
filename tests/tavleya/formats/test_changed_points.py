"""Record 299: points that do not follow from the results count in scores, tables and pairings."""

from tavleya.formats.trf import read, table_of
from tavleya.formats.trf.check import score
from tavleya.formats.trf.pairing import state_before
from tavleya.tiebreaks.table import Scoring
from tests.tavleya.formats.samples import file, player

FOUR = (
    player(1, "   3 w 1", "   2 b ="),
    player(2, "   4 b +", "   1 w ="),
    player(3, "   1 b 0", "0000 - U"),
    player(4, "   2 w -", "0000 - Z"),
)


def scores(*lines: str) -> list[int]:
    tournament = read(file("142 3", *lines, *FOUR), persons=False).tournament
    results = [score(tournament, player_record, Scoring()) for player_record in tournament.players.values()]
    assert list(table_of(tournament).scores.values()) == results
    assert [player.score_before(3) for player in state_before(tournament, 3).players] == results
    return results


def test_without_such_lines_results_alone_count() -> None:
    assert scores() == [3, 3, 2, 0]


def test_a_line_without_a_letter_adds_points_in_its_round_or_once() -> None:
    assert scores("299       -0.5     001    1") == [2, 3, 2, 0]
    assert scores("299        1.0     000    1    3") == [5, 3, 4, 0]


def test_a_line_with_a_letter_gives_other_points_for_that_result() -> None:
    assert scores("299 +      0.5     001    2") == [3, 2, 2, 0]
    assert scores("299 U      0.5     002    3") == [3, 3, 1, 0]
    assert scores("299 +      0.5     002    2") == [3, 3, 2, 0]
