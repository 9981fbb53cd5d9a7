"""The duty to record the moves (tavreli 8.1, 8.4, B.3; FIDE 8.4, A.2)."""

from dataclasses import dataclass

from tavleya.law.messages import say
from tavleya.law.remedies import readings
from tavleya.law.terms import Regime
from tavleya.messages import Message
from tavleya.record.state import State
from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class Recording:
    """`complete_now`: the flag has fallen, and the sheet must be completed at once."""

    required: bool
    complete_now: bool
    reason: Message
    article: str


def duty_to_record(state: State, regime: Regime, side: Side, at: int) -> Recording:
    """Return the duty of `side` at instant `at`: it ends in the last minutes of a period without a sufficient bonus."""
    rules, clock, article = regime.record, state.clock, regime.article("record")
    if rules.below_ms is None:
        return Recording(False, False, say("no_duty"), article)
    now = readings(state, at)
    if clock is None or now is None or not clock.started:
        return Recording(True, False, say("must_record"), article)
    if clock.fallen(side, at):
        message = say("complete_sheet")
        return Recording(True, True, message, article)
    if now[side] < rules.below_ms and clock.side(side).bonus.ms < rules.bonus_ms:
        message = say("short_of_time", minutes=rules.below_ms // 60_000)
        return Recording(False, False, message, article)
    return Recording(True, False, say("must_record"), article)
