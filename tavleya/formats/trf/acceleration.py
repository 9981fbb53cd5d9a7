"""Accelerated points of a TRF (250, XXA), and their comparison with the Baku method."""

from collections.abc import Mapping
from dataclasses import replace

from tavleya.formats.trf.pairing import state_before
from tavleya.formats.trf.swiss_records import AccelerationRecord, PlayerAcceleration
from tavleya.formats.trf.tournament import TrfTournament
from tavleya.pairing import baku
from tavleya.pairing.state import RoundOutcome, SwissState


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
