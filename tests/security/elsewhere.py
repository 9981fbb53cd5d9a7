"""Changes that no form of the halls makes: which test tries each by those who may and those who may not."""

from collections.abc import Mapping

_SERVICES = "tests/tournaments/test_permissions.py::test_a_service_does_what_the_table_allows_and_no_more"
_SWISS = "tests/tournaments/test_permissions_of_a_swiss.py::test_a_service_does_what_the_table_allows_and_no_more"
_TEAMS = "tests/tournaments/test_permissions_of_team_events.py::test_a_service_does_what_the_table_allows_and_no_more"
_MATCHES = "tests/tournaments/test_permissions_of_matches.py::test_a_service_does_what_the_table_allows_and_no_more"
_REPORTS = "tests/reports/test_reports_are_imported.py::test_other_roles_cannot_import_a_report"
_CONSOLE = "tests/pages/console"
_LIVE = "tests/pages/live/test_commands_at_a_live_board.py"
_NOTIFIED = "tests/notifications/test_people_are_notified.py"
_PERSONS = "tests/pages/desk/test_organisations_have_their_pages.py"
_CARD = f"{_CONSOLE}/test_board_card.py"
#: They need another state of the board, a file of another kind, or a second step after a preview.
ELSEWHERE: Mapping[tuple[str, str], str] = {
    **{
        ("live-action", act): f"{_LIVE}::test_a_user_who_does_not_play_here_cannot_act"
        for act in ("press", "accept", "decline", "claim", "flag")
    },
    ("live-action", "start"): f"{_CARD}::test_the_arbiter_starts_stops_and_resumes_a_game",
    ("board-action", "start"): f"{_CARD}::test_the_arbiter_starts_stops_and_resumes_a_game",
    ("board-action", "resume"): f"{_CARD}::test_the_arbiter_starts_stops_and_resumes_a_game",
    **{
        ("board-action", act): f"{_CARD}::test_a_helper_looks_and_does_not_rule"
        for act in ("rule", "dismiss", "answer", "stand", "by-sheet", "correct")
    },
    (
        "live-seal",
        "",
    ): f"{_CONSOLE}/test_adjourning_a_board.py::test_only_the_player_asked_can_seal_and_a_missing_request_is_shown",
    ("board-envelope", ""): f"{_CONSOLE}/test_adjourning_a_board.py::test_only_an_arbiter_can_adjourn",
    ("own-sheet", "void"): f"{_CONSOLE}/test_score_sheets.py::test_a_player_voids_only_what_they_have_sent",
    **{
        (
            "board-sheets",
            act,
        ): f"{_CONSOLE}/test_score_sheets.py::test_access_to_the_sheets_and_photographs_depends_on_the_role"
        for act in ("preview", "enter")
    },
    ("board-ruling", ""): f"{_CONSOLE}/test_rulings_at_a_board.py::test_only_arbiters_rule_and_undo",
    ("board-ruling-replace", ""): (
        f"{_CONSOLE}/test_stored_rulings.py::test_only_an_arbiter_puts_another_in_its_place"
    ),
    ("board-fine", ""): f"{_CONSOLE}/test_fines_and_money.py::test_only_arbiters_note_a_payment",
    **dict.fromkeys(
        (
            *(("fair-play", act) for act in ("skipped", "reverse", "nothing", "refused", "object")),
            *(("fair-play-devices", "back"), ("fair-play-devices", "undo")),
            *(("fair-play-declarations", "remove"), ("fair-play-screening", "")),
        ),
        "tests/arbiter/test_permissions.py::test_a_service_does_what_the_table_allows_and_no_more",
    ),
    # They belong to an account or a device: no other user has them.
    ("desk_keys", ""): "tests/api/test_keys_of_an_account.py::test_a_key_is_revoked_by_its_owner_alone",
    ("my_forget", ""): (
        "tests/pages/public/test_unchanged_pages.py::test_a_browser_that_is_to_forget_is_known_by_the_link_no_longer"
    ),
    ("my_person", "show"): f"{_PERSONS}::test_a_player_asks_for_no_public_page_without_an_account",
    ("my_person", "unclaim"): (f"{_PERSONS}::test_a_signed_in_player_claims_a_page_and_a_visitor_is_asked_to_sign_in"),
    # It needs a club that the event may go to.
    ("desk_owner", ""): (
        "tests/pages/desk/test_organisations_have_their_pages.py::test_an_event_comes_to_it_when_both_have_agreed"
    ),
    ("appeal-file", ""): f"{_CONSOLE}/test_appeals.py::test_other_users_cannot_file",
    ("appeal", "publish"): "tests/arbiter/test_appeals.py::test_decisions_are_published_by_an_officer_once_made",
    ("appeal", "restore"): (
        f"{_CONSOLE}/test_appeals_are_heard_and_decided.py::test_only_the_panel_suspends_the_effect"
    ),
    ("appeal-decision", ""): (
        f"{_CONSOLE}/test_appeals_are_heard_and_decided.py"
        "::test_only_the_panel_opens_the_decision_and_only_after_the_hearing"
    ),
    **{("desk_entries", act): _SERVICES for act in ("approve", "refuse", "move", "withdraw")},
    **{("desk_fees", act): _SERVICES for act in ("cash", "book", "settle")},
    **{("desk_fee", act): _SERVICES for act in ("take", "refund", "set", "waive", "back", "again", "void")},
    ("desk_fee_terms", ""): _SERVICES,
    ("desk_messages", ""): _SERVICES,
    # They need a browser's keys, or a player's page.
    **dict.fromkeys(
        (("my_notifications", ""), ("desk_notifications", "")),
        f"{_NOTIFIED}::test_only_the_owner_of_the_page_gets_the_private_messages_of_a_player",
    ),
    ("follow", ""): (
        "tests/pages/public/test_people_choose_their_notifications.py"
        "::test_a_missing_or_private_subject_cannot_be_followed"
    ),
    ("follow_person", ""): (
        "tests/notifications/test_a_person_is_followed.py::test_a_person_without_a_public_page_cannot_be_followed"
    ),
    # The form is signed, and too young here.
    ("enter", ""): (
        "tests/pages/public/test_players_enter_online.py::test_the_form_leads_to_a_private_page_of_the_entry"
    ),
    ("desk_event_file_new", ""): (
        "tests/pages/desk/test_an_event_is_handed_off.py::test_a_user_who_may_create_events_imports_a_file"
    ),
    ("palette-run", ""): "tests/pages/console/test_the_palette.py::test_a_command_does_what_its_people_may",
    ("desk_section_mode", ""): _SWISS,
    ("desk_undo", ""): "tests/pages/desk/test_actions_can_be_undone.py::test_other_users_cannot_undo_it",
    ("desk_trf", ""): _REPORTS,
    ("desk_trf_choose", ""): _REPORTS,
    **{
        (name, ""): _SERVICES
        for name in (
            *("desk_archive", "desk_boards_new", "desk_standings", "desk_category", "desk_play_off"),
            *("desk_result_withdraw", "desk_verification_settle", "desk_correction"),
        )
    },
    **{("desk_played", act): _SERVICES for act in ("turn", "check", "save")},
    **{(name, ""): _SWISS for name in ("desk_swiss_change", "desk_pair_again", "desk_absences", "desk_qualify")},
    **{(name, ""): _TEAMS for name in ("desk_display", "desk_teams", "desk_rated", "desk_ratings")},
    **{("desk_match", act): _TEAMS for act in ("first", "second", "usual_first", "usual_second")},
    **{("desk_knockout_action", act): _MATCHES for act in ("by_rating", "by_hand", "pair", "tiebreak")},
}
