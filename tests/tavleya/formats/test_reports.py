"""Reports: what each record says, pairing inputs, changed points, and the same bytes when written back."""

from dataclasses import replace

import pytest

from tavleya.errors import ImportRefused
from tavleya.formats.trf import TrfTournament, for_edition, read, table_of, write
from tavleya.formats.trf.check import score
from tavleya.formats.trf.pairing import first_colour, paired_in, state_before
from tavleya.formats.trf.records import (
    MARKS,
    Header,
    NationalRecord,
    PlayerRecord,
    RawRecord,
    ResultCell,
    ResultMark,
    result_of,
)
from tavleya.formats.trf.team_records import AbnormalPoints, LineUpRecord, TeamByes, TeamForfeit
from tavleya.pairing.state import Pair
from tavleya.record.results import FACTS, Result
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind, Scoring
from tests.tavleya.formats.samples import DATA, EVERY_RECORD, EXERCISE, file, player, without


@pytest.fixture(scope="module")
def sample():
    return read(EVERY_RECORD.encode()).tournament


def test_headers(sample):
    assert sample.name == "Кубок города"
    assert [sample.header(code) for code in ("022", "032", "042", "102", "122", "182", "222", "352")] == [
        "Тверь", "RUS", "2026/11/01", "IA Petrova, Anna", "90 minutes and 30 seconds a move", "Tavleya",
        "5400+30", "WB",
    ]  # fmt: skip
    assert sample.dates == ("26/11/01", "26/11/02")
    assert (sample.rounds_planned, sample.initial_colour) == (2, Side.WHITE)
    assert sample.system == "FIDE_TEAM_TYPEA_MP_GP"
    assert sample.comments == ("A sample; no such tournament was played",)


def test_a_player(sample):
    player = sample.players[1]
    assert (player.sex, player.title, player.name, player.rating) == ("m", "GM", "Ivanov, Ivan", 2486)
    assert (player.federation, player.fide_id, player.birth) == ("RUS", "24101010", "1990/05/17")
    assert (player.points, player.rank) == (3, 1)
    assert player.rounds == (ResultCell(3, Side.WHITE, ResultMark.WIN), ResultCell(4, Side.BLACK, ResultMark.DRAW))
    assert sample.players[3].rating is None


def test_pairing_inputs_are_read(sample):
    assert sample.byes == {(3, 1): ResultMark.HALF_BYE, (3, 3): ResultMark.HALF_BYE}
    assert sample.accelerated(1, 1) == 4
    assert (sample.accelerated(2, 1), sample.accelerated(2, 2)) == (4 + 2, 1)
    assert sample.forbidden(2) == {(1, 3)}
    assert sample.absent == {3}
    assert sample.tiebreaks == ("EDET/P", "EMGSB/C1/P", "BH:MP/C1/P", "MPvGP")


def test_teams(sample):
    assert [(team.number, team.name, team.members) for team in sample.teams] == [
        (1, "Alpha", (1, 2)),
        (2, "Beta", (3, 4)),
    ]
    assert (sample.teams[0].match_points, sample.teams[0].game_points, sample.teams[0].rank) == (6, 7, 1)
    assert [(line_up.round, line_up.team, line_up.players) for line_up in sample.of(LineUpRecord)] == [(1, 1, (1, 2))]
    assert sample.of(TeamByes)[0].teams == (None, 1)
    assert [(line_up.kind, line_up.round, line_up.white, line_up.black) for line_up in sample.of(TeamForfeit)] == [
        ("+-", 2, 1, 2)
    ]
    assert sample.match_scoring == {"TW": 4, "TD": 2, "TL": 0}
    penalty = sample.of(AbnormalPoints)[0]
    assert (penalty.kind, penalty.match_points, penalty.game_points, penalty.round) == ("+", 4, 5, 1)
    old = read(without(EVERY_RECORD, "310").encode()).tournament.teams
    assert [(team.name, team.members) for team in old] == [("Old style", (1, 2))]


