"""Actions at a board, checked against the state, as the entries that they append.

Each action is pure: `(state, …) -> drafts`, or a DomainError with the reason, and then nothing is appended.  The
service decides who may act; these functions check the turn and the board.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, cast

from tavleya.errors import BadInput, Conflict
from tavleya.record import clock_entries
from tavleya.record.entries import Entry, EntryDraft, EntryKind, GamePhase
from tavleya.record.messages import say
from tavleya.record.results import Result, win_for
from tavleya.record.state import Adjourned, Offer, PlyRecord, Resumption, SealCall, Sealed, State
from tavleya.rules.contract import Ending, IllegalMove, LineOfPlay, Ply, Position, UnreadableMove
from tavleya.rules.registry import spec_of
from tavleya.sides import Side

_SHOWN = 12  # moves shown in a sentence
_DRAWN_RESIGNATION = "5.1.2"  # only the FIDE laws consider that a side may be unable to mate


def start(state: State) -> tuple[EntryDraft, ...]:
    """Start the clock of the side that moves first (tavreli 6.5)."""
    _check_not_over(state)
    if state.phase is not GamePhase.PENDING:
        raise Conflict(say("already_started"))
    return (EntryDraft(EntryKind.STARTED, side=state.position.turn),)


def move(
    state: State,
    side: Side | None,
    text: str,
    *,
    irregular: bool = False,
    press: bool = True,
    offer: bool = False,
    language: str = "",
) -> tuple[EntryDraft, ...]:
    """Make a move of the side to move, with the press that completes it unless `press` is off (tavreli 6.7).

    `side` None: the side to move.  `irregular`: the move was played on the board although the rules forbid it; it is
    recorded with its position until a ruling undoes it.  A move that ends the game by the rules of the board includes
    the result and needs no press (6.7).  A reply before the opponent's press stands: only the clock that runs can be
    pressed, and the opponent's keeps running until then (FIDE 6.2.1.2, 6.2.2).
    """
    if state.sealing is not None:
        return _played_after_the_call(state, side, text, language)
    _check_turn(state, side)
    mover = state.position.turn
    data: dict[str, object] = {}
    if offer:
        data["offered"] = True
    if irregular:
        canonical, after = _irregular(state, text)
        data |= {"irregular": True, "position": after.text()}
    else:
        played = state.rules.read(state.position, text, language=language)
        canonical, after = played.text, state.position.play(played)
        _check_ruling(state, canonical)  # an irregular move is recorded as played, whatever was required
    if canonical != text:
        data["typed"] = text
    drafts = [EntryDraft(EntryKind.MOVE, mover, state.ply + 1, canonical, MappingProxyType(data))]
    ending = state.rules.ending(state.line.add(Ply(canonical, after, irregular)))
    if ending and not irregular:
        drafts.append(_ending_draft(state, ending))
    elif press and state.clock is not None and state.unpressed in (None, mover):
        drafts.append(EntryDraft(EntryKind.PRESS, mover))
    return tuple(drafts)


def _check_ruling(state: State, move: str) -> None:
    """Check that a ruling permits the move.  Raises: Conflict ("announced_move", "bound_move")."""
    if state.must_play and move != state.rules.read(state.position, state.must_play).text:
        raise Conflict(say("announced_move", move=state.must_play))
    if state.bound and move not in state.bound:
        raise Conflict(
            say("bound_move", moves=", ".join(state.bound[:_SHOWN])),
            bound=list(state.bound),
            article=state.bound_article,
        )


def _played_after_the_call(state: State, side: Side | None, text: str, language: str) -> tuple[EntryDraft, ...]:
    """Record a move on the board after the call to seal as the sealed move, although it is known (tavreli A.1)."""
    sealer = state.position.turn
    if side is not None and side is not sealer:
        raise Conflict(say("out_of_turn"), turn=sealer.value)
    if any(sealed.played for sealed in state.sealed):
        raise Conflict(say("sealed_on_board"))
    played = state.rules.read(state.position, text, language=language)
    return (EntryDraft(EntryKind.SEALING, sealer, state.ply + 1, played.text),)


def _irregular(state: State, text: str) -> tuple[str, Position]:
    try:
        legal = state.rules.read(state.position, text)
    except (IllegalMove, UnreadableMove):
        return text.strip(), state.rules.displace(state.position, text)
    raise Conflict(say("move_is_legal", move=legal.text))


def press(state: State, side: Side | None) -> tuple[EntryDraft, ...]:
    """Press the clock after a move, also after the opponent's reply (FIDE 6.2.2)."""
    _check_playing(state)
    if state.unpressed is None or (side is not None and side is not state.unpressed):
        raise Conflict(say("nothing_to_press"))
    return (EntryDraft(EntryKind.PRESS, state.unpressed),)


