"""Acts: what a person does at a board, checked against the state, as the entries that it appends.

Each act is pure: `(state, …) -> drafts`, or a DomainError that says why not, and then nothing is appended.  Who may
act is decided by the service; whose turn it is and whether the board allows it, here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from tavleya.errors import BadInput, Conflict
from tavleya.record import calls
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.messages import say
from tavleya.record.phase import GamePhase
from tavleya.record.results import Result, win_for
from tavleya.record.state import State
from tavleya.rules.contract import Ending, IllegalMove, LineOfPlay, Ply, Position, UnreadableMove
from tavleya.rules.registry import spec_of
from tavleya.sides import Side

_SHOWN = 12  # moves named in a sentence
_DRAWN_RESIGNATION = "5.1.2"  # the only laws under which a mate can be out of reach


def start(state: State) -> tuple[EntryDraft, ...]:
    """The clock of the side that moves first is started (tavreli 6.5)."""
    _not_over(state)
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
    """A move by the side to move, with the press that completes it unless `press` is off (tavreli 6.7).

    `side` None: whoever is to move.  `irregular`: it was so played on the board although the rules forbid it; it stands
    in the record with its resulting position until a ruling takes it back.  A move that ends the game by the rules of
    the board brings the result with it and needs no press (6.7).
    """
    if state.sealing is not None:
        return _played_after_the_call(state, side, text, language)
    _to_move(state, side)
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
    if not irregular:  # what was played against the rules is recorded as it was, whatever was due
        _as_ruled(state, canonical)
    if canonical != text:
        data["typed"] = text
    drafts = [EntryDraft(EntryKind.MOVE, mover, state.ply + 1, canonical, MappingProxyType(data))]
    ending = state.rules.ending(state.line.add(Ply(canonical, after, irregular)))
    if ending and not irregular:
        drafts.append(_ended(state, ending))
    elif press and state.clock is not None:
        drafts.append(EntryDraft(EntryKind.PRESS, mover))
    return tuple(drafts)


def _as_ruled(state: State, move: str) -> None:
    """Raises Conflict `announced_move`, `bound_move` where a ruling has left other moves only."""
    if state.must_play and move != state.rules.read(state.position, state.must_play).text:
        raise Conflict(say("announced_move", move=state.must_play))
    if state.bound and move not in state.bound:
        raise Conflict(
            say("bound_move", moves=", ".join(state.bound[:_SHOWN])),
            bound=list(state.bound),
            article=state.bound_article,
        )


def _played_after_the_call(
    state: State, side: Side | None, text: str, language: str
) -> tuple[EntryDraft, ...]:
    """A move made on the board after the call to seal is the sealed move, known as it is (tavreli A.1)."""
    sealer = state.position.turn
    if side is not None and side is not sealer:
        raise Conflict(say("out_of_turn"), turn=sealer.value)
    if any(one.played for one in state.sealed):
        raise Conflict(say("sealed_on_board"))
    played = state.rules.read(state.position, text, language=language)
    return (EntryDraft(EntryKind.SEALING, sealer, state.ply + 1, played.text),)


def _irregular(state: State, text: str) -> tuple[str, Position]:
    try:
        legal = state.rules.read(state.position, text)
    except (IllegalMove, UnreadableMove):
        after = state.rules.displace(state.position, text)
        return text.strip(), after
    raise Conflict(say("move_is_legal", move=legal.text))


def press(state: State, side: Side | None) -> tuple[EntryDraft, ...]:
    """The clock is pressed after a move."""
    _playing(state)
    if state.unpressed is None or (side is not None and side is not state.unpressed):
        raise Conflict(say("nothing_to_press"))
    return (EntryDraft(EntryKind.PRESS, state.unpressed),)


def offer_draw(state: State, side: Side) -> tuple[EntryDraft, ...]:
    """A draw offer.  Made after one's move and before the press it is in order; at another moment it stands, but
    breaches 12.5, and the entry says so.  It cannot be withdrawn (9.1)."""
    _not_over(state)
    if state.phase is GamePhase.PENDING:
        raise Conflict(say("not_started"))
    if state.offer is not None:
        if state.offer.side is side:
            raise Conflict(say("offer_stands"))
        return answer_draw(state, side, accept=True)
    after_sealing = (
        state.phase is GamePhase.ADJOURNED and bool(state.sealed) and state.sealed[-1].side is not side
    )
    proper = state.unpressed is side or after_sealing  # A.4
    return (EntryDraft(EntryKind.OFFER, side, data=MappingProxyType({} if proper else {"improper": True})),)


def answer_draw(state: State, side: Side, *, accept: bool) -> tuple[EntryDraft, ...]:
    """The opponent's offer is accepted (drawn at once, 5.3) or declined in words."""
    _not_over(state)
    if state.offer is None or state.offer.side is side:
        raise Conflict(say("no_offer"))
    answer = EntryDraft(EntryKind.ANSWER, side, data=MappingProxyType({"accept": accept}))
    if not accept:
        return (answer,)
    article = state.article(spec_of(state.rules.game).agreement_article)
    return answer, result_draft(Result.DRAW, "agreement", article=article)


