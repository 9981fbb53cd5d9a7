"""Permissions to read and to write: one line for each address.  A new address without a line fails.

The right to something is named by its action in `tavleya.permissions`, so that this table cannot say otherwise than
docs/permissions.md.  An omission never grants access: everything that a line does not allow is refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tavleya.actors import Role, Standing
from tavleya.permissions import Action, allowed
from tests.security.calls import api_names, readers
from tournaments.services.players import SCOPES

Who = frozenset[str]

#: Roles with an account of `tests.security.hall`.
OURS = {
    "organiser": "olga", "chief arbiter": "chen", "arbiter": "ana", "helper": "hana", "treasurer": "tom",
    "player": "alice", "committee": "judge",
}  # fmt: skip
#: API tokens with their actions.
TOKENS: Mapping[str, frozenset[str]] = {
    "token": frozenset(Action),
    "token_to_play": frozenset({Action.PLAY}),
    "token_of_results": frozenset({Action.ENTER_RESULT, Action.CORRECT_RESULT}),
}
_PLAYER = frozenset({Role.PLAYER})
_NONE = frozenset({Role.PUBLIC})
STANDINGS: Mapping[str, Standing] = {
    "anonymous": Standing(_NONE),
    "stranger": Standing(_NONE),
    "administrator": Standing(_NONE),  # of the server: without a role in the event there is nothing to see
    "other organiser": Standing(_NONE),
    "committee": Standing(_NONE),
    "link": Standing(_PLAYER, only=SCOPES),
    "player": Standing(_PLAYER),
    "appellant": Standing(_PLAYER),
    "helper": Standing(frozenset({Role.HELPER})),
    "treasurer": Standing(frozenset({Role.TREASURER})),
    "arbiter": Standing(frozenset({Role.ARBITER})),
    "chief arbiter": Standing(frozenset({Role.CHIEF_ARBITER})),
    "organiser": Standing(frozenset({Role.ORGANISER})),
}
EVERYBODY: Who = frozenset(STANDINGS)
SIGNED_IN: Who = EVERYBODY - {"anonymous", "link"}
NOBODY: Who = frozenset()
COMMITTEE: Who = frozenset({"committee"})
PLAYERS: Who = frozenset({"player", "link", "appellant"})


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def may(action: Action) -> Who:
    return frozenset(name for name, standing in STANDINGS.items() if allowed(standing, action))


@dataclass(frozen=True)
class Line:
    """`write`: who changes something by a form there, for each of its buttons (`act`, `do`) where they differ.

    `seated`: the only players are those of the game in the address."""

    read: Who = NOBODY
    write: Who | Mapping[str, Who] = NOBODY
    seated: bool = False

    def writers(self, act: str) -> Who | None:
        """Return the roles that may press a button; None if the line has no such button."""
        return self.write if isinstance(self.write, frozenset) else self.write.get(act)


def both(action: Action) -> Line:
    return Line(may(action), may(action))


def only(action: Action) -> Line:
    """Return the line of an address that takes only POST."""
    return Line(NOBODY, may(action))


A = Action
DESK = may(A.SEE_DESK)
FOR_ALL = words(
    """
    home events search front_game event event_card section_card player_card game_card robots sitemap favicon
    game_picture game_gif game_embed round_boards event_calendar section_calendar event_feed oembed
    standings_embed round_embed
    game game_file section section_trf section_xlsx section_games schedule schedule_file
    schedule_games round round_file round_games standings standings_file live_standings category_standings
    prizes crosstable crosstable_file players players_file player teams team_boards bracket openings
    openings_record decisions rules live-board game-clocks hall hall_boards hall_names hall_standings
    hall_top hall_clocks event_upload manifest worker offline
    person person_short head_to_head person_games person_card
    manual manual_chapter manual_file manual_pdf
    privacy set_language set_theme api-schema
    """
)
FOR_THE_DESK = words(
    """
    desk_event desk_publishing desk_log desk_section desk_players desk_round desk_round_print desk_results
    desk_verification desk_swiss desk_pairing_explanation desk_board_explanation desk_rating_report
    desk_rating_report_csv desk_knockout desk_prizes_print desk_outputs desk_document desk_round_outputs
    desk_round_document desk_form sessions-ending boards board-card rulings rulings-table rulings-report
    rulings-report-pdf work-record work-record-file desk_federation_file
    """
)

LINES: Mapping[str, Line] = {
    **dict.fromkeys(FOR_ALL, Line(EVERYBODY)),
    **dict.fromkeys(FOR_THE_DESK, Line(DESK)),
    "login": Line(EVERYBODY),
    "logout": Line(NOBODY),
    "my_games": Line(SIGNED_IN),
    # The secret of the link is enough.
    "my": Line(EVERYBODY, EVERYBODY),
    "my_notifications": Line(EVERYBODY, EVERYBODY),
    "follow": Line(EVERYBODY, EVERYBODY),
    "follow_person": Line(EVERYBODY, EVERYBODY),
    "desk_notifications": Line(DESK, DESK),
    "desk_messages": both(A.EDIT_EVENT),
    "entry": Line(EVERYBODY, EVERYBODY),
    "enter": Line(EVERYBODY, EVERYBODY),
    "enter_search": Line(EVERYBODY),
    "my_fee": Line(EVERYBODY),
    "payment_report": Line(),  # only requests signed by the provider: tests/pages/desk/test_entries_and_fees.py
    "my_data": Line(EVERYBODY, EVERYBODY),
    "my_data_file": Line(EVERYBODY),
    "my_calendar": Line(EVERYBODY),
    "my_person": Line(
        EVERYBODY, {**dict.fromkeys(("hide", "show"), EVERYBODY), **dict.fromkeys(("claim", "unclaim"), SIGNED_IN)}
    ),
    "desk_person": both(A.EDIT_EVENT),
    "my_forget": Line(NOBODY, EVERYBODY),
    # Boards
    "live-action": Line(
        NOBODY,
        {
            "start": may(A.START_GAME),
            **dict.fromkeys(("move", "press", "offer", "accept", "decline", "resign"), may(A.PLAY)),
            **dict.fromkeys(("claim", "flag"), may(A.CLAIM)),
            "call": may(A.CALL_ARBITER),
        },
        seated=True,
    ),
    "live-seal": Line(may(A.SEAL), may(A.SEAL), seated=True),
    "own-sheet": Line(PLAYERS, {"check": NOBODY, "save": PLAYERS, "void": PLAYERS}, seated=True),
    "own-photo": Line(PLAYERS, seated=True),
    "appeal-file": Line(may(A.FILE_APPEAL) - {"link"}, may(A.FILE_APPEAL) - {"link"}, seated=True),
    "board-ruling": both(A.RULE),
    "board-ruling-undo": both(A.RULE),
    "board-ruling-replace": both(A.RULE),
    "board-fine": only(A.RULE),
    "board-adjournment": both(A.ADJOURN),
    "board-envelope": both(A.ADJOURN),
    "board-clocks": Line(DESK, may(A.SET_CLOCKS)),
    "board-sheets": Line(
        DESK,
        {
            "check": NOBODY,
            **dict.fromkeys(("save", "void"), may(A.WRITE_SHEET) - PLAYERS),
            **dict.fromkeys(("preview", "enter"), may(A.RECONSTRUCT)),
        },
    ),
    "board-photo": Line(may(A.READ_SHEETS)),
    "board-action": Line(
        NOBODY,
        {
            "start": may(A.START_GAME),
            **dict.fromkeys(("stop", "resume"), may(A.STOP_CLOCKS)),
            "time": may(A.SET_CLOCKS),
            **dict.fromkeys(("rule", "dismiss", "answer", "stand", "source", "board-question"), may(A.RULE)),
            "call": may(A.CALL_ARBITER) - PLAYERS,
            "result": may(A.ENTER_RESULT),
            **dict.fromkeys(("correct", "by-sheet"), may(A.CORRECT_RESULT)),
        },
    ),
    # The hall
    "palette": Line(DESK),
    "palette-run": only(A.SEE_DESK),  # each command asks who may
    "sessions": Line(DESK, may(A.ANNOUNCE_SESSION)),
    "session-cancel": only(A.ANNOUNCE_SESSION),
    "duty": Line(DESK, may(A.RULE)),
    "checklists": Line(DESK, may(A.RULE)),
    "fair-play": Line(
        may(A.KEEP_FAIR_PLAY),
        dict.fromkeys(words("draw add reverse nothing object refused skipped"), may(A.KEEP_FAIR_PLAY)),
    ),
    "fair-play-devices": Line(may(A.KEEP_FAIR_PLAY), dict.fromkeys(words("in back undo"), may(A.KEEP_FAIR_PLAY))),
    "fair-play-complaints": Line(may(A.KEEP_FAIR_PLAY), {"receive": may(A.KEEP_FAIR_PLAY)}),
    "fair-play-complaint": both(A.KEEP_FAIR_PLAY),
    "fair-play-declarations": Line(may(A.KEEP_FAIR_PLAY), dict.fromkeys(words("add remove"), may(A.KEEP_FAIR_PLAY))),
    **dict.fromkeys(
        ("fair-play-devices-pdf", "fair-play-complaint-pdf", "fair-play-complaint-form"), Line(may(A.KEEP_FAIR_PLAY))
    ),
    "fair-play-screening": only(A.LEAD_FAIR_PLAY),
    "appeals": Line(DESK | COMMITTEE),
    "committee": Line(
        DESK | COMMITTEE,
        {"regulate": may(A.EDIT_EVENT), **dict.fromkeys(("appoint", "dismiss"), may(A.APPOINT_COMMITTEE))},
    ),
    "appeal": Line(
        DESK | COMMITTEE | {"appellant"},
        {
            **dict.fromkeys(("hearing", "publish"), may(A.HANDLE_APPEALS)),
            **dict.fromkeys(("suspend", "restore"), COMMITTEE),
            "withdraw": may(A.HANDLE_APPEALS) | {"appellant"},
        },
    ),
    "appeal-decision": Line(COMMITTEE, COMMITTEE),
    # The desk: events
    "desk": Line(SIGNED_IN),
    **dict.fromkeys(("desk_event_new", "desk_set_up"), Line(SIGNED_IN, SIGNED_IN)),
    **dict.fromkeys(("desk_suggest_address", "desk_suggest_control", "desk_suggest_tiebreaks"), Line(SIGNED_IN)),
    "desk_event_file_new": Line(SIGNED_IN, SIGNED_IN),
    "desk_keys": Line(SIGNED_IN, SIGNED_IN),
    "desk_key_revoke": Line(),
    "desk_event_file": Line(frozenset({"organiser"}), frozenset({"organiser"})),  # who sent it
    "desk_hand_off": Line(may(A.HAND_OFF), dict.fromkeys(("export", "out"), may(A.HAND_OFF))),
    "desk_hand_off_file": Line(may(A.HAND_OFF)),
    "desk_event_edit": both(A.EDIT_EVENT),
    "desk_event_publish": only(A.EDIT_EVENT),
    "desk_event_removal": both(A.EDIT_EVENT),
    **dict.fromkeys(("desk_displays", "desk_files"), both(A.EDIT_EVENT)),
    "desk_undo": Line(NOBODY, DESK | may(A.HANDLE_FEES)),  # each act again asks who may take it back
    "desk_rehearse": only(A.REHEARSE),
    "desk_repeat": both(A.EDIT_EVENT),
    "desk_template": both(A.EDIT_EVENT),
    "desk_owner": both(A.GRANT_ROLES),
    "desk_archive": only(A.REHEARSE),
    "desk_officials": Line(DESK, may(A.GRANT_ROLES)),
    **dict.fromkeys(("desk_role_revoke", "desk_invite", "desk_invitation_revoke"), only(A.GRANT_ROLES)),
    "desk_tokens": both(A.ISSUE_TOKENS),
    "desk_token_revoke": only(A.ISSUE_TOKENS),
    "desk_player_links": both(A.ISSUE_PLAYER_LINKS),
    "desk_player_links_print": Line(may(A.ISSUE_PLAYER_LINKS)),
    "desk_player_link": Line(may(A.ISSUE_PLAYER_LINKS)),
    "desk_job": Line(may(A.IMPORT_GAMES)),
    # Sections and their players
    **dict.fromkeys(("desk_section_new", "desk_section_edit"), both(A.EDIT_SECTION)),
    "desk_section_removal": both(A.EDIT_EVENT),
    "desk_section_mode": both(A.EDIT_SECTION),
    **dict.fromkeys(("desk_trf_new", "desk_trf_section"), both(A.EDIT_SECTION)),
    "desk_trf_choose": only(A.EDIT_SECTION),
    "desk_trf": only(A.ENTER_PLAYERS),
    "desk_games": both(A.IMPORT_GAMES),
    **dict.fromkeys(
        ("desk_player_new", "desk_player_list", "desk_player", "desk_event_players", "desk_qualify"),
        both(A.ENTER_PLAYERS),
    ),
    "desk_entries": Line(
        may(A.ENTER_PLAYERS), dict.fromkeys(("approve", "refuse", "move", "withdraw"), may(A.ENTER_PLAYERS))
    ),
    "desk_entries_file": Line(may(A.ENTER_PLAYERS)),
    "desk_entry_terms": both(A.EDIT_SECTION),
    "desk_fees": Line(may(A.HANDLE_FEES), dict.fromkeys(("cash", "book", "settle"), may(A.HANDLE_FEES))),
    "desk_fee": Line(
        may(A.HANDLE_FEES),
        dict.fromkeys(("take", "refund", "set", "waive", "back", "again", "void"), may(A.HANDLE_FEES)),
    ),
    **dict.fromkeys(("desk_fees_file", "desk_receipt"), Line(may(A.HANDLE_FEES))),
    "desk_fee_terms": both(A.EDIT_SECTION),
    "desk_payment_terms": both(A.EDIT_EVENT),
    "desk_check_in": Line(
        DESK,
        {**dict.fromkeys(("in", "out"), DESK), **dict.fromkeys(("set", "remove", "leave-out"), may(A.ENTER_PLAYERS))},
    ),
    **dict.fromkeys(("desk_absences", "desk_rated", "desk_ratings", "desk_team"), both(A.ENTER_PLAYERS)),
    **dict.fromkeys(("desk_player_numbers", "desk_player_withdraw", "desk_team_withdraw"), only(A.ENTER_PLAYERS)),
    "desk_teams": Line(DESK, may(A.ENTER_PLAYERS)),
    "desk_standings": Line(DESK, may(A.CLOSE_ROUND)),
    "desk_play_off": both(A.EDIT_SECTION),
    "desk_broadcast": both(A.EDIT_EVENT),
    "desk_electronic_boards": Line(
        may(A.REPORT_BOARDS),
        {
            **dict.fromkeys(("assign", "forget"), may(A.REPORT_BOARDS)),
            **dict.fromkeys(("pgn", "pgn_forget"), may(A.EDIT_EVENT)),
        },
    ),
    "desk_openings": Line(DESK, may(A.EDIT_SECTION)),
    **dict.fromkeys(("desk_prizes", "desk_norms"), Line(DESK, may(A.EDIT_SECTION))),
    **dict.fromkeys(("desk_category_new", "desk_category"), both(A.EDIT_SECTION)),
    # Rounds
    **dict.fromkeys(("desk_pair", "desk_discard", "desk_pair_again"), only(A.PAIR_ROUND)),
    **dict.fromkeys(("desk_boards_new", "desk_display", "desk_schedule", "desk_unpublish"), both(A.PAIR_ROUND)),
    **dict.fromkeys(("desk_swiss_points", "desk_swiss_change"), both(A.PAIR_ROUND)),
    "desk_swiss_job": Line(may(A.PAIR_ROUND)),
    "desk_swiss_action": only(A.PAIR_ROUND),
    "desk_knockout_action": Line(
        NOBODY,
        {
            **dict.fromkeys(("by_rating", "by_hand", "pair", "tiebreak", "undo"), may(A.PAIR_ROUND)),
            "award": may(A.CORRECT_RESULT),
        },
    ),
    "desk_round_action": only(A.PUBLISH_ROUND),
    "desk_match": Line(
        DESK,
        {
            **dict.fromkeys(("first", "second", "usual_first", "usual_second"), may(A.SET_LINE_UP)),
            "forfeit": may(A.ENTER_RESULT),
        },
    ),
    "desk_no_shows": Line(DESK, may(A.ENTER_RESULT)),
    "desk_results_now": Line(may(A.ENTER_RESULT)),
    "desk_result": only(A.ENTER_RESULT),
    "desk_result_withdraw": only(A.CORRECT_RESULT),
    "desk_verify": only(A.ENTER_RESULT),
    "desk_verification_settle": only(A.CORRECT_RESULT),
    "desk_correction": both(A.CORRECT_RESULT),
    "desk_played": Line(may(A.CORRECT_RESULT), dict.fromkeys(("turn", "check", "save"), may(A.CORRECT_RESULT))),
    **{name: Line(readers(may, EVERYBODY, name)) for name in api_names()},
}

#: Roles with the right, whose tried form is still refused: by a rule of the game, not for lack of permission.
STOPPED: Mapping[tuple[str, str], Who] = {
    ("desk_verify", ""): frozenset({"arbiter"}),  # who entered a result does not verify it
    **{("live-action", act): frozenset({"link"}) for act in ("move", "claim")},  # it is the opponent's move
    ("duty", "off"): may(A.RULE) - {"arbiter"},  # who is not on duty
    ("own-sheet", "save"): frozenset({"link"}),  # the sheet is the opponent's
}
#: Write operations of the API: the method, the payload, and the action of the token.
OPERATIONS: Mapping[tuple[str, str], tuple[Mapping[str, object], Action]] = {
    ("api-players", "post"): ({"family_name": "New"}, A.ENTER_PLAYERS),
    ("api-player", "patch"): ({"club": "Other"}, A.ENTER_PLAYERS),
    ("api-pairing", "put"): ({"result": "1-0", "reason": "A slip"}, A.ENTER_RESULT),
    ("api-entries", "post"): ({"kind": "resign", "side": "white", "seq": 6}, A.PLAY),
    ("api-webhooks", "post"): ({"url": "https://example.org/new", "kinds": ["round.published"]}, A.MANAGE_WEBHOOKS),
    ("api-webhook-revoke", "delete"): ({}, A.MANAGE_WEBHOOKS),
}
