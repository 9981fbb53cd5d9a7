"""The standings table of a TRF."""

from tavleya.formats.trf.check import bye_kind, points_in, points_of
from tavleya.formats.trf.records import PlayerRecord
from tavleya.formats.trf.results import ResultCell, ResultMark
from tavleya.formats.trf.tournament import TrfTournament
from tavleya.sides import Side
from tavleya.tiebreaks.table import Encounter, EncounterKind, Participant, Scoring, Table, TieBreakEdition

_FORFEITS = {
    ResultMark.FORFEIT_WIN: EncounterKind.FORFEIT_WIN,
    ResultMark.FORFEIT_LOSS: EncounterKind.FORFEIT_LOSS,
}


def table_of(tournament: TrfTournament, edition: TieBreakEdition = TieBreakEdition.MARCH_2026) -> Table:
    """Return the individual standings.  Games without a result are left out; blank rounds are byes."""
    scoring, rounds = tournament.scoring, tournament.rounds_recorded
    predetermined = tournament.round_robin
    participants = {
        player_record.number: Participant(
            player_record.number,
            player_record.number,
            player_record.rating or None,
            _encounters(tournament, player_record, rounds, scoring, predetermined=predetermined),
        )
        for player_record in tournament.players.values()
    }
    games = len(participants) - 1 if predetermined else 0
    if predetermined and games:
        games *= max(1, round(rounds / (len(participants) - 1 + len(participants) % 2)))
    return Table(participants, rounds, scoring, predetermined, games, edition)


def _encounters(
    tournament: TrfTournament,
    player_record: PlayerRecord,
    rounds: int,
    scoring: Scoring,
    *,
    predetermined: bool,
) -> tuple[Encounter, ...]:
    encounters = []
    for at in range(1, rounds + 1):
        cell = player_record.rounds[at - 1] if at <= len(player_record.rounds) else ResultCell()
        if cell.empty and (at, player_record.number) in tournament.byes:
            cell = ResultCell(mark=tournament.byes[at, player_record.number])
        kind = bye_kind(cell)
        if kind is not None:
            # In a round robin of an odd number, the free player rests: this does not count as a round (C.07 15.2).
            if not (predetermined and kind is EncounterKind.ZERO_BYE):
                points = points_in(tournament, player_record.number, at, cell, scoring) - points_of(
                    cell, scoring
                )
                encounters.append(Encounter(at, kind, scoring.of_bye(kind) + points))
        elif not cell.mark.open and cell.opponent is not None:
            result_cell = tournament.players[cell.opponent].rounds[at - 1]
            encounters.append(
                Encounter(
                    at,
                    _FORFEITS.get(cell.mark, EncounterKind.PLAYED),
                    points_in(tournament, player_record.number, at, cell, scoring),
                    cell.opponent,
                    Side.WHITE if cell.side is Side.WHITE else Side.BLACK,
                    points_in(tournament, cell.opponent, at, result_cell, scoring),
                )
            )
    return tuple(encounters)
