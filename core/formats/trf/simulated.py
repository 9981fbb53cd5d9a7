"""A simulated tournament as a report, with everything that a pairing checker needs to pair it again."""

from __future__ import annotations

from itertools import groupby

from common.sides import Side
from core.formats.trf.records import (
    Header,
    InitialColour,
    NewHeader,
    PlayerRecord,
    RoundCount,
    TrfRecord,
)
from core.formats.trf.results import ResultCell, ResultMark
from core.formats.trf.swiss_records import AccelerationRecord, ByesRecord
from core.formats.trf.tournament import TrfTournament
from core.pairing.simulation import Simulated
from core.pairing.state import DUTCH_2017, DUTCH_2026, PastRound, RoundOutcome, SwissPlayer

_TYPES = {DUTCH_2026: "FIDE_DUTCH_2026", DUTCH_2017: "FIDE_DUTCH_2017"}
_PLAYED = {2: ResultMark.WIN, 1: ResultMark.DRAW, 0: ResultMark.LOSS}
_BYES = {2: ResultMark.FULL_BYE, 1: ResultMark.HALF_BYE, 0: ResultMark.ZERO_BYE}


def report_of(simulated: Simulated, name: str, edition: str = DUTCH_2026) -> TrfTournament:
    """As records of TRF26; byes that were asked for are in lines 240, accelerated points in 250."""
    state = simulated.state
    order = sorted(state.players, key=lambda player: (-_points(player), player.number))
    places = {player.number: place for place, player in enumerate(order, start=1)}
    records: list[TrfRecord] = [
        Header(code="012", text=name),
        Header(code="062", text=str(len(state.players))),
        Header(code="092", text="Individual: Swiss-System"),
        RoundCount(rounds=state.rounds),
        InitialColour(text="W" if state.initial_colour is Side.WHITE else "B"),
        NewHeader(code="192", text=_TYPES[edition] + ("_BAKU" if _accelerated(simulated) else "")),
        *_byes(simulated),
        *_accelerations(simulated),
    ]
    records += [
        PlayerRecord(
            number=player.number,
            name=f"Player {player.number:04}",
            rating=simulated.ratings[player.number - 1],
            points=_points(player),
            rank=places[player.number],
            rounds=tuple(_cell(past) for past in player.rounds),
        )
        for player in state.players
    ]
    return TrfTournament(tuple(records))


def _points(player: SwissPlayer) -> int:
    return sum(past.points for past in player.rounds)


def _cell(past: PastRound) -> ResultCell:
    if past.happened is RoundOutcome.PAIRING_BYE:
        return ResultCell(mark=ResultMark.PAIRING_BYE)
    if past.happened is RoundOutcome.BYE:
        return ResultCell(mark=_BYES[past.points])
    if past.happened is RoundOutcome.FORFEIT:
        return ResultCell(
            past.opponent, past.side, ResultMark.FORFEIT_WIN if past.points else ResultMark.FORFEIT_LOSS
        )
    return ResultCell(past.opponent, past.side, _PLAYED[past.points])


def _byes(simulated: Simulated) -> list[ByesRecord]:
    marked = sorted(
        (at, str(_cell(simulated.state.players[number - 1].rounds[at - 1]).mark), number)
        for at, number in simulated.byes
    )
    return [
        ByesRecord(kind=kind, round=at, ids=tuple(number for *_, number in same))
        for (at, kind), same in groupby(marked, key=lambda one: one[:2])
    ]


def _accelerations(simulated: Simulated) -> list[AccelerationRecord]:
    """The first group is a run of starting ranks from 1."""
    group = _accelerated(simulated)
    return [
        AccelerationRecord(
            game_points=points, first_round=at, last_round=at, first_id=1, last_id=group[-1].number
        )
        for at, points in enumerate(group[0].virtual if group else (), start=1)
    ]


def _accelerated(simulated: Simulated) -> list[SwissPlayer]:
    return [player for player in simulated.state.players if player.virtual]
