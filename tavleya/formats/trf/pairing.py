"""Pairing input from a TRF."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tavleya.formats.trf.check import bye_kind, points_in
from tavleya.formats.trf.records import PlayerRecord
from tavleya.formats.trf.results import ResultCell
from tavleya.formats.trf.tournament import TrfTournament
from tavleya.pairing.state import Pair, PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind, Scoring


def state_before(
    tournament: TrfTournament, round_number: int, initial_colour: Side | None = None
) -> SwissState:
    """Return the state before a round is (or was) paired.

    It has the earlier rounds, absences, accelerated points and forbidden pairs.

    In a recorded round, players are absent if they have no board and no allocated bye; in the next round, if they asked
    for a bye (240, XXZ, or in advance in their line).  `initial_colour` is used if the file has neither 152 nor XXC.
    """
    scoring, recorded = tournament.scoring, tournament.rounds_recorded
    players = tuple(
        SwissPlayer(
            one.number,
            tuple(_past(tournament, one, at, scoring) for at in range(1, round_number)),
            _virtual(tournament, one.number, round_number),
            one.rating or 0,
        )
        for one in tournament.players.values()
    )
    absent = {number for at, number in tournament.byes if at == round_number}
    if round_number > recorded:
        absent |= tournament.absent
    for one in tournament.players.values():
        kind = bye_kind(cell_of(tournament, one, round_number))
        if kind not in (None, EncounterKind.PAIRING_BYE) and (
            round_number <= recorded or len(one.rounds) >= round_number
        ):
            absent.add(one.number)
    # A file without the number of rounds is complete, or not yet at its last round.
    planned = tournament.rounds_planned or (recorded if round_number <= recorded else round_number + 1)
    return SwissState(
        players,
        planned,
        tournament.initial_colour or initial_colour or first_colour(tournament) or Side.WHITE,
        frozenset(absent),
        tournament.forbidden(round_number),
        scoring.win,
        scoring.loss,
    )


def paired_in(tournament: TrfTournament, round_number: int) -> tuple[frozenset[Pair], int | None]:
    """Return the boards of a round of the file, by starting rank, and the player with the pairing-allocated bye."""
    boards, bye = set(), None
    for one in tournament.players.values():
        cell = cell_of(tournament, one, round_number)
        if bye_kind(cell) is EncounterKind.PAIRING_BYE:
            bye = one.number
        elif cell.opponent is not None and cell.side is Side.WHITE:
            boards.add(Pair(one.number, cell.opponent))
    return frozenset(boards), bye


def uncoloured_in(tournament: TrfTournament, round_number: int) -> frozenset[Pair]:
    """Return the boards without colours in either line; in `paired_in` the lower starting rank has White there."""
    written = {one.number: one for one in tournament.of(PlayerRecord)}
    bare = {
        number: cell.opponent
        for number, one in written.items()
        if round_number <= len(one.rounds)
        and (cell := one.rounds[round_number - 1]).opponent is not None
        and cell.side is None
    }
    return frozenset(
        Pair(number, other) for number, other in bare.items() if bare.get(other) == number and number < other
    )


def coloured(tournament: TrfTournament, whites: Mapping[tuple[int, int], int]) -> TrfTournament:
    """Return the tournament with colours on boards without them: (round, starting rank of White) → that of Black."""
    sides = dict.fromkeys(whites, Side.WHITE) | {(at, black): Side.BLACK for (at, _), black in whites.items()}
    return TrfTournament(
        tuple(
            replace(
                one,
                rounds=tuple(
                    replace(cell, side=sides[at, one.number]) if (at, one.number) in sides else cell
                    for at, cell in enumerate(one.rounds, start=1)
                ),
            )
            if isinstance(one, PlayerRecord)
            else one
            for one in tournament.records
        ),
        tournament.writing,
    )


def first_colour(tournament: TrfTournament) -> Side | None:
    """Return the drawn colour, as most boards of round 1 show it; None before round 1.

    The higher ranked player of a board has it if their pairing number is odd (C.04.3, 5.2.5).  The majority decides,
    because the colours of a single board may have been swapped manually.
    """
    paired = [
        one
        for one in tournament.players.values()
        if bye_kind(cell_of(tournament, one, 1)) in (None, EncounterKind.PAIRING_BYE)
    ]
    shown = []
    for place, one in enumerate(paired, start=1):
        cell = cell_of(tournament, one, 1)
        if cell.side is not None and cell.opponent is not None and one.number < cell.opponent:
            shown.append(cell.side if place % 2 else cell.side.other)
    return max(shown, key=shown.count) if shown else None


def cell_of(tournament: TrfTournament, one: PlayerRecord, round_number: int) -> ResultCell:
    """Return a round of a player, with the bye of a line 240 if their own line is blank."""
    cell = one.rounds[round_number - 1] if round_number <= len(one.rounds) else ResultCell()
    if cell.empty and (round_number, one.number) in tournament.byes:
        return ResultCell(mark=tournament.byes[round_number, one.number])
    return cell


def _past(tournament: TrfTournament, one: PlayerRecord, at: int, scoring: Scoring) -> PastRound:
    cell = cell_of(tournament, one, at)
    points = points_in(tournament, one.number, at, cell, scoring)
    if cell.opponent is None:
        allocated = bye_kind(cell) is EncounterKind.PAIRING_BYE
        return PastRound(RoundOutcome.PAIRING_BYE if allocated else RoundOutcome.BYE, points)
    if cell.mark.open:
        points += scoring.draw  # an adjourned game pairs as a draw
    happened = RoundOutcome.FORFEIT if cell.mark.forfeit else RoundOutcome.PLAYED
    return PastRound(happened, points, cell.opponent, cell.side)


def _virtual(tournament: TrfTournament, number: int, round_number: int) -> tuple[int, ...]:
    points = tuple(tournament.accelerated(number, at) for at in range(1, round_number + 1))
    return points if any(points) else ()
