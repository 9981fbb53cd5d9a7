"""`manage.py pair`, `checkpairings` and `simulate`: files are paired and checked, random tournaments made."""

from collections import Counter
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tavleya.formats.trf import TrfTournament, read, write
from tavleya.formats.trf.comparison import WrongFigure, check_ranks
from tavleya.formats.trf.pairing import paired_in, state_before
from tavleya.formats.trf.records import NewHeader, TieBreakList
from tavleya.formats.trf.schedule import report_of
from tavleya.pairing import legality
from tavleya.pairing.simulation import NOTHING_UNUSUAL, Chances, Plan, RatingRange, drawn_plan, simulate
from tavleya.pairing.state import RoundOutcome
from tavleya.ratings import expected_percent
from tavleya.sides import Side
from tests.paths import DATA
from tests.refusals import refused

NINE = DATA / "swiss" / "rtg_020_n9_r6.trf"


def run(command: str, *arguments: object) -> str:
    return outputs(command, *arguments)[0]


def outputs(command: str, *arguments: object) -> tuple[str, str]:
    """Return the output and the error output of the command."""
    out, errors = StringIO(), StringIO()
    call_command(command, *map(str, arguments), stdout=out, stderr=errors)
    return out.getvalue(), errors.getvalue()


def failed(*arguments: object, status: int = 1) -> str:
    """Return the output of `checkpairings` for a file in which something differs."""
    out = StringIO()
    with refused(SystemExit, status):
        call_command("checkpairings", *map(str, arguments), stdout=out, stderr=StringIO())
    return out.getvalue()


def refusal_text(command: str, *arguments: object) -> str:
    with pytest.raises(CommandError) as excinfo:
        run(command, *arguments)
    assert excinfo.value.returncode == 2
    return str(excinfo.value)


