"""Questions about events, answered in few queries.  Nothing here writes."""

from tournaments.selectors.crosstable import Cell, Crosstable, CrosstableRow, crosstable
from tournaments.selectors.events import event_list, find_players, section_at
from tournaments.selectors.players import PlayerCard, player_card
from tournaments.selectors.rounds import RoundView, round_view
from tournaments.selectors.standings import StandingsRow, StandingsView, standings, standings_version

__all__ = [
    "Cell",
    "Crosstable",
    "CrosstableRow",
    "PlayerCard",
    "RoundView",
    "StandingsRow",
    "StandingsView",
    "crosstable",
    "event_list",
    "find_players",
    "player_card",
    "round_view",
    "section_at",
    "standings",
    "standings_version",
]
