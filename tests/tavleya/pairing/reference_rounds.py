"""Tournaments with the pairs that each round should have (`tests/data/systems`, each report with a list beside it)."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tavleya.formats.trf import read
from tavleya.formats.trf.comparison import state_as_paired
from tavleya.formats.trf.team_table import team_state_before
from tavleya.pairing.state import CannotPair, RoundOutcome, RoundPairing, SwissState
from tests.paths import DATA


@dataclass(frozen=True)
class Reference:
    """A round to be paired and its boards (White, Black), the bye against 0; None if it cannot be paired."""

    state: SwissState
    boards: frozenset[tuple[int, int]] | None

    def same(self, round_pairing: RoundPairing) -> bool:
        """Return whether the boards and the colours are equal.

        The references number all players from the start, also those absent from round 1, who have no pairing number yet
        (C.04.2, 2.4); the colours of two who never played depend on it and are left out then.
        """
        boards = {(pair.white, pair.black) for pair in round_pairing.pairs}
        boards |= {(round_pairing.bye, 0)} if round_pairing.bye is not None else set()
        assert self.boards is not None
        return {self._comparable(*board) for board in boards} == {self._comparable(*board) for board in self.boards}

    def _comparable(self, white: int, black: int) -> tuple[int, ...]:
        renumbered = any(self.state.tpn.get(number, number) != number for number in (white, black))
        fresh = not any(
            past.happened is RoundOutcome.PLAYED
            for player in self.state.players
            if player.number in (white, black)
            for past in player.rounds
        )
        return tuple(sorted((white, black))) if renumbered and fresh else (white, black)


def files(folder: str) -> list[Path]:
    return sorted((DATA / "systems" / folder).glob("*.trf"))


def rounds(path: Path) -> Iterator[Reference]:
    tournament = read(path.read_bytes()).tournament
    for round_ in json.loads(path.with_suffix(".json").read_text("utf-8"))["rounds"]:
        state = state_as_paired(tournament, round_["round"])
        absent = frozenset(round_["absent"])
        if round_["pairs"] is None:
            yield Reference(replace(state, absent=absent), None)
            continue
        assert state.absent == absent
        yield Reference(state, frozenset((white, black) for white, black in round_["pairs"]))


def rounds_of_teams(path: Path) -> Iterator[Reference]:
    """Return the rounds of teams; a file of one position has the matches of its next round."""
    tournament = read(path.read_bytes()).tournament
    expected = json.loads(path.with_suffix(".json").read_text("utf-8"))
    if expected.get("next_round"):
        coming = tournament.rounds_recorded + 1
        expected = {"rounds": [{"round": coming, "absent": [], "pairs": expected["expected_by_hand"]}]}
    for round_ in expected["rounds"]:
        state = team_state_before(tournament, round_["round"])
        if round_["pairs"] is None:
            yield Reference(state, None)
            continue
        assert state.absent == frozenset(round_["absent"])
        yield Reference(state, frozenset((white, black) for white, black in round_["pairs"]))


def reproduced(references: Iterable[Reference], pair: Callable[[SwissState], RoundPairing]) -> int:
    """Return how many rounds were compared; fail at the first that differs."""
    count = 0
    for reference in references:
        count += 1
        try:
            round_pairing = pair(reference.state)
        except CannotPair:
            assert reference.boards is None, f"round {reference.state.round_number}"
            continue
        assert reference.boards is not None and reference.same(round_pairing), f"round {reference.state.round_number}"
    return count