def resign(state: State, side: Side) -> tuple[EntryDraft, ...]:
    """The opponent wins, or the game is drawn where the opponent cannot mate by any legal series (FIDE 5.1.2)."""
    _not_over(state)
    if state.phase is GamePhase.PENDING:
        raise Conflict(say("not_started"))
    if not state.rules.can_mate(state.position, side.other):
        return (result_draft(Result.DRAW, "resignation", side=side, article=_DRAWN_RESIGNATION),)
    return (result_draft(win_for(side.other), "resignation", side=side),)


def call_arbiter(
    state: State, side: Side | None, reason: str, said: Mapping[str, object]
) -> tuple[EntryDraft, ...]:
    """The arbiter is called: see `tavleya.record.calls`."""
    _not_over(state)
    return calls.call(state, side, reason, said)


def pause(state: State, reason: str) -> tuple[EntryDraft, ...]:
    _playing(state)
    return (EntryDraft(EntryKind.PAUSE, data=MappingProxyType({"reason": reason})),)


def resume(state: State, side: Side | None = None) -> tuple[EntryDraft, ...]:
    """Play goes on; the clock of `side`, or of whoever is to complete their move, is started."""
    _not_over(state)
    if state.phase is not GamePhase.PAUSED:
        raise Conflict(say("not_paused"))
    return (EntryDraft(EntryKind.RESUMED, side or state.turn),)


def sheet(
    state: State, moves: tuple[str, ...], value: Result | None = None, termination: str = ""
) -> tuple[EntryDraft, ...]:
    """Moves of a score sheet typed in later, and the result written on it: no clock, no press.

    A result that is in the record already stays what it is: the moves are evidence, not a new decision.  Otherwise a
    last move that ends the game by the rules of the board brings its result, unless the sheet has a different one: that
    is the players' or the arbiter's, and stands.  A move that ends the game though the sheet goes on, or has another
    result, is marked with how it does.  BadInput `bad_ply` names the first bad move.
    """
    if state.phase is GamePhase.ANNULLED:
        _not_over(state)
    _no_envelope(state)
    line, drafts, ended, last = state.line, [], None, 0
    for text in moves:
        line, draft = written_ply(state, line, text)
        drafts.append(draft)
        if ended is None and (ending := state.rules.ending(line)):
            ended, last = _ended(state, ending), len(drafts)
    given = state.result or value
    if ended is not None and (last < len(drafts) or given not in (None, Result(str(ended.data["result"])))):
        drafts[last - 1] = _marked(drafts[last - 1], str(ended.data["termination"]))
        ended = None
    if state.over:
        return tuple(drafts)
    if ended is not None:
        drafts.append(ended)
    elif value:
        drafts.append(result_draft(value, termination))
    return tuple(drafts)


def _marked(draft: EntryDraft, ends: str) -> EntryDraft:
    return replace(draft, data=MappingProxyType({**draft.data, "ends": ends}))


