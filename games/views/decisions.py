"""What was decided at a board, in words: kinds and outcomes of decisions, breaches, and why clocks stopped."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext

from common.messages import N_

#: What is decided; the keys are those of the rulings, which live on a higher floor.
DECIDED: Mapping[str, str] = MappingProxyType(
    {
        "illegal_move": N_("Illegal move"),
        "illegal_act": N_("Counts as an illegal move"),
        "touch_move": N_("Touch-move"),
        "draughts_violation": N_("Violation at the draughts board"),
        "draw_claim": N_("Claim of a draw"),
        "quickplay": N_("Quickplay finish"),
        "increment": N_("Five seconds a move asked for"),
        "flag": N_("Fallen flag"),
        "both_flags": N_("Both flags down"),
        "absence": N_("Not at the board"),
        "overdue": N_("Move by correspondence overdue"),
        "beginning": N_("Wrong beginning"),
        "displaced": N_("Pieces displaced"),
        "restored": N_("An earlier position restored"),
        "defective_clock": N_("Defective clock"),
        "disturbance": N_("Disturbance from outside"),
        "deduction": N_("Time deducted before play"),
        "control_unproven": N_("Control that cannot be proved"),
        "clock_place": N_("Where the clock stands"),
        "time": N_("Time on the clocks"),
        "penalty": N_("Penalty"),
        "refusal": N_("Refusal to keep to the rules"),
        "score": N_("Result set by the arbiter"),
        "incident": N_("Incident"),
        "dismissed": N_("Call not upheld"),
        "call": N_("Call of the arbiter"),
        "score_sheets": N_("Score sheets"),
    }
)
OUTCOMES: Mapping[str, str] = MappingProxyType(
    {
        "upheld": N_("upheld"),
        "rejected": N_("rejected"),
        "dismissed": N_("not upheld"),
        "applied": N_("applied"),
        "postponed": N_("put off"),
        "noted": N_("written down"),
        "answered": N_("answered"),
        "reconstructed": N_("the moves were reconstructed"),
    }
)
# Decisions that have a sentence of their own.
_SENTENCES: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("draw_claim", "upheld"): N_("The claim of a draw was upheld."),
        ("draw_claim", "rejected"): N_("The claim of a draw was rejected."),
        ("illegal_move", "upheld"): N_("The call of an illegal move was upheld."),
        ("illegal_move", "dismissed"): N_("The call of an illegal move was not upheld."),
        ("call", "answered"): N_("The call was answered."),
        ("call", "dismissed"): N_("The call was not upheld."),
        ("dismissed", "dismissed"): N_("The call was not upheld."),
    }
)
#: Breaches that are no illegal move.
_BREACHES: Mapping[str, str] = MappingProxyType(
    {
        "displaced": N_("%(side)s displaced pieces."),
        "conduct": N_("Breach of good conduct by %(side)s."),
        "refusal": N_("Refusal of %(side)s to keep to the rules."),
        "touch_move": N_("Touch-move broken by %(side)s: %(move)s."),
    }
)
#: Codes that stand where people may also write what they like.
_REASONS: Mapping[str, str] = MappingProxyType(
    {
        "envelope": N_("the sealed move"),
        "lost_envelope": N_("the envelope is lost"),
        "displaced": N_("pieces displaced"),
        "wrong_pieces": N_("wrong starting position"),
        "wrong_board": N_("the board stood wrongly"),
        "wrong_colours": N_("colours reversed"),
        "round undone": N_("the round was taken back"),
    }
)


def decision_words(decides: str, outcome: str) -> str:
    """A sentence for a decision; one of a kind unknown here says only that there was one."""
    own = _SENTENCES.get((decides, outcome))
    if own:
        return gettext(own)
    if decides not in DECIDED:
        return gettext("A decision was made.")
    values = {"what": gettext(DECIDED[decides]), "outcome": gettext(OUTCOMES.get(outcome, ""))}
    if not values["outcome"]:
        return gettext("Decision: %(what)s.") % values
    return gettext("Decision: %(what)s, %(outcome)s.") % values


def breach_words(what: str, side: str, move: str) -> str:
    """What was done against the rules, where it is not counted as an illegal move."""
    text = _BREACHES.get(what)
    if text is None:
        text = N_("Violation by %(side)s: %(move)s.") if move else N_("Violation by %(side)s.")
    return gettext(text) % {"side": side, "move": move}


def reason_words(reason: str) -> str:
    """A reason that is a code of ours in words; what somebody wrote as he wrote it."""
    return gettext(_REASONS[reason]) if reason in _REASONS else reason
