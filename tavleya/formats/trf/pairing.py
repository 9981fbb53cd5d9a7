"""Pairing input from a TRF."""

from collections.abc import Mapping
from dataclasses import replace

from tavleya.formats.trf.check import bye_kind, points_in
from tavleya.formats.trf.records import PlayerRecord, ResultCell
from tavleya.formats.trf.tournament import TrfTournament
from tavleya.pairing.state import Pair, PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind, Scoring


def state_before(tournament: TrfTournament, round_number: int, initial_colour: Side | None = None) -> SwissState:
    """Return the state before a round is (or was) paired.

    It has the earlier rounds, absences, accelerated points and forbidden pairs.

    In a recorded round, players are absent if they have no board and no allocated bye; in the next round, if they asked
    for a bye (240, XXZ, or in advance in their line).  `initial_colour` is used if the file has neither 152 nor XXC.
    """
    scoring, recorded = tournament.scoring, tournament.rounds_recorded
    players = tuple(
        SwissPlayer(
            player_record.number,
            tuple(_past(tournament, player_record, at, scoring) for at in range(1, round_number)),
            _virtual(tournament, player_record.number, round_number),
            player_record.rating or 0,
        )
        for player_record in tournament.players.values()
    )
    absent = {number for at, number in tournament.byes if at == round_number}
    if round_number > recorded:
        absent |= tournament.absent
    for player_record in tournament.players.values():
        kind = bye_kind(cell_of(tournament, player_record, round_number))
        if kind not in (None, EncounterKind.PAIRING_BYE) and (
            round_number <= recorded or len(player_record.rounds) >= round_number
        ):
            absent.add(player_record.number)
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
    for player_record in tournament.players.values():
        cell = cell_of(tournament, player_record, round_number)
        if bye_kind(cell) is EncounterKind.PAIRING_BYE:
            bye = player_record.number
        elif cell.opponent is not None and cell.side is Side.WHITE:
            boards.add(Pair(player_record.number, cell.opponent))
    return frozenset(boards), bye


def uncoloured_in(tournament: TrfTournament, round_number: int) -> frozenset[Pair]:
    """Return the boards without colours in either line; in `paired_in` the lower starting rank has White there."""
    written = {player_record.number: player_record for player_record in tournament.of(PlayerRecord)}
    bare = {
        number: cell.opponent
        for number, player_record in written.items()
        if round_number <= len(player_record.rounds)
        and (cell := player_record.rounds[round_number - 1]).opponent is not None
        and cell.side is None
    }
    return frozenset(
        Pair(number, other) for number, other in bare.items() if bare.get(other) == number and number < other
    )


def coloured(tournament: TrfTournament, whites: Mapping[tuple[int, int], int]) -> TrfTournament:
    """Return the tournament with colours on boards without them: (round, starting rank of White) → that of Black."""
    sides = dict.fromkeys(whites, Side.WHITE) | {(index, black): Side.BLACK for (index, _), black in whites.items()}
    return TrfTournament(
        tuple(
            replace(
                record,
                rounds=tuple(
                    replace(cell, side=sides[index, record.number]) if (index, record.number) in sides else cell
                    for index, cell in enumerate(record.rounds, start=1)
                ),
            )
            if isinstance(record, PlayerRecord)
            else record
            for record in tournament.records
        ),
        tournament.writing,
    )


def first_colour(tournament: TrfTournament) -> Side | None:
    """Return the drawn colour, as most boards of round 1 show it; None before round 1.

    The higher ranked player of a board has it if their pairing number is odd (C.04.3, 5.2.5).  The majority decides,
    because the colours of a single board may have been swapped manually.
    """
    paired = [
        player_record
        for player_record in tournament.players.values()
        if bye_kind(cell_of(tournament, player_record, 1)) in (None, EncounterKind.PAIRING_BYE)
    ]
    sides = []
    for place, player_record in enumerate(paired, start=1):
        cell = cell_of(tournament, player_record, 1)
        if cell.side is not None and cell.opponent is not None and player_record.number < cell.opponent:
            sides.append(cell.side if place % 2 else cell.side.other)
    return max(sides, key=sides.count) if sides else None


def cell_of(tournament: TrfTournament, player_record: PlayerRecord, round_number: int) -> ResultCell:
    """Return a round of a player, with the bye of a line 240 if their own line is blank."""
    cell = player_record.rounds[round_number - 1] if round_number <= len(player_record.rounds) else ResultCell()
    if cell.empty and (round_number, player_record.number) in tournament.byes:
        return ResultCell(mark=tournament.byes[round_number, player_record.number])
    return cell


def _past(tournament: TrfTournament, player_record: PlayerRecord, at: int, scoring: Scoring) -> PastRound:
    cell = cell_of(tournament, player_record, at)
    points = points_in(tournament, player_record.number, at, cell, scoring)
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
