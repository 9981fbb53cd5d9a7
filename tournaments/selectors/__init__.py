"""Questions about events, answered in few queries.  Nothing here writes."""

from tournaments.selectors.crosstable import Crosstable, CrosstableCell, CrosstableRow, crosstable_of
from tournaments.selectors.events import (
    event_list,
    events_at_desk,
    find_events,
    open_sections,
    section_at,
    sections_shown,
    templates_of,
    visible_events,
)
from tournaments.selectors.finality import Finality, OpenBoard, OpenReason, finality, open_boards
from tournaments.selectors.players import PlayerCard, player_card
from tournaments.selectors.rounds import RoundView, round_view
from tournaments.selectors.standings import StandingsRow, StandingsView, standings_of, standings_version
from tournaments.selectors.swiss import NextRound, differences, next_round

__all__ = [
    "Crosstable",
    "CrosstableCell",
    "CrosstableRow",
    "Finality",
    "NextRound",
    "OpenBoard",
    "OpenReason",
    "PlayerCard",
    "RoundView",
    "StandingsRow",
    "StandingsView",
    "crosstable_of",
    "differences",
    "event_list",
    "events_at_desk",
    "finality",
    "find_events",
    "next_round",
    "open_boards",
    "open_sections",
    "player_card",
    "round_view",
    "section_at",
    "sections_shown",
    "standings_of",
    "standings_version",
    "templates_of",
    "visible_events",
]
