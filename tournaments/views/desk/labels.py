"""What people do, in words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext

from common.messages import N_
from common.permissions import Action
from tournaments.models.round import RoundStatus

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
        Action.PAIR_ROUND: N_("Pair rounds"),
        Action.PUBLISH_ROUND: N_("Publish rounds"),
        Action.CLOSE_ROUND: N_("Start and close rounds"),
        Action.IMPORT_GAMES: N_("Import games"),
        Action.READ_SHEETS: N_("Read score sheets"),
        Action.SEE_DRAFTS: N_("See drafts"),
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
    """In a word: whoever is at the desk knows who sees a draft."""
    return gettext(_STATES[status])


def action_name(action: str) -> str:
    return gettext(_ACTIONS[action]) if action in _ACTIONS else action
