"""Codes of games in words."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext

from games.views.decisions import ending_words
from games.views.requests import reader_language
from tavleya.law import library
from tavleya.messages import N_
from tavleya.record.entries import GamePhase
from tavleya.rules.messages import ENDING_NAMES
from tavleya.rules.registry import spec_of

PHASE_NAMES: Mapping[str, str] = MappingProxyType(
    {
        GamePhase.PENDING: N_("Not started"),
        GamePhase.PLAYING: N_("Playing"),
        GamePhase.PAUSED: N_("Clocks stopped"),
        GamePhase.ADJOURNED: N_("Adjourned"),
        GamePhase.FINISHED: N_("Finished"),
        GamePhase.ANNULLED: N_("Annulled"),
    }
)

# Reasons of results without a ruling.  Results that were only reported or taken from a score sheet need no reason.
_ENDED: Mapping[str, str] = MappingProxyType(
    {
        "agreement": N_("by agreement"),
        "resignation": N_("by resignation"),
        "forfeit": N_("by forfeit"),
        "corrected": N_("corrected by an arbiter"),
        "annulled": N_("annulled"),
        **ENDING_NAMES,
    }
)


def game_name(game: str) -> str:
    return gettext(spec_of(game).name)


def phase_name(phase: str) -> str:
    return gettext(PHASE_NAMES[phase])


def termination_label(termination: str) -> str:
    """Return the reason in words; empty for a code that adds nothing."""
    words = _ENDED.get(termination, "")
    return gettext(words) if words else ending_words(termination)


def cite(address: str) -> str:
    """Return an article of the laws as people cite it, in the reader's language; other texts stay unchanged."""
    return library.cite(address, reader_language())
