"""`manage.py standings --teams`: the exercise of the technical commission, as a report of its players' boards."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tavleya.formats.trf import read
from tavleya.formats.trf.team_table import team_table_of
from tavleya.sides import Side
from tavleya.tiebreaks.registry import tiebreak
from tavleya.tiebreaks.table import EncounterKind, TeamEncounter, TieBreakEdition
from tests.tavleya.formats.samples import file, player
from tests.tavleya.tiebreaks.test_exercises_on_teams import BOARDS, teams

#: Splits of half-points over four boards for the counting team, where the exercise gives only the sum.
SPLITS = {total: tuple(min(2, max(0, total - 2 * at)) for at in range(4)) for total in range(9)}
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
    results = []
    for match in teams().teams[team].matches:
        if match.kind is not EncounterKind.PLAYED:
            results.append("0000 - Z")
            continue
        white = (match.colour is Side.WHITE) is (board % 2 == 0)
        mark = MARKS[boards_of(team, match)[board]]
        results.append(f"{number(match.opponent or 0, board):>4} {'w' if white else 'b'} {mark}")
    return results


def exercise(*more: str) -> bytes:
    lines = []
    for team in range(1, 15):
        lines += [player(number(team, board), *cells(team, board)) for board in range(4)]
    for team in range(1, 15):
        members = "".join(f" {number(team, board):>4}" for board in range(4))
        lines.append(f"310 {team:>3} {f'Team {team}':<32}{'':>5}{'':>7}{'':>7}{'':>7}{'':>4} {members}")
    # The unplayed matches: a forfeit, byes asked for, and the bye of the last team in the odd rounds.
    lines += [
        "330 +-   6   1   6",
        "240 Z 007    7",
        "240 H 005   14",
        "320  1.0  2.0                  12",
        "320  1.0  2.0                          14",
    ]
    return file("192 FIDE_TEAM_TYPEA_MP_GP", "142 7", *lines, *more)


def test_the_matches_are_those_of_the_exercise() -> None:
    team_table, expected = team_table_of(read(exercise()).tournament), teams()
    assert (team_table.rounds, team_table.boards) == (7, 4)
    for key, team in expected.teams.items():
        team_encounters = team_table.teams[key].matches
        for first, second in zip(team_encounters, team.matches, strict=True):
            assert (first.round, first.kind, first.match_points, first.game_points, first.opponent) == (
                second.round, second.kind, second.match_points, second.game_points, second.opponent
            ), (key, first.round)  # fmt: skip
            assert first.kind is not EncounterKind.PLAYED or first.colour is second.colour


@pytest.mark.parametrize("name", NAMES)
def test_the_values_are_those_of_the_exercise(name: str) -> None:
    result, expected = (
        team_table_of(read(exercise()).tournament).table,
        teams(TieBreakEdition.MARCH_2026).table,
    )
    contributions, opponent = (tiebreak(name).values(item, item.participants) for item in (result, expected))
    assert {key: value.text for key, value in contributions.items()} == {
        key: value.text for key, value in opponent.items()
    }


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


def test_the_old_lines_of_teams_do_as_well(tmp_path: Path) -> None:
    path = tmp_path / "old.trf"
    lines = [player(1, "   3 w 1"), player(2, "   4 b ="), player(3, "   1 b 0"), player(4, "   2 w =")]
    old = [
        f"013 {name:<32}{first:>4} {second:>4}" for name, first, second in (("Alpha", 1, 2), ("Beta", 3, 4))
    ]
    path.write_bytes(file(*lines, *old))
    rows = json.loads(run(path, "--tiebreaks", "MPvGP", "--json"))
    assert [(row["name"], row["points"], row["tiebreaks"]) for row in rows] == [
        ("Alpha", 2.0, {"MPvGP": 1.5}), ("Beta", 0.0, {"MPvGP": 0.5})
    ]  # fmt: skip


def test_files_without_teams_or_matches_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.trf"
    path.write_bytes(file(player(1, "   2 w 1"), player(2, "   1 b 0")))
    with pytest.raises(CommandError, match="no teams"):
        run(path)
    lines = [player(1, "   3 w 1"), player(2, "   4 b ="), player(3, "   1 b 0"), player(4, "   2 w =")]
    mixed = [f"013 {name:<32}{number:>4}" for name, number in (("A", 1), ("B", 2), ("C", 3))]
    path.write_bytes(file(*lines, *mixed))
    with pytest.raises(CommandError, match="Round 1"):
        run(path)
