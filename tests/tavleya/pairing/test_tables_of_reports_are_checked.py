"""`manage.py checkpairings` of systems whose boards are known before the first round, and of matches of two games."""

from collections import Counter
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tavleya.formats.trf import read
from tavleya.formats.trf.comparison import recorded_round
from tavleya.formats.trf.proposal import format_of
from tavleya.formats.trf.team_records import TeamRecord
from tavleya.pairing import legality
from tavleya.pairing.engines import BURSTEIN, DUBOV
from tavleya.pairing.state import PastRound, RoundOutcome
from tavleya.sides import Side
from tests.tournaments.test_berger import PUBLISHED
from tournaments.systems.registry import told_by

Rounds = list[list[tuple[int, int]]]
Check = Callable[..., tuple[int, str]]


def published(players: int) -> Rounds:
    """Return the tables of C.05, Annex 1, without the free player of an odd number."""
    rows = PUBLISHED[players + players % 2].split(" / ")
    boards = [[tuple(map(int, board.split("-"))) for board in row.split()] for row in rows]
    return [[(first, second) for first, second in row if max(first, second) <= players] for row in boards]


def report(rounds: Rounds, players: int, system: str = "FIDE_ROUNDROBIN", *headers: str) -> str:
    """Return a report of drawn games; players without a board rest."""
    lines = []
    for number in range(1, players + 1):
        cells = []
        for row in rounds:
            met = next(((first, second) for first, second in row if number in (first, second)), None)
            if met is None:
                cells.append("0000 - Z")
            else:
                cells.append(f"{sum(met) - number:4} {'w' if met[0] == number else 'b'} =")
        lines.append(f"001 {number:4}".ljust(91) + "  ".join(cells))
    return "\n".join([f"192 {system}", f"142 {len(rounds)}", *headers, *lines])


def team(number: int, members: Sequence[int]) -> str:
    return f"310 {number:3} Team {number}".ljust(73) + " ".join(f"{member:4}" for member in members)


@pytest.fixture
def check(tmp_path: Path) -> Check:
    def checked(*arguments: object) -> tuple[int, str]:
        path = tmp_path / "section.trf"
        path.write_text(report(*arguments), "utf-8")  # type: ignore[arg-type]
        return checked_file(path)

    return checked


def checked_file(path: Path) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("checkpairings", str(path), stdout=out, stderr=StringIO())
    except SystemExit as error:
        return int(str(error.code)), out.getvalue()
    return 0, out.getvalue()


@pytest.mark.parametrize("players", [3, 4, 5, 6, 9, 10, 13, 14])
def test_the_published_tables_are_in_order(check: Check, players: int) -> None:
    status, text = check(published(players), players)
    rounds = len(published(players))
    assert status == 0
    assert text.startswith("Berger tables\nround 1: ok\n")
    assert f"{rounds} rounds checked, 0 differ" in text
    assert "of the table" not in text


@pytest.mark.parametrize("code", ["FIDE_DOUBLEROUNDROBIN", "BERGER_DOUBLEROUNDROBIN"])
def test_two_cycles_meet_as_the_encoded_type_says(check: Check, code: str) -> None:
    first = published(6)
    second = turned(first)
    exchanged = [*first[:3], first[4], first[3], *second]
    own, other = (exchanged, first + second) if code.startswith("FIDE") else (first + second, exchanged)
    assert "of the table" not in check(own, 6, code)[1]
    status, text = check(other, 6, code)
    assert status == 0
    assert "round 4: ok (round 5 of the table)\nround 5: ok (round 4 of the table)\n" in text


def turned(rounds: Rounds) -> Rounds:
    return [[(black, white) for white, black in row] for row in rounds]


FOUR, SIX, EIGHT, TEN = (published(players) for players in (4, 6, 8, 10))


@pytest.mark.parametrize(("rounds", "players", "status", "sentence"), [
    ([*FOUR, *turned(FOUR)] * 2, 4, 0, "12 rounds checked, 0 differ"),
    ([EIGHT[1], EIGHT[0], *EIGHT[2:]], 8, 0,
     "round 1: ok (round 2 of the table)\nround 2: ok (round 1 of the table)\nround 3: ok\n"),
    (turned(SIX), 6, 0, "all colours are those of the table reversed"),
    (TEN[:3], 10, 0, "3 rounds checked, 0 differ"),
    ([*SIX[:2], [SIX[2][0][::-1], *SIX[2][1:]], *SIX[3:]], 6, 1,
     "round 2: ok\nround 3: differs\n    - 2 6\n    + 6 2\nround 4: ok\n"),
    ([SIX[0], SIX[0], *SIX[2:]], 6, 1,
     "round 2: differs\n    - 1 2\n    - 5 3\n    - 6 4\n    + 1 6\n    + 2 5\n    + 3 4\n"),
], ids=["four cycles", "another order", "reversed colours", "a part", "one board reversed", "twice"])  # fmt: skip
def test_cycles_and_orders_of_the_table_are_no_errors(check: Check, rounds, players, status, sentence) -> None:
    exit_status, text = check(rounds, players)
    assert (exit_status, sentence in text) == (status, True), text
    assert f"{len(rounds)} rounds checked, {status} differ" in text


