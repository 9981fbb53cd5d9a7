"""Changes that no form of the halls makes: which test tries each by those who may and those who may not."""

from __future__ import annotations

from collections.abc import Mapping

_SERVICES = "tests/tournaments/test_who_may_do_what.py::test_a_service_does_what_the_table_allows_and_no_more"
_SWISS = (
    "tests/tournaments/test_who_may_run_a_swiss.py::test_a_service_does_what_the_table_allows_and_no_more"
)
_TEAMS = (
    "tests/tournaments/test_who_may_run_team_events.py::test_a_service_does_what_the_table_allows_and_no_more"
)
_MATCHES = "tests/tournaments/test_who_may_run_matches.py::test_each_role_may_what_the_table_says"
_REPORTS = "tests/tournaments/test_who_may_bring_reports_and_lists_in.py"
_CONSOLE = "tests/pages/console"
_LIVE = "tests/pages/live/test_commands_at_a_live_board.py"
_CARD = f"{_CONSOLE}/test_board_card.py"
#: They need another state of the board, a file of another kind, or a second step after a preview.
ELSEWHERE: Mapping[tuple[str, str], str] = {
    **{
        ("live-action", act): f"{_LIVE}::test_whoever_does_not_play_here_does_nothing"
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
    ): f"{_CONSOLE}/test_adjourning_a_board.py::test_only_who_is_asked_seals_and_the_page_says_when_nobody_is",
    ("board-envelope", ""): f"{_CONSOLE}/test_adjourning_a_board.py::test_nobody_but_an_arbiter_adjourns",
    (
        "own-sheet",
        "void",
    ): f"{_CONSOLE}/test_score_sheets.py::test_a_player_voids_only_what_he_has_sent_himself",
    **{
        (
            "board-sheets",
            act,
        ): f"{_CONSOLE}/test_score_sheets.py::test_who_may_open_the_sheets_and_what_each_sees_there"
        for act in ("preview", "enter")
    },
    ("board-ruling", ""): f"{_CONSOLE}/test_rulings_at_a_board.py::test_only_arbiters_rule_and_undo",
    ("board-ruling-replace", ""): (
        f"{_CONSOLE}/test_one_ruling_in_the_place_of_another.py::test_only_an_arbiter_puts_another_in_its_place"
    ),
    ("board-fine", ""): f"{_CONSOLE}/test_fines_are_noted.py::test_only_arbiters_note_a_payment",
    ("appeal-file", ""): f"{_CONSOLE}/test_appeals_are_filed.py::test_nobody_else_files",
    (
        "appeal",
        "publish",
    ): "tests/arbiter/test_appeals.py::test_decisions_are_published_by_an_officer_once_made",
    ("appeal", "restore"): (
        f"{_CONSOLE}/test_appeals_are_heard_and_decided.py::test_the_panel_suspends_the_effect_and_nobody_else_does"
    ),
    ("appeal-decision", ""): (
        f"{_CONSOLE}/test_appeals_are_heard_and_decided.py"
        "::test_only_the_panel_opens_the_decision_and_only_after_the_hearing"
    ),
    ("desk_event_file_new", ""): (
        "tests/pages/desk/test_an_event_is_handed_off.py::test_whoever_may_create_events_imports_a_file"
    ),
    ("palette-run", ""): "tests/pages/console/test_the_palette.py::test_a_command_does_what_its_people_may",
    ("desk_undo", ""): "tests/pages/desk/test_what_is_done_can_be_undone.py::test_nobody_else_takes_it_back",
    ("desk_trf", ""): f"{_REPORTS}::test_nobody_else_imports_a_report",
    ("desk_trf_choose", ""): f"{_REPORTS}::test_nobody_else_makes_a_section_of_a_report",
    **{
        (name, ""): _SERVICES
        for name in (
            *("desk_archive", "desk_boards_new", "desk_standings", "desk_category"),
            *("desk_result_withdraw", "desk_verification_settle", "desk_correction"),
        )
    },
    **{
        (name, ""): _SWISS
        for name in ("desk_swiss_change", "desk_pair_again", "desk_absences", "desk_qualify")
    },
    **{(name, ""): _TEAMS for name in ("desk_display", "desk_teams", "desk_rated", "desk_ratings")},
    **{("desk_match", act): _TEAMS for act in ("first", "second", "usual_first", "usual_second")},
    **{("desk_knockout_action", act): _MATCHES for act in ("by_rating", "by_hand", "pair", "tiebreak")},
}
