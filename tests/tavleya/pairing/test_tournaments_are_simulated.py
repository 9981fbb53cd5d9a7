"""`manage.py simulate`: random tournaments that a pairing checker can take apart."""

from collections import Counter
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from tavleya.formats.trf import read, write
from tavleya.formats.trf.comparison import check_ranks
from tavleya.formats.trf.pairing import paired_in, state_before
from tavleya.formats.trf.schedule import report_of
from tavleya.pairing import legality
from tavleya.pairing.simulation import NOTHING_UNUSUAL, Chances, Plan, RatingRange, Simulated, drawn_plan, simulate
from tavleya.pairing.state import RoundOutcome
from tavleya.ratings import expected_percent
from tavleya.sides import Side

BUSY = Chances(forfeit=0.1, double_forfeit=0.02, half_bye=0.08, zero_bye=0.04, full_bye=0.02, withdrawal=0.2, late=0.2)


def simulated_report(*arguments: object) -> str:
    out = StringIO()
    call_command("simulate", *map(str, arguments), stdout=out, stderr=StringIO())
    return out.getvalue()


def test_the_same_seed_gives_the_same_tournament_and_another_seed_another() -> None:
    requests = ("--players", 24, "--rounds", 7)
    assert simulated_report(*requests, "--seed", "a") == simulated_report(*requests, "--seed", "a")
    assert simulated_report(*requests, "--seed", "a") != simulated_report(*requests, "--seed", "b")
    assert simulated_report("--seed", "a") == simulated_report("--seed", "a")


def test_a_run_without_a_seed_is_a_new_tournament_and_prints_its_seed() -> None:
    out, err = StringIO(), StringIO()
    call_command("simulate", "--players", "12", "--rounds", "4", stdout=out, stderr=err)
    assert simulated_report("--players", 12, "--rounds", 4) != out.getvalue()
    seed = err.getvalue().split()[-1]
    assert out.getvalue().startswith(f"### Seed: {seed}\r\n")
    assert simulated_report("--players", 12, "--rounds", 4, "--seed", seed) == out.getvalue()


def test_missing_options_are_drawn() -> None:
    drawn = [drawn_plan(seed, {}) for seed in range(60)]
    assert len({plan.players for plan in drawn}) > 30
    assert {plan.rounds for plan in drawn} >= {3, 5, 7, 9, 11}
    assert len({plan.chances for plan in drawn}) == 60
    assert {plan.accelerated for plan in drawn} == {True, False}
    assert len({plan.scoring for plan in drawn}) > 3
    assert all(plan.scoring.pairing_bye for plan in drawn)
    assert any(plan.unrated for plan in drawn)
    assert any(plan.apart for plan in drawn)
    assert all(plan.tiebreaks for plan in drawn)
    assert all(2 * plan.rounds <= plan.players or plan.rounds == 3 for plan in drawn)


def test_given_options_are_kept() -> None:
    plan = drawn_plan("x", {"rounds": 15, "accelerated": False}, forfeit=0.5)
    assert (plan.rounds, plan.accelerated, plan.chances.forfeit) == (15, False, 0.5)
    assert plan.players >= 30


def test_ratings_are_given_one_by_one_or_described() -> None:
    trf_tournament = read(
        simulated_report("--ratings", "2000,2300,0,2100", "--rounds", 2, "--quiet-players").encode()
    ).tournament
    assert [player_record.rating for player_record in trf_tournament.players.values()] == [2300, 2100, 2000, None]
    requests = ("--players", 5, "--rounds", 2, "--quiet-players", "--unrated", 0)
    ladder = read(simulated_report(*requests, "--highest", 2200, "--step", 50).encode()).tournament
    assert [player_record.rating for player_record in ladder.players.values()] == [2200, 2150, 2100, 2050, 2000]
    within = read(simulated_report(*requests, "--lowest", 1800, "--highest", 1900).encode()).tournament
    assert all(1800 <= (player_record.rating or 0) <= 1900 for player_record in within.players.values())
    assert max(RatingRange(1000, 3000, spread=20).drawn(200, Random("spread"))) < 2120