@pytest.mark.parametrize("players", [5, 6])
def test_numbers_that_were_drawn_are_found(check: Check, players: int) -> None:
    """Starting rank 1 drew number 3 and so on: the same table by other numbers."""
    rank = dict(zip((3, 1, 4, 2, 5, 6), range(1, 7), strict=True))
    rounds = [[(rank[white], rank[black]) for white, black in row] for row in published(players)]
    status, text = check(rounds, players)
    assert status == 0
    drawn = "numbers in the table are not the starting ranks: 1 is 3, 2 is 1, 3 is 4, 4 is 2, 5 is 5"
    assert drawn in text
    assert f"{len(rounds)} rounds checked, 0 differ" in text


def test_withdrawn_players_may_be_missing_from_boards(check: Check) -> None:
    rounds = published(6)
    left = [row if index < 2 else [board for board in row if 4 not in board] for index, row in enumerate(rounds)]
    assert check(left, 6)[0] == 0
    # A player who comes back had not withdrawn.
    rounds[2] = left[2]
    assert check(rounds, 6)[0] == 1


TEAMS = [team(1, (1, 2)), team(2, (3, 4)), team(3, (5, 6)), team(4, (7, 8))]
#: All players meet all players of the other teams, in an order unlike every table of the program.
ANOTHER = [
    [(1, 3), (4, 2), (5, 7), (8, 6)], [(2, 3), (4, 1), (6, 7), (8, 5)],
    [(1, 5), (6, 2), (3, 7), (8, 4)], [(5, 2), (1, 6), (7, 4), (3, 8)],
    [(7, 1), (2, 8), (5, 3), (4, 6)], [(8, 1), (2, 7), (6, 3), (4, 5)],
]  # fmt: skip


def test_another_schiller_that_keeps_its_rules_is_no_error(check: Check) -> None:
    status, text = check(ANOTHER, 8, "CUSTOM_SCHILLER", *TEAMS)
    assert text.startswith("Schiller table\nround 1: ")
    assert "6 rounds checked, 0 differ" in text
    assert "(not by our table; no rule broken)" in text
    assert status == 0


@pytest.mark.parametrize(("system", "last", "sentence"), [
    ("CUSTOM_SCHILLER", [(1, 2), (3, 5)], "Players 1 and 2 are of the same team."),
    ("CUSTOM_SCHILLER", [(3, 1)], "Players 3 and 1 have already met, in round 1."),
    ("CUSTOM_MOLTER", [(1, 4)], "Player 1 has already met team 2, in round 1."),
])  # fmt: skip
def test_a_table_that_breaks_its_rules_is_one(check: Check, system: str, last: Rounds, sentence: str) -> None:
    status, text = check([ANOTHER[0], last], 8, system, *TEAMS)
    assert status == 1
    assert f"round 2: differs\n    {sentence}\n" in text


def test_teams_without_a_fitting_table_are_reported(check: Check) -> None:
    status, text = check(ANOTHER, 8, "CUSTOM_SCHILLER", team(1, (1, 2, 3)), team(2, (4, 5, 6)), team(3, (7, 8)))
    assert status == 2
    assert "CUSTOM_SCHILLER: pairings cannot be checked: Teams need the same number of players" in text


# Simulated


def simulated(tmp_path: Path, *arguments: object) -> Path:
    out = StringIO()
    call_command("simulate", *map(str, arguments), stdout=out, stderr=StringIO())
    path = tmp_path / "simulated.trf"
    path.write_text(out.getvalue(), "utf-8")
    return path


@pytest.mark.long
@pytest.mark.parametrize(("system", "code", "rules"), [
    ("round-robin", "FIDE_ROUNDROBIN", "Berger tables"),
    ("double-round-robin", "FIDE_DOUBLEROUNDROBIN", "Berger tables"),
    ("team-round-robin", "FIDE_TEAM_ROUNDROBIN", "Berger tables"),
    ("scheveningen", "SCHEVENINGEN", "Scheveningen table"), ("schiller", "CUSTOM_SCHILLER", "Schiller table"),
    ("molter", "CUSTOM_MOLTER", "Molter table"), ("double-swiss", "FIDE_DOUBLESWISS", "FIDE Double-Swiss"),
])  # fmt: skip
def test_simulated_tournaments_pass_the_check(tmp_path: Path, system: str, code: str, rules: str) -> None:
    busy = ("--forfeit", "10%", "--withdrawal", "20%", "--odd", "5%", "--half-bye", "10%")
    for seed in range(6):
        path = simulated(tmp_path, "--system", system, "--seed", seed, *busy)
        text = path.read_text("utf-8")
        assert f"192 {code}" in text and not read(text.encode(), persons=False).adjustments
        status, output = checked_file(path)
        assert status == 0, output
        assert output.startswith(f"{rules}\n") and "0 differ" in output


