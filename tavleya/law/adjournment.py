"""Adjournment of a game: from the call to seal a move to the envelope kept by the arbiter (tavreli app. A; FIDE I)."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tavleya.errors import BadInput, Conflict
from tavleya.law.messages import say
from tavleya.law.sealing import SealedMove
from tavleya.law.terms import Regime
from tavleya.record.entries import EntryDraft, EntryKind, GamePhase
from tavleya.record.state import Adjourned, SealCall, Sealed, State
from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class OffRecord:
    """A game whose moves are not recorded: the position before the sealed move, and the number of its ply.

    `turn`: the side to move, if it was entered with the position.
    """

    position: str
    ply: int
    turn: Side | None = None


def call_to_seal(
    state: State, *, at: int, session_ends: int | None, early: Side | None = None, off_record: OffRecord | None = None
) -> tuple[EntryDraft, ...]:
    """Ask the player to move to seal a move (A.1); their clock keeps running.

    `session_ends`: the announced end, ms since the epoch (A.13).  `early`: this player adjourns before that and takes
    the rest of the session on their own clock, which is possible after the time control.

    Raises: Conflict ("session_goes_on", "already_called_to_seal", "not_playing", "clock_not_pressed", "not_to_move",
    "control_not_reached", "not_enough_time").
    """
    if state.sealing is not None:
        raise Conflict(say("already_called_to_seal"))
    side, ply, position = _sealing_task(state, off_record)
    if early is None:
        if session_ends is not None and at < session_ends:
            raise Conflict(say("session_goes_on"), left_ms=session_ends - at)
    else:
        _may_adjourn_early(state, early, side, at, session_ends)
    data: dict[str, object] = {"position": position, "followed": off_record is None}
    if early is not None:
        data["early"] = True
    return (EntryDraft(EntryKind.SEAL_CALL, side, ply, data=MappingProxyType(data)),)


def _sealing_task(state: State, off_record: OffRecord | None) -> tuple[Side, int, str]:
    if off_record is None:
        if state.phase is not GamePhase.PLAYING or state.sealed:
            raise Conflict(say("not_playing_now.sealing"))
        if state.unpressed is not None:
            raise Conflict(say("clock_not_pressed"))
        return state.position.turn, state.ply + 1, state.position.text()
    if state.phase not in (GamePhase.PENDING, GamePhase.PLAYING, GamePhase.PAUSED):
        raise Conflict(say("not_playing_now"))
    if off_record.ply < 1:
        raise BadInput(say("bad_ply_number"))
    position = state.rules.position(off_record.position)
    if off_record.turn not in (None, position.turn):
        raise BadInput(say("turn_differs"))
    return position.turn, off_record.ply, position.text()


def _may_adjourn_early(state: State, player: Side, to_move: Side, at: int, session_ends: int | None) -> None:
    if player is not to_move:
        raise Conflict(say("not_to_move.adjourning"))
    if session_ends is None or at >= session_ends:
        raise Conflict(say("no_session_left"))
    if state.clock is None or not state.clock.started:
        return  # the times on the physical clocks are entered when they are stopped
    clock = state.clock.readings(at).side(player)
    if clock.period == 0 and clock.moves_to_go is not None:
        raise Conflict(say("control_not_reached"), moves_to_go=clock.moves_to_go)
    if clock.ms <= session_ends - at:
        raise Conflict(say("not_enough_time"), left_ms=clock.ms, rest_ms=session_ends - at)


def seal_move(state: State, side: Side, sealed: SealedMove, *, offer: bool = False) -> tuple[EntryDraft, ...]:
    """Seal a move; until the clocks are stopped the player may replace it (A.1)."""
    call = _called(state)
    if side is not call.side:
        raise Conflict(say("out_of_turn"), turn=call.side.value)
    if (sealed.ply, sealed.side) != (call.ply, call.side):
        raise BadInput(say("sealed_for_another"))
    return _in_the_envelope(state, call, {"sealed": sealed.to_json()}, offer=offer)


def seal_on_paper(state: State, *, offer: bool = False) -> tuple[EntryDraft, ...]:
    """Record that the player put the written move into a paper envelope (A.1).

    The record contains the envelope and its keeper; the move is known when the envelope is opened.
    """
    return _in_the_envelope(state, _called(state), {"paper": True}, offer=offer)


def _in_the_envelope(state: State, call: SealCall, data: dict[str, object], *, offer: bool) -> tuple[EntryDraft, ...]:
    if any(sealed.played for sealed in state.sealed):
        raise Conflict(say("sealed_on_board"))
    if offer and state.offer is not None:
        raise Conflict(say("offer_stands"))
    if offer:
        data["offered"] = True
    return (EntryDraft(EntryKind.SEALING, call.side, call.ply, data=MappingProxyType(data)),)


@dataclass(frozen=True, slots=True)
class Times:
    """The times read off a clock, in milliseconds: the time left, and the time used if it was noted."""

    left: int
    used: int | None = None


def adjourn(
    state: State,
    regime: Regime,
    *,
    at: int,
    session_ends: int | None,
    due: int | None,
    place: str,
    times: Mapping[Side, Times] | None = None,
) -> tuple[EntryDraft, ...]:
    """Stop both clocks and fix the data of the envelope (A.1, A.2).

    `due`: when play resumes; it may be announced later.  `times`: read off the physical clocks, if those are not run
    here.  The rest of the session is deducted from a player who adjourned early.

    Raises: Conflict ("nothing_sealed", "not_enough_time"); BadInput ("due_in_the_past", "times_by_hand",
    "times_missing").
    """
    call = _called(state)
    if not state.sealed:
        raise Conflict(say("nothing_sealed"))
    _check_due(due, at)
    drafts: list[EntryDraft] = []
    data: dict[str, object] = {"position": call.position, "followed": call.followed, "due": due, "place": place}
    readings = _times(state, call, at, times)
    if readings:
        rest = max(0, session_ends - at) if call.early and session_ends is not None else 0
        if rest:
            readings = {**readings, call.side: _without(readings[call.side], rest)}
        if rest and call.followed:
            deduction = {"add": {call.side.value: -rest}, "article": regime.article("seal"), "reason": "early"}
            drafts.append(EntryDraft(EntryKind.ADJUSTMENT, call.side, data=MappingProxyType(deduction)))
        for side, reading in readings.items():
            data[f"{side.value}_ms"] = reading.left
            if reading.used is not None:
                data[f"{side.value}_used_ms"] = reading.used
    drafts.append(EntryDraft(EntryKind.ADJOURNED, call.side, call.ply, data=MappingProxyType(data)))
    return tuple(drafts)


def _times(state: State, call: SealCall, at: int, times: Mapping[Side, Times] | None) -> Mapping[Side, Times]:
    """Return the times from the record, or as the arbiter read them; empty without a clock."""
    if call.followed and state.clock is not None and state.clock.started:
        if times:
            raise BadInput(say("times_by_hand"))
        readings = state.clock.readings(at)
        return {side: Times(readings.side(side).ms, readings.side(side).used_ms) for side in Side}
    if state.clock is not None and set(times or ()) != set(Side):
        raise BadInput(say("times_missing"))
    return times or {}


def _without(times: Times, rest: int) -> Times:
    if times.left < rest:
        raise Conflict(say("not_enough_time"), left_ms=times.left, rest_ms=rest)
    return Times(times.left - rest, None if times.used is None else times.used + rest)


def reschedule(state: State, *, at: int, due: int, place: str | None, reason: str) -> tuple[EntryDraft, ...]:
    """Change the time or place of the resumption."""
    envelope = adjourned(state)
    _check_due(due, at)
    data = {"due": due, "place": envelope.place if place is None else place, "reason": reason}
    return (EntryDraft(EntryKind.RESCHEDULED, data=MappingProxyType(data)),)


def hand_over(state: State, *, giver: str, holder: str, note: str = "") -> tuple[EntryDraft, ...]:
    """Pass the envelope to another keeper (A.3).  Raises: Conflict ("no_closed_envelope")."""
    sealed = closed_envelope(state)
    if not holder.strip():
        raise BadInput(say("holder_missing"))
    data = {"sealing": sealed.seq, "what": "handed", "giver": giver, "holder": holder, "note": note}
    return (EntryDraft(EntryKind.CUSTODY, data=MappingProxyType(data)),)


def declare_lost(state: State, *, note: str) -> tuple[EntryDraft, ...]:
    """Declare the envelope, or too many of its cards, lost (A.11)."""
    sealed = closed_envelope(state)
    if sealed.lost:
        raise Conflict(say("already_lost"))
    data = {"sealing": sealed.seq, "what": "lost", "note": note}
    return (EntryDraft(EntryKind.CUSTODY, data=MappingProxyType(data)),)


def adjourned(state: State) -> Adjourned:
    """Return the envelope data of an adjourned game.  Raises: Conflict ("not_adjourned")."""
    if state.phase is not GamePhase.ADJOURNED or state.adjourned is None:
        raise Conflict(say("not_adjourned"))
    return state.adjourned


def closed_envelope(state: State) -> Sealed:
    """Return the unopened sealed move.  Raises: Conflict ("no_closed_envelope")."""
    sealed = next((move for move in state.sealed if not move.opened), None)
    if sealed is None or state.over:
        raise Conflict(say("no_closed_envelope"))
    return sealed


def _called(state: State) -> SealCall:
    if state.sealing is None or state.over:
        raise Conflict(say("not_called_to_seal"))
    return state.sealing


def _check_due(due: int | None, at: int) -> None:
    if due is not None and due <= at:
        raise BadInput(say("due_in_the_past"))