def test_odd_results_and_double_forfeits_occur_as_often_as_asked() -> None:
    pairs: Counter[tuple[str, str]] = Counter()
    for seed in range(6):
        chances = Chances(0, 0.1, 0.3, 0, 0, 0, 0, 0)
        tournament = report_of(simulate(Plan(20, 6, chances), seed), "Odd")
        for player_record in tournament.players.values():
            for cell in player_record.rounds:
                if cell.side is Side.WHITE and cell.opponent is not None:
                    result_cell = tournament.players[cell.opponent].rounds[player_record.rounds.index(cell)]
                    pairs[cell.mark, result_cell.mark] += 1
    games = sum(pairs.values())
    odd = pairs["=", "0"] + pairs["0", "="] + pairs["0", "0"]
    assert 0.2 < odd / games < 0.4
    assert 0.04 < pairs["-", "-"] / games < 0.18
    assert min(pairs["=", "0"], pairs["0", "="], pairs["0", "0"]) > 10


def test_ranks_are_those_of_the_list_that_the_file_names() -> None:
    text = simulated_report("--players", 16, "--rounds", 6, "--tiebreaks", "BH/C1,BH,SB", "--seed", "ranks")
    assert "202 BH/C1,BH,SB\r\n212 PTS,BH/C1,BH,SB\r\n" in text
    tournament = read(text.encode()).tournament
    assert not check_ranks(tournament).wrong
    assert [player_record.rank for player_record in tournament.players.values()] != list(range(1, 17))


def test_points_of_other_scorings_and_pairs_kept_apart_are_in_the_file() -> None:
    text = simulated_report("--players", 12, "--rounds", 4, "--points", "3,1,0,1", "--apart", 2, "--seed", "p")
    tournament = read(text.encode()).tournament
    assert (tournament.scoring.win, tournament.scoring.pairing_bye) == (6, 2)
    assert len(tournament.forbidden(3)) == 2
    assert not read(text.encode()).adjustments


@pytest.mark.parametrize("baku", [False, True])
def test_a_checker_finds_every_round_as_it_was_paired(tmp_path: Path, baku: bool) -> None:
    flags = ["--baku"] if baku else []
    chances = ["--late", 0.2, "--withdrawal", 0.2, "--half-bye", 0.1, "--forfeit", 0.1]
    simulated_report("--players", 31, "--rounds", 9, "--count", 4, "--directory", tmp_path, *chances, *flags)
    files = sorted(tmp_path.glob("*.trf"))
    assert len(files) == 4
    for file in files:
        out = StringIO()
        call_command("checkpairings", str(file), stdout=out, stderr=StringIO())
        assert "9 rounds checked, 0 differ" in out.getvalue()
        assert "31 player ranks checked, 0 differ" in out.getvalue()


def test_a_simulated_report_is_legal_and_read_without_adjustments() -> None:
    for seed in range(12):
        reading = read(made_bytes(simulate(Plan(17, 6, BUSY), seed)))
        assert not reading.adjustments
        assert len(reading.tournament.players) == 17
        for at in range(1, 7):
            state = state_before(reading.tournament, at)
            assert not legality.check(state, *paired_in(reading.tournament, at))


def made_bytes(simulated: Simulated) -> bytes:
    return write(report_of(simulated, "Simulated"))


def test_late_comers_and_leavers_are_away_in_one_piece_and_everything_unusual_occurs() -> None:
    seen: Counter[object] = Counter()
    for seed in range(30):
        simulated = simulate(Plan(20, 7, BUSY), seed)
        numbers = {number for _, number in simulated.byes}
        for player in simulated.state.players:
            arguments = [past.happened is not RoundOutcome.BYE for past in player.rounds]
            if player.number in numbers or True not in arguments:
                continue
            first, last = arguments.index(True), len(arguments) - arguments[::-1].index(True)
            assert all(arguments[first:last])
            seen["late"] += first > 0
            seen["left"] += last < len(arguments)
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
    text = simulated_report("--players", 12, "--rounds", 5, "--quiet-players", "--apart", 0)
    assert "240" not in {line[:3] for line in text.splitlines()}
    assert " H" not in text
    assert " Z" not in text


@pytest.mark.parametrize(("arguments", "sentence"), [
    (("--players", 3, "--rounds", 9, "--seed", "1"), "seed 1:"),
    (("--players", 1, "--rounds", 9), "not between 2 and"),
    (("--players", 9, "--rounds", 0), "not between 1 and"),
    (("--players", 9, "--rounds", 3, "--late", 2), "not between 0 and 1"),
    (("--players", 9, "--rounds", 3, "--count", 3), "--directory"),
])  # fmt: skip
def test_impossible_options_are_refused(arguments: tuple[object, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        simulated_report(*arguments)
