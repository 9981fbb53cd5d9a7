"""What organisers and arbiters do: one function each, keyword arguments, one transaction, `actor` and `now` given."""

from tournaments.services.events import create_event, edit_event, grant_role, revoke_role
from tournaments.services.games_import import ImportReport, import_games
from tournaments.services.jobs import request_import, run_import
from tournaments.services.players import add_player, edit_player, import_players
from tournaments.services.results import correct_result, enter_result, set_forfeit
from tournaments.services.rounds import (
    close_round,
    pair_by_hand,
    pair_round_robin,
    publish_round,
    record_bye,
    schedule_publication,
    start_round,
)
from tournaments.services.schedule import discard_drafts, reschedule_round
from tournaments.services.sections import create_section, edit_section, enter_player, withdraw_player
from tournaments.services.seeding import edit_entry, number_by_rating
from tournaments.services.tokens import actor_of_token, issue_token, revoke_token

__all__ = [
    "ImportReport",
    "actor_of_token",
    "add_player",
    "close_round",
    "correct_result",
    "create_event",
    "create_section",
    "discard_drafts",
    "edit_entry",
    "edit_event",
    "edit_player",
    "edit_section",
    "enter_player",
    "enter_result",
    "grant_role",
    "import_games",
    "import_players",
    "issue_token",
    "number_by_rating",
    "pair_by_hand",
    "pair_round_robin",
    "publish_round",
    "record_bye",
    "request_import",
    "reschedule_round",
    "revoke_role",
    "revoke_token",
    "run_import",
    "schedule_publication",
    "set_forfeit",
    "start_round",
    "withdraw_player",
]
