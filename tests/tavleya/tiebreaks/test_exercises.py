"""Tie-breaks agree with FIDE's exercises and with tables of team tournaments."""

import json
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from operator import attrgetter
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tavleya.formats.trf import read, table_of
from tavleya.formats.trf.team_table import team_table_of
from tavleya.sides import Side
from tavleya.tiebreaks.registry import tiebreak, tiebreaks
from tavleya.tiebreaks.standings import compute_standings
from tavleya.tiebreaks.table import EncounterKind, ScoreType, TeamEncounter, TeamParticipant, TeamTable, TieBreakEdition
from tests.paths import DATA
from tests.tavleya.formats.samples import file, player
from tests.tournaments.test_standings_break_ties_in_order import make

FOLDER = DATA / "tiebreaks"


def read_table(name: str):
    return table_of(read((FOLDER / name).read_bytes()).tournament)


@pytest.mark.parametrize(("name", "expected"), [
    ("SB", ["9.25", "6.25", "6.25", "4.25", "3.25", "2.25"]),
    ("SB/C1", ["9.25", "4.75", "4.75", "4.25", "3.25", "1.50"]),
    ("KS", ["2.0", "0.5", "0.5", "1.0", "0.5", "0.0"]),
])  # fmt: skip
def test_a_round_robin_with_a_forfeit(name, expected):
    table = read_table("round_robin_with_forfeit.trf")
    values = tiebreak(name).values(table, table.participants.keys())
    assert [values[key].text for key in sorted(values)] == expected


@pytest.mark.parametrize(("name", "places"), [
    ("swiss_nine_rounds.trf", [3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6]),
    ("round_robin_with_forfeit.trf", [1, 2, 2, 6, 5, 4]),
])  # fmt: skip
def test_direct_encounter_alone_ranks_as_published(name, places):
    rows = compute_standings(read_table(name), tiebreaks(["DE"])).rows
    assert [row.rank for row in sorted(rows, key=lambda row: row.participant)] == places


def test_direct_encounter_leaves_ties_of_which_games_are_missing():
    table = table_of(read((FOLDER.parent / "tournaments" / "tec_swiss.trf").read_bytes()).tournament)
    ranks = {row.participant: row.rank for row in compute_standings(table, tiebreaks(["DE"])).rows}
    assert {ranks[key] for key in (1, 3, 4, 16)} == {2}
    assert {ranks[key] for key in (5, 8, 11)} == {7}


# Opponent, colour and game points; the rest are unplayed: forfeits, byes and the allocated bye.
ROWS = {
    1: "8w2.5 4b1.5 7w3 2b2.5 5w1.5 +6 3b2.5", 2: "9b3 3w4 5b0 1w1.5 13w3 4b2.5 10b3",
    3: "10w2.5 2b0 9w3 6b2.5 4w3 5b3.5 1w1.5", 4: "11b3 1w2.5 13b3 5w3.5 3b1 2w1.5 9b2.5",
    5: "12w4 6b3 2w4 4b0.5 1b2.5 3w0.5 13b3.5", 6: "13b2 5w1 8b3 3w1.5 11b2.5 -1 12w2.5",
    7: "14w2 8b2 1b1 10w2.5 9b2 13w2 Z", 8: "1b1.5 7w2 6w1 12b3.5 10b2 9w2 11w3",
    9: "2w1 12b4 3b1 14w3 7w2 8b2 4w1.5", 10: "3b1.5 11w1.5 12b2.5 7b1.5 8w2 14b3 2w1",
    11: "4w1 10b2.5 14w2 13b1.5 6w1.5 12w2 8b1", 12: "5b0 9w0 10w1.5 8w0.5 U 11b2 6b1.5",
    13: "6w2 14b2.5 4w1 11w2.5 2b1 7b2 5w0.5", 14: "7b2 13w1.5 11b2 9b1 H 10w1 U",
}  # fmt: skip
# The only match whose results by board the exercise gives: half-points of each side.
BOARDS = {(11, 14): (2, 1, 1, 0), (14, 11): (0, 1, 1, 2)}
BYES = {
    "Z": (EncounterKind.ZERO_BYE, 0, 0),
    "H": (EncounterKind.HALF_BYE, 2, 4),
    "U": (EncounterKind.PAIRING_BYE, 2, 4),
}


