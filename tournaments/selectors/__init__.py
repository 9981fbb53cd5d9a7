"""Questions about events, answered in few queries.  Nothing here writes."""

from tournaments.selectors.crosstable import Cell, Crosstable, CrosstableRow, crosstable
from tournaments.selectors.events import event_list, find_players, section_at, visible_events
from tournaments.selectors.finality import Finality, Open, OpenBoard, finality, open_boards
from tournaments.selectors.players import PlayerCard, player_card
from tournaments.selectors.rounds import RoundView, round_view
from tournaments.selectors.standings import StandingsRow, StandingsView, standings, standings_version
from tournaments.selectors.swiss import Coming, adjourned_boards, coming_round, differences

__all__ = [
    "Cell",
    "Coming",
    "Crosstable",
    "CrosstableRow",
    "Finality",
    "Open",
    "OpenBoard",
    "PlayerCard",
    "RoundView",
    "StandingsRow",
    "StandingsView",
    "adjourned_boards",
    "coming_round",
    "crosstable",
    "differences",
    "event_list",
    "finality",
    "find_players",
    "open_boards",
    "player_card",
    "round_view",
    "section_at",
    "standings",
    "standings_version",
    "visible_events",
]
