"""A corrupt or contradictory TRF is refused by line, or read in the way that is offered for each fault."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavleya.errors import BadInput, ImportRefused, Problem
from tavleya.formats.trf import TrfTournament, read, table_of, write
from tavleya.formats.trf.reader import LONGEST_LINE
from tavleya.formats.trf.records import ResultCell, ResultMark
from tavleya.sides import Side
from tests.amounts import examples
from tests.tavleya.formats.samples import EVERY_RECORD, EXERCISE, file, player


def problems(*lines: str) -> list[tuple[int | None, str]]:
    with pytest.raises(ImportRefused) as excinfo:
        read(file(*lines))
    assert excinfo.value.code == "trf_refused"
    return [(problem.line, problem.message.code) for problem in excinfo.value.problems]


GOOD = player(2, "   1 b 0")


@pytest.mark.parametrize(("lines", "expected"), [
    ([player(1, "   2 w 1"), player(2, "   1 b 1")], [(2, "trf_results_contradict")]),
    ([player(1, "   2 w ="), player(2, "   1 b 1")], [(2, "trf_results_contradict")]),
    ([player(1, "   2 w +"), player(2, "   1 b 0")], [(2, "trf_results_contradict")]),
    ([player(1, "   2 w W"), player(2, "   1 b 0")], [(2, "trf_results_contradict")]),
    ([player(1, "   2 w 1"), player(2, "   1 w 0")], [(2, "trf_same_colour")]),
    ([player(1, "   2 w 1"), player(2, "   3 b 0"), player(3, "   2 w 1")], [(2, "trf_opponent_mismatch")]),
    ([player(1, "   2 w 1"), player(2)], [(2, "trf_opponent_mismatch")]),
    ([player(1, "   9 w 1"), player(2)], [(2, "trf_opponent_unknown")]),
    ([player(1, "   1 w 1")], [(2, "trf_opponent_self")]),
    ([player(1), player(1)], [(3, "trf_player_twice")]), ([player(0)], [(2, "trf_starting_rank")]),
    ([player(1, rating="4001")], [(2, "trf_rating")]), ([player(1, rating="20x0")], [(2, "trf_number")]),
    ([player(1, name="123")], [(2, "trf_name_missing")]),
    ([player(1, "   2 x 1"), player(2)], [(2, "trf_round_cell")]),
    ([player(1, "   2 w 7"), player(2)], [(2, "trf_round_cell")]),
    ([player(1, "0000 - 1")], [(2, "trf_round_cell")]),
    ([player(1, "   2 w U"), player(2)], [(2, "trf_round_cell")]),
    ([player(1).replace("0.0", "0.3")], [(2, "trf_points")]),
    ([player(1).replace("RUS  ", "RUSSIA", 1)], [(2, "trf_misaligned")]),
    (["142 1", player(1, "   2 w 1", "0000 - H"), GOOD], [(3, "trf_too_many_rounds")]),
    (["142 0", player(1)], [(None, "trf_rounds_planned")]), (["142 many", player(1)], [(2, "trf_number")]),
    (["162  W 0.0    D 1.0", player(1)], [(None, "bad_scoring_order")]),
    (["162  nonsense", player(1)], [(2, "trf_scoring")]),
    (["240 H 001    1", player(1, "   2 w 1"), GOOD], [(2, "trf_bye_contradicts")]),
    (["240 X 001    1", player(1)], [(2, "trf_bye_kind")]),
    (["240 H 001    7", player(1)], [(2, "trf_opponent_unknown")]), ([], [(None, "trf_without_players")]),
])  # fmt: skip
def test_each_fault_has_its_own_code_and_line(lines, expected):
    assert problems(*lines) == expected


@pytest.mark.timeout(20)
@pytest.mark.parametrize("line", ["162 W" + " " * 100_000 + "1", "222 W" + " " * 100_000 + "1", "A" * 100_000])
def test_a_long_line_is_refused(line):
    assert problems(player(1), line) == [(3, "trf_line_too_long")]


@pytest.mark.timeout(20)
def test_many_scoring_lines_of_blanks_are_read_in_linear_time():
    line = "162  W 1.0" + " " * 9_900 + "1"
    assert problems(player(1), *[line] * 100) == [(number, "trf_scoring") for number in range(3, 103)]


def test_the_longest_line_is_read():
    text = "###" + "x" * (LONGEST_LINE - 3)
    assert read(file(player(1), text)).tournament.records[-1].written() == text


def test_one_fide_number_cannot_be_two_players():
    lines = [player(1), player(2)]
    lines = [line.replace("RUS            ", "RUS    24101010") for line in lines]
    assert problems(*lines) == [(3, "trf_fide_id_twice")]


def test_all_problems_are_reported_at_once():
    assert len(problems(*(player(number, rating="9999") for number in range(1, 40)))) == 39


@pytest.mark.parametrize(("lines", "codes"), [
    (["062 3", player(1)], ["trf_player_count"]), ([player(1, "0000 - H")], ["trf_points_differ"]),
    ([player(1, "   2 w 0"), player(2, "   1 b 0"), player(3)], ["trf_rounds_filled"]),
    ([player(1, "0000 - -")], ["trf_forfeit_of_nobody"]),
])  # fmt: skip
def test_untidy_files_are_corrected_with_a_report(lines, codes):
    assert [adjustment.message.code for adjustment in read(file(*lines)).adjustments] == codes


def _only_typed_errors(data: bytes) -> None:
    try:
        reading = read(data)
    except BadInput:
        return
    assert write(reading.tournament) == data
    table_of(reading.tournament)


@settings(max_examples=examples(300))
@given(st.binary(max_size=400))
def test_any_bytes_are_refused_or_come_back(data):
    _only_typed_errors(data)


@settings(max_examples=examples(300))
@given(
    st.lists(
        st.tuples(
            st.sampled_from(sorted({line[:3] for line in EVERY_RECORD.splitlines()} - {""})),
            st.text(alphabet="0123456789 .-+=wbHFZU,/\tЯé", max_size=120),
        ),
        max_size=8,
    )
)
def test_any_records_with_nonsense_in_them(lines):
    _only_typed_errors("\n".join(f"{code} {text}" for code, text in lines).encode())


@settings(max_examples=examples(300))
@given(st.integers(0, 2**32), st.integers(1, 12))
def test_good_files_with_some_bytes_changed(seed, changes):
    draw = random.Random(seed)
    data = bytearray(draw.choice([EVERY_RECORD.encode(), EXERCISE.read_bytes()]))
    for _ in range(changes):
        at = draw.randrange(len(data))
        randrange = draw.randrange(3)
        if randrange == 0:
            data[at] = draw.choice(b"0123456789 .wb=+-HUZ\r\n\xd0")
        elif randrange == 1:
            del data[at]
        else:
            data.insert(at, draw.choice(b"0123456789 \n"))
    _only_typed_errors(bytes(data))


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
                adjustment.remedy.key.partition(".")[2] for adjustment in reading.adjustments if adjustment.remedy
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
def test_each_fault_can_be_taken_in_the_way_that_is_offered(lines, expected, message) -> None:
    tournament, texts = settled(*lines)
    assert (cells(tournament), texts) == (expected, message)


def test_the_second_player_with_a_fide_number_is_read_without_it() -> None:
    lines = [player_record.replace("RUS            ", "RUS    24101010") for player_record in (P(1), P(2), P(3))]
    tournament, messages = settled(*lines)
    assert [player_record.fide_id for player_record in tournament.players.values()] == ["24101010", "", ""]
    assert messages == ["left_blank"] * 2


def test_the_number_of_rounds_follows_the_lines_and_is_reported_once() -> None:
    tournament, messages = settled("142 1", P(1, "   2 w 1", "   2 b 1"), P(2, N, "   1 w 0"))
    assert (tournament.rounds_planned, messages) == (2, ["rounds_of_the_lines"])


def test_all_bad_cells_of_a_line_are_reported_at_once() -> None:
    assert len(read_problems(file(P(1, "   2 w x", "   2 b y", "   2 w z", rating="20x0"), P(2)))) == 4


def test_a_file_is_read_only_when_nothing_is_left_to_choose() -> None:
    data = file(P(1, "   2 w x", rating="4001"), P(2, "   1 b y"))
    first, second = read_problems(data)
    assert [player_record.mark for player_record in read_problems(data, frozenset({first.mark}))] == [second.mark]
    both = frozenset({first.mark, second.mark})
    [rating] = read_problems(data, both)
    reading = read(data, accepted=both | {rating.mark})
    player_record = reading.tournament.players[1]
    assert (player_record.rating, player_record.rounds) == (None, (ResultCell(2, Side.WHITE, ResultMark.UNKNOWN),))
    assert [(two.line, two.message.code) for two in reading.adjustments if two.remedy] == [
        (2, "trf_round_cell"), (3, "trf_round_cell"), (2, "trf_rating")
    ]  # fmt: skip


@pytest.mark.parametrize("lines", [[P(1), P(1)], [P(0)], [P(1, name="123")], [P(1).replace("RUS  ", "RUSSIA", 1)], []])
def test_faults_without_a_remedy_stay_refused(lines: list[str]) -> None:
    problems = read_problems(file(*lines))
    assert [problem.remedy for problem in problems] == [None]
    assert read_problems(file(*lines), frozenset(problem.mark for problem in problems))
