"""Answers to calls of the arbiter, and whether a draw may be agreed without one.

Tavreli 9.1; FIDE 5.2.3, 9.1.1; draughts result.3.
"""

from types import MappingProxyType

from tavleya.errors import BadInput, Conflict
from tavleya.law.messages import say
from tavleya.law.remedies import Remedy, RulingOutcome
from tavleya.law.terms import Regime
from tavleya.messages import Message
from tavleya.record.entries import EntryDraft, EntryKind, GamePhase
from tavleya.record.state import State
from tavleya.rules.draughts import DraughtsRules


def agreement_bar(state: State, regime: Regime, *, live: bool = True) -> Message | None:
    """Return why the players may not agree on a draw yet, or None.  An arbiter may allow it.

    The moves are counted only at a board that is followed: a record on paper comes after the game.
    """
    if not live:
        return None
    if isinstance(state.rules, DraughtsRules) and (bar := state.rules.agreement_bar(state.line)):
        return bar
    moves, count = regime.agreed_draw_moves, state.ply // 2
    return say("agreement_too_early", moves=moves, made=count) if count < moves else None


# Answers to calls that need no separate ruling: the arbiter came and found the call justified or not.

CALL_KIND = "call"


def answer_call(state: State, seq: int, *, upheld: bool, note: str = "", resume: bool = True) -> Remedy:
    """Close the call of entry `seq`.  After the last call, play continues if the arbiter permits.  No article is cited.

    `upheld`: the call was justified; otherwise it is dismissed.  Raises: Conflict ("call_not_open") if it has been
    answered; BadInput ("reason_missing") without a `note` on the action taken.
    """
    call = next((item for item in state.calls if item.seq == seq), None)
    if call is None:
        raise Conflict(say("call_not_open"), seq=state.seq)
    if upheld and not note:
        raise BadInput(say("reason_missing.call"), field="note")
    outcome = "answered" if upheld else "dismissed"
    log_data = {"calls": [seq], "decides": CALL_KIND, "outcome": outcome, "reason": call.reason}
    log_data |= {"note": note} if note else {}
    drafts = [EntryDraft(EntryKind.DECISION, call.side, data=MappingProxyType(log_data))]
    if resume and len(state.calls) == 1 and state.phase is GamePhase.PAUSED:
        drafts.append(EntryDraft(EntryKind.RESUMED, state.turn))
    text = say("call_answered") if upheld else say("call_not_upheld")
    return Remedy(
        kind=CALL_KIND,
        article="",
        penalty_article="",
        offender=None,
        drafts=tuple(drafts),
        grounds=(text,),
        facts=MappingProxyType({"call": seq, "reason": call.reason}),
        outcome=RulingOutcome.APPLIED if upheld else RulingOutcome.DISMISSED,
    )
