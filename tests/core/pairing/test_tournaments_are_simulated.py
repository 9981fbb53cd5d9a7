"""`manage.py simulate`: random tournaments that a pairing checker can take apart."""

from __future__ import annotations

from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from core.formats.trf import read, write
from core.formats.trf.pairing import paired_in, state_before
from core.formats.trf.simulated import report_of
from core.pairing import legality
from core.pairing.simulation import NOTHING_UNUSUAL, Chances, Simulated, simulate
from core.pairing.state import RoundOutcome
from core.ratings.tables import expected_percent

BUSY = Chances(forfeit=0.1, half_bye=0.08, zero_bye=0.04, full_bye=0.02, withdrawal=0.2, late=0.2)


def made(*arguments: object) -> str:
    out = StringIO()
    call_command("simulate", *map(str, arguments), stdout=out, stderr=StringIO())
    return out.getvalue()


def test_the_same_seed_gives_the_same_tournament_and_another_seed_another() -> None:
    asked = ("--players", 24, "--rounds", 7)
    assert made(*asked, "--seed", "a") == made(*asked, "--seed", "a")
    assert made(*asked, "--seed", "a") != made(*asked, "--seed", "b")


@pytest.mark.parametrize("baku", [False, True])
def test_a_checker_finds_every_round_as_it_was_paired(tmp_path: Path, baku: bool) -> None:
    flags = ["--baku"] if baku else []
    chances = ["--late", 0.2, "--withdrawal", 0.2, "--half-bye", 0.1, "--forfeit", 0.1]
    made("--players", 31, "--rounds", 9, "--count", 4, "--directory", tmp_path, *chances, *flags)
    files = sorted(tmp_path.glob("*.trf"))
    assert len(files) == 4
    for file in files:
        out = StringIO()
        call_command("checkpairings", str(file), stdout=out, stderr=StringIO())
        assert "9 rounds checked, 0 differ" in out.getvalue()


def test_what_is_written_reads_back_without_an_adjustment_and_is_legal() -> None:
    for seed in range(12):
        simulated = simulate(17, 6, seed, BUSY)
        reading = read(made_bytes(simulated))
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
        simulated = simulate(20, 7, seed, BUSY)
        asked = {number for _, number in simulated.byes}
        for player in simulated.state.players:
            here = [past.happened is not RoundOutcome.BYE for past in player.rounds]
            if player.number in asked or True not in here:
                continue
            first, last = here.index(True), len(here) - here[::-1].index(True)
            assert all(here[first:last])
            seen["late"] += first > 0
            seen["left"] += last < len(here)
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
        simulated = simulate(60, 9, seed, NOTHING_UNUSUAL)
        for player in simulated.state.players[:30]:
            for past in player.rounds:
                if past.opponent is not None and past.opponent > 30:
                    mine, theirs = simulated.ratings[player.number - 1], simulated.ratings[past.opponent - 1]
                    expected += expected_percent(mine - theirs) / 100
                    scored += past.points / 2
                    games += 1
    assert games > 1000
    assert abs(scored - expected) / games < 0.03


def test_nobody_is_away_when_nothing_unusual_may_happen() -> None:
    text = made("--players", 12, "--rounds", 5, "--quiet-players")
    assert "240" not in {line[:3] for line in text.splitlines()}
    assert " H" not in text
    assert " Z" not in text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--players", 3, "--rounds", 9), "seed 1:"),
        (("--players", 1, "--rounds", 9), "not between 2 and"),
        (("--players", 9, "--rounds", 0), "not between 1 and"),
        (("--players", 9, "--rounds", 3, "--late", 2), "not between 0 and 1"),
        (("--players", 9, "--rounds", 3, "--count", 3), "--directory"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: tuple[object, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        made(*arguments)
