"""Every action of the project is tried as every role, or has a separate test of its permissions."""

from collections.abc import Iterator

import pytest

from tests.arbiter.adjournment_calls import CALLS as ADJOURNMENTS
from tests.arbiter.arbiter_calls import CALLS as ARBITERS
from tests.fairplay.fair_play_calls import CALLS as FAIR_PLAY
from tests.games.game_calls import CALLS as GAMES
from tests.paths import PACKAGES, ROOT
from tests.services import actions, services_named_in
from tests.tournaments.service_calls import CALLS
from tests.tournaments.test_permissions_of_a_swiss import CALLS as SWISS
from tests.tournaments.test_permissions_of_matches import CALLS as MATCHES
from tests.tournaments.test_permissions_of_team_events import CALLS as SYSTEMS
from tests.transfer.test_permissions import CALLS as TRANSFER
from tests.who_may import rows_of

#: By the names of `tests.services.actions`.
ROWS = rows_of(CALLS, SWISS, SYSTEMS, MATCHES, GAMES, ARBITERS, FAIR_PLAY, ADJOURNMENTS, TRANSFER)

#: Actions for no role of an event, for several, or for a person's own data, by the test of their permissions.
ELSEWHERE = {
    "accounts/test_officials_are_invited.py": ("accept_invitation",),
    "api/test_keys_of_an_account.py": ("issue_account_token", "revoke_account_token"),
    "arbiter/test_permissions.py": ("decide_appeal", "suspend_effect", "withdraw_appeal"),
    "entries/test_players_check_in.py": ("check_player_in",),
    "entries/test_players_enter_online.py": ("change_entry", "submit_entry", "withdraw_entry"),
    "notifications/test_people_are_notified.py": ("choose_notifications", "subscribe", "unsubscribe"),
    "pages/desk/test_actions_can_be_undone.py": ("undo_act",),
    "pages/desk/test_norms.py": ("import_norms",),
    "people/test_organisations_own_events.py": (
        "cancel_move", "create_organisation", "edit_organisation", "grant_organisation_role",
        "invite_to_organisation", "list_myself", "merge_organisations", "move_event", "release_event",
        "revoke_invitation", "revoke_organisation_role", "set_logo",
    ),
    "people/test_players_of_several_events_are_one_person.py": ("claim_person",),
    "people/test_series_have_their_own_table.py": (
        "add_to_series", "create_series", "delete_series", "edit_series", "remove_from_series",
    ),
    "ratings/test_rating_lists_are_updated.py": (
        "import_own_list", "import_rating_list", "request_rating_list", "update_rating_lists",
    ),
    "reports/test_reports_are_imported.py": (
        "choose_trf", "confirm_trf", "import_trf", "prepare_trf", "request_trf", "start_trf",
    ),
    "tournaments/test_an_event_is_repeated.py": ("repeat_event", "save_template"),
    "tournaments/test_players_speak_for_themselves.py": (
        "report_result", "submit_bye_request", "withdraw_bye_request",
    ),
    "transfer/event_files/test_a_checked_out_event_is_read_only.py": ("check_in_event", "take_back_event"),
    "transfer/test_permissions.py": ("start_event_file",),
}  # fmt: skip

#: Parts of other actions, which have checked the right.  Nothing outside of services calls these.
PARTS = {
    "arbiter.apply_effects", "arbiter.apply_remedy", "arbiter.prepare_correction_of", "arbiter.write_ruling",
    "entries.add_line", "entries.change_team", "entries.confirm", "entries.enter_team", "entries.remove_team",
    "games.append", "games.append_all", "games.keep", "games.open_games", "games.record_results",
    "tournaments.add_members", "tournaments.adjust_points", "tournaments.after_correction",
    "tournaments.after_entries", "tournaments.before_correction", "tournaments.before_entries",
    "tournaments.change_source", "tournaments.complete_known", "tournaments.create_job",
    "tournaments.draw_openings", "tournaments.exclude_registration", "tournaments.forfeit_excluded",
    "tournaments.give_numbers", "tournaments.keep_rule", "tournaments.lift_rule", "tournaments.log_question",
    "tournaments.new_player", "tournaments.note_answer", "tournaments.note_byes", "tournaments.open_board",
    "tournaments.open_boards", "tournaments.prepare_correction", "tournaments.readmit_registration",
    "tournaments.reinstate_registration", "tournaments.remove_round", "tournaments.replay_board",
    "tournaments.seat_at", "tournaments.seed", "tournaments.settle_late_entries", "tournaments.start_job",
    "tournaments.store", "tournaments.suspend_registration", "tournaments.take_restore_point",
    "tournaments.undo_adjustments", "tournaments.undo_replay", "tournaments.update_from_list", "venue.take_pgn",
    "venue.take_reports",
}  # fmt: skip

#: Modules that administrators alone use, at the machine or on their pages, and the parts that they call.
BY_ADMINISTRATORS = {("portal.demo.events", "games.append")}


def test_every_action_has_a_row_or_a_test_or_is_a_part_of_others() -> None:
    names = {name.partition(".")[2]: name for name in actions()}
    elsewhere = {names[name] for listed in ELSEWHERE.values() for name in listed}
    assert sorted({*ROWS, *elsewhere, *PARTS}) == sorted(actions())
    assert not elsewhere & {*ROWS, *PARTS} and not PARTS & {*ROWS}


@pytest.mark.parametrize("test", ELSEWHERE)
def test_a_test_of_who_may_calls_the_action_and_sees_a_refusal(test: str) -> None:
    text = (ROOT / "tests" / test).read_text()
    assert any(refusal in text for refusal in ("raises(NotPermitted", "raises(NotFound", "except NotPermitted"))
    assert [name for name in ELSEWHERE[test] if name not in text] == []


@pytest.mark.long
def test_parts_of_actions_are_called_by_services_alone() -> None:
    callers = {
        (module, name)
        for module, text in _modules_outside_services()
        for name in services_named_in(text)
        if name in PARTS
    }
    assert callers == BY_ADMINISTRATORS


def _modules_outside_services() -> Iterator[tuple[str, str]]:
    for app in PACKAGES:
        for file in (ROOT / app).rglob("*.py"):
            parts = file.relative_to(ROOT).with_suffix("").parts
            if "services" not in parts:
                yield ".".join(parts), file.read_text()
