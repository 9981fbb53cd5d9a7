"""What organisers and arbiters do: one function each, keyword arguments, one transaction, `actor` and `now` given."""

from tournaments.services.attendance import (
    enter_late,
    expel_player,
    record_absences,
    record_no_shows,
    reenter_player,
)
from tournaments.services.bye_requests import decide_bye_request, submit_bye_request, withdraw_bye_request
from tournaments.services.byes import cancel_bye, request_bye, request_byes
from tournaments.services.corrections import correct_for_rating
from tournaments.services.draft_edits import (
    add_to_draft,
    confirm_draft,
    exchange_players,
    move_table,
    pair_by_hand_in_draft,
    remove_from_draft,
    restore_engine_pairing,
    swap_colours,
)
from tournaments.services.entries import enter_person, enter_players
from tournaments.services.eventfile.hand_off import check_in_event, check_out_event, take_back_event
from tournaments.services.eventfile.importing import import_event
from tournaments.services.eventfile.jobs import (
    prepare_event_file,
    request_event_file,
    run_event_file,
    start_event_file,
)
from tournaments.services.events import create_event, edit_event, grant_role, revoke_role
from tournaments.services.final_table import finalise_table, reopen_table
from tournaments.services.games_import import ImportReport, import_games
from tournaments.services.invitations import (
    accept_invitation,
    invitation_of,
    invite,
    revoke_invitation,
)
from tournaments.services.jobs import ask_again, request_import, run_import
from tournaments.services.pairing_again import pair_again
from tournaments.services.player_links import (
    actor_of_link,
    issue_player_links,
    renew_player_link,
    revoke_player_link,
)
from tournaments.services.player_lists import import_players
from tournaments.services.players import add_player, edit_player
from tournaments.services.prizes import (
    approve_awards,
    cancel_awards,
    publish_prizes,
    remove_category,
    save_category,
    set_prizes,
)
from tournaments.services.qualification import qualify_players
from tournaments.services.rated_entries import enter_rated, renew_ratings
from tournaments.services.rating_list import import_rating_list
from tournaments.services.rehearsals import archive_rehearsal, open_rehearsal, rehearse_event
from tournaments.services.removal import (
    archive_event,
    archive_section,
    delete_event,
    delete_section,
    unarchive_event,
    unarchive_section,
)
from tournaments.services.renumbering import renumber_by_rating
from tournaments.services.reports import report_result
from tournaments.services.restrictions import add_pair_constraint, fix_table, remove_pair_constraint
from tournaments.services.results import (
    correct_result,
    enter_result,
    retype_result,
    set_forfeit,
    withdraw_result,
)
from tournaments.services.rollback.last_round import undo_last_round
from tournaments.services.rollback.restore_points import restore
from tournaments.services.rollback.unpublish import unpublish_round
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
from tournaments.services.seeding import edit_registration, number_by_hand, number_by_rating
from tournaments.services.set_up import set_up_event
from tournaments.services.simul import seat_display
from tournaments.services.swiss import pair_next_round
from tournaments.services.swiss_jobs import request_pairing, run_pairing
from tournaments.services.team_rounds import clear_line_up, forfeit_match, pair_teams, set_line_up
from tournaments.services.teams import add_team, edit_team, set_members, withdraw_team
from tournaments.services.token_boards import TokenBoard, find_board
from tournaments.services.tokens import actor_of_token, issue_token, revoke_token
from tournaments.services.trf_import import TrfImport, import_trf
from tournaments.services.trf_jobs import choose_trf, prepare_trf, request_trf, run_trf, start_trf
from tournaments.services.verification import verify_result
from tournaments.services.webhooks import add_webhook, revoke_webhook

__all__ = [
    "ImportReport",
    "TokenBoard",
    "TrfImport",
    "accept_invitation",
    "actor_of_link",
    "actor_of_token",
    "add_pair_constraint",
    "add_player",
    "add_team",
    "add_to_draft",
    "add_webhook",
    "approve_awards",
    "archive_event",
    "archive_rehearsal",
    "archive_section",
    "ask_again",
    "cancel_awards",
    "cancel_bye",
    "check_in_event",
    "check_out_event",
    "choose_trf",
    "clear_line_up",
    "close_round",
    "confirm_draft",
    "correct_for_rating",
    "correct_result",
    "create_event",
    "create_section",
    "decide_bye_request",
    "delete_event",
    "delete_section",
    "discard_drafts",
    "edit_event",
    "edit_player",
    "edit_registration",
    "edit_section",
    "edit_team",
    "enter_late",
    "enter_person",
    "enter_player",
    "enter_players",
    "enter_rated",
    "enter_result",
    "exchange_players",
    "expel_player",
    "finalise_table",
    "find_board",
    "fix_table",
    "forfeit_match",
    "grant_role",
    "import_event",
    "import_games",
    "import_players",
    "import_rating_list",
    "import_trf",
    "invitation_of",
    "invite",
    "issue_player_links",
    "issue_token",
    "move_table",
    "number_by_hand",
    "number_by_rating",
    "open_rehearsal",
    "pair_again",
    "pair_by_hand",
    "pair_by_hand_in_draft",
    "pair_next_round",
    "pair_round_robin",
    "pair_teams",
    "prepare_event_file",
    "prepare_trf",
    "publish_prizes",
    "publish_round",
    "qualify_players",
    "record_absences",
    "record_bye",
    "record_no_shows",
    "reenter_player",
    "rehearse_event",
    "remove_category",
    "remove_from_draft",
    "remove_pair_constraint",
    "renew_player_link",
    "renew_ratings",
    "renumber_by_rating",
    "reopen_table",
    "report_result",
    "request_bye",
    "request_byes",
    "request_event_file",
    "request_import",
    "request_pairing",
    "request_trf",
    "reschedule_round",
    "restore",
    "restore_engine_pairing",
    "retype_result",
    "revoke_invitation",
    "revoke_player_link",
    "revoke_role",
    "revoke_token",
    "revoke_webhook",
    "run_event_file",
    "run_import",
    "run_pairing",
    "run_trf",
    "save_category",
    "schedule_publication",
    "seat_display",
    "set_forfeit",
    "set_line_up",
    "set_members",
    "set_prizes",
    "set_up_event",
    "start_event_file",
    "start_round",
    "start_trf",
    "submit_bye_request",
    "swap_colours",
    "take_back_event",
    "unarchive_event",
    "unarchive_section",
    "undo_last_round",
    "unpublish_round",
    "verify_result",
    "withdraw_bye_request",
    "withdraw_player",
    "withdraw_result",
    "withdraw_team",
]
