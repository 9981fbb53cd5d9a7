"""Accelerated points of a TRF (250, XXA), and their comparison with the Baku method."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tavleya.formats.trf.matches import match_state_before, matches_paired_in
from tavleya.formats.trf.pairing import paired_in, state_before, uncoloured_in
from tavleya.formats.trf.swiss_records import AccelerationRecord, PlayerAcceleration
from tavleya.formats.trf.team_table import team_options, team_state_before, teams_paired_in
from tavleya.formats.trf.tournament import TrfTournament
from tavleya.pairing import state as baku
from tavleya.pairing.engines import Engine
from tavleya.pairing.schedules import PairingDifference, compare
from tavleya.pairing.state import Pair, RoundOutcome, SwissState


def virtual_points(tournament: TrfTournament, rounds: int) -> Mapping[int, tuple[int, ...]]:
    """Return the half-points by starting rank for rounds 1, 2 …, without trailing zeros and empty lists."""
    result: dict[int, tuple[int, ...]] = {}
    if not tournament.of(AccelerationRecord) and not tournament.of(PlayerAcceleration):
        return result
    for number in tournament.players:
        points = [tournament.accelerated(number, at) for at in range(1, rounds + 1)]
        while points and not points[-1]:
            points.pop()
        if points:
            result[number] = tuple(points)
    return result


def named_baku(tournament: TrfTournament) -> bool:
    """Return whether the encoded type says Baku and no line lists the points."""
    if not tournament.system.endswith("_BAKU"):
        return False
    return not tournament.of(AccelerationRecord) and not tournament.of(PlayerAcceleration)


def is_baku(tournament: TrfTournament, rounds: int) -> bool:
    """Return whether the points are those of the Baku method in a tournament of `rounds` rounds (C.04.7, 1)."""
    values = virtual_points(tournament, rounds)
    state = replace(state_before(tournament, tournament.rounds_recorded + 1), rounds=rounds)
    if not values or state.win % 2:
        return False
    if state.round_number == 1:
        entrants = [player.number for player in state.present]
    else:
        entrants = [
            swiss_player.number
            for swiss_player in state.players
            if swiss_player.rounds[0].happened is not RoundOutcome.BYE
        ]
    swiss_state = baku.accelerated(state, entrants)
    return {player.number: player.virtual for player in swiss_state.players if any(player.virtual)} == values


def state_as_paired(tournament: TrfTournament, round_number: int, *, accelerated: bool = False) -> SwissState:
    """Return the state before a round, with Baku points if the type of the file or `accelerated` says so."""
    state = state_before(tournament, round_number)
    if not accelerated and not named_baku(tournament):
        return state
    return baku.accelerated(state, [player.number for player in state_before(tournament, 1).present])


# A round of a report, of players or teams: its pairing input and its pairing.


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """`options`: those of the system that the encoded type (192) names.  `uncoloured`: as in `uncoloured_in`."""

    state: SwissState
    boards: frozenset[Pair]
    bye: int | None
    uncoloured: frozenset[Pair] = frozenset()
    options: Mapping[str, Any] = field(default_factory=dict)

    def against(self, engine: Engine, options: Mapping[str, Any] | None = None) -> PairingDifference:
        """Compare the round with the pairing of `engine`, with `options` instead of those of the report."""
        own = self.options if options is None else options
        return compare(engine, self.state, self.boards, self.bye, own, uncoloured=self.uncoloured)


def recorded_round(
    tournament: TrfTournament,
    number: int,
    *,
    accelerated: bool = False,
    teams: bool | None = None,
    games: int = 1,
) -> RecordedRound:
    """Return a round of the file, or the next one without boards; `teams` None: by the encoded type.

    `accelerated`: by the Baku method, whatever the file says.  `games`: the number of columns per round.  Raises:
    BadInput if the matches of teams are ambiguous.
    """
    if games > 1:
        state = match_state_before(tournament, number, games)
        return RecordedRound(state, *matches_paired_in(tournament, number, games))
    if tournament.team_swiss if teams is None else teams:
        return RecordedRound(
            team_state_before(tournament, number, accelerated=accelerated),
            *teams_paired_in(tournament, number),
            options=team_options(tournament.system),
        )
    return RecordedRound(
        state_as_paired(tournament, number, accelerated=accelerated),
        *paired_in(tournament, number),
        uncoloured_in(tournament, number),
    )
