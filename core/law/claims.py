"""Draw claims, decided from the record (tavreli 9.2–9.5; FIDE 9.2, 9.3, 9.5; draughts counters)."""

from __future__ import annotations

from types import MappingProxyType

from common.errors import Conflict
from common.sides import Side
from core.law.messages import say
from core.law.regimes import Regime
from core.law.remedies import ClockChange, Remedy, readings, sentence, set_clocks
from core.record.acts import result as result_draft
from core.record.entries import Draft, Kind
from core.record.phase import Phase
from core.record.results import Result
from core.record.state import State
from core.rules.contract import ClaimKind, Verdict
from core.rules.registry import spec_of


def decide_claim(
    state: State, regime: Regime, side: Side, kind: ClaimKind, intended: str | None, at: int
) -> tuple[Remedy, Verdict]:
    """The decision on a claim by the player to move, with both outcomes' consequences.

    Right: the game is drawn at once.  Wrong: the price of the regime is taken from the clocks as they stood at the
    claim, play goes on with the claimant to move, and a move that he announced must be played (9.5).
    Raises Conflict `not_to_move` when the claimant has no right to claim now, `envelope_closed` while a move lies
    sealed.
    """
    no_claim_while_sealed(state)
    if state.phase is not Phase.PLAYING:
        raise Conflict(say("not_playing.claim"))
    if state.turn is not side or state.unpressed is not None:
        raise Conflict(
            say("not_to_move.claiming"),
            side=side.value,
        )
    verdict = state.rules.claim(state.line, kind, intended)
    article = spec_of(state.rules.game).articles.claims[kind]
    claim = Draft(Kind.CLAIM, side, data=MappingProxyType({"claim": kind.value, "intended": intended or ""}))
    decision = Draft(
        Kind.DECISION,
        side,
        data=MappingProxyType(
            {
                "decides": "draw_claim",
                "claim": kind.value,
                "outcome": "upheld" if verdict.upheld else "rejected",
                "plies": list(verdict.plies),
                "article": article,
                "must_play": "" if verdict.upheld else intended or "",
            }
        ),
    )
    if verdict.upheld:
        drawn = result_draft(Result.DRAW, kind.value, side=side, article=article)
        remedy = Remedy(
            "draw_claim",
            article,
            article,
            None,
            (claim, decision, drawn),
            (verdict.message,),
            result=Result.DRAW,
        )
        return remedy, verdict
    return _rejected(state, regime, side, article, (claim, decision), verdict, at), verdict


def no_claim_while_sealed(state: State) -> None:
    """A draw is claimed on the position on the board, and while a move lies sealed nobody knows it (A.7).

    Raises Conflict `envelope_closed`.
    """
    if state.sealed:
        raise Conflict(say("envelope_closed.claim"))


def _rejected(
    state: State, regime: Regime, side: Side, article: str, said: tuple[Draft, ...], verdict: Verdict, at: int
) -> Remedy:
    drafts, grounds, clock = list(said), [verdict.message], None
    price, before = regime.wrong_claim, readings(state, at)
    if price is not None and before is not None:
        loses = min(before[side] // 2, price.claimant_loses_at_most_ms) if price.claimant_loses_half else 0
        after = {side: before[side] - loses, side.other: before[side.other] + price.opponent_gains_ms}
        data = {"set": set_clocks(after), "article": price.article, "reason": "wrong_claim"}
        drafts.append(Draft(Kind.ADJUSTMENT, side, data=MappingProxyType(data)))
        clock = ClockChange(before, after)
        grounds.append(
            say(
                "wrong_claim_price",
                claimant=sentence(side),
                loses=loses // 1000,
                opponent=sentence(side.other),
                gains=price.opponent_gains_ms // 1000,
            )
        )
    drafts.append(Draft(Kind.RESUMED, side))
    return Remedy(
        "draw_claim",
        article,
        price.article if price else article,
        side,
        tuple(drafts),
        tuple(grounds),
        clock=clock,
    )