def written_ply(state: State, line: LineOfPlay, text: str) -> tuple[LineOfPlay, EntryDraft]:
    """One move of a score sheet: the line after it, and its entry.  Raises BadInput `bad_ply`."""
    number = len(line.plies) + 1
    try:
        played = state.rules.read(line.position, text)
    except BadInput as problem:
        raise BadInput(
            say("bad_ply", ply=number, move=text, why=problem.message),
            ply=number,
            reason=problem.code,
        ) from problem
    draft = EntryDraft(EntryKind.MOVE, line.position.turn, number, played.text)
    return line.add(Ply(played.text, line.position.play(played))), draft


def result_draft(
    value: Result, termination: str, *, side: Side | None = None, article: str = "", reason: str = ""
) -> EntryDraft:
    data = {"result": value.value, "termination": termination}
    data |= {name: text for name, text in (("article", article), ("reason", reason)) if text}
    return EntryDraft(EntryKind.RESULT, side, data=MappingProxyType(data))


def enter_result(
    state: State, value: Result, *, termination: str, article: str, reason: str
) -> tuple[EntryDraft, ...]:
    """An officer enters the result of a board."""
    if state.result is not None:
        raise Conflict(
            say("already_finished", result=state.result.value),
            result=state.result.value,
        )
    _not_over(state)
    return (result_draft(value, termination, article=article, reason=reason),)


def correct_result(state: State, value: Result, *, termination: str, reason: str) -> tuple[EntryDraft, ...]:
    """A wrong result is put right by a new entry; the old one stays in the record."""
    if state.result is None:
        raise Conflict(say("no_result_yet"))
    if value is state.result:
        raise Conflict(say("same_result"))
    data = {"result": value.value, "termination": termination, "reason": reason, "was": state.result.value}
    return (EntryDraft(EntryKind.CORRECTION, data=MappingProxyType(data)),)


def withdraw_result(state: State, *, reason: str) -> tuple[EntryDraft, ...]:
    """A result entered by mistake is taken back: the game goes on; the old entry stays in the record.

    For a game that is not followed live, whose clocks nobody has to start again.
    """
    if state.result is None:
        raise Conflict(say("no_result_yet"))
    data = {"result": "", "termination": "", "reason": reason, "was": state.result.value}
    return (EntryDraft(EntryKind.CORRECTION, data=MappingProxyType(data)),)


def _ended(state: State, ending: Ending) -> EntryDraft:
    value = win_for(ending.winner) if ending.winner else Result.DRAW
    draft = result_draft(value, ending.kind.value, article=state.article(ending.article))
    proof = {"plies": list(ending.plies)} if ending.plies else {}
    said = {**draft.data, **proof, "by_laws": True}
    return EntryDraft(draft.kind, draft.side, data=MappingProxyType(said))


def _to_move(state: State, side: Side | None) -> None:
    _not_over(state)
    if state.phase is not GamePhase.ADJOURNED:
        _no_envelope(state)
    if state.unpressed is not None:
        raise Conflict(say("clock_not_pressed"))
    if side is not None and side is not state.position.turn:
        raise Conflict(say("out_of_turn"), turn=state.position.turn.value)
    if state.phase is not GamePhase.PLAYING:
        _playing(state)
    if state.clock is not None and state.clock.running is not state.position.turn:
        raise Conflict(say("restoring_position"))


def _playing(state: State) -> None:
    _not_over(state)
    if state.phase is GamePhase.PENDING:
        raise Conflict(say("not_started"))
    if state.phase is GamePhase.ADJOURNED:
        raise Conflict(say("adjourned"))
    if state.phase is GamePhase.PAUSED:
        raise Conflict(say("clocks_stopped"))


def _no_envelope(state: State) -> None:
    if state.sealed and state.adjourned and state.adjourned.followed:
        raise Conflict(say("envelope_closed"))


def _not_over(state: State) -> None:
    if state.phase is GamePhase.ANNULLED:
        raise Conflict(say("annulled"))
    if state.phase is GamePhase.FINISHED:
        raise Conflict(say("already_finished", result=state.result.value if state.result else ""))
