"""Codes of games in words."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext

from games.views.requests import reader_language
from tavleya.law import library
from tavleya.law.claims import CLAIM_NAMES
from tavleya.law.kinds import all_words, named_ruling
from tavleya.law.remedies import OUTCOME_NAMES
from tavleya.messages import N_
from tavleya.record.entries import GamePhase
from tavleya.rules.messages import ENDING_NAMES
from tavleya.rules.registry import spec_of

# Labels of decisions, claims and breaches at a board.

#: Decisions other than rulings, each with its sentence.
_OWN: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("score_sheets", "reconstructed"): N_("The moves were reconstructed from the score sheets."),
        ("sheet_check", "stands"): N_("The score sheet differs; the record is kept."),
    }
)


def decision_label(decides: str, outcome: str) -> str:
    """Return a sentence for a decision; a general one for an unknown kind."""
    sentence, kind = _OWN.get((decides, outcome)), named_ruling(decides)
    if sentence:
        return gettext(sentence)
    if kind is None:
        return gettext("A decision was made.")
    if outcome in kind.words.decisions:
        return gettext(kind.words.decisions[outcome])
    name = kind.name.render(gettext)
    if outcome not in OUTCOME_NAMES:
        return gettext("Decision: %(what)s.") % {"what": name}
    return gettext("Decision: %(what)s, %(outcome)s.") % {"what": name, "outcome": gettext(OUTCOME_NAMES[outcome])}


def claim_name(code: str) -> str:
    return gettext(CLAIM_NAMES[code]) if code in CLAIM_NAMES else code


def claim_words(code: str, side: str, move: str = "") -> str:
    """Return the sentence for a claim of `side`, with the move that it announced."""
    sentence = next((words.claims[code] for words in all_words() if code in words.claims), "")
    if sentence:
        return gettext(sentence) % {"side": side}
    values = {"side": side, "claim": claim_name(code), "move": move}
    if move:
        return gettext("%(side)s claimed a draw, announcing %(move)s: %(claim)s.") % values
    return gettext("%(side)s claimed a draw: %(claim)s.") % values


def breach_label(label: str, side: str, move: str) -> str:
    """Return the sentence for a breach of the rules that does not count as an illegal move."""
    text = next((words.breaches[label] for words in all_words() if label in words.breaches), "")
    if not text:
        text = N_("Irregularity by %(side)s: %(move)s.") if move else N_("Irregularity by %(side)s.")
    return gettext(text) % {"side": side, "move": move}


def ending_words(code: str) -> str:
    """Return the reason of a result given by a ruling; empty for another code."""
    text = next((words.endings[code] for words in all_words() if code in words.endings), "")
    return gettext(text) if text else ""


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