def test_national_ratings_and_lines_of_other_programs_are_kept(sample):
    assert [(item.code, item.number, item.rating) for item in sample.of(NationalRecord)] == [("RUS", 1, 2510)]
    assert [item.text[:3] for item in sample.unknown] == ["DDD", "ABC"]


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
    assert [encounter.kind for encounter in table.participants[3].encounters] == [
        EncounterKind.ZERO_BYE,
        EncounterKind.HALF_BYE,
    ]
    assert table.scores[3] == 1


def test_small_letters_are_results_too():
    lines = (player(1, "0000 - u", "   2 W w"), player(2, "0000 - h", "   1 B l"))
    reading = read(file(*lines))
    assert [cell.mark for cell in reading.tournament.players[1].rounds] == [
        ResultMark.PAIRING_BYE,
        ResultMark.SHORT_WIN,
    ]
    assert {adjustment.message.code for adjustment in reading.adjustments} == {"trf_points_differ"}


def test_a_round_robin_rests_an_odd_player_without_a_bye():
    lines = (
        "192 FIDE_ROUNDROBIN", player(1, "   2 w 1", "0000 - Z", "   3 b 0"),
        player(2, "   1 b 0", "   3 w =", "0000 - Z"), player(3, "0000 - Z", "   2 b =", "   1 w 1"),
    )  # fmt: skip
    table = table_of(read(file(*lines)).tournament)
    assert table.predetermined and table.games == 2
    assert {key: len(value.encounters) for key, value in table.participants.items()} == {1: 2, 2: 2, 3: 2}


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


def test_a_line_with_a_blank_round_names_its_players_and_counts_in_every_round() -> None:
    line = "299 +      0.5            2    3"
    assert scores(line) == scores("299 +      0.5     000    2    3") == [3, 2, 2, 0]
    (record,) = read(file("142 3", line, *FOUR), persons=False).tournament.of(AbnormalPoints)
    assert (record.round, record.ids) == (None, (2, 3))
    assert record.layout.read(record.written())["ids"] == (2, 3)


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


def test_the_reference_tournaments_are_there():
    assert len(FILES) >= 60


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
@pytest.mark.parametrize("last", [True, False])
def test_every_record_comes_back_with_any_line_end(end, last):
    text = EVERY_RECORD.replace("\n", end)
    data = (text if last else text.removesuffix(end)).encode()
    assert write(read(data).tournament) == data


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("after", [b"", b"\x1a"])
def test_marks_before_and_after_the_text_come_back(mark, after):
    data = mark + EVERY_RECORD.encode() + after
    assert write(read(data).tournament) == data


def test_cyrillic_of_windows_is_read_with_a_warning_and_comes_back():
    data = EVERY_RECORD.encode("cp1251")
    reading = read(data)
    assert reading.adjustments[0].message.code == "guessed_encoding"
    assert reading.tournament.players[4].name == "Петренко Олена"
    assert write(reading.tournament) == data


def test_a_letter_that_windows_lacks_makes_the_file_utf_8():
    tournament = read(EVERY_RECORD.encode("cp1251")).tournament
    assert "Ōta Yuki" in write(_change(tournament, 4, name="Ōta Yuki")).decode("utf-8")


def test_only_a_changed_line_is_rewritten():
    # Points are written another way than ours on every line: they stay so wherever nothing changed.
    data = EXERCISE.read_bytes().replace(b" 3.5  ", b"3.5   ")
    before = data.splitlines()
    after = write(_change(read(data).tournament, 2, rating=2151)).splitlines()
    assert [index for index, (first, second) in enumerate(zip(before, after, strict=True)) if first != second] == [12]
    assert b" 2151 FID" in after[12]


def _change(tournament: TrfTournament, number: int, **values: object) -> TrfTournament:
    records = tuple(
        replace(record, **values) if isinstance(record, PlayerRecord) and record.number == number else record
        for record in tournament.records
    )
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