def write_report(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "section.trf"
    path.write_text(text, "utf-8")
    return path


def first_rounds(text: str, rounds: int) -> str:
    return "\n".join(line[: 91 + 10 * rounds - 2] if line.startswith("001") else line for line in text.split("\n"))


def test_pair_prints_the_count_then_white_and_black() -> None:
    path = DATA / "swiss-large" / "swiss_200_9_5.trf"
    assert run("pair", path).split() == path.with_suffix(".pairs").read_text("utf-8").split()


def test_a_finished_tournament_has_no_next_round() -> None:
    assert "no round 7 to pair" in refusal_text("pair", NINE)


def test_checkpairings_finds_every_round_in_order() -> None:
    output = run("checkpairings", NINE)
    assert output.count("ok") == 7
    assert "6 rounds checked, 0 differ\n" in output
    assert output.endswith("9 player ranks checked, 0 differ\n")


def test_checkpairings_prints_what_differs(tmp_path: Path) -> None:
    text = NINE.read_text("utf-8").replace("     5 w 1     4 b 1", "     5 b 1     4 b 1")
    text = text.replace("     1 b 0     3 w =", "     1 w 0     3 w =")
    assert "round 1: differs\n    - 1 5\n    + 5 1\n" in failed(write_report(tmp_path, text))


def report_with_tiebreaks(names: str) -> TrfTournament:
    """Nine players with the list of tie-breaks and the ranks that follow from it."""
    simulated = simulate(Plan(9, 6, NOTHING_UNUSUAL, tiebreaks=tuple(names.split(","))), "listed")
    return report_of(simulated, "Listed")


def write_tournament(tmp_path: Path, tournament: TrfTournament) -> Path:
    path = tmp_path / "section.trf"
    path.write_bytes(write(tournament))
    return path


def changed(tournament: TrfTournament, number: int, **values: Any) -> TrfTournament:
    player = tournament.players[number]
    return TrfTournament(
        tuple(replace(record, **values) if record is player else record for record in tournament.records)
    )


def test_ranks_are_checked_by_the_list_of_the_file(tmp_path: Path) -> None:
    report = report_with_tiebreaks("BH/C1,SB")
    assert "9 player ranks checked, 0 differ" in run("checkpairings", write_tournament(tmp_path, report))
    first = next(number for number, player_record in report.players.items() if player_record.rank == 1)
    text = failed(write_tournament(tmp_path, changed(report, first, rank=2)))
    assert "player ranks by points, BH/C1, SB: differ\n" in text
    assert f"    rank of player {first}: 2 instead of 1\n" in text
    assert "9 player ranks checked, 1 differ" in text


@pytest.mark.parametrize(("code", "text"), [("202", "TPN/R"), ("212", "PTS,TPN/R")])
def test_ranks_by_another_list_differ(tmp_path: Path, code: str, text: str) -> None:
    """The ranks of one list under the name of another, by 202 or by 212 alone."""
    records = [record for record in report_with_tiebreaks("TPN").records if not isinstance(record, TieBreakList)]
    tournament = TrfTournament((*records, TieBreakList(code=code, text=text)))
    assert "player ranks by points, TPN/R: differ" in failed(write_tournament(tmp_path, tournament))


def test_changed_points_are_reported(tmp_path: Path) -> None:
    report = report_with_tiebreaks("BH,SB")
    more = changed(report, 4, points=(report.players[4].points or 0) + 1)
    assert "    points of player 4: " in failed(write_tournament(tmp_path, more))


def test_fully_tied_players_share_a_rank_or_have_one_each() -> None:
    """Four players with two draws: no tie-break separates them."""
    cells = {1: "   2 w =", 2: "   1 b =", 3: "   4 w =", 4: "   3 b ="}

    def wrong(*ranks: int) -> tuple[WrongFigure, ...]:
        lines = [f"001 {number:4}".ljust(84) + f" {ranks[number - 1]:4}  {cell}" for number, cell in cells.items()]
        return check_ranks(read("\n".join(["202 DE", *lines]).encode(), persons=False).tournament).wrong

    assert wrong(1, 1, 1, 1) == ()
    assert wrong(4, 2, 3, 1) == ()
    assert wrong(1, 1, 2, 2) == tuple(
        WrongFigure("rank", number, rank, 1, 4) for number, rank in enumerate((1, 1, 2, 2), start=1)
    )
    assert wrong(1, 2, 3, 5) == (WrongFigure("rank", 4, 5, 1, 4),)


@pytest.mark.parametrize("system", ["CUSTOM_TEAM_SWISS", "CUSTOM_KNOCKOUT", "CUSTOM_SWISS"])
def test_an_uncheckable_system_is_reported(tmp_path: Path, system: str) -> None:
    records = tuple(
        replace(record, text=system) if isinstance(record, NewHeader) and record.code == "192" else record
        for record in report_with_tiebreaks("BH,SB").records
    )
    text = failed(write_tournament(tmp_path, TrfTournament(records)), status=2)
    assert f"{system}: pairings of this system cannot be checked\n" in text
    assert "rounds checked" not in text and "player ranks" in text


@pytest.mark.parametrize(("file", "system"), [
    ("dubov/dubov-6001.trf", "FIDE Dubov system"), ("burstein/burstein-8001.trf", "FIDE Burstein system"),
    ("team-swiss/team-5003.trf", "FIDE team Swiss"),
])  # fmt: skip
def test_every_system_that_a_file_names_is_paired_checked_and_explained(file: str, system: str) -> None:
    path = DATA / "systems" / file
    output = run("checkpairings", path)
    assert output.startswith(f"{system}\n")
    assert ", 0 differ\n" in output
    assert " - " in outputs("pair", path, "--round", 3, "--explain")[1]


def test_a_past_round_is_paired_again_and_explained() -> None:
    boards, explanation = outputs("pair", NINE, "--round", 4, "--explain")
    assert boards.startswith("5\n2 3\n")
    assert "Instead of 4: C1: 1 and 4 met in round 2." in explanation


def test_the_edition_is_that_of_the_file_or_of_the_option(tmp_path: Path) -> None:
    path = DATA / "swiss" / "rtg_002_n30_r11.trf"
    text = path.read_text("utf-8")
    assert "FIDE_DUTCH_2026" in text
    older = write_report(tmp_path, text.replace("FIDE_DUTCH_2026", "FIDE_DUTCH_2017"))
    for arguments in ((older,), (path, "--edition", "dutch-2017")):
        assert failed(*arguments).startswith("FIDE Dutch, until January 2026\n")


def test_a_file_without_its_number_of_rounds_is_paired_with_a_warning(tmp_path: Path) -> None:
    """The bye is against zero."""
    text = first_rounds(NINE.read_text("utf-8"), 3)
    for rounds_line, warns in (("142 6\n", False), ("", True)):
        boards, warning = outputs("pair", write_report(tmp_path, text.replace("142 6\n", rounds_line)))
        assert boards == "5\n2 3\n8 1\n4 7\n5 9\n6 0\n"
        assert ("not taken for the last" in warning) is warns


def test_three_points_for_a_win_divide_who_was_level(tmp_path: Path) -> None:
    """A win and a loss are 3 points, two draws 2: players 1 and 5, who have met, float to 3 and 4."""
    cells = {
        1: ("   5 w 1", "   2 b 0"), 2: ("   6 b 1", "   1 w 1"),
        3: ("   7 w =", "   4 b ="), 4: ("   8 b =", "   3 w ="),
        5: ("   1 b 0", "   6 w 1"), 6: ("   2 w 0", "   5 b 0"),
        7: ("   3 b =", "   8 w 1"), 8: ("   4 w =", "   7 b 0"),
    }  # fmt: skip
    lines = [f"001 {number:4}".ljust(91) + "  ".join(each) for number, each in cells.items()]

    def explained(*heads: str) -> str:
        path = write_report(tmp_path, "\n".join(["XXR 5", "XXC white1", *heads, *lines]))
        return outputs("pair", path, "--explain")[1]

    assert "Bracket of 1 points: 4 residents" in explained()
    assert "Bracket of 2 points: 2 residents, moved down: 1, 5." in explained("162  W 3.0    D 1.0")


def test_baku_points_can_be_given(tmp_path: Path) -> None:
    lines = [f"001 {number:4}" for number in range(1, 17)]
    path = write_report(tmp_path, "\n".join(["XXR 9", "XXC white1", *lines]))
    assert run("pair", path, "--baku").split("\n")[1] == "1 5"


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    text = NINE.read_text("utf-8").replace("     5 w 1     4 b 1", "     6 w 1     4 b 1")
    message = refusal_text("pair", write_report(tmp_path, text))
    assert "line 6: Round 1: the line of player 6 does not show this game." in message
    assert "No such file" in refusal_text("pair", "nowhere.trf")


def test_a_section_that_cannot_be_paired_says_what_would_free_it(tmp_path: Path) -> None:
    def line(number: int, cell: str) -> str:
        return f"001 {number:4}".ljust(91) + cell

    text = "\n".join(["XXR 3", line(1, "   2 w 1"), line(2, "   1 b 0")])
    assert "waived: players 1 and 2 have met (C1)" in refusal_text("pair", write_report(tmp_path, text))


BUSY = Chances(forfeit=0.1, double_forfeit=0.02, half_bye=0.08, zero_bye=0.04, full_bye=0.02, withdrawal=0.2, late=0.2)


def test_the_same_seed_gives_the_same_tournament_and_another_seed_another() -> None:
    command = ("simulate", "--players", 24, "--rounds", 7, "--seed")
    assert run(*command, "a") == run(*command, "a") != run(*command, "b")
    assert run("simulate", "--seed", "a") == run("simulate", "--seed", "a")


def test_a_run_without_a_seed_is_a_new_tournament_and_prints_its_seed() -> None:
    command = ("simulate", "--players", 12, "--rounds", 4)
    report, message = outputs(*command)
    assert run(*command) != report
    seed = message.split()[-1]
    assert report.startswith(f"### Seed: {seed}\r\n")
    assert run(*command, "--seed", seed) == report


def test_missing_options_are_drawn() -> None:
    drawn = [drawn_plan(seed, {}) for seed in range(60)]
    assert len({plan.players for plan in drawn}) > 30
    assert {plan.rounds for plan in drawn} >= {3, 5, 7, 9, 11}
    assert len({plan.chances for plan in drawn}) == 60
    assert {plan.accelerated for plan in drawn} == {True, False}
    assert len({plan.scoring for plan in drawn}) > 3
    assert any(plan.unrated for plan in drawn) and any(plan.apart for plan in drawn)
    assert all(plan.tiebreaks and plan.scoring.pairing_bye for plan in drawn)
    assert all(2 * plan.rounds <= plan.players or plan.rounds == 3 for plan in drawn)
    plan = drawn_plan("x", {"rounds": 15, "accelerated": False}, forfeit=0.5)
    assert (plan.rounds, plan.accelerated, plan.chances.forfeit) == (15, False, 0.5)
    assert plan.players >= 30


def test_ratings_are_given_one_by_one_or_described() -> None:
    def ratings(*arguments: object) -> list[int | None]:
        text = run("simulate", "--rounds", 2, "--quiet-players", *arguments)
        return [player_record.rating for player_record in read(text.encode()).tournament.players.values()]

    assert ratings("--ratings", "2000,2300,0,2100") == [2300, 2100, 2000, None]
    five = ("--players", 5, "--unrated", 0)
    assert ratings(*five, "--highest", 2200, "--step", 50) == [2200, 2150, 2100, 2050, 2000]
    assert all(1800 <= (rating or 0) <= 1900 for rating in ratings(*five, "--lowest", 1800, "--highest", 1900))
    assert max(RatingRange(1000, 3000, spread=20).drawn(200, Random("spread"))) < 2120


def test_odd_results_and_double_forfeits_occur_as_often_as_asked() -> None:
    pairs: Counter[tuple[str, str]] = Counter()
    for seed in range(6):
        chances = Chances(0, 0.1, 0.3, 0, 0, 0, 0, 0)
        tournament = report_of(simulate(Plan(20, 6, chances), seed), "Odd")
        for player_record in tournament.players.values():
            for cell in player_record.rounds:
                if cell.side is Side.WHITE and cell.opponent is not None:
                    opponent_cell = tournament.players[cell.opponent].rounds[player_record.rounds.index(cell)]
                    pairs[cell.mark, opponent_cell.mark] += 1
    games = sum(pairs.values())
    odd = pairs["=", "0"] + pairs["0", "="] + pairs["0", "0"]
    assert 0.2 < odd / games < 0.4
    assert 0.04 < pairs["-", "-"] / games < 0.18
    assert min(pairs["=", "0"], pairs["0", "="], pairs["0", "0"]) > 10


def test_ranks_are_those_of_the_list_that_the_file_names() -> None:
    text = run("simulate", "--players", 16, "--rounds", 6, "--tiebreaks", "BH/C1,BH,SB", "--seed", "ranks")
    assert "202 BH/C1,BH,SB\r\n212 PTS,BH/C1,BH,SB\r\n" in text
    tournament = read(text.encode()).tournament
    assert not check_ranks(tournament).wrong
    assert [player_record.rank for player_record in tournament.players.values()] != list(range(1, 17))


def test_points_of_other_scorings_and_pairs_kept_apart_are_in_the_file() -> None:
    text = run("simulate", "--players", 12, "--rounds", 4, "--points", "3,1,0,1", "--apart", 2, "--seed", "p")
    tournament = read(text.encode()).tournament
    assert (tournament.scoring.win, tournament.scoring.pairing_bye) == (6, 2)
    assert len(tournament.forbidden(3)) == 2
    assert not read(text.encode()).adjustments


@pytest.mark.parametrize("baku", [False, True])
def test_a_checker_finds_every_round_as_it_was_paired(tmp_path: Path, baku: bool) -> None:
    flags = ["--baku"] if baku else []
    chances = ["--late", 0.2, "--withdrawal", 0.2, "--half-bye", 0.1, "--forfeit", 0.1]
    run("simulate", "--players", 31, "--rounds", 9, "--count", 4, "--directory", tmp_path, *chances, *flags)
    files = sorted(tmp_path.glob("*.trf"))
    assert len(files) == 4
    for file in files:
        output = run("checkpairings", file)
        assert "9 rounds checked, 0 differ" in output and "31 player ranks checked, 0 differ" in output


def test_a_simulated_report_is_legal_and_read_without_adjustments() -> None:
    for seed in range(12):
        reading = read(write(report_of(simulate(Plan(17, 6, BUSY), seed), "Simulated")))
        assert not reading.adjustments
        assert len(reading.tournament.players) == 17
        for number in range(1, 7):
            state = state_before(reading.tournament, number)
            assert not legality.check(state, *paired_in(reading.tournament, number))


def test_late_comers_and_leavers_are_away_in_one_piece_and_everything_unusual_occurs() -> None:
    seen: Counter[object] = Counter()
    for seed in range(30):
        simulated = simulate(Plan(20, 7, BUSY), seed)
        with_byes = {number for _, number in simulated.byes}
        for player in simulated.state.players:
            present = [past.happened is not RoundOutcome.BYE for past in player.rounds]
            if player.number in with_byes or True not in present:
                continue
            first, last = present.index(True), len(present) - present[::-1].index(True)
            assert all(present[first:last])
            seen["late"] += first > 0
            seen["left"] += last < len(present)
        for player in simulated.state.players:
            for past in player.rounds:
                seen[past.happened, past.points] += 1
    assert seen["late"] > 20
    assert seen["left"] > 20
    for happened, points in [
        (RoundOutcome.BYE, 0), (RoundOutcome.BYE, 1), (RoundOutcome.BYE, 2),
        (RoundOutcome.FORFEIT, 0), (RoundOutcome.FORFEIT, 2),
        (RoundOutcome.PAIRING_BYE, 2), (RoundOutcome.PLAYED, 0), (RoundOutcome.PLAYED, 1), (RoundOutcome.PLAYED, 2),
    ]:  # fmt: skip
        assert seen[happened, points], (happened, points)


def test_scores_follow_the_ratings() -> None:
    """Over some thousands of games the sum of expected scores is near the sum of scores, white's 35 points aside."""
    expected = scored = games = 0.0
    for seed in range(20):
        simulated = simulate(Plan(60, 9, NOTHING_UNUSUAL), seed)
        for player in simulated.state.players[:30]:
            for past in player.rounds:
                if past.opponent is not None and past.opponent > 30:
                    own, opponent = simulated.ratings[player.number - 1], simulated.ratings[past.opponent - 1]
                    expected += expected_percent(own - opponent) / 100
                    scored += past.points / 2
                    games += 1
    assert games > 1000
    assert abs(scored - expected) / games < 0.03


def test_no_player_is_away_with_quiet_players() -> None:
    text = run("simulate", "--players", 12, "--rounds", 5, "--quiet-players", "--apart", 0)
    assert "240" not in {line[:3] for line in text.splitlines()}
    assert " H" not in text and " Z" not in text


@pytest.mark.parametrize(("arguments", "sentence"), [
    (("--players", 3, "--rounds", 9, "--seed", "1"), "seed 1:"),
    (("--players", 1, "--rounds", 9), "not between 2 and"),
    (("--players", 9, "--rounds", 0), "not between 1 and"),
    (("--players", 9, "--rounds", 3, "--late", 2), "not between 0 and 1"),
    (("--players", 9, "--rounds", 3, "--count", 3), "--directory"),
])  # fmt: skip
def test_impossible_options_are_refused(arguments: tuple[object, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        run("simulate", *arguments)
