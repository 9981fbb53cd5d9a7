"""Input of a Swiss of matches from a TRF: a round of several games has that many columns."""

from dataclasses import replace

from tavleya.formats.trf.check import bye_kind
from tavleya.formats.trf.pairing import cell_of, first_colour, paired_in, state_before
from tavleya.formats.trf.tournament import TrfTournament
from tavleya.pairing.state import Pair, PastRound, SwissState
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind


def match_rounds(tournament: TrfTournament, games: int) -> int:
    """Return the number of rounds in the columns of the file."""
    return -(-tournament.rounds_recorded // games)


def match_state_before(tournament: TrfTournament, round_number: int, games: int) -> SwissState:
    """Return the state before a round of matches is (or was) paired; lines 240 and 260 count columns."""
    column = games * (round_number - 1) + 1
    state = state_before(tournament, column)
    recorded = round_number <= match_rounds(tournament, games)
    planned = (tournament.rounds_planned or 0) // games
    return replace(
        state,
        players=tuple(
            replace(
                player,
                rounds=tuple(
                    PastRound.of_match(player.rounds[at : at + games]) for at in range(0, column - 1, games)
                ),
            )
            for player in state.players
        ),
        rounds=planned or round_number + (0 if recorded else 1),
        initial_colour=tournament.initial_colour or first_colour(tournament) or Side.WHITE,
        absent=frozenset(_away(tournament, column)) if recorded else state.absent,
    )


def matches_paired_in(
    tournament: TrfTournament, round_number: int, games: int
) -> tuple[frozenset[Pair], int | None]:
    """Return the matches of a round, White of the first game first, and the player with the pairing-allocated bye."""
    return paired_in(tournament, games * (round_number - 1) + 1)


def _away(tournament: TrfTournament, column: int) -> set[int]:
    existing = (None, EncounterKind.PAIRING_BYE)
    return {
        number
        for number, player_record in tournament.players.items()
        if bye_kind(cell_of(tournament, player_record, column)) not in existing
    }
