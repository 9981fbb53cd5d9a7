"""A TRF with faults is refused until each has been chosen to be taken in the way that is offered; then it says so."""

import pytest

from tavleya.errors import ImportRefused, Problem
from tavleya.formats.trf import TrfTournament, read
from tavleya.formats.trf.results import ResultCell, ResultMark
from tavleya.sides import Side
from tests.tavleya.formats.samples import file, player


def read_problems(data: bytes, accepted: frozenset[str] = frozenset()) -> tuple[Problem, ...]:
    with pytest.raises(ImportRefused) as error:
        read(data, accepted=accepted)
    return error.value.problems


def settled(*lines: str) -> tuple[TrfTournament, list[str]]:
    """Accept every offered remedy until none is left; return the tournament and the reported remedies, in order."""
    data, accepted = file(*lines), frozenset[str]()
    for _ in range(10):
        try:
            reading = read(data, accepted=accepted)
        except ImportRefused as error:
            accepted |= {adjustment.mark for adjustment in error.problems if adjustment.remedy}
        else:
            partitions = [
                adjustment.remedy.key.partition(".")[2]
                for adjustment in reading.adjustments
                if adjustment.remedy
            ]
            return reading.tournament, partitions
    raise AssertionError("nothing settles it")


def cells(tournament: TrfTournament) -> list[str]:
    context = {Side.WHITE: "w", Side.BLACK: "b", None: "-"}
    return [
        f"{cell.opponent or 0}{context[cell.side]}{cell.mark}"
        for player_record in tournament.players.values()
        for cell in player_record.rounds
    ]


P, N = player, "   1 b 0"


@pytest.mark.parametrize(("lines", "expected", "message"), [
    ([P(1, "   2 w 7"), P(2, "   1 b x")], ["2w?", "1b?"], ["result_unknown"] * 2),
    ([P(1, "   2 w 7"), P(2, N)], ["2w1", "1b0"], ["result_unknown", "result_of_the_other"]),
    ([P(1, "   2 x 1"), P(2, N)], ["2w1", "1b0"], ["colour_of_the_other"]),
    ([P(1, "   2 w U"), P(2)], ["0-U"], ["no_opponent"]),
    ([P(1, "0000 - 1"), P(2)], ["0-F"], ["bye_instead"]),
    ([P(1, "   2 w 1"), P(2, "   1 b 1")], ["2w?", "1b?"], ["result_unknown"]),
    ([P(1, "   2 w 1"), P(2, "   1 w 0")], ["2w1", "1b0"], ["colours_by_rank"]),
    ([P(1, "   2 w ="), P(2)], ["0-H"], ["bye_instead"]),
    ([P(1, "   9 w 1"), P(2)], ["0-F"], ["bye_instead"]),
    ([P(1, "   1 w 0"), P(2)], ["0-Z"], ["bye_instead"]),
    (["240 H 001    1", P(1, "   2 w 1"), P(2, N)], ["2w1", "1b0"], ["bye_left_out"]),
    (["240 X 001    1", P(1)], [], ["line_left_out"]), (["240 H 001    7", P(1)], [], ["bye_left_out"]),
    (["142 many", P(1)], [], ["line_left_out"]), (["162  nonsense", P(1)], [], ["line_left_out"]),
    ([P(1).replace("0.0", "0.3")], [], ["left_blank"]), ([P(1, rating="20x0")], [], ["left_blank"]),
    ([P(1, rating="4001")], [], ["left_blank"]),
])  # fmt: skip
def test_each_fault_can_be_taken_in_the_way_that_is_offered(
    lines: list[str], expected: list[str], message: list[str]
) -> None:
    tournament, texts = settled(*lines)
    assert (cells(tournament), texts) == (expected, message)


def test_the_second_player_with_a_fide_number_is_read_without_it() -> None:
    lines = [
        player_record.replace("RUS            ", "RUS    24101010") for player_record in (P(1), P(2), P(3))
    ]
    tournament, messages = settled(*lines)
    assert [player_record.fide_id for player_record in tournament.players.values()] == ["24101010", "", ""]
    assert messages == ["left_blank"] * 2


def test_the_number_of_rounds_follows_the_lines_and_is_reported_once() -> None:
    tournament, messages = settled("142 1", P(1, "   2 w 1", "   2 b 1"), P(2, N, "   1 w 0"))
    assert (tournament.rounds_planned, messages) == (2, ["rounds_of_the_lines"])


def test_all_bad_cells_of_a_line_are_reported_at_once() -> None:
    line = P(1, "   2 w x", "   2 b y", "   2 w z", rating="20x0")
    assert len(read_problems(file(line, P(2)))) == 4


def test_a_file_is_read_only_when_nothing_is_left_to_choose() -> None:
    data = file(P(1, "   2 w x", rating="4001"), P(2, "   1 b y"))
    first, second = read_problems(data)
    assert [player_record.mark for player_record in read_problems(data, frozenset({first.mark}))] == [
        second.mark
    ]
    both = frozenset({first.mark, second.mark})
    [rating] = read_problems(data, both)
    reading = read(data, accepted=both | {rating.mark})
    player_record = reading.tournament.players[1]
    assert (player_record.rating, player_record.rounds) == (
        None,
        (ResultCell(2, Side.WHITE, ResultMark.UNKNOWN),),
    )
    assert [(two.line, two.message.code) for two in reading.adjustments if two.remedy] == [
        (2, "trf_round_cell"), (3, "trf_round_cell"), (2, "trf_rating")
    ]  # fmt: skip


@pytest.mark.parametrize(
    "lines", [[P(1), P(1)], [P(0)], [P(1, name="123")], [P(1).replace("RUS  ", "RUSSIA", 1)], []]
)
def test_faults_without_a_remedy_stay_refused(lines: list[str]) -> None:
    problems = read_problems(file(*lines))
    assert [problem.remedy for problem in problems] == [None]
    assert read_problems(file(*lines), frozenset(problem.mark for problem in problems))
