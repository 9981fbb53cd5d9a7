"""Whatever the desk and the console can do, the API can: by the same service, or there is a reason why not."""

from __future__ import annotations

import inspect

import pytest

from api.acts import ACTS
from api.acts.arguments import KEYS, REFERENCES
from api.acts.record import Act
from api.commands import _COMMANDS
from arbiter import services as arbiter
from people.views.desk.account_keys import FOR_ACCOUNTS, FOR_PROGRAMS
from tests.tournaments.service_calls import CALLS
from tests.tournaments.swiss_calls import CALLS as SWISS_CALLS
from tests.tournaments.system_calls import CALLS as SYSTEM_CALLS
from tournaments import services

#: Services that views of their own lead to: `api.tournaments`, `api.commands`.
BY_HAND = {"enter_result", "correct_result", "claim_draw", "claim_flag"}

_OWN = "a person does it for themselves, by their private link or account"
_FILE = "a file goes up at the desk, where what it brings is looked at before it is taken"
_INNER = "not an act: it reads, or the worker does it"
_SERVICE = "it is of the whole service, not of an event"
_PAPER = "it is done at the board, on paper or on a page that shows what it does"
WHY_NOT = {
    **dict.fromkeys(
        ("accept_invitation", "submit_bye_request", "withdraw_bye_request", "report_result", "change_entry",
         "withdraw_entry", "issue_account_token", "revoke_account_token", "claim_person", "list_myself"),
        _OWN,
    ),
    **dict.fromkeys(
        ("add_upload", "set_logo", "import_event", "prepare_event_file", "start_event_file", "check_in_event",
         "import_trf", "request_trf", "choose_trf", "confirm_trf", "prepare_trf", "start_trf"),
        _FILE,
    ),
    **dict.fromkeys(
        (
         "ImportReport", "TokenBoard", "TrfImport", "actor_of_link", "actor_of_token", "ask_again", "entry_of_link",
         "find_board", "following_slug", "invitation_of", "run_event_file", "run_import", "run_list_update",
         "run_pairing", "run_rating_list", "run_trf", "update_due_lists", "import_games"),
        _INNER,
    ),
    **dict.fromkeys(
        ("import_rating_list", "request_rating_list", "update_rating_lists", "update_lists_of", "open_rehearsal",
         "merge_organisations"),
        _SERVICE,
    ),
    **dict.fromkeys(
        ("choose_notifications", "confirm_by_link", "renew_device", "stop_by_link", "subscribe", "unsubscribe"),
        _OWN,
    ),
    "receive_report": "the provider of payments tells of them, by an address of its own",
    **dict.fromkeys(
        ("set_pgn_address", "forget_pgn_address"),
        "an address is given at the desk, where what was read of it is shown; a program sends the PGN itself",
    ),
    "end_mail": "mail that came back is marked on the page of messages, where whoever it concerns is shown",
    "check_out_event": "whoever hands an event off is at both machines",
    "take_back_event": "whoever hands an event off is at both machines",
    "qualify_players": "the page shows the tables that it rests on; a program enters players with enter_players",
}  # fmt: skip
WHY_NOT_OF_ARBITERS = {
    **dict.fromkeys(
        ("Preview", "preview", "preview_illegal_move", "preview_reversal", "preview_superseding", "regime_of",
         "regime_of_section", "regulations_of"),
        _INNER,
    ),
    **dict.fromkeys(("tick", "untick", "let_stand"), _PAPER),
}  # fmt: skip
DONE = {name for act in ACTS for name in act.services} | BY_HAND


def test_every_act_of_the_desk_has_its_call_or_a_reason_why_not() -> None:
    missing = set(services.__all__) - DONE - set(WHY_NOT)
    assert not missing
    assert not set(WHY_NOT) & DONE, "the API can do it now"
    assert set(WHY_NOT) <= set(services.__all__)


def test_every_act_of_an_arbiter_has_its_call_or_a_reason_why_not() -> None:
    assert not set(arbiter.__all__) - DONE - set(WHY_NOT_OF_ARBITERS)
    assert not set(WHY_NOT_OF_ARBITERS) & DONE, "the API can do it now"


#: What a table of services has stricter than the call: whoever entered a result may take it back.
_OWN_RESULTS = {"withdraw_result", "retype_result"}


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.operation)
def test_a_call_asks_for_the_right_that_its_service_asks_for(act: Act) -> None:
    table = {**CALLS, **SWISS_CALLS, **SYSTEM_CALLS}
    asked = {table[name][0] for name in act.services if name in table and name not in _OWN_RESULTS}
    assert asked <= {act.action}


@pytest.mark.parametrize("act", [act for act in ACTS if act.body], ids=lambda act: act.operation)
def test_whatever_a_body_may_say_its_service_takes(act: Act) -> None:
    assert act.body is not None
    takes = inspect.signature(act.service).parameters
    said = {str(field.source) for field in act.body().fields.values() if not field.read_only}
    open_ended = any(one.kind is one.VAR_KEYWORD for one in takes.values())
    assert open_ended or said <= {*takes, *REFERENCES.values(), *KEYS.values()}


def test_names_of_calls_and_their_addresses_are_there_once() -> None:
    names = [act.operation for act in ACTS]
    assert len(names) == len(set(names))
    assert len({(act.path, act.method) for act in ACTS}) == len(ACTS)


def test_a_key_is_offered_exactly_the_scopes_that_something_uses() -> None:
    by_moves = {"play", "start_game", "stop_clocks", "set_clocks", "call_arbiter", "claim"}
    assert _COMMANDS  # what is done at a board: `api.commands`
    used = {str(act.action) for act in ACTS} | by_moves | {"see_drafts", "see_desk", "create_event"}
    assert {str(one) for one in (*FOR_PROGRAMS, *FOR_ACCOUNTS)} == used