@pytest.mark.parametrize(
    ("engine", "code", "rules"),
    [(DUBOV, "FIDE_DUBOV", "FIDE Dubov system"), (BURSTEIN, "FIDE_BURSTEIN", "FIDE Burstein system")],
)
def test_simulated_rounds_of_other_swiss_systems_pass_the_check(tmp_path, engine, code, rules) -> None:
    for seed in range(3):
        size = ("--players", 12 + seed, "--rounds", 5, "--unrated", seed)
        path = simulated(tmp_path, "--edition", engine.edition, "--seed", seed, *size)
        assert f"192 {code}\n" in path.read_text("utf-8")
        status, text = checked_file(path)
        assert (status, text.splitlines()[0]) == (0, rules), text
        assert text.count(": ok") == 6  # five rounds and the ranks


QUIET = ("--system", "double-swiss", "--players", 8, "--rounds", 3, "--quiet-players")


def test_a_match_with_its_colours_reversed_is_found(tmp_path: Path) -> None:
    path = simulated(tmp_path, *QUIET, "--seed", 1)
    result = recorded_round(read(path.read_bytes(), persons=False).tournament, 1, games=2)
    assert not legality.check_double_swiss(result.state, result.boards, result.bye)
    white, black = min(result.boards, key=lambda board: board.white)
    reversed_cells = {f"{black:4} w": f"{black:4} b", f"{white:4} b": f"{white:4} w"}
    lines = path.read_text("utf-8").splitlines()
    for index, line in enumerate(lines):
        if line.startswith("001") and int(line[4:8]) in (white, black):
            cell = line[91:97]
            lines[index] = line[:91] + reversed_cells[cell] + line[97:]
    path.write_text("\n".join(lines), "utf-8")
    status, text = checked_file(path)
    assert status == 1
    assert f"round 1: differs\n    - {white} {black}\n    + {black} {white}\n" in text


def test_two_columns_are_one_match() -> None:
    """Player 1 wins and draws, the second game of 3 and 4 is forfeited, 5 has the allocated bye of one and a half."""
    cells = {
        1: ("   2 w 1", "   2 b ="), 2: ("   1 b 0", "   1 w ="),
        3: ("   4 b 0", "   4 w -"), 4: ("   3 w 1", "   3 b +"), 5: ("0000 - U", "0000 - Z"),
    }  # fmt: skip
    lines = [f"001 {number:4}".ljust(91) + "  ".join(each) for number, each in cells.items()]
    text = "\n".join(["192 FIDE_DOUBLESWISS", "142 6", "162  P 1.5", *lines])
    swiss_state = recorded_round(read(text.encode(), persons=False).tournament, 2, games=2).state
    played = RoundOutcome.PLAYED
    assert {player.number: player.rounds for player in swiss_state.players} == {
        1: (PastRound(played, 3, 2, Side.WHITE),), 2: (PastRound(played, 1, 1, Side.BLACK),),
        3: (PastRound(played, 0, 4, Side.BLACK),), 4: (PastRound(played, 4, 3, Side.WHITE),),
        5: (PastRound(RoundOutcome.PAIRING_BYE, 3),),
    }  # fmt: skip
    assert swiss_state.rounds == 3


def test_the_next_round_of_matches_is_paired_from_its_file(tmp_path: Path) -> None:
    path = simulated(tmp_path, *QUIET, "--seed", 2)
    data = {}
    for number in (2, 3):
        out = StringIO()
        call_command("pair", str(path), "--round", number, stdout=out, stderr=StringIO())
        data[number] = {tuple(map(int, line.split())) for line in out.getvalue().splitlines()[1:]}
    tournament = read(path.read_bytes(), persons=False).tournament
    for number, boards in data.items():
        assert {tuple(board) for board in recorded_round(tournament, number, games=2).boards} == boards


def test_a_swiss_has_no_cycles(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no --cycles"):
        simulated(tmp_path, "--cycles", 2)


@pytest.mark.parametrize(("system", "key"), [("team-round-robin", "teams"), ("scheveningen", "scheveningen")])
def test_a_report_of_teams_comes_back_as_its_system_and_with_the_points_of_its_matches(tmp_path, system, key):
    """Match points counted board by board: 2 for more than half of a match's points, 1 for half."""
    for seed in range(4):
        report = read(simulated(tmp_path, "--system", system, "--seed", seed).read_bytes(), persons=False)
        tournament = report.tournament
        assert format_of(tournament, told_by) == key
        team_of = {member: record.number for record in tournament.of(TeamRecord) for member in record.members}
        points = dict.fromkeys(team_of.values(), 0)
        for index in range(tournament.rounds_recorded):
            scored: Counter[tuple[int, int]] = Counter()
            for number, player in tournament.players.items():
                if (opponent := player.rounds[index].opponent) is not None:
                    won = {"1": 2, "+": 2, "=": 1}.get(player.rounds[index].mark.value, 0)
                    scored[team_of[number], team_of[opponent]] += won
            for (own_team, other), own in scored.items():
                points[own_team] += 2 * (own > scored[other, own_team]) + (own == scored[other, own_team])
        assert {record.number: (record.match_points or 0) // 2 for record in tournament.of(TeamRecord)} == points