def match(team: int, number: int, text: str) -> TeamEncounter:
    if text in BYES:
        return TeamEncounter(number, *BYES[text])
    if text[0] in "+-":
        won = text[0] == "+"
        kind = EncounterKind.FORFEIT_WIN if won else EncounterKind.FORFEIT_LOSS
        points = (4, 8, 0, 0) if won else (0, 0, 4, 8)
        return TeamEncounter(number, kind, *points[:2], int(text[1:]), None, *points[2:])
    colour = Side.WHITE if "w" in text else Side.BLACK
    opponent, score = text.replace("b", "w").split("w")
    game_points = int(2 * Fraction(score))
    match_points = 4 if game_points > 4 else 2 if game_points == 4 else 0
    return TeamEncounter(
        number, EncounterKind.PLAYED, match_points, game_points, int(opponent), colour,
        4 - match_points, 8 - game_points, BOARDS.get((team, int(opponent)), ()),
    )  # fmt: skip


def teams(edition: TieBreakEdition = TieBreakEdition.MARCH_2026, primary: ScoreType = ScoreType.MATCH) -> TeamTable:
    matches = {
        key: tuple(match(key, index, text) for index, text in enumerate(row.split(), start=1))
        for key, row in ROWS.items()
    }
    participants = {key: TeamParticipant(key, key, played) for key, played in matches.items()}
    return TeamTable(participants, 7, 4, *TeamTable.usual_scoring(boards=4), primary, edition=edition)


def values(name: str, edition: TieBreakEdition) -> dict[int, Fraction]:
    table = teams(edition).table
    return {
        key: Fraction(contribution.units, contribution.scale)
        for key, contribution in tiebreak(name).values(table, table.participants).items()
    }


OLD, NEW = TieBreakEdition.AUGUST_2024, TieBreakEdition.MARCH_2026


@pytest.mark.parametrize(("edition", "name", "expected"), [
    (OLD, "BH", "1=64 2=57 3=58 4=56 5=55 6=46 7=44 8=41 9=50 10=44 11=41 12=41 13=52 14=36"),
    (OLD, "BH/C1", "1=57 2=52 3=53 4=52 5=53 6=39 7=38 8=39 9=48 10=42 11=39 12=39 13=48 14=32"),
    (OLD, "BH:GP", "1=114 2=107.5 3=109.5 4=106 5=99 6=92 7=94.5 8=90 9=97.5 10=92 11=88 12=92 13=101 14=87"),
    (OLD, "BH:GP/C1",
     "1=100.5 2=96 3=97 4=94.5 5=91.5 6=79.5 7=83 8=82.5 9=90 10=84.5 11=80.5 12=84.5 13=89.5 14=75.5"),
    (OLD, "EMMSB/C1", "1=74 2=64 3=66 4=64 5=66"), (OLD, "EGMSB", "1=158 2=144 3=150 4=146 5=132"),
    (OLD, "EMGSB", "7=68.5 9=83 13=73"), (OLD, "EGGSB", "6=157.5 8=181.5"),
    (OLD, "MPvGP", "1=17.5 2=17 3=16 4=17 5=18 6=12.5 7=11.5 8=15 12=7.5 14=11.5"),
    (NEW, "BH", "1=61 2=57"), (NEW, "BH/C1", "1=54 2=52"),
    # Team 1 won by forfeit against team 6, whose 12.5 game points are less than its own 17.5.
    (NEW, "BH:GP", "1=109 2=107.5"), (NEW, "EMMSB/C1", "1=68 2=64"), (NEW, "EGMSB", "1=148 2=144"),
    (NEW, "EMGSB", "1=146.5 2=131"), (NEW, "EGGSB", "1=263 2=249.75"),
    # Team 6 met teams with 6, 10, 7, 10, 4 and 2 match points, and lost by forfeit to one with 10.
    (NEW, "BH/C1", "6=39"), (NEW, "BH/C1/P", "6=47"), (NEW, "BH/M1/P", "6=37"),
])  # fmt: skip
def test_values_of_the_exercises_in_both_editions(edition, name, expected):
    wanted = {int(key): Fraction(value) for key, value in (pair.split("=") for pair in expected.split())}
    computed = values(name, edition)
    assert {key: computed[key] for key in wanted} == wanted


def test_a_forfeited_match_that_counts_is_not_cut_first():
    team_table = teams()
    matches = tuple(match(6, index, text) for index, text in enumerate(("13b2", "11w1", "8b3", "-1", "12w0"), start=1))
    table = replace(team_table, teams={**team_table.teams, 6: replace(team_table.teams[6], matches=matches)}).table
    # 6 x 2, 4 x 1 and 7 x 3 stay; 12 with 2 match points is the least, 1 with 10 the most significant.
    assert tiebreak("EMGSB/M1/P").values(table, [6])[6].text == "37.00"


