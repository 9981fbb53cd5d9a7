"""An unplayed game may be written without a colour (TRF16): the opponents are kept, and it is reported."""

import pytest

from tavleya.errors import ImportRefused
from tavleya.formats.trf import read, table_of, write
from tavleya.formats.trf.pairing import paired_in
from tavleya.pairing.state import Pair
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind
from tests.tavleya.formats.samples import file, player


def adjusted(data: bytes) -> list[tuple[int | None, str, object]]:
    problems = read(data).adjustments
    return [
        (problem.line, problem.message.code, problem.message.params["white"])
        for problem in problems
        if problem.message.code == "trf_forfeit_without_colour"
    ]


@pytest.mark.parametrize("marks", ["+-", "-+", "--"])
def test_both_opponents_are_kept_and_the_lower_starting_rank_has_white(marks: str) -> None:
    data = file(player(1, f"   2 - {marks[0]}"), player(2, f"   1 - {marks[1]}"))
    tournament = read(data).tournament
    assert paired_in(tournament, 1) == (frozenset({Pair(1, 2)}), None)
    assert adjusted(data) == [(2, "trf_forfeit_without_colour", 1)]
    kinds = {"+": EncounterKind.FORFEIT_WIN, "-": EncounterKind.FORFEIT_LOSS}
    table = table_of(tournament)
    assert [table.participants[at].encounters[0].kind for at in (1, 2)] == [kinds[mark] for mark in marks]
    assert write(tournament) == data


def test_the_colour_that_one_line_says_is_the_other_for_the_opponent() -> None:
    data = file(player(1, "   2 - -"), player(2, "   1 w +"))
    players = read(data).tournament.players
    assert [players[at].rounds[0].side for at in (1, 2)] == [Side.BLACK, Side.WHITE]
    assert adjusted(data) == [(2, "trf_forfeit_without_colour", 2)]


@pytest.mark.parametrize(("item", "other", "code"), [
    ("   2 - +", "   1 - +", "trf_results_contradict"), ("   2 - -", "   1 b 0", "trf_results_contradict"),
    ("   2 - -", "   3 - +", "trf_opponent_mismatch"), ("   2 - 1", "   1 - 0", "trf_round_cell"),
])  # fmt: skip
def test_only_forfeits_that_agree_need_no_colour(item: str, other: str, code: str) -> None:
    with pytest.raises(ImportRefused) as excinfo:
        read(file(player(1, item), player(2, other), player(3, "   2 - -")))
    assert excinfo.value.problems[0].message.code == code
