"""Every action of the desk and the console has an API call to the same service, or a reason for having none."""

import inspect

import pytest

from api.acts.record import KEYS, REFERENCES, Act
from api.urls import ACTS
from api.views import _COMMANDS
from people.views.desk_officials import FOR_ACCOUNTS, FOR_PROGRAMS
from tests.paths import ROOT
from tests.services import actions, services_named_in
from tests.setup.test_every_service_asks_who_may import PARTS, ROWS

#: Services that the modules of the API call.
DONE = {name for file in (ROOT / "api").rglob("*.py") for name in services_named_in(file.read_text())}
#: Actions without a call, by the reason.
WHY_NOT = {
    "a person does it for themselves, by their private link or account": (
        "entries.change_entry", "entries.withdraw_entry",
        "notifications.choose_notifications", "notifications.subscribe", "notifications.unsubscribe",
        "people.accept_invitation", "people.claim_person", "people.list_myself",
        "tournaments.issue_account_token", "tournaments.report_result", "tournaments.revoke_account_token",
        "tournaments.submit_bye_request", "tournaments.withdraw_bye_request",
    ),
    "a file goes up at the desk, where its contents are shown before they are taken": (
        "people.set_logo", "tournaments.add_upload",
        "reports.choose_trf", "reports.confirm_trf", "reports.import_trf", "reports.prepare_trf",
        "reports.request_trf", "reports.start_trf",
        "transfer.check_in_event", "transfer.import_event", "transfer.prepare_event_file",
        "transfer.start_event_file",
    ),
    "whoever hands an event off is at both machines": (
        "transfer.check_out_event", "transfer.take_back_event",
    ),
    "it is of the whole service, not of an event": (
        "people.merge_organisations", "ratings.import_norms", "ratings.import_own_list",
        "ratings.import_rating_list", "ratings.request_rating_list", "ratings.update_lists_of",
        "ratings.update_rating_lists", "tournaments.open_rehearsal",
    ),
    "an address is given at the desk, where the games read from it are shown; a program sends the PGN itself": (
        "venue.forget_pgn_address", "venue.set_pgn_address",
    ),
    "mail that came back is marked on the page of messages, which shows whom it concerns": (
        "notifications.end_mail",
    ),
    "the page shows the tables that it rests on; a program enters players with enter_players": (
        "tournaments.qualify_players",
    ),
    "a page shows what a ruling would do before it is made; nothing is changed": (
        "arbiter.preview", "arbiter.preview_illegal_move", "arbiter.preview_reversal",
        "arbiter.preview_superseding",
    ),
    "the call is another one: report_boards, import_games, rule, or that for the board of a round": (
        "games.annul", "games.follow_board", "games.import_moves", "games.retype_result",
        "games.withdraw_result", "tournaments.import_games",
    ),
    "it is done at the board, on paper or on a page that shows what it does": (
        "arbiter.let_stand", "arbiter.tick", "arbiter.untick",
        "games.enter_reconstruction", "games.hand_in", "games.void_photo", "games.write_sheet", "tournaments.undo_act",
    ),
    "the envelope and its cards are in the hands of people, who open it together": (
        "arbiter.adjourn", "arbiter.annul_lost", "arbiter.call_to_seal", "arbiter.correct_time",
        "arbiter.declare_lost", "arbiter.deliver_sealed", "arbiter.hand_over", "arbiter.open_envelope",
        "arbiter.restore_lost", "arbiter.rule_late", "arbiter.rule_sealed_move", "arbiter.seal_move",
        "arbiter.seal_on_paper", "arbiter.set_up", "arbiter.start_clock_of_absent",
    ),
    "fair play is confidential: no key gives access to it": (
        "fairplay.draw_checks", "fairplay.hand_back_bag", "fairplay.hand_in_devices",
        "fairplay.handle_complaint", "fairplay.log_screening", "fairplay.receive_complaint",
        "fairplay.record_check", "fairplay.record_declaration", "fairplay.record_inspection",
        "fairplay.remove_declaration", "fairplay.reverse_inspection", "fairplay.undo_bag",
    ),
    "the members of the panel decide themselves, signed in": ("arbiter.decide_appeal", "arbiter.suspend_effect"),
    "there is no call yet: it is done on its page": (
        "arbiter.alter_session", "arbiter.announce_session", "arbiter.appoint_member",
        "arbiter.cancel_session", "arbiter.dismiss_member", "arbiter.file_appeal",
        "arbiter.publish_decision", "arbiter.reschedule", "arbiter.set_appeal_regulation",
        "arbiter.set_hearing", "arbiter.withdraw_appeal",
        "tournaments.add_public_word", "tournaments.clear_match_terms", "tournaments.commit_draw",
        "tournaments.reveal_seed", "tournaments.set_match_terms",
    ),
}  # fmt: skip


def test_every_action_has_its_call_or_a_reason_why_not() -> None:
    without = [name for names in WHY_NOT.values() for name in names]
    assert sorted({*DONE, *PARTS, *without}) == sorted(actions())
    assert len(without) == len(set(without))
    assert not DONE & {*without, *PARTS}, "the API can do it now"


#: Rules of the table of services that are stricter than the call: the author of a result may withdraw it.
_OWN_RESULTS = {"withdraw_result", "retype_result"}


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.operation)
def test_a_call_asks_for_the_right_that_its_service_asks_for(act: Act) -> None:
    # Moves and results of games have separate calls: `api.views`.
    rows = {name.partition(".")[2]: row for name, row in ROWS.items() if not name.startswith("games.")}
    actions = {rows[name].action for name in act.services if name in rows and name not in _OWN_RESULTS}
    assert actions <= {act.action}


@pytest.mark.parametrize("act", [act for act in ACTS if act.body], ids=lambda act: act.operation)
def test_whatever_a_body_may_say_its_service_takes(act: Act) -> None:
    assert act.body is not None
    takes = inspect.signature(act.service).parameters
    sources = {str(field.source) for field in act.body().fields.values() if not field.read_only}
    open_ended = any(parameter.kind is parameter.VAR_KEYWORD for parameter in takes.values())
    assert open_ended or sources <= {*takes, *REFERENCES.values(), *KEYS.values()}


def test_names_of_calls_and_their_addresses_are_there_once() -> None:
    names = [act.operation for act in ACTS]
    assert len(names) == len(set(names))
    assert len({(act.path, act.method) for act in ACTS}) == len(ACTS)


def test_a_key_is_offered_exactly_the_scopes_that_something_uses() -> None:
    by_moves = {"play", "start_game", "stop_clocks", "set_clocks", "call_arbiter", "claim"}
    assert _COMMANDS  # actions at a board: `api.views`
    used = {str(act.action) for act in ACTS} | by_moves | {"see_drafts", "see_desk", "create_event"}
    assert {str(action) for action in (*FOR_PROGRAMS, *FOR_ACCOUNTS)} == used
