"""Labels of states, actions and origins of ratings."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext

from tavleya.messages import N_
from tavleya.permissions import Action
from tavleya.ratings.tournament import FIDE_LISTS, FROM_FILE, FROM_LIST, TYPED
from tournaments.models.round import RoundStatus
from tournaments.names import rating_name

_ACTIONS: Mapping[str, str] = MappingProxyType(
    {
        Action.PLAY: N_("Make moves, press clocks, offer draws"),
        Action.ENTER_RESULT: N_("Enter results"),
        Action.CORRECT_RESULT: N_("Correct results"),
        Action.START_GAME: N_("Start games"),
        Action.STOP_CLOCKS: N_("Stop and resume clocks"),
        Action.SET_CLOCKS: N_("Set clocks"),
        Action.CALL_ARBITER: N_("Call the arbiter"),
        Action.CLAIM: N_("Claim draws and flags"),
        Action.ENTER_PLAYERS: N_("Add and edit players"),
        Action.SUBMIT_ENTRY: N_("Submit online entries"),
        Action.PAIR_ROUND: N_("Pair rounds"),
        Action.PUBLISH_ROUND: N_("Publish rounds"),
        Action.CLOSE_ROUND: N_("Start and close rounds"),
        Action.IMPORT_GAMES: N_("Import games"),
        Action.READ_SHEETS: N_("Read score sheets"),
        Action.SEE_DRAFTS: N_("See drafts"),
        Action.CREATE_EVENT: N_("Create events"),
        Action.EDIT_ORGANISATION: N_("Edit organisations and give roles in them"),
        Action.OWN_EVENTS: N_("Let organisations own events"),
        Action.EDIT_EVENT: N_("Edit and publish the event"),
        Action.EDIT_SECTION: N_("Set up sections and prizes"),
        Action.CHECK_IN: N_("Check players in"),
        Action.SET_LINE_UP: N_("Set line-ups"),
        Action.RULE: N_("Rule on incidents"),
        Action.SEE_DESK: N_("See what officials see"),
        Action.ISSUE_PLAYER_LINKS: N_("Issue player links"),
        Action.GRANT_ROLES: N_("Give and revoke roles"),
        Action.ISSUE_TOKENS: N_("Issue API keys"),
        Action.MANAGE_WEBHOOKS: N_("Manage webhooks"),
        Action.REPORT_BOARDS: N_("Report electronic boards and PGN"),
        Action.HANDLE_FEES: N_("Handle entry fees"),
        Action.REHEARSE: N_("Make rehearsals"),
        Action.HAND_OFF: N_("Export the whole event"),
    }
)


_STATES: Mapping[str, str] = MappingProxyType(
    {
        RoundStatus.DRAFT: N_("Draft"),
        RoundStatus.PUBLISHED: N_("Published"),
        RoundStatus.PLAYING: N_("In progress"),
        RoundStatus.CLOSED: N_("Finished"),
    }
)


def state_name(status: str) -> str:
    """Return the short label of a status; users of the desk know who sees a draft."""
    return gettext(_STATES[status])


def action_name(action: str) -> str:
    return gettext(_ACTIONS[action]) if action in _ACTIONS else action


_ORIGINS: Mapping[str, str] = MappingProxyType(
    {TYPED: N_("typed"), FROM_FILE: N_("from a file"), FROM_LIST: N_("from the rating list")}
)


def origin_words(origin: str) -> str:
    """Return the label of a rating's source (`Player.rating_sources`)."""
    return gettext(_ORIGINS[origin]) if origin in _ORIGINS else ""


def source_words(kind: str, source: str, origin: str = "") -> str:
    """Return the source list of a rating, if it is not the usual list of the pace, and whether it was typed."""
    if source == TYPED:
        return origin_words(TYPED)
    name = rating_name(source) if source in FIDE_LISTS else source
    messages = [name if source != kind else "", origin_words(TYPED) if origin == TYPED else ""]
    return ", ".join(filter(None, messages))
