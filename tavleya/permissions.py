"""The permission table.  Services call `require`; `docs/permissions.md` is generated from `TABLE`."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from tavleya.actors import Role, Standing
from tavleya.errors import NotPermitted, ReadOnly
from tavleya.messages import say


class Action(StrEnum):
    """An action of a user."""

    CREATE_EVENT = "create_event"
    EDIT_EVENT = "edit_event"
    GRANT_ROLES = "grant_roles"
    ISSUE_TOKENS = "issue_tokens"
    EDIT_SECTION = "edit_section"
    ENTER_PLAYERS = "enter_players"
    PAIR_ROUND = "pair_round"
    SET_LINE_UP = "set_line_up"
    PUBLISH_ROUND = "publish_round"
    CLOSE_ROUND = "close_round"
    ENTER_RESULT = "enter_result"
    CORRECT_RESULT = "correct_result"
    IMPORT_GAMES = "import_games"
    SEE_DRAFTS = "see_drafts"
    START_GAME = "start_game"
    STOP_CLOCKS = "stop_clocks"
    SET_CLOCKS = "set_clocks"
    PLAY = "play"  # move, press, offer, answer, resign: players for their side, an officer for either
    CLAIM = "claim"
    CALL_ARBITER = "call_arbiter"
    READ_SHEETS = "read_sheets"
    RULE = "rule"
    SEE_DESK = "see_desk"
    ANNOUNCE_SESSION = "announce_session"
    ADJOURN = "adjourn"  # call to seal, stop the clocks, keep and open the envelope, resume
    SEAL = "seal"  # players seal their own move; an arbiter lends them the device
    WRITE_SHEET = "write_sheet"
    RECONSTRUCT = "reconstruct"
    EXPORT_RECORD = "export_record"
    FILE_APPEAL = "file_appeal"  # players file their own; an officer enters one on paper
    HANDLE_APPEALS = "handle_appeals"
    APPOINT_COMMITTEE = "appoint_committee"
    ISSUE_PLAYER_LINKS = "issue_player_links"  # the private links of players to their pages
    REPORT_RESULT = "report_result"  # players for their own board
    ASK_BYE = "ask_bye"  # players for their own rounds
    SUBMIT_ENTRY = "submit_entry"  # enter a section by its open form; no account is needed
    CHECK_IN = "check_in"  # note that players are present; players for themselves
    MANAGE_WEBHOOKS = "manage_webhooks"
    HANDLE_FEES = "handle_fees"  # see debts, record payments, refund, waive
    REHEARSE = "rehearse"  # copy an event for practice, and archive such a copy
    KEEP_FAIR_PLAY = "keep_fair_play"  # checks, devices handed in, declarations, complaints
    LEAD_FAIR_PLAY = "lead_fair_play"  # the screening file of a section, names in its part of the report
    REPORT_BOARDS = "report_boards"  # data from electronic boards and programs at the venue; none decides a result
    HAND_OFF = "hand_off"  # export a whole event, check it out to another machine and in again
    EDIT_ORGANISATION = "edit_organisation"  # the profile of a club or federation, and its roles
    OWN_EVENTS = "own_events"  # assign an event to an organisation, and end this


_ORGANISERS = frozenset({Role.ORGANISER})
_CHIEFS = frozenset({Role.ORGANISER, Role.CHIEF_ARBITER})
_ARBITERS = frozenset({Role.CHIEF_ARBITER, Role.ARBITER})
_OFFICIALS = _ORGANISERS | _ARBITERS
_STAFF = _OFFICIALS | {Role.HELPER}

TABLE: Mapping[Action, frozenset[Role]] = MappingProxyType(
    {
        Action.CREATE_EVENT: frozenset(Role) - {Role.PUBLIC},
        Action.EDIT_EVENT: _ORGANISERS,
        Action.GRANT_ROLES: _ORGANISERS,
        Action.ISSUE_TOKENS: _ORGANISERS,
        Action.EDIT_SECTION: _CHIEFS,
        Action.ENTER_PLAYERS: _CHIEFS,
        Action.PAIR_ROUND: _CHIEFS,
        Action.SET_LINE_UP: _OFFICIALS,
        Action.PUBLISH_ROUND: _CHIEFS,
        Action.CLOSE_ROUND: _CHIEFS,
        Action.ENTER_RESULT: _STAFF,
        Action.CORRECT_RESULT: _OFFICIALS,
        Action.IMPORT_GAMES: _OFFICIALS,
        Action.SEE_DRAFTS: _STAFF,
        Action.START_GAME: _OFFICIALS,
        Action.STOP_CLOCKS: _ARBITERS,
        Action.SET_CLOCKS: _ARBITERS,
        Action.PLAY: _STAFF | {Role.PLAYER},
        Action.CLAIM: _ARBITERS | {Role.PLAYER},
        Action.CALL_ARBITER: _STAFF | {Role.PLAYER},
        Action.READ_SHEETS: _OFFICIALS,
        Action.RULE: _ARBITERS,
        Action.SEE_DESK: _STAFF,
        Action.ANNOUNCE_SESSION: _OFFICIALS,
        Action.ADJOURN: _ARBITERS,
        Action.SEAL: _ARBITERS | {Role.PLAYER},
        Action.WRITE_SHEET: _STAFF | {Role.PLAYER},
        Action.RECONSTRUCT: _ARBITERS,
        Action.EXPORT_RECORD: _OFFICIALS,
        Action.FILE_APPEAL: _OFFICIALS | {Role.PLAYER},
        Action.HANDLE_APPEALS: _CHIEFS,
        Action.APPOINT_COMMITTEE: _ORGANISERS,
        Action.ISSUE_PLAYER_LINKS: _CHIEFS,
        Action.REPORT_RESULT: frozenset({Role.PLAYER}),
        Action.ASK_BYE: frozenset({Role.PLAYER}),
        Action.SUBMIT_ENTRY: frozenset(Role),
        Action.CHECK_IN: _STAFF | {Role.PLAYER},
        Action.MANAGE_WEBHOOKS: _ORGANISERS,
        Action.HANDLE_FEES: _ORGANISERS | {Role.TREASURER},
        Action.REHEARSE: _CHIEFS,
        Action.KEEP_FAIR_PLAY: _ARBITERS,
        Action.LEAD_FAIR_PLAY: frozenset({Role.CHIEF_ARBITER}),
        Action.REPORT_BOARDS: _STAFF,
        Action.HAND_OFF: _ORGANISERS,
        Action.EDIT_ORGANISATION: frozenset({Role.OWNER}),
        Action.OWN_EVENTS: frozenset({Role.OWNER, Role.ORGANISER}),
    }
)

#: Users with one of these actions have access to the desk of an event; the treasurer sees only fees there.
AT_DESK = frozenset({Action.SEE_DESK, Action.HANDLE_FEES})

#: Actions that change nothing in an event, or end its read-only state: permitted while another machine runs it.
WHILE_READ_ONLY = frozenset(
    {Action.SEE_DRAFTS, Action.READ_SHEETS, Action.SEE_DESK, Action.EXPORT_RECORD, Action.HAND_OFF}
)

#: Actions permitted in a template: it is set up like an event, but never played.
IN_TEMPLATE = frozenset(
    {Action.EDIT_EVENT, Action.EDIT_SECTION, Action.GRANT_ROLES, Action.HANDLE_FEES, Action.SEE_DESK, Action.SEE_DRAFTS}
)


def allowed(standing: Standing, action: Action) -> bool:
    """Return whether one of the standing's roles permits `action`, and the token, if any, includes it."""
    if standing.only is not None and action.value not in standing.only:
        return False
    return bool(standing.roles & TABLE[action])


def require(standing: Standing, action: Action) -> None:
    """Check that the standing allows `action`, and that the event can be changed here.

    Every writing service calls this.

    Raises: NotPermitted ("not_permitted"); ReadOnly ("checked_out").
    """
    if not allowed(standing, action):
        raise NotPermitted(say("not_permitted"), action=action.value)
    if action not in WHILE_READ_ONLY:
        refuse_read_only(standing)


def refuse_read_only(standing: Standing) -> None:
    """Check that the event can be changed, for operations without an action in the table.

    Raises: ReadOnly ("checked_out").
    """
    if standing.read_only:
        raise ReadOnly(say("checked_out"))