def offer_draw(state: State, side: Side) -> tuple[EntryDraft, ...]:
    """Offer a draw, or accept the opponent's offer.

    An offer after the player's move and before the press is in order.  At another moment it is valid but breaches 12.5,
    and the entry is marked.  It cannot be withdrawn (9.1).
    """
    _check_not_over(state)
    if state.phase is GamePhase.PENDING:
        raise Conflict(say("not_started"))
    if state.offer is not None:
        if state.offer.side is side:
            raise Conflict(say("offer_stands"))
        return answer_draw(state, side, accept=True)
    after_sealing = state.phase is GamePhase.ADJOURNED and bool(state.sealed) and state.sealed[-1].side is not side
    proper = state.awaits_press(side) or after_sealing  # A.4
    return (EntryDraft(EntryKind.OFFER, side, data=MappingProxyType({} if proper else {"improper": True})),)


def answer_draw(state: State, side: Side, *, accept: bool) -> tuple[EntryDraft, ...]:
    """Accept the opponent's offer (drawn at once, 5.3) or decline it explicitly."""
    _check_not_over(state)
    if state.offer is None or state.offer.side is side:
        raise Conflict(say("no_offer"))
    answer = EntryDraft(EntryKind.ANSWER, side, data=MappingProxyType({"accept": accept}))
    if not accept:
        return (answer,)
    article = state.article(spec_of(state.rules.game).agreement_article)
    return answer, result_draft(Result.DRAW, "agreement", article=article)


def resign(state: State, side: Side) -> tuple[EntryDraft, ...]:
    """Resign: the opponent wins, or the game is drawn if the opponent cannot mate by any legal series (FIDE 5.1.2)."""
    _check_not_over(state)
    if state.phase is GamePhase.PENDING:
        raise Conflict(say("not_started"))
    if not state.rules.can_mate(state.position, side.other):
        return (result_draft(Result.DRAW, "resignation", side=side, article=_DRAWN_RESIGNATION),)
    return (result_draft(win_for(side.other), "resignation", side=side),)


def call_arbiter(state: State, side: Side | None, reason: str, said: Mapping[str, object]) -> tuple[EntryDraft, ...]:
    """Call the arbiter: see `tavleya.record.clock_entries`."""
    _check_not_over(state)
    return clock_entries.call(state, side, reason, said)


def pause(state: State, reason: str) -> tuple[EntryDraft, ...]:
    _check_playing(state)
    return (EntryDraft(EntryKind.PAUSE, data=MappingProxyType({"reason": reason})),)


def resume(state: State, side: Side | None = None) -> tuple[EntryDraft, ...]:
    """Resume play with the clock of `side`, by default that of the side with an incomplete move."""
    _check_not_over(state)
    if state.phase is not GamePhase.PAUSED:
        raise Conflict(say("not_paused"))
    return (EntryDraft(EntryKind.RESUMED, side or state.turn),)


