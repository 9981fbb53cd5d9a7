"""Reports: what each record says, faults refused by line or read as offered, and the same bytes when written back."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavleya.errors import BadInput, ImportRefused, Problem
from tavleya.formats.trf import TrfTournament, for_edition, read, table_of, write
from tavleya.formats.trf.check import score
from tavleya.formats.trf.pairing import first_colour, paired_in, state_before
from tavleya.formats.trf.reader import LONGEST_LINE
from tavleya.formats.trf.records import MARKS, Header, NationalRecord, RawRecord, ResultCell, ResultMark, result_of
from tavleya.formats.trf.team_records import AbnormalPoints, LineUpRecord, TeamByes, TeamForfeit
from tavleya.pairing.state import Pair
from tavleya.record.results import FACTS, Result
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind, Scoring
from tests.amounts import examples
from tests.refusals import refused
from tests.tavleya.formats.samples import DATA, EVERY_RECORD, EXERCISE, file, player, without


@pytest.fixture(scope="module")
def sample():
    return read(EVERY_RECORD.encode()).tournament


def test_headers_and_a_player(sample):
    assert sample.name == "Кубок города"
    assert [sample.header(code) for code in ("022", "032", "042", "102", "122", "182", "222", "352")] == [
        "Тверь", "RUS", "2026/11/01", "IA Petrova, Anna", "90 minutes and 30 seconds a move", "Tavleya",
        "5400+30", "WB",
    ]  # fmt: skip
    assert sample.dates == ("26/11/01", "26/11/02")
    assert (sample.rounds_planned, sample.initial_colour) == (2, Side.WHITE)
    assert sample.system == "FIDE_TEAM_TYPEA_MP_GP"
    assert sample.comments == ("A sample; no such tournament was played",)
    player = sample.players[1]
    assert (player.sex, player.title, player.name, player.rating) == ("m", "GM", "Ivanov, Ivan", 2486)
    assert (player.federation, player.fide_id, player.birth) == ("RUS", "24101010", "1990/05/17")
    assert (player.points, player.rank) == (3, 1)
    assert player.rounds == (ResultCell(3, Side.WHITE, ResultMark.WIN), ResultCell(4, Side.BLACK, ResultMark.DRAW))
    assert sample.players[3].rating is None
    assert [(record.code, record.number, record.rating) for record in sample.of(NationalRecord)] == [("RUS", 1, 2510)]
    assert [record.text[:3] for record in sample.unknown] == ["DDD", "ABC"]


def test_pairing_inputs_are_read(sample):
    assert sample.byes == {(3, 1): ResultMark.HALF_BYE, (3, 3): ResultMark.HALF_BYE}
    assert sample.accelerated(1, 1) == 4
    assert (sample.accelerated(2, 1), sample.accelerated(2, 2)) == (4 + 2, 1)
    assert sample.forbidden(2) == {(1, 3)}
    assert sample.absent == {3}
    assert sample.tiebreaks == ("EDET/P", "EMGSB/C1/P", "BH:MP/C1/P", "MPvGP")


def test_teams(sample):
    alpha, beta = sample.teams
    assert (alpha.number, alpha.name, alpha.members) == (1, "Alpha", (1, 2))
    assert (beta.number, beta.name, beta.members) == (2, "Beta", (3, 4))
    assert (alpha.match_points, alpha.game_points, alpha.rank) == (6, 7, 1)
    assert [(line_up.round, line_up.team, line_up.players) for line_up in sample.of(LineUpRecord)] == [(1, 1, (1, 2))]
    assert sample.of(TeamByes)[0].teams == (None, 1)
    (forfeit,) = sample.of(TeamForfeit)
    assert (forfeit.kind, forfeit.round, forfeit.white, forfeit.black) == ("+-", 2, 1, 2)
    assert sample.match_scoring == {"TW": 4, "TD": 2, "TL": 0}
    penalty = sample.of(AbnormalPoints)[0]
    assert (penalty.kind, penalty.match_points, penalty.game_points, penalty.round) == ("+", 4, 5, 1)
    (old,) = read(without(EVERY_RECORD, "310").encode()).tournament.teams
    assert (old.name, old.members) == ("Old style", (1, 2))


@pytest.mark.parametrize(("line", "points"), [
    ("162  W 3.0    D 1.0    L 0.0", {"win": 6, "draw": 2, "pairing_bye": 6, "full_bye": 6, "half_bye": 2}),
    ("162  W 1.0    D 0.5    P 0.5", {"win": 2, "pairing_bye": 1}),
    ("162  A 0.5", {"zero_bye": 1, "forfeit_loss": 1, "win": 2}),
    ("XXS WW=3.0 WD=1.0 FW=3.0 PAB=1.0 HPB=1.0", {"win": 6, "draw": 2, "forfeit_win": 6, "pairing_bye": 2}),
    ("BBW  3.0", {"win": 6, "full_bye": 6, "pairing_bye": 6}), ("BBU  0.5", {"win": 2, "pairing_bye": 1}),
])  # fmt: skip
def test_points_for_results(line, points):
    scoring = read(file(line, player(1))).tournament.scoring
    assert {name: getattr(scoring, name) for name in points} == points


def test_byes_asked_for_fill_rounds_of_which_the_lines_say_nothing():
    lines = (player(1, "   2 w 1", "   2 b 1"), player(2, "   1 b 0", "   1 w 0"), player(3), "240 H 002    3")
    table = table_of(read(file(*lines)).tournament)
    kinds = [encounter.kind for encounter in table.participants[3].encounters]
    assert (kinds, table.scores[3]) == ([EncounterKind.ZERO_BYE, EncounterKind.HALF_BYE], 1)


def test_small_letters_are_results_too():
    reading = read(file(player(1, "0000 - u", "   2 W w"), player(2, "0000 - h", "   1 B l")))
    marks = [cell.mark for cell in reading.tournament.players[1].rounds]
    assert marks == [ResultMark.PAIRING_BYE, ResultMark.SHORT_WIN]
    assert {adjustment.message.code for adjustment in reading.adjustments} == {"trf_points_differ"}


def test_a_round_robin_rests_an_odd_player_without_a_bye():
    lines = (
        "192 FIDE_ROUNDROBIN", player(1, "   2 w 1", "0000 - Z", "   3 b 0"),
        player(2, "   1 b 0", "   3 w =", "0000 - Z"), player(3, "0000 - Z", "   2 b =", "   1 w 1"),
    )  # fmt: skip
    table = table_of(read(file(*lines)).tournament)
    assert table.predetermined and table.games == 2
    assert {key: len(participant.encounters) for key, participant in table.participants.items()} == {1: 2, 2: 2, 3: 2}


@pytest.mark.parametrize("result", Result)
def test_every_result_is_two_marks_that_are_read_as_it_again(result):
    assert result_of(*MARKS[result]) is result


def test_games_of_less_than_a_move_are_results_of_their_own():
    assert result_of(ResultMark("W"), ResultMark("L")) is Result.WHITE_WINS_UNRATED
    assert result_of(ResultMark("D"), ResultMark("D")) is Result.DRAW_UNRATED
    facts = FACTS[Result.BLACK_WINS_UNRATED]
    assert facts.played and not facts.rated and FACTS[Result.BLACK_WINS].rated
    assert result_of(ResultMark("W"), ResultMark("0")) is None
    assert result_of(ResultMark("D"), ResultMark("L")) is Result.WHITE_HALF


FOUR = (
    player(1, "   3 w 1", "   2 b ="), player(2, "   4 b +", "   1 w ="), player(3, "   1 b 0", "0000 - U"),
    player(4, "   2 w -", "0000 - Z"),
)  # fmt: skip


@pytest.mark.parametrize(("lines", "expected"), [
    ([], [3, 3, 2, 0]),
    # Without a letter: points in its round, or once.
    (["299       -0.5     001    1"], [2, 3, 2, 0]), (["299        1.0     000    1    3"], [5, 3, 4, 0]),
    # With a letter: other points for that result.
    (["299 +      0.5     001    2"], [3, 2, 2, 0]), (["299 U      0.5     002    3"], [3, 3, 1, 0]),
    (["299 +      0.5     002    2"], [3, 3, 2, 0]),
    # With a blank round: in every round.
    (["299 +      0.5            2    3"], [3, 2, 2, 0]), (["299 +      0.5     000    2    3"], [3, 2, 2, 0]),
])  # fmt: skip
def test_changed_points_count_in_their_rounds(lines, expected) -> None:
    tournament = read(file("142 3", *lines, *FOUR), persons=False).tournament
    results = [score(tournament, player_record, Scoring()) for player_record in tournament.players.values()]
    assert results == list(table_of(tournament).scores.values()) == expected
    assert [player.score_before(3) for player in state_before(tournament, 3).players] == expected


def test_a_line_with_a_blank_round_names_its_players() -> None:
    data = file("142 3", "299 +      0.5            2    3", *FOUR)
    (record,) = read(data, persons=False).tournament.of(AbnormalPoints)
    assert (record.round, record.ids) == (None, (2, 3))
    assert record.layout.read(record.written())["ids"] == (2, 3)


def adjusted(data: bytes) -> list[tuple[int | None, object]]:
    adjustments = [item for item in read(data).adjustments if item.message.code == "trf_forfeit_without_colour"]
    return [(adjustment.line, adjustment.message.params["white"]) for adjustment in adjustments]


@pytest.mark.parametrize("marks", ["+-", "-+", "--"])
def test_both_opponents_are_kept_and_the_lower_starting_rank_has_white(marks: str) -> None:
    data = file(player(1, f"   2 - {marks[0]}"), player(2, f"   1 - {marks[1]}"))
    tournament = read(data).tournament
    assert paired_in(tournament, 1) == (frozenset({Pair(1, 2)}), None)
    assert adjusted(data) == [(2, 1)]
    kinds = {"+": EncounterKind.FORFEIT_WIN, "-": EncounterKind.FORFEIT_LOSS}
    table = table_of(tournament)
    assert [table.participants[number].encounters[0].kind for number in (1, 2)] == [kinds[mark] for mark in marks]
    assert write(tournament) == data


def test_the_colour_that_one_line_says_is_the_other_for_the_opponent() -> None:
    data = file(player(1, "   2 - -"), player(2, "   1 w +"))
    players = read(data).tournament.players
    assert [players[number].rounds[0].side for number in (1, 2)] == [Side.BLACK, Side.WHITE]
    assert adjusted(data) == [(2, 2)]


@pytest.mark.parametrize(("first", "second", "code"), [
    ("   2 - +", "   1 - +", "trf_results_contradict"), ("   2 - -", "   1 b 0", "trf_results_contradict"),
    ("   2 - -", "   3 - +", "trf_opponent_mismatch"), ("   2 - 1", "   1 - 0", "trf_round_cell"),
])  # fmt: skip
def test_only_forfeits_that_agree_need_no_colour(first: str, second: str, code: str) -> None:
    with pytest.raises(ImportRefused) as excinfo:
        read(file(player(1, first), player(2, second), player(3, "   2 - -")))
    assert excinfo.value.problems[0].message.code == code


SIX = (
    player(1, "   4 w 1"), player(2, "   5 b 0"), player(3, "0000 - Z"), player(4, "   1 b 0"),
    player(5, "   2 w 1"),
)  # fmt: skip


def test_acceleration_pairs_apart_and_byes_ahead_are_for_their_rounds():
    lines = ("250       1.0   1   2    1    2", "260   2   3    1    5", "240 H 002    4", *SIX)
    tournament = read(file("142 5", *lines)).tournament
    state = state_before(tournament, 2)
    assert [player.virtual for player in state.players] == [(2, 2), (2, 2), (), (), ()]
    assert (state.forbidden, state.absent) == ({(1, 5)}, {4})
    assert state_before(tournament, 4).forbidden == frozenset()


def test_older_programs_say_it_in_their_own_lines():
    lines = ("XXR 5", "XXC black1", "XXZ 4", "XXP 1 5", "XXA    1  1.0  0.5", *SIX)
    state = state_before(read(file(*lines)).tournament, 2)
    assert (state.rounds, state.initial_colour) == (5, Side.BLACK)
    assert (state.absent, state.forbidden, state.players[0].virtual) == ({4}, {(1, 5)}, (2, 1))


def test_the_drawn_colour_shows_on_the_first_board():
    assert first_colour(read(file(*SIX)).tournament) is Side.WHITE
    swapped = [line.replace(" w ", " x ").replace(" b ", " w ").replace(" x ", " b ") for line in SIX]
    assert first_colour(read(file(*swapped)).tournament) is Side.BLACK
    assert first_colour(read(file(player(1), player(2))).tournament) is None


def test_a_bye_written_ahead_in_a_line_keeps_its_player_away():
    lines = (player(1, "   2 w 1", "0000 - H"), player(2, "   1 b 0"))
    assert state_before(read(file("142 3", *lines)).tournament, 2).absent == {1}


FILES = sorted((DATA / "swiss").glob("*.trf")) + sorted((DATA / "swiss-large").glob("*.trf"))
FILES += [*sorted((DATA / "tiebreaks").glob("*.trf")), EXERCISE]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_reference_tournaments_are_read_without_adjustments_and_written_back(path):
    data = path.read_bytes()
    reading = read(data)
    assert reading.adjustments == ()
    assert write(reading.tournament) == data
    for record in reading.tournament.records:
        assert record.written() == record.source.rstrip()


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("after", [b"", b"\x1a"])
def test_every_record_comes_back_with_any_line_end_and_marks_before_and_after(end, last, mark, after):
    text = EVERY_RECORD.replace("\n", end)
    data = mark + (text if last else text.removesuffix(end)).encode() + after
    assert write(read(data).tournament) == data


def test_cyrillic_of_windows_is_read_with_a_warning_and_comes_back():
    data = EVERY_RECORD.encode("cp1251")
    reading = read(data)
    assert reading.adjustments[0].message.code == "guessed_encoding"
    assert reading.tournament.players[4].name == "Петренко Олена"
    assert write(reading.tournament) == data
    # A letter that Windows lacks makes the file UTF-8.
    assert "Ōta Yuki" in write(_change(reading.tournament, 4, name="Ōta Yuki")).decode("utf-8")


def test_only_a_changed_line_is_rewritten():
    # The points of every line are written in another way than ours: unchanged lines keep it.
    data = EXERCISE.read_bytes().replace(b" 3.5  ", b"3.5   ")
    before = data.splitlines()
    after = write(_change(read(data).tournament, 2, rating=2151)).splitlines()
    assert [index for index, (first, second) in enumerate(zip(before, after, strict=True)) if first != second] == [12]
    assert b" 2151 FID" in after[12]


def _change(tournament: TrfTournament, number: int, **values: Any) -> TrfTournament:
    player = tournament.players[number]
    records = tuple(replace(record, **values) if record is player else record for record in tournament.records)
    return replace(tournament, records=records)


def test_the_old_edition_is_written_without_what_it_does_not_know():
    tournament = for_edition(read(EVERY_RECORD.encode()).tournament, 16)
    codes = {record.code for record in tournament.records if not isinstance(record, RawRecord)}
    assert {"001", "012", "132", "013", "XXR", "XXC"} <= codes
    assert not codes & {"142", "152", "162", "192", "202", "240", "250", "260", "310", "330"}
    second = read(write(tournament)).tournament
    assert second.rounds_planned == 2 and second.initial_colour == "white"


def test_new_lines_end_as_the_others_do():
    tournament = read(b"012 One\n" + EXERCISE.read_bytes()[33:].replace(b"\r\n", b"\n")).tournament
    added = replace(tournament, records=(*tournament.records, Header(code="102", text="Somebody")))
    assert write(added).endswith(b"\n102 Somebody\n")
    assert write(TrfTournament((Header(code="012", text="New"),))) == b"012 New\r\n"


def read_problems(data: bytes, accepted: frozenset[str] = frozenset()) -> tuple[Problem, ...]:
    with refused(ImportRefused, "trf_refused") as excinfo:
        read(data, accepted=accepted)
    return excinfo.value.problems


def problems(*lines: str) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.message.code) for problem in read_problems(file(*lines))]


P, N = player, "   1 b 0"
GOOD = P(2, N)


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
def test_long_lines_are_refused_and_many_lines_of_blanks_read_in_linear_time():
    for line in ("162 W" + " " * 100_000 + "1", "222 W" + " " * 100_000 + "1", "A" * 100_000):
        assert problems(player(1), line) == [(3, "trf_line_too_long")]
    line = "162  W 1.0" + " " * 9_900 + "1"
    assert problems(player(1), *[line] * 100) == [(number, "trf_scoring") for number in range(3, 103)]


def test_the_longest_line_is_read():
    text = "###" + "x" * (LONGEST_LINE - 3)
    assert read(file(player(1), text)).tournament.records[-1].written() == text


def test_one_fide_number_cannot_be_two_players_and_the_second_is_read_without_it() -> None:
    lines = [P(number).replace("RUS            ", "RUS    24101010") for number in (1, 2, 3)]
    assert problems(*lines[:2]) == [(3, "trf_fide_id_twice")]
    tournament, messages = settled(*lines)
    assert [player_record.fide_id for player_record in tournament.players.values()] == ["24101010", "", ""]
    assert messages == ["left_blank"] * 2


def test_all_problems_are_reported_at_once():
    assert len(problems(*(player(number, rating="9999") for number in range(1, 40)))) == 39
    assert len(problems(P(1, "   2 w x", "   2 b y", "   2 w z", rating="20x0"), P(2))) == 4


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


RECORDS = st.tuples(
    st.sampled_from(sorted({line[:3] for line in EVERY_RECORD.splitlines()} - {""})),
    st.text(alphabet="0123456789 .-+=wbHFZU,/\tЯé", max_size=120),
)


@settings(max_examples=examples(300))
@given(st.lists(RECORDS, max_size=8))
def test_any_records_with_nonsense_in_them(lines):
    _only_typed_errors("\n".join(f"{code} {text}" for code, text in lines).encode())


@settings(max_examples=examples(300))
@given(st.integers(0, 2**32), st.integers(1, 12))
def test_good_files_with_some_bytes_changed(seed, changes):
    draw = random.Random(seed)
    data = bytearray(draw.choice([EVERY_RECORD.encode(), EXERCISE.read_bytes()]))
    for _ in range(changes):
        at = draw.randrange(len(data))
        kind = draw.randrange(3)
        if kind == 0:
            data[at] = draw.choice(b"0123456789 .wb=+-HUZ\r\n\xd0")
        elif kind == 1:
            del data[at]
        else:
            data.insert(at, draw.choice(b"0123456789 \n"))
    _only_typed_errors(bytes(data))


def settled(*lines: str) -> tuple[TrfTournament, list[str]]:
    """Accept every offered remedy until none is left; return the tournament and the reported remedies, in order."""
    data, accepted = file(*lines), frozenset[str]()
    for _ in range(10):
        try:
            reading = read(data, accepted=accepted)
        except ImportRefused as error:
            accepted |= {problem.mark for problem in error.problems if problem.remedy}
        else:
            remedies = [adjustment.remedy for adjustment in reading.adjustments if adjustment.remedy]
            return reading.tournament, [remedy.key.partition(".")[2] for remedy in remedies]
    raise AssertionError("nothing settles it")


def cells(tournament: TrfTournament) -> list[str]:
    letters = {Side.WHITE: "w", Side.BLACK: "b", None: "-"}
    return [
        f"{cell.opponent or 0}{letters[cell.side]}{cell.mark}"
        for player_record in tournament.players.values()
        for cell in player_record.rounds
    ]


@pytest.mark.parametrize(("lines", "expected", "remedies"), [
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
def test_each_fault_can_be_taken_in_the_way_that_is_offered(lines, expected, remedies) -> None:
    tournament, accepted = settled(*lines)
    assert (cells(tournament), accepted) == (expected, remedies)


def test_the_number_of_rounds_follows_the_lines_and_is_reported_once() -> None:
    tournament, messages = settled("142 1", P(1, "   2 w 1", "   2 b 1"), P(2, N, "   1 w 0"))
    assert (tournament.rounds_planned, messages) == (2, ["rounds_of_the_lines"])


def test_a_file_is_read_only_when_nothing_is_left_to_choose() -> None:
    data = file(P(1, "   2 w x", rating="4001"), P(2, "   1 b y"))
    first, second = read_problems(data)
    assert [problem.mark for problem in read_problems(data, frozenset({first.mark}))] == [second.mark]
    both = frozenset({first.mark, second.mark})
    [rating] = read_problems(data, both)
    reading = read(data, accepted=both | {rating.mark})
    player_record = reading.tournament.players[1]
    assert (player_record.rating, player_record.rounds) == (None, (ResultCell(2, Side.WHITE, ResultMark.UNKNOWN),))
    assert [(adjustment.line, adjustment.message.code) for adjustment in reading.adjustments if adjustment.remedy] == [
        (2, "trf_round_cell"), (3, "trf_round_cell"), (2, "trf_rating")
    ]  # fmt: skip


@pytest.mark.parametrize("lines", [[P(1), P(1)], [P(0)], [P(1, name="123")], [P(1).replace("RUS  ", "RUSSIA", 1)], []])
def test_faults_without_a_remedy_stay_refused(lines: list[str]) -> None:
    problems = read_problems(file(*lines))
    assert [problem.remedy for problem in problems] == [None]
    assert read_problems(file(*lines), frozenset(problem.mark for problem in problems))
