"""A round of a report, of players or teams: its pairing input and its pairing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tavleya.formats.trf.acceleration import state_as_paired
from tavleya.formats.trf.match_pairing import match_state_before, matches_paired_in
from tavleya.formats.trf.pairing import paired_in, uncoloured_in
from tavleya.formats.trf.team_pairing import team_options, team_state_before, teams_paired_in
from tavleya.formats.trf.tournament import TrfTournament
from tavleya.pairing.comparing import PairingDifference, compare
from tavleya.pairing.engines import Engine
from tavleya.pairing.state import Pair, SwissState


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
