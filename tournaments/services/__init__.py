"""What organisers and arbiters do: one function each, keyword arguments, one transaction, `actor` and `now` given."""

from tournaments.services.attendance import (
    enter_late,
    expel_player,
    record_absences,
    record_no_shows,
    reenter_player,
)
from tournaments.services.broadcasting import send_again, set_broadcast, stop_broadcast
from tournaments.services.bye_requests import decide_bye_request, submit_bye_request, withdraw_bye_request
from tournaments.services.byes import cancel_bye, request_bye, request_byes
from tournaments.services.check_in import check_player_in, remove_check_in, set_check_in
from tournaments.services.corrections import correct_for_rating
from tournaments.services.draft_edits import (
    add_to_draft,
    confirm_draft,
    exchange_players,
    import_pairing,
    move_table,
    pair_by_hand_in_draft,
    remove_from_draft,
    restore_engine_pairing,
    swap_colours,
    swap_team_colours,
)
from tournaments.services.entries import enter_person, enter_players
from tournaments.services.event_moves import cancel_move, move_event, release_event
from tournaments.services.eventfile.hand_off import check_in_event, check_out_event, take_back_event
from tournaments.services.eventfile.importing import import_event
from tournaments.services.eventfile.jobs import (
    prepare_event_file,
    request_event_file,
    run_event_file,
    start_event_file,
)
from tournaments.services.events import create_event, edit_event, grant_role, revoke_role
from tournaments.services.fees.payments import recompute_fee, set_fee, take_payment, void_payment
from tournaments.services.fees.reports import receive_report, settle_report
from tournaments.services.fees.terms import set_fee_terms, set_payment_terms
from tournaments.services.final_table import finalise_table, reopen_table
from tournaments.services.games_import import ImportReport, import_games
from tournaments.services.invitations import (
    accept_invitation,
    invitation_of,
    invite,
    invite_to_organisation,
    revoke_invitation,
)
from tournaments.services.jobs import ask_again, request_import, run_import
from tournaments.services.norms import set_norm_terms
from tournaments.services.notifications.record import end_mail, retry_messages
from tournaments.services.notifications.subscriptions import (
    choose_notifications,
    confirm_by_link,
    renew_device,
    stop_by_link,
    subscribe,
    unsubscribe,
)
from tournaments.services.number_exchange import exchange_numbers
from tournaments.services.online_entries.decisions import (
    approve_entry,
    move_entry,
    refuse_entry,
    reopen_entry,
)
from tournaments.services.online_entries.links import entry_of_link
from tournaments.services.online_entries.submission import change_entry, submit_entry, withdraw_entry
from tournaments.services.online_entries.terms import set_entry_terms
from tournaments.services.organisations import (
    create_organisation,
    edit_organisation,
    grant_organisation_role,
    list_myself,
    merge_organisations,
    revoke_organisation_role,
    set_logo,
)
from tournaments.services.pairing_again import pair_again
from tournaments.services.persons.decisions import (
    claim_person,
    hide_person,
    join_players,
    split_player,
    undo_person_act,
)
from tournaments.services.play_offs import open_play_off
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
from tournaments.services.rated_entries import enter_rated, renew_ratings, use_listed_rating
from tournaments.services.rating_jobs import request_rating_list, run_rating_list
from tournaments.services.rating_list import import_rating_list
from tournaments.services.rating_updates import (
    run_list_update,
    update_due_lists,
    update_lists_of,
    update_rating_lists,
)
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
from tournaments.services.repeating import following_slug, repeat_event, save_template
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
from tournaments.services.schedule import discard_drafts, plan_rounds, reschedule_round
from tournaments.services.section_settings import edit_section, leave_mode
from tournaments.services.sections import create_section, enter_player, withdraw_player
from tournaments.services.seeding import edit_registration, number_by_hand, number_by_rating
from tournaments.services.set_up import set_up_event
from tournaments.services.simul import seat_display
from tournaments.services.swiss import pair_next_round
from tournaments.services.swiss_jobs import request_pairing, run_pairing
from tournaments.services.team_requests import (
    cancel_team_bye,
    keep_teams_apart,
    let_teams_meet,
    request_team_bye,
)
from tournaments.services.team_rounds import clear_line_up, forfeit_match, pair_teams, set_line_up
from tournaments.services.teams import add_team, edit_team, set_members, withdraw_team
from tournaments.services.tie_values import enter_tie_values
from tournaments.services.token_boards import TokenBoard, find_board
from tournaments.services.tokens import (
    actor_of_token,
    issue_account_token,
    issue_token,
    revoke_account_token,
    revoke_token,
)
from tournaments.services.trf_import import TrfImport, import_trf
from tournaments.services.trf_jobs import (
    choose_trf,
    confirm_trf,
    prepare_trf,
    request_trf,
    run_trf,
    start_trf,
)
from tournaments.services.uploads import add_upload, remove_upload
from tournaments.services.venue.pgn import report_pgn
from tournaments.services.venue.pulling import forget_pgn_address, set_pgn_address
from tournaments.services.venue.reports import report_boards
from tournaments.services.venue.tables import assign_board, forget_board
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
    "add_upload",
    "add_webhook",
    "approve_awards",
    "approve_entry",
    "archive_event",
    "archive_rehearsal",
    "archive_section",
    "ask_again",
    "assign_board",
    "cancel_awards",
    "cancel_bye",
    "cancel_move",
    "cancel_team_bye",
    "change_entry",
    "check_in_event",
    "check_out_event",
    "check_player_in",
    "choose_notifications",
    "choose_trf",
    "claim_person",
    "clear_line_up",
    "close_round",
    "confirm_by_link",
    "confirm_draft",
    "confirm_trf",
    "correct_for_rating",
    "correct_result",
    "create_event",
    "create_organisation",
    "create_section",
    "decide_bye_request",
    "delete_event",
    "delete_section",
    "discard_drafts",
    "edit_event",
    "edit_organisation",
    "edit_player",
    "edit_registration",
    "edit_section",
    "edit_team",
    "end_mail",
    "enter_late",
    "enter_person",
    "enter_player",
    "enter_players",
    "enter_rated",
    "enter_result",
    "enter_tie_values",
    "entry_of_link",
    "exchange_numbers",
    "exchange_players",
    "expel_player",
    "finalise_table",
    "find_board",
    "fix_table",
    "following_slug",
    "forfeit_match",
    "forget_board",
    "forget_pgn_address",
    "grant_organisation_role",
    "grant_role",
    "hide_person",
    "import_event",
    "import_games",
    "import_pairing",
    "import_players",
    "import_rating_list",
    "import_trf",
    "invitation_of",
    "invite",
    "invite_to_organisation",
    "issue_account_token",
    "issue_player_links",
    "issue_token",
    "join_players",
    "keep_teams_apart",
    "leave_mode",
    "let_teams_meet",
    "list_myself",
    "merge_organisations",
    "move_entry",
    "move_event",
    "move_table",
    "number_by_hand",
    "number_by_rating",
    "open_play_off",
    "open_rehearsal",
    "pair_again",
    "pair_by_hand",
    "pair_by_hand_in_draft",
    "pair_next_round",
    "pair_round_robin",
    "pair_teams",
    "plan_rounds",
    "prepare_event_file",
    "prepare_trf",
    "publish_prizes",
    "publish_round",
    "qualify_players",
    "receive_report",
    "recompute_fee",
    "record_absences",
    "record_bye",
    "record_no_shows",
    "reenter_player",
    "refuse_entry",
    "rehearse_event",
    "release_event",
    "remove_category",
    "remove_check_in",
    "remove_from_draft",
    "remove_pair_constraint",
    "remove_upload",
    "renew_device",
    "renew_player_link",
    "renew_ratings",
    "renumber_by_rating",
    "reopen_entry",
    "reopen_table",
    "repeat_event",
    "report_boards",
    "report_pgn",
    "report_result",
    "request_bye",
    "request_byes",
    "request_event_file",
    "request_import",
    "request_pairing",
    "request_rating_list",
    "request_team_bye",
    "request_trf",
    "reschedule_round",
    "restore",
    "restore_engine_pairing",
    "retry_messages",
    "retype_result",
    "revoke_account_token",
    "revoke_invitation",
    "revoke_organisation_role",
    "revoke_player_link",
    "revoke_role",
    "revoke_token",
    "revoke_webhook",
    "run_event_file",
    "run_import",
    "run_list_update",
    "run_pairing",
    "run_rating_list",
    "run_trf",
    "save_category",
    "save_template",
    "schedule_publication",
    "seat_display",
    "send_again",
    "set_broadcast",
    "set_check_in",
    "set_entry_terms",
    "set_fee",
    "set_fee_terms",
    "set_forfeit",
    "set_line_up",
    "set_logo",
    "set_members",
    "set_norm_terms",
    "set_payment_terms",
    "set_pgn_address",
    "set_prizes",
    "set_up_event",
    "settle_report",
    "split_player",
    "start_event_file",
    "start_round",
    "start_trf",
    "stop_broadcast",
    "stop_by_link",
    "submit_bye_request",
    "submit_entry",
    "subscribe",
    "swap_colours",
    "swap_team_colours",
    "take_back_event",
    "take_payment",
    "unarchive_event",
    "unarchive_section",
    "undo_last_round",
    "undo_person_act",
    "unpublish_round",
    "unsubscribe",
    "update_due_lists",
    "update_lists_of",
    "update_rating_lists",
    "use_listed_rating",
    "verify_result",
    "void_payment",
    "withdraw_bye_request",
    "withdraw_entry",
    "withdraw_player",
    "withdraw_result",
    "withdraw_team",
]