def sheet(
    state: State, moves: tuple[str, ...], value: Result | None = None, termination: str = ""
) -> tuple[EntryDraft, ...]:
    """Enter the moves of a score sheet later, and its written result, without clock and press.

    A recorded result remains: the moves are evidence, not a new decision.  Otherwise a last move that ends the game by
    the rules of the board sets the result, unless the sheet has a different one from the players or the arbiter.  A
    move that ends the game, although the sheet continues or has another result, is marked with the kind of ending.

    Raises: BadInput ("bad_ply") for the first bad move.
    """
    if state.phase is GamePhase.ANNULLED:
        _check_not_over(state)
    _check_no_envelope(state)
    line, drafts, end_draft, end_ply = state.line, [], None, 0
    for text in moves:
        line, draft = written_ply(state, line, text)
        drafts.append(draft)
        if end_draft is None and (ending := state.rules.ending(line)):
            end_draft, end_ply = _ending_draft(state, ending), len(drafts)
    result = state.result or value
    if end_draft is not None and (end_ply < len(drafts) or result not in (None, Result(str(end_draft.data["result"])))):
        drafts[end_ply - 1] = _marked(drafts[end_ply - 1], str(end_draft.data["termination"]))
        end_draft = None
    if state.over:
        return tuple(drafts)
    if end_draft is not None:
        drafts.append(end_draft)
    elif value:
        drafts.append(result_draft(value, termination))
    return tuple(drafts)


def _marked(draft: EntryDraft, ends: str) -> EntryDraft:
    return replace(draft, data=MappingProxyType({**draft.data, "ends": ends}))


def written_ply(state: State, line: LineOfPlay, text: str) -> tuple[LineOfPlay, EntryDraft]:
    """Return the line after one move of a score sheet, and its entry.  Raises: BadInput ("bad_ply")."""
    number = len(line.plies) + 1
    try:
        played = state.rules.read(line.position, text)
    except BadInput as problem:
        raise BadInput(
            say("bad_ply", ply=number, move=text, why=problem.message), ply=number, reason=problem.code
        ) from problem
    draft = EntryDraft(EntryKind.MOVE, line.position.turn, number, played.text)
    return line.add(Ply(played.text, line.position.play(played))), draft


def result_draft(
    value: Result, termination: str, *, side: Side | None = None, article: str = "", reason: str = ""
) -> EntryDraft:
    data = {"result": value.value, "termination": termination}
    data |= {name: text for name, text in (("article", article), ("reason", reason)) if text}
    return EntryDraft(EntryKind.RESULT, side, data=MappingProxyType(data))


def enter_result(state: State, value: Result, *, termination: str, article: str, reason: str) -> tuple[EntryDraft, ...]:
    """Enter the result of a board, as an officer."""
    if state.result is not None:
        raise Conflict(say("already_finished", result=state.result.value), result=state.result.value)
    _check_not_over(state)
    return (result_draft(value, termination, article=article, reason=reason),)


def correct_result(state: State, value: Result, *, termination: str, reason: str) -> tuple[EntryDraft, ...]:
    """Correct a result by a new entry; the old one stays in the record."""
    if state.result is None:
        raise Conflict(say("no_result_yet"))
    if value is state.result:
        raise Conflict(say("same_result"))
    data = {"result": value.value, "termination": termination, "reason": reason, "was": state.result.value}
    return (EntryDraft(EntryKind.CORRECTION, data=MappingProxyType(data)),)


def withdraw_result(state: State, *, reason: str) -> tuple[EntryDraft, ...]:
    """Withdraw a result that was entered by mistake: the game continues; the old entry stays in the record.

    For a game that is not followed live, so that no clock has to be restarted.
    """
    if state.result is None:
        raise Conflict(say("no_result_yet"))
    data = {"result": "", "termination": "", "reason": reason, "was": state.result.value}
    return (EntryDraft(EntryKind.CORRECTION, data=MappingProxyType(data)),)


