"""Check whether a draw may be agreed now without the arbiter (tavreli 9.1; FIDE 5.2.3, 9.1.1; draughts result.3)."""

from tavleya.law.messages import say
from tavleya.law.terms import Regime
from tavleya.messages import Message
from tavleya.record.state import State
from tavleya.rules.draughts import DraughtsRules


def agreement_bar(state: State, regime: Regime) -> Message | None:
    """Return why the players may not agree on a draw yet, or None.  An arbiter may allow it."""
    if isinstance(state.rules, DraughtsRules) and (bar := state.rules.agreement_bar(state.line)):
        return bar
    moves, count = regime.agreed_draw_moves, state.ply // 2
    return say("agreement_too_early", moves=moves, made=count) if count < moves else None