def test_scores_and_schedule_strength_are_divided_by_three_here():
    # 14 match points at most, 4 game points in a match: 3, its fraction dropped.
    strengths = values("SSSC", TieBreakEdition.AUGUST_2024)
    printed = "38.83 36.00 35.33 35.67 36.33 27.83 26.17 28.67 31.17 27.67 25.17 21.17 28.83 23.50"
    assert " ".join(f"{float(strengths[key]):.2f}" for key in sorted(strengths)) == printed
    assert values("SSSC/K4", TieBreakEdition.AUGUST_2024)[1] == Fraction("17.5") + 16


def ranks(*names: str) -> dict[int, int]:
    return {row.participant: row.rank for row in compute_standings(teams().table, tiebreaks(names)).rows}


@pytest.mark.parametrize(("primary", "order"), [
    (ScoreType.MATCH, [5, 1, 2, 4, 3, 8, 6, 9, 7, 13, 10, 11, 14, 12]),
    (ScoreType.GAME, [5, 1, 2, 4, 3, 8, 9, 10, 6, 7, 13, 11, 14, 12]),
])  # fmt: skip
def test_match_points_or_game_points_rank_first(primary, order):
    rows = compute_standings(teams(primary=primary).table, tiebreaks(["MPvGP"])).rows
    assert [row.participant for row in rows] == order


def test_extended_direct_encounter_orders_the_leaders_and_leaves_what_was_not_played():
    places = ranks("EDE")
    assert sorted(range(1, 6), key=places.get) == [4, 2, 1, 3, 5]
    assert places[6] < places[8]
    assert places[11] == places[14]
    assert places[7] == places[9] == places[13]


@pytest.mark.parametrize("name", ["EDET", "EDEB", "EDEBT", "EDEBB"])
def test_two_tied_teams_are_separated_by_the_boards_of_their_match(name):
    places = ranks(name)
    assert places[11] < places[14]


def test_boards_are_counted_from_the_top_and_from_the_bottom():
    # Both teams made 4 game points in the one match; team 1 on boards 1 and 2, team 2 on boards 2, 3 and 4.
    boards = {1: (Side.WHITE, (2, 2, 0, 0)), 2: (Side.BLACK, (0, 0, 2, 2))}
    bye = TeamEncounter(2, EncounterKind.PAIRING_BYE, 2, 4)
    team_participants = {
        key: TeamParticipant(key, key, (TeamEncounter(1, EncounterKind.PLAYED, 2, 4, 3 - key, side, 2, 4, points), bye))
        for key, (side, points) in boards.items()
    }
    table = TeamTable(team_participants, 2, 4, *TeamTable.usual_scoring(boards=4)).table
    # The allocated bye is a win on every board: 1 + 2 + 3 + 4 more.
    for name, expected in (("BC", {1: 3 + 10, 2: 7 + 10}), ("TBR", {1: 2, 2: 1}), ("BBE", {1: 2 + 3, 2: 1 + 3})):
        values = tiebreak(name).values(table, [1, 2])
        assert {key: Fraction(value.units, value.scale) for key, value in values.items()} == expected
        assert values[1].order > values[2].order, name


def test_tie_breaks_of_boards_need_boards_and_those_of_teams_need_teams():
    assert tiebreak("BC").refusal(teams().table).code == "tiebreak_needs_boards"
    for name in ("SSSC", "BH:GP", "EDE", "BC"):
        assert tiebreak(name).refusal(make([(1, 2, "1")], predetermined=False)).code == "tiebreak_needs_teams"


#: Splits of half-points over four boards for the counting team, where the exercise gives only the sum.
SPLITS = {total: tuple(min(2, max(0, total - 2 * board)) for board in range(4)) for total in range(9)}
MARKS = {2: "1", 1: "=", 0: "0"}
NAMES = ("MPvGP", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "BH:MP", "BH:GP", "SSSC", "EDE")


def number(team: int, board: int) -> int:
    return 4 * (team - 1) + board + 1


def boards_of(team: int, match: TeamEncounter) -> tuple[int, ...]:
    """Half-points by board; the team with White in the exercise has the split, the other team the rest."""
    assert match.opponent is not None
    if (team, match.opponent) in BOARDS:
        return BOARDS[team, match.opponent]
    if match.colour is Side.WHITE:
        return SPLITS[match.game_points]
    return tuple(2 - split for split in SPLITS[match.game_against])


