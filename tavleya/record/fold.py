"""The fold: the state of a game is computed from its entries, one after another, and from nothing else.

The values of each kind in `data` (plain JSON); `by_laws` in any kind: the laws caused it, not the author of the entry:

opened       game, rules, regime, laws (the key of its law book), control, start, white, black, depth
started      -
move         irregular, position (the text after an irregular move), offered, typed (the input text), sealed (the
             entry that sealed it), ends (how the rules end the game with it, although the sheet differs)
press        shown (ms: the mover's physical clock after it, which then becomes the clock)
offer        improper (made at another moment than 9.1 permits)
answer       accept
claim        claim (ClaimKind), intended
decision     calls (numbers of the entries answered), must_play (a move announced in a wrong claim), bound and
             bound_article (moves to choose from), offers_draw (a wrong claim remains as a draw offer), postponed
             (the side whose claim waits), clock_stands, accepted {ply, position} (an irregular ply in force: the
             opponent accepts it, or the law completes it), and the decision itself
call         reason, and the caller's data; text (in their words), clocks_run (the call stops no clock)
pause, resumed   resumed: side (whose clock starts)
adjustment   next_period [side], bonus {side: ms} (of each further move), set {side: ms}, add {side: ms},
             article, reason, at_the_board (changes of a clock that is not followed)
reading      white_ms, black_ms (one may be missing), source, read_at (ms, if not at once), note; follows (read by
             the board itself: it becomes the clock)
flag         by
irregularity what, article, counts (adds to the offender's illegal moves), penalty (adds to their penalties, and
             takes half_points from them or gives them to the opponent)
restoration  ply (how many plies are restored), set {side: ms}, gain {side: ms} (the penalty in it)
result       result, termination, article, reason; plies (those that prove it)
correction   result (empty: withdrawn, the game continues), termination, reason, was
annulment    reason
reversal     ruling (whose effects are undone), set {side: ms}; last (its last entry: later entries stay in force;
             in older records without it, the ruling was the newest fact, and keeps_moves: entered from paper)
seal_call    side, ply (of the move to be sealed); position (before it), early, followed
sealing      side, ply; sealed (the stored envelope), or move (played on the board after the call), or paper (in
             a paper envelope); offered, reply
adjourned    side (who sealed), ply; position, white_ms, black_ms, white_used_ms, black_used_ms, due, place,
             followed
rescheduled  due, place, reason
custody      sealing, what (handed | lost), holder, giver, note
resumption   set {side: ms}, reason
opening      sealing, outcome (made | ambiguous | unreadable | illegal | lost), text, language, nonce, present

The first entry of a ruling also has its number in `ruling`.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, cast

from tavleya.clocks.controls import parse_control
from tavleya.clocks.timekeeping import ClockState
from tavleya.errors import DomainError
from tavleya.frozen import replace
from tavleya.record import clock_entries, commands
from tavleya.record.entries import Entry, EntryKind, GamePhase
from tavleya.record.results import Result
from tavleya.record.state import BeforeRuling, Call, Offer, PlyRecord, State
from tavleya.rules.contract import LineOfPlay, Ply
from tavleya.rules.registry import rules_for
from tavleya.sides import Side


class BrokenRecord(ValueError):
    """The entries are not a record: they do not begin with `opened`, or refer to a ply that cannot be replayed."""


def fold(entries: Iterable[Entry]) -> State:
    """Return the state after the last of `entries`.  Any prefix of a record gives the state at that entry."""
    state: State | None = None
    for entry in entries:
        state = _open(entry) if state is None else apply(state, entry)
    if state is None:
        raise BrokenRecord("a record begins with an entry")
    return state


def apply(state: State, entry: Entry) -> State:
    """Return the state after one more entry."""
    changed = _APPLY[entry.kind](state, entry)
    if "ruling" in entry.data and entry.kind is not EntryKind.REVERSAL:
        before = BeforeRuling(cast(int, entry.data["ruling"]), entry.at, state)
        changed = replace(changed, before_rulings=(*state.before_rulings, before))
    later = changed.later
    if not changed.before_rulings:
        later = ()
    elif not (entry.kind is EntryKind.REVERSAL and "last" in entry.data):
        later = (*state.later, entry)
    return replace(changed, seq=entry.seq, at=entry.at, digest=entry.digest, later=later)


def _open(entry: Entry) -> State:
    if entry.kind is not EntryKind.OPENED:
        raise BrokenRecord("a record begins with the entry `opened`")
    data = entry.data
    rules = rules_for(cast(str, data["game"]), cast(Mapping[str, object], data.get("rules") or {}))
    control = cast(str, data.get("control") or "")
    clock = ClockState.new(parse_control(control)) if control else None
    return State(
        rules=rules,
        line=LineOfPlay(rules.position(cast(str, data.get("start") or "start"))),
        laws=cast(str, data.get("laws") or ""),
        clock=clock,
        turn_clocks=(clock,),
        seq=entry.seq,
        at=entry.at,
        digest=entry.digest,
    )


def _started(state: State, entry: Entry) -> State:
    clock = state.clock.start(state.position.turn, entry.at) if state.clock else None
    return replace(state, phase=GamePhase.PLAYING, clock=clock, turn_clocks=(clock,), started_at=entry.at)


def _move(state: State, entry: Entry) -> State:
    if entry.side is None or entry.ply is None:
        raise BrokenRecord("a move has a side and a number")
    irregular = bool(entry.data.get("irregular"))
    if irregular:
        position = state.rules.standing(cast(str, entry.data["position"]))
    else:
        position = state.position.play(state.rules.read(state.position, entry.move))
    if "sealed" in entry.data:
        return commands.sealed_move(state, entry, position)
    timed = state.clock is not None and state.phase is GamePhase.PLAYING
    record = PlyRecord(
        number=entry.ply,
        seq=entry.seq,
        side=entry.side,
        text=entry.move,
        at=entry.at,
        irregular=irregular,
        offered=bool(entry.data.get("offered")),
        ends=cast(str, entry.data.get("ends") or ""),
        white_ms=entry.white_ms,
        black_ms=entry.black_ms,
    )
    # A move declines the opponent's offer (9.1); an offer made with this move stays open.
    offer = Offer(entry.side, entry.seq) if record.offered else state.offer
    if offer and offer.side is not entry.side:
        offer = None
    clock, turns = state.clock, state.turn_clocks
    if not timed:
        turns = (*turns, clock)
    elif clock is not None and state.unpressed is not None:  # answered: the same clock runs on (FIDE 6.2.2)
        turns = (*turns, clock.switch(state.unpressed, entry.at))
        if state.unpressed is entry.side:
            clock = clock.count_unpressed(entry.at)
    return replace(
        state,
        line=state.line.add(Ply(entry.move, position, irregular)),
        plies=(*state.plies, record),
        clock=clock,
        unpressed=state.unpressed or entry.side if timed else None,
        must_play="",
        rejected_claim="",
        bound=(),
        bound_article="",
        turn_clocks=turns,
        offer=offer,
    )


def _press(state: State, entry: Entry) -> State:
    if state.clock is None:
        raise BrokenRecord("a board without a clock has no press")
    clock = clock_entries.pressed(state.clock, entry)
    if state.position.turn is state.unpressed:  # the reply, already made, has to be completed now
        return replace(state, clock=clock, unpressed=state.unpressed.other)
    state = replace(state, clock=clock, unpressed=None, turn_clocks=(*state.turn_clocks, clock))
    return state.with_last_ply(at=entry.at, white_ms=entry.white_ms, black_ms=entry.black_ms)


def _offer(state: State, entry: Entry) -> State:
    return replace(state, offer=Offer(_side(entry), entry.seq))


def _answer(state: State, entry: Entry) -> State:
    return replace(state, offer=None)


def _claim(state: State, entry: Entry) -> State:
    return replace(_stopped(state, entry), claims=_more(state.claims, _side(entry)))


def _decision(state: State, entry: Entry) -> State:
    data = entry.data
    changes: dict[str, object] = {name: data[name] for name in ("must_play", "clock_stands") if name in data}
    answered = set(cast(list[int], data.get("calls") or []))
    if data.get("decides") == "draw_claim" and data.get("outcome") == "rejected":
        changes["rejected_claim"] = data.get("claim", "")
    if data.get("offers_draw") and state.offer is None:
        changes["offer"] = Offer(_side(entry), entry.seq)
    if "bound" in data:
        changes["bound"] = tuple(cast(list[str], data["bound"]))
        changes["bound_article"] = data.get("bound_article", "")
    if "postponed" in data:
        side = cast(str, data["postponed"])
        changes["postponed"] = Side(side) if side else None
    if "accepted" in data:
        state = _accepted(state, cast(Mapping[str, Any], data["accepted"]))
    calls = tuple(call for call in state.calls if call.seq not in answered)
    return replace(state, calls=calls, **changes)


def _accepted(state: State, subject: Mapping[str, Any]) -> State:
    """Accept the last ply as played, with the position on the board."""
    last = state.line.plies[-1]
    if subject["ply"] != state.ply:
        raise BrokenRecord("only the last ply can be accepted as it stands")
    ply = Ply(last.text, state.rules.standing(subject["position"]), irregular=True)
    line = state.line.cut(state.ply - 1).add(ply)
    return replace(state, line=line).with_last_ply(irregular=True, accepted=True)


def _call(state: State, entry: Entry) -> State:
    call = Call(entry.side, entry.seq, cast(str, entry.data["reason"]), entry.at, entry.data)
    stopped = state if entry.data.get("clocks_run") else _stopped(state, entry)
    return replace(stopped, calls=(*state.calls, call))


def _resumed(state: State, entry: Entry) -> State:
    clock = state.clock
    if clock is not None and (clock.started or state.adjourned is None or state.adjourned.followed):
        clock = clock.resume(_side(entry), entry.at)  # otherwise only the physical clock is started
    return replace(state, phase=GamePhase.PLAYING, clock=clock)


def _irregularity(state: State, entry: Entry) -> State:
    if entry.data.get("counts"):
        state = replace(state, illegal=_more(state.illegal, _side(entry)))
    if entry.data.get("penalty"):
        state = replace(state, penalties=_more(state.penalties, _side(entry)))
    if half_points := cast(int, entry.data.get("half_points") or 0):
        deducted = entry.data["penalty"] == "points_off"
        side, change = (_side(entry), -half_points) if deducted else (_side(entry).other, half_points)
        state = replace(state, points=_more(state.points, side, change))
    return state


def _more(counts: Mapping[Side, int], side: Side, by: int = 1) -> Mapping[Side, int]:
    return MappingProxyType({**counts, side: counts[side] + by})


def _restoration(state: State, entry: Entry) -> State:
    """Restore the position after `ply` plies; the later ones stay in the record, struck (7.4)."""
    keep = cast(int, entry.data["ply"])
    clock = state.turn_clocks[keep]
    if clock is not None:
        if clock.since is not None:
            clock = clock.stop(clock.since)
        for side, ms in cast(Mapping[str, int], entry.data.get("set") or {}).items():
            clock = clock.set(Side(side), ms, entry.at)
    plies = tuple(replace(ply, struck=True) if ply.number > keep else ply for ply in state.plies)
    return replace(
        state,
        line=state.line.cut(keep),
        plies=plies,
        turn_clocks=(*state.turn_clocks[:keep], clock),
        adjustments=tuple(adjustment for adjustment in state.adjustments if adjustment.turns < keep),
        clock=clock,
        unpressed=None,
        offer=None,
        must_play="",
        rejected_claim="",
        bound=(),
        bound_article="",
        sealing=None,
        sealed=(),
        phase=GamePhase.PAUSED if state.phase is GamePhase.PLAYING else state.phase,
    )


def _result(state: State, entry: Entry) -> State:
    """Set the result.  A correction without a result withdraws it: the game continues."""
    if not entry.data["result"]:
        phase = GamePhase.ADJOURNED if state.adjourned is not None else GamePhase.PENDING
        return replace(state, phase=phase, result=None, termination="")
    return replace(
        _stopped(state, entry),
        phase=GamePhase.FINISHED,
        result=Result(cast(str, entry.data["result"])),
        termination=cast(str, entry.data.get("termination") or ""),
        unpressed=None,
        offer=None,
        calls=(),
        postponed=None,
        sealing=None,
    )


def _annulment(state: State, entry: Entry) -> State:
    return replace(_stopped(state, entry), phase=GamePhase.ANNULLED, result=None, termination="annulled", calls=())


def _reversal(state: State, entry: Entry) -> State:
    """Remove ruling `ruling`, with the clocks stopped unless play has continued (and set, if given)."""
    before = state.before_ruling(cast(int, entry.data["ruling"]))
    if before is None:
        raise BrokenRecord("a reversal names a ruling that stands")
    if "last" in entry.data:
        restored = _without(state, before, cast(int, entry.data["last"]))
    else:
        restored = before.state
        if entry.data.get("keeps_moves"):
            restored = replace(restored, line=state.line, plies=state.plies, turn_clocks=state.turn_clocks)
        restored = _paused(restored, before.at)
    clock = restored.clock
    if clock is not None:
        for side, ms in cast(Mapping[str, int], entry.data.get("set") or {}).items():
            clock = clock.set(Side(side), ms, entry.at)
    return replace(restored, clock=clock)


#: Entries with which play continues from the position after a ruling.
_CONTINUES = frozenset(
    {
        EntryKind.STARTED, EntryKind.MOVE, EntryKind.PRESS, EntryKind.RESTORATION, EntryKind.SEAL_CALL,
        EntryKind.SEALING, EntryKind.ADJOURNED, EntryKind.RESUMPTION, EntryKind.OPENING,
    }
)  # fmt: skip
_PLAY = (EntryKind.PAUSE, EntryKind.RESUMED)
_OUTCOMES = (EntryKind.RESULT, EntryKind.CORRECTION, EntryKind.ANNULMENT, EntryKind.CLAIM)
#: Values of a decision that stay when play has continued: answered calls, and a position that was accepted.
_STAYING = ("calls", "accepted")


def continued(state: State, before: BeforeRuling, last: int) -> bool:
    """Return whether play has continued on the board since the entry `last` of the ruling."""
    return any(entry.seq > last and (entry.kind in _CONTINUES or "accepted" in entry.data) for entry in state.later)


def time_given(before: State, entries: Iterable[Entry]) -> dict[Side, int]:
    """Return the time, negative if deducted, that the entries of a ruling gave each side on a followed board."""
    after, gains = before, dict.fromkeys(Side, 0)
    for entry in entries:
        after = apply(after, entry)
        for side, ms in cast(Mapping[str, int], entry.data.get("gain") or {}).items():
            gains[Side(side)] += ms
    for adjustment in after.adjustments[len(before.adjustments) :]:
        gains[adjustment.side] += adjustment.ms
    return gains


def _without(state: State, before: BeforeRuling, last: int) -> State:
    """Fold the entries after the ruling again, without its own from there to `last`.

    If play has continued, the ruling keeps its effects on the board (the restored position, the clocks, the answered
    calls) and loses its decision: counts, points, result, duty.  Otherwise everything is as it was before it.
    """
    entries = [entry for entry in state.later if entry.seq > before.state.seq]
    if continued(state, before, last):
        restored = before.state
        entries = [changed for entry in entries if (changed := _undecided(entry, last)) is not None]
    else:
        restored = _paused(before.state, before.at)
        entries = [_unplayed(entry) for entry in entries if entry.seq > last]
    try:
        for entry in entries:
            restored = apply(restored, entry)
    except (DomainError, ValueError) as error:
        raise BrokenRecord("later entries depend on the reversed ruling") from error
    return restored if state.phase is GamePhase.PLAYING else _paused(restored, state.at)


def _undecided(entry: Entry, last: int) -> Entry | None:
    """Return an entry of the ruling without its decision; a later entry unchanged."""
    if entry.seq > last:
        return entry
    if entry.kind in (EntryKind.IRREGULARITY, EntryKind.OFFER):
        return None
    data = {name: value for name, value in entry.data.items() if name != "ruling"}
    if entry.kind in _OUTCOMES:
        return replace(entry, kind=EntryKind.PAUSE, data={})
    if entry.kind is EntryKind.DECISION:
        data = {name: data[name] for name in _STAYING if name in data}
    return replace(entry, data=data)


def _unplayed(entry: Entry) -> Entry:
    """Return the entry; a start or stop of the clocks depends on the ruling and becomes a note without effect."""
    if entry.kind not in _PLAY:
        return entry
    data = {name: value for name, value in entry.data.items() if name == "ruling"}
    return replace(entry, kind=EntryKind.DECISION, data=data)


def _stopped(state: State, entry: Entry) -> State:
    return _paused(state, entry.at)


def _paused(state: State, at: int) -> State:
    if state.phase is not GamePhase.PLAYING:
        return state
    clock = state.clock.stop(at) if state.clock else None
    return replace(state, phase=GamePhase.PAUSED, clock=clock)


def _side(entry: Entry) -> Side:
    if entry.side is None:
        raise BrokenRecord(f"the entry `{entry.kind.value}` names a side")
    return entry.side


_APPLY: dict[EntryKind, Callable[[State, Entry], State]] = {
    EntryKind.STARTED: _started,
    EntryKind.MOVE: _move,
    EntryKind.PRESS: _press,
    EntryKind.OFFER: _offer,
    EntryKind.ANSWER: _answer,
    EntryKind.CLAIM: _claim,
    EntryKind.DECISION: _decision,
    EntryKind.CALL: _call,
    EntryKind.PAUSE: _stopped,
    EntryKind.RESUMED: _resumed,
    EntryKind.ADJUSTMENT: clock_entries.adjusted,
    EntryKind.READING: clock_entries.read,
    EntryKind.FLAG: _stopped,
    EntryKind.IRREGULARITY: _irregularity,
    EntryKind.RESTORATION: _restoration,
    EntryKind.RESULT: _result,
    EntryKind.CORRECTION: _result,
    EntryKind.ANNULMENT: _annulment,
    EntryKind.REVERSAL: _reversal,
    EntryKind.SEAL_CALL: commands.seal_call,
    EntryKind.SEALING: commands.sealing,
    EntryKind.ADJOURNED: commands.adjourned,
    EntryKind.RESCHEDULED: commands.rescheduled,
    EntryKind.CUSTODY: commands.custody,
    EntryKind.RESUMPTION: commands.resumption,
    EntryKind.OPENING: commands.opening,
}


def snapshot(state: State) -> dict[str, Any]:
    """Return the game's row data as plain JSON: enough to display a board without its record."""
    last = state.last_standing()
    return {
        "phase": state.phase.value,
        "position": state.position.text(),
        "turn": state.turn.value,
        "ply": state.ply,
        "last": last.text if last else "",
        "unpressed": state.unpressed.value if state.unpressed else None,
        "must_play": state.must_play,
        "bound": list(state.bound),
        "clock_stands": state.clock_stands,
        "postponed": state.postponed.value if state.postponed else None,
        "offer": {"side": state.offer.side.value, "seq": state.offer.seq} if state.offer else None,
        "calls": [
            {
                "seq": call.seq,
                "side": call.side.value if call.side else None,
                "reason": call.reason,
                "at": call.at,
                **({"text": call.text} if call.text else {}),
            }
            for call in state.calls
        ],
        "illegal": {side.value: count for side, count in state.illegal.items()},
        "penalties": {side.value: count for side, count in state.penalties.items()},
        "irregular": any(ply.irregular and not ply.struck and not ply.accepted for ply in state.plies),
        "past_end": any(ply.ends and not ply.struck for ply in state.plies),
        **commands.adjournment_snapshot(state),
        "clock": state.clock.to_json() if state.clock else None,
        "result": state.result.value if state.result else "",
        "termination": state.termination,
    }
