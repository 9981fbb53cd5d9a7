"""Each record of TRF26 and of older pairing programs, as it is understood."""

import pytest

from tavleya.formats.trf import read, table_of
from tavleya.formats.trf.records import NationalRecord
from tavleya.formats.trf.results import MARKS, ResultCell, ResultMark, result_of
from tavleya.record.results import FACTS, Result
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind
from tests.tavleya.formats.samples import EVERY_RECORD, file, player, without


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
    assert player.rounds == (
        ResultCell(3, Side.WHITE, ResultMark.WIN),
        ResultCell(4, Side.BLACK, ResultMark.DRAW),
    )
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
    assert [(line_up.round, line_up.team, line_up.players) for line_up in sample.line_ups] == [(1, 1, (1, 2))]
    assert sample.team_byes[0].teams == (None, 1)
    assert [
        (line_up.kind, line_up.round, line_up.white, line_up.black) for line_up in sample.team_forfeits
    ] == [("+-", 2, 1, 2)]
    assert sample.match_scoring == {"TW": 4, "TD": 2, "TL": 0}
    penalty = sample.abnormal_points[0]
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
    lines = (
        player(1, "   2 w 1", "   2 b 1"), player(2, "   1 b 0", "   1 w 0"), player(3), "240 H 002    3",
    )  # fmt: skip
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
        "192 FIDE_ROUNDROBIN",
        player(1, "   2 w 1", "0000 - Z", "   3 b 0"),
        player(2, "   1 b 0", "   3 w =", "0000 - Z"),
        player(3, "0000 - Z", "   2 b =", "   1 w 1"),
    )
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