def cells(team: int, board: int) -> list[str]:
    texts = []
    for match in teams().teams[team].matches:
        if match.kind is not EncounterKind.PLAYED:
            texts.append("0000 - Z")
            continue
        white = (match.colour is Side.WHITE) is (board % 2 == 0)
        mark = MARKS[boards_of(team, match)[board]]
        texts.append(f"{number(match.opponent or 0, board):>4} {'w' if white else 'b'} {mark}")
    return texts


def exercise(*more: str) -> bytes:
    lines = []
    for team in range(1, 15):
        lines += [player(number(team, board), *cells(team, board)) for board in range(4)]
    for team in range(1, 15):
        members = "".join(f" {number(team, board):>4}" for board in range(4))
        lines.append(f"310 {team:>3} {f'Team {team}':<32}{'':>5}{'':>7}{'':>7}{'':>7}{'':>4} {members}")
    # The unplayed matches: a forfeit, byes asked for, and the bye of the last team in the odd rounds.
    lines += ["330 +-   6   1   6", "240 Z 007    7", "240 H 005   14"]
    lines += ["320  1.0  2.0                  12", "320  1.0  2.0                          14"]
    return file("192 FIDE_TEAM_TYPEA_MP_GP", "142 7", *lines, *more)


def test_the_matches_are_those_of_the_exercise() -> None:
    team_table, expected = team_table_of(read(exercise()).tournament), teams()
    assert (team_table.rounds, team_table.boards) == (7, 4)
    facts = attrgetter("round", "kind", "match_points", "game_points", "opponent")
    for key, team in expected.teams.items():
        for first, second in zip(team_table.teams[key].matches, team.matches, strict=True):
            assert facts(first) == facts(second), (key, first.round)
            assert first.kind is not EncounterKind.PLAYED or first.colour is second.colour


@pytest.mark.parametrize("name", NAMES)
def test_the_values_are_those_of_the_exercise(name: str) -> None:
    tables = team_table_of(read(exercise()).tournament).table, teams(TieBreakEdition.MARCH_2026).table
    result, expected = (tiebreak(name).values(item, item.participants) for item in tables)
    assert {key: value.text for key, value in result.items()} == {key: value.text for key, value in expected.items()}


def run(path: Path, *more: str) -> str:
    out = StringIO()
    call_command("standings", str(path), "--teams", *more, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_the_command_ranks_the_teams(tmp_path: Path) -> None:
    path = tmp_path / "teams.trf"
    path.write_bytes(exercise())
    rows = json.loads(run(path, "--tiebreaks", "MPvGP,EMGSB", "--json"))
    assert len(rows) == 14 and rows[0]["name"].startswith("Team ")
    points = {row["id"]: row["points"] for row in rows}
    expected = teams().table
    assert points == {key: score / 2 for key, score in expected.scores.items()}
    assert "MP" in run(path, "--tiebreaks", "MPvGP").splitlines()[0]
    path.write_bytes(exercise("212 GPTS,MPvGP"))
    assert "GP" in run(path, "--tiebreaks", "MPvGP").splitlines()[0]


FOUR_PLAYERS = [player(1, "   3 w 1"), player(2, "   4 b ="), player(3, "   1 b 0"), player(4, "   2 w =")]


def test_the_old_lines_of_teams_do_as_well(tmp_path: Path) -> None:
    path = tmp_path / "old.trf"
    old = [f"013 {name:<32}{first:>4} {second:>4}" for name, first, second in (("Alpha", 1, 2), ("Beta", 3, 4))]
    path.write_bytes(file(*FOUR_PLAYERS, *old))
    rows = json.loads(run(path, "--tiebreaks", "MPvGP", "--json"))
    assert [(row["name"], row["points"], row["tiebreaks"]) for row in rows] == [
        ("Alpha", 2.0, {"MPvGP": 1.5}), ("Beta", 0.0, {"MPvGP": 0.5})
    ]  # fmt: skip


def test_files_without_teams_or_matches_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.trf"
    path.write_bytes(file(player(1, "   2 w 1"), player(2, "   1 b 0")))
    with pytest.raises(CommandError, match="no teams"):
        run(path)
    mixed = [f"013 {name:<32}{number:>4}" for name, number in (("A", 1), ("B", 2), ("C", 3))]
    path.write_bytes(file(*FOUR_PLAYERS, *mixed))
    with pytest.raises(CommandError, match="Round 1"):
        run(path)