def _ending_draft(state: State, ending: Ending) -> EntryDraft:
    value = win_for(ending.winner) if ending.winner else Result.DRAW
    draft = result_draft(value, ending.kind.value, article=state.article(ending.article))
    proof = {"plies": list(ending.plies)} if ending.plies else {}
    return replace(draft, data=MappingProxyType({**draft.data, **proof, "by_laws": True}))


def _check_turn(state: State, side: Side | None) -> None:
    _check_not_over(state)
    if state.phase is not GamePhase.ADJOURNED:
        _check_no_envelope(state)
    if side is not None and side is not state.position.turn:
        raise Conflict(say("out_of_turn"), turn=state.position.turn.value)
    if state.phase is not GamePhase.PLAYING:
        _check_playing(state)
    if state.clock is not None and state.clock.running is not (state.unpressed or state.position.turn):
        raise Conflict(say("restoring_position"))


def _check_playing(state: State) -> None:
    _check_not_over(state)
    if state.phase is GamePhase.PENDING:
        raise Conflict(say("not_started"))
    if state.phase is GamePhase.ADJOURNED:
        raise Conflict(say("adjourned"))
    if state.phase is GamePhase.PAUSED:
        raise Conflict(say("clocks_stopped"))


def _check_no_envelope(state: State) -> None:
    if state.sealed and state.adjourned and state.adjourned.followed:
        raise Conflict(say("envelope_closed"))


def _check_not_over(state: State) -> None:
    if state.phase is GamePhase.ANNULLED:
        raise Conflict(say("annulled"))
    if state.phase is GamePhase.FINISHED:
        raise Conflict(say("already_finished", result=state.result.value if state.result else ""))


# The part of the fold for adjourned games (tavreli app. A).


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
    envelope = cast(Mapping[str, Any], entry.data.get("sealed") or {})
    sealed = Sealed(
        entry.seq,
        side,
        cast(int, entry.ply),
        entry.at,
        commitment=envelope.get("commitment", ""),
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
    adjournment = Adjourned(
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
    return replace(state, phase=GamePhase.ADJOURNED, clock=clock, sealing=None, adjourned=adjournment, resumption=None)


def rescheduled(state: State, entry: Entry) -> State:
    envelope = cast(Adjourned, state.adjourned)
    due, place = entry.data["due"], entry.data.get("place", envelope.place)
    return replace(state, adjourned=replace(envelope, due=cast(int, due), place=cast(str, place)))


def custody(state: State, entry: Entry) -> State:
    if entry.data.get("what") != "lost":
        return state
    return _change_sealed(state, cast(int, entry.data["sealing"]), lost=True)


def resumption(state: State, entry: Entry) -> State:
    """Set up the position and times of the envelope; the clocks are stopped (A.5)."""
    clock = state.clock
    if clock is not None:
        for name, ms in cast(Mapping[str, int], entry.data.get("set") or {}).items():
            clock = clock.set(Side(name), ms, entry.at)
    return replace(state, phase=GamePhase.PAUSED, clock=clock, resumption=Resumption(entry.seq, entry.at, state.ply))


def opening(state: State, entry: Entry) -> State:
    """Open an envelope: its content and outcome are known.

    A game whose moves are not recorded continues as before from here.
    """
    data = entry.data
    number, outcome = cast(int, data["sealing"]), cast(str, data["outcome"])
    state = _change_sealed(state, number, outcome=outcome, text=cast(str, data.get("text") or ""))
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
    sealed = next((sealed for sealed in state.sealed if sealed.seq == entry.data["sealed"]), None)
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
        sealed=tuple(other for other in state.sealed if other.seq != sealed.seq),
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
        "adjourned": {"at": envelope.at, "side": envelope.side.value, "due": envelope.due, "place": envelope.place}
        if envelope
        else None,
    }


def _change_sealed(state: State, seq: int, **changes: object) -> State:
    return replace(
        state,
        sealed=tuple(
            replace(sealed, **changes) if sealed.seq == seq else sealed  # type: ignore[arg-type]
            for sealed in state.sealed
        ),
    )
