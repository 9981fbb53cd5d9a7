"""Envelopes that are lost or cannot be opened: the game continues or is replayed (tavreli A.11; FIDE I.12)."""

from collections.abc import Mapping
from types import MappingProxyType

from tavleya.errors import BadInput, Conflict
from tavleya.law.adjournment import closed_envelope
from tavleya.law.messages import say
from tavleya.law.remedies import ClockChange, Remedy, ReplayGame, RulingOutcome, readings, set_clocks
from tavleya.law.resumption import (
    followed,
    position_after,
    position_of,
    running,
    sealed_move_drafts,
    set_up,
    times_of,
)
from tavleya.law.terms import Regime
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.phase import GamePhase
from tavleya.record.state import State
from tavleya.sides import Side


def restore_lost(
    state: State,
    regime: Regime,
    text: str,
    *,
    at: int,
    language: str = "",
    clocks: Mapping[Side, int] | None = None,
    proved: bool | None = None,
) -> Remedy:
    """Continue the game without the envelope (A.11).

    The position and times of the adjournment are set up and the sealed move is made.

    `clocks`: set by the arbiter if the times are unknown.  `proved`: whether the player's receipt proved that this is
    the sealed move, None without a receipt.  Raises: Conflict ("envelope_not_lost"), and the errors of `set_up` and of
    reading a move.
    """
    sealed = closed_envelope(state)
    if not sealed.lost or state.adjourned is None:
        raise Conflict(say("envelope_not_lost"))
    canonical = state.rules.read(position_of(state), text, language=language).text
    before = readings(state, at)
    stated: Mapping[Side, int] = clocks or {}
    if state.phase is GamePhase.ADJOURNED:
        stated = clocks or times_of(state.adjourned)
        drafts = list(set_up(state, at=at, clocks=stated))
    else:  # the clocks have run since the resumption: unchanged, unless the arbiter sets them
        stopped = EntryDraft(EntryKind.PAUSE, data=MappingProxyType({"reason": "lost_envelope"}))
        drafts = [stopped] if running(state) else []
        if stated:
            drafts.append(
                EntryDraft(EntryKind.ADJUSTMENT, data=MappingProxyType({"set": set_clocks(dict(stated))}))
            )
    data = {"sealing": sealed.seq, "outcome": "lost", "text": canonical, "written": text, "proved": proved}
    if not followed(state):
        data["position"] = position_after(state, canonical)
    drafts += [
        EntryDraft(EntryKind.OPENING, sealed.side, sealed.ply, data=MappingProxyType(data)),
        *sealed_move_drafts(state, sealed, canonical, clock_starts=True, stopped=True),
    ]
    article = regime.article("lost_envelope")
    grounds = say("envelope_lost_restored", move=canonical)
    change = ClockChange(before, {**before, **stated}) if before is not None and stated else None
    return Remedy(
        "lost_envelope",
        article,
        article,
        None,
        tuple(drafts),
        (grounds,),
        clock=change,
        facts=MappingProxyType({"ply": sealed.ply, "move": canonical, "proved": proved}),
        outcome=RulingOutcome.APPLIED,
    )


def annul_lost(state: State, regime: Regime, reason: str) -> Remedy:
    """Annul the game for a replay, because the envelope is lost and the position cannot be restored (A.11)."""
    if not closed_envelope(state).lost:
        raise Conflict(say("envelope_not_lost"))
    if not reason.strip():
        raise BadInput(say("reason_missing.position"))
    article = regime.article("lost_envelope")
    return Remedy(
        "lost_envelope",
        article,
        article,
        None,
        (EntryDraft(EntryKind.ANNULMENT, data=MappingProxyType({"reason": reason, "article": article})),),
        (say("envelope_lost_annulled"),),
        outcome=RulingOutcome.APPLIED,
        effects=(ReplayGame(),),
    )
