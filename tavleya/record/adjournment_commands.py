"""The part of the fold for adjourned games (tavreli app. A)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from tavleya.record.entries import Entry
from tavleya.record.envelopes import Adjourned, Resumption, SealCall, Sealed
from tavleya.record.phase import GamePhase
from tavleya.record.state import Offer, PlyRecord, State
from tavleya.rules.contract import Ply, Position
from tavleya.sides import Side


def seal_call(state: State, entry: Entry) -> State:
    side = cast(Side, entry.side)
    call = SealCall(
        entry.seq,
        side,
        cast(int, entry.ply),
        cast(str, entry.data["position"]),
        early=bool(entry.data.get("early")),
        followed=bool(entry.data.get("followed", True)),
    )
    return replace(state, sealing=call)


def sealing(state: State, entry: Entry) -> State:
    """Seal a move.  Until the clocks are stopped, another one replaces it (A.1)."""
    side, reply = cast(Side, entry.side), bool(entry.data.get("reply"))
    inside = cast(Mapping[str, Any], entry.data.get("sealed") or {})
    sealed = Sealed(
        entry.seq,
        side,
        cast(int, entry.ply),
        entry.at,
        commitment=inside.get("commitment", ""),
        played=entry.move,
        reply=reply,
        white_ms=entry.white_ms,
        black_ms=entry.black_ms,
    )
    if entry.data.get("offered"):
        state = replace(state, offer=Offer(side, entry.seq))
    if not reply or not cast(Adjourned, state.adjourned).followed:
        return replace(state, sealed=(sealed,))
    clock = state.clock.press(entry.at) if state.clock else None
    return replace(state, sealed=(sealed,), clock=clock, turn_clocks=(*state.turn_clocks, clock))


def adjourned(state: State, entry: Entry) -> State:
    """Adjourn the game: both clocks are stopped."""
    clock = state.clock.stop(entry.at) if state.clock else None
    data = entry.data
    envelope = Adjourned(
        entry.seq,
        entry.at,
        cast(Side, entry.side),
        cast(int, entry.ply),
        cast(str, data["position"]),
        due=cast("int | None", data.get("due")),
        place=cast(str, data.get("place") or ""),
        white_ms=cast("int | None", data.get("white_ms")),
        black_ms=cast("int | None", data.get("black_ms")),
        followed=bool(data.get("followed", True)),
        was_pending=state.phase is GamePhase.PENDING,
    )
    return replace(
        state, phase=GamePhase.ADJOURNED, clock=clock, sealing=None, adjourned=envelope, resumption=None
    )


def rescheduled(state: State, entry: Entry) -> State:
    envelope = cast(Adjourned, state.adjourned)
    due, place = entry.data["due"], entry.data.get("place", envelope.place)
    return replace(state, adjourned=replace(envelope, due=cast(int, due), place=cast(str, place)))


def custody(state: State, entry: Entry) -> State:
    if entry.data.get("what") != "lost":
        return state
    return _changed(state, cast(int, entry.data["sealing"]), lost=True)


def resumption(state: State, entry: Entry) -> State:
    """Set up the position and times of the envelope; the clocks are stopped (A.5)."""
    clock = state.clock
    if clock is not None:
        for name, ms in cast(Mapping[str, int], entry.data.get("set") or {}).items():
            clock = clock.set(Side(name), ms, entry.at)
    return replace(
        state, phase=GamePhase.PAUSED, clock=clock, resumption=Resumption(entry.seq, entry.at, state.ply)
    )


def opening(state: State, entry: Entry) -> State:
    """Open an envelope: its content and outcome are known.

    A game whose moves are not recorded continues as before from here.
    """
    data = entry.data
    number, outcome = cast(int, data["sealing"]), cast(str, data["outcome"])
    state = _changed(state, number, outcome=outcome, text=cast(str, data.get("text") or ""))
    envelope = cast(Adjourned, state.adjourned)
    if outcome in ("made", "lost") and not envelope.followed:
        phase = GamePhase.PENDING if envelope.was_pending else GamePhase.PLAYING
        position = cast(str, data.get("position") or envelope.position)
        after = replace(envelope, position=position, made=cast(int, entry.ply))
        return replace(state, phase=phase, sealed=(), adjourned=after)
    return state


def sealed_move(state: State, entry: Entry, position: Position) -> State:
    """Make the sealed move on the board.  Its author's clock was stopped at the sealing: it counts as completed.

    An offer that the opponent made after the sealing remains open (A.4); an older one is answered by the move.
    """
    sealed = next((each for each in state.sealed if each.seq == entry.data["sealed"]), None)
    if sealed is None:
        raise ValueError("a sealed move is made on the board once, after it was sealed")
    clock, turns = state.clock, state.turn_clocks
    if not sealed.reply:
        if clock is not None and clock.started:
            clock = clock.complete(sealed.side)
        turns = (*turns, clock)
    record = PlyRecord(
        number=sealed.ply,
        seq=entry.seq,
        side=sealed.side,
        text=entry.move,
        at=sealed.at,
        sealed=True,
        white_ms=sealed.white_ms,
        black_ms=sealed.black_ms,
    )
    offer = state.offer
    if offer and offer.side is not sealed.side and offer.seq < sealed.seq:
        offer = None
    return replace(
        state,
        line=state.line.add(Ply(entry.move, position)),
        plies=(*state.plies, record),
        clock=clock,
        turn_clocks=turns,
        offer=offer,
        must_play="",
        bound=(),
        bound_article="",
        sealed=tuple(each for each in state.sealed if each.seq != sealed.seq),
    )


def adjournment_snapshot(state: State) -> dict[str, Any]:
    """Return the adjournment data for the game's row."""
    envelope = state.adjourned if state.phase is GamePhase.ADJOURNED or state.sealed else None
    return {
        "sealing": state.sealing.side.value if state.sealing else None,
        "sealed": [
            {
                "seq": sealed.seq,
                "side": sealed.side.value,
                "ply": sealed.ply,
                "commitment": sealed.commitment,
                "outcome": sealed.outcome,
                "lost": sealed.lost,
            }
            for sealed in state.sealed
        ],
        "adjourned": {
            "at": envelope.at,
            "side": envelope.side.value,
            "due": envelope.due,
            "place": envelope.place,
        }
        if envelope
        else None,
    }


def _changed(state: State, seq: int, **changes: object) -> State:
    return replace(
        state,
        sealed=tuple(
            replace(sealed, **changes) if sealed.seq == seq else sealed  # type: ignore[arg-type]
            for sealed in state.sealed
        ),
    )
