"""Resumption of an adjourned game: setup, opening, absent or late players, wrong times (tavreli app. A)."""

from collections.abc import Collection, Mapping
from types import MappingProxyType

from tavleya.errors import BadInput, Conflict
from tavleya.law.adjournment import adjourned, closed_envelope
from tavleya.law.illegal_moves import loss_in
from tavleya.law.messages import say
from tavleya.law.remedies import ClockChange, Remedy, ReplayGame, RulingOutcome, readings, sentence, set_clocks
from tavleya.law.sealing import SealedMove, UnsealedMove
from tavleya.law.terms import Regime
from tavleya.messages import Message
from tavleya.record.commands import result_draft
from tavleya.record.entries import EntryDraft, EntryKind, GamePhase
from tavleya.record.results import Result, win_for
from tavleya.record.state import Adjourned, Sealed, State
from tavleya.rules.contract import AmbiguousMove, IllegalMove, LineOfPlay, Ply, Position, Rules, UnreadableMove
from tavleya.sides import Side


def set_up(
    state: State, *, at: int, clocks: Mapping[Side, int] | None = None, agreed: bool = False
) -> tuple[EntryDraft, ...]:
    """Set up the position and times of the envelope (A.5).

    `clocks`: the actual times, if they differ.  `agreed`: both players agreed to an earlier start.  Raises: Conflict
    ("too_early", "due_unknown").
    """
    envelope = adjourned(state)
    if envelope.due is None and not agreed:
        raise Conflict(say("due_unknown"))
    if envelope.due is not None and at < envelope.due and not agreed:
        raise Conflict(say("too_early"), left_ms=envelope.due - at)
    times = times_of(envelope) if clocks is None else clocks
    data = {"set": set_clocks(times), "position": envelope.position}
    return (EntryDraft(EntryKind.RESUMPTION, data=MappingProxyType(data)),)


def start_clock_of_absent(state: State) -> tuple[EntryDraft, ...]:
    """Start the clock of the absent player who must reply; the envelope stays closed (A.9)."""
    sealed = _set_up(state)
    if sealed.reply or state.phase is not GamePhase.PAUSED:
        raise Conflict(say("clock_already_running"))
    return (EntryDraft(EntryKind.RESUMED, sealed.side.other, data=MappingProxyType({"absent": True})),)


def reject_sealed_move(rules: Rules, position: Position, text: str, language: str) -> tuple[str, str, Message | None]:
    """Read a sealed text: `made` and its canonical form, or `ambiguous`, `unreadable`, `illegal` and the reason."""
    try:
        return "made", rules.read(position, text, language=language).text, None
    except AmbiguousMove as error:
        return "ambiguous", text, error.message
    except IllegalMove as error:
        return "illegal", text, error.message
    except UnreadableMove as error:
        return "unreadable", text, error.message


def may_open(state: State, regime: Regime, *, present: Collection[Side], at: int) -> Sealed:
    """Return the envelope that may be opened now, in the presence of the player who must reply (A.7).

    Raises: Conflict ("reply_player_absent", "envelope_lost", "not_set_up", "no_closed_envelope").
    """
    sealed = _set_up(state)
    replier = sealed.side.other
    if sealed.lost:
        raise Conflict(say("envelope_lost"))
    late = regime.late_ms
    if replier not in present and (late is None or not _too_late(state, late, at)):
        raise Conflict(say("reply_player_absent"), side=replier.value)
    return sealed


def open_envelope(
    state: State, regime: Regime, opened: UnsealedMove | None, *, present: Collection[Side], at: int
) -> tuple[EntryDraft, ...]:
    """Open the envelope and make its move on the board if it is legal (A.7, A.9).

    `opened` is the content from the cards or the paper, None for a move already made on the board.  The player who must
    reply is `present`, unless it is too late: then it is opened to see whether the move ended the game (A.10).  Their
    clock starts.  A text that is not a legal move waits for `rule_sealed_move`.  Raises the errors of `may_open`.
    """
    sealed = may_open(state, regime, present=present, at=at)
    replier = sealed.side.other
    text, language = (sealed.played, "") if opened is None else (opened.move, opened.language)
    outcome, canonical, message = reject_sealed_move(state.rules, position_of(state), text, language)
    data: dict[str, object] = {
        "sealing": sealed.seq,
        "outcome": outcome,
        "text": canonical,
        "written": text,
        "present": sorted(side.value for side in present),
    }
    if opened is not None:
        data |= {"language": language} | ({"nonce": opened.nonce.hex()} if opened.nonce else {})
    if message is not None:
        data["why"] = message.to_json()
    elif not followed(state):
        data["position"] = position_after(state, canonical)
    drafts = _clocks_stopped(state, sealed)
    drafts.append(EntryDraft(EntryKind.OPENING, sealed.side, sealed.ply, data=MappingProxyType(data)))
    if outcome == "made":
        drafts += sealed_move_drafts(state, sealed, canonical, clock_starts=replier in present)
    return tuple(drafts)


def rule_sealed_move(state: State, regime: Regime, *, reading: str = "", reason: str = "") -> Remedy:
    """Rule on an ambiguous, unreadable or illegal sealed text: it loses (A.8), unless the arbiter can read it.

    In FIDE chess it draws if the opponent cannot mate (I.8).  `reading`: the legal move that the arbiter reads, with
    `reason`.  Raises: Conflict ("no_bad_sealed_move").
    """
    sealed = next((move for move in state.sealed if move.opened and move.outcome != "made"), None)
    if sealed is None or state.over:
        raise Conflict(say("no_bad_sealed_move"))
    article = regime.article("bad_sealed_move")
    facts: dict[str, object] = {"sealed": sealed.text, "outcome": sealed.outcome, "ply": sealed.ply}
    if reading:
        if not reason.strip():
            raise BadInput(say("reason_missing.sealed_text"))
        canonical = state.rules.read(position_of(state), reading).text
        data = {"sealing": sealed.seq, "outcome": "made", "text": canonical, "reason": reason}
        if not followed(state):
            data["position"] = position_after(state, canonical)
        drafts = [
            EntryDraft(EntryKind.OPENING, sealed.side, sealed.ply, data=MappingProxyType(data)),
            *sealed_move_drafts(state, sealed, canonical, clock_starts=True),
        ]
        return Remedy(
            "sealed_move",
            article,
            article,
            None,
            tuple(drafts),
            (say("sealed_read_as", text=sealed.text, move=canonical),),
            facts=MappingProxyType(facts),
            outcome=RulingOutcome.DISMISSED,
        )
    result = loss_in(position_of(state), state, regime, sealed.side)
    lost = say("cannot_mate") if result is Result.DRAW else say("loses_game", side=sentence(sealed.side))
    drafts = [result_draft(result, "sealed_move", side=sealed.side, article=article)]
    return Remedy(
        "sealed_move",
        article,
        article,
        sealed.side,
        tuple(drafts),
        (say(f"sealed_{sealed.outcome}", text=sealed.text), lost),
        result=result,
        facts=MappingProxyType(facts),
    )


def rule_late(
    state: State, regime: Regime, sides: Collection[Side], *, at: int, without_opening: str = "", reason: str = ""
) -> Remedy:
    """Rule on players who are too late for the resumption: they lose, or both do (A.10).

    A closed envelope is opened first, because its move may have ended the game (5.1, 5.2).  `without_opening`: why this
    is impossible.  If the rules set no time, the arbiter decides and gives a `reason`.

    Raises: Conflict ("not_adjourned", "not_late_yet", "open_first", "has_moved"); BadInput ("nobody_late",
    "arbiter_decides").
    """
    if state.over or state.adjourned is None:
        raise Conflict(say("not_adjourned"))
    if not sides:
        raise BadInput(say("nobody_late"))
    if regime.late_ms is None and not reason.strip():
        raise BadInput(say("arbiter_decides"), fact="reason")
    if not _too_late(state, regime.late_ms or 0, at):
        raise Conflict(say("not_late_yet"))
    if set(sides) & _moved_since(state):
        raise Conflict(say("has_moved.since_resumption"))
    closed = any(not sealed.opened and not sealed.lost for sealed in state.sealed)
    article = regime.article("late_to_resumption")
    if closed and not without_opening.strip():
        replier = state.sealed[-1].side.other  # only in their presence is it opened (A.7)
        raise Conflict(
            say("open_first.replier_late", side=sentence(replier)) if replier in sides else say("open_first"),
            article=article,
        )
    offender = next(iter(sides)) if len(set(sides)) == 1 else None
    result = win_for(offender.other) if offender else Result.BOTH_LOSE
    ground = say("late_at_resumption", side=sentence(offender) if offender else say("both_sides"))
    draft = result_draft(result, "late_at_resumption", side=offender, article=article, reason=reason or without_opening)
    facts = {"sides": sorted(side.value for side in set(sides)), "due": state.adjourned.due or 0}
    return Remedy(
        "late_at_resumption",
        article,
        article,
        offender,
        (draft,),
        (ground,),
        result=result,
        facts=MappingProxyType(facts),
    )


def correct_time(
    state: State,
    regime: Regime,
    clocks: Mapping[Side, int],
    *,
    at: int,
    noticed_by: Side | None,
    serious: bool = False,
    reason: str = "",
) -> Remedy:
    """Correct a wrong time of the resumption (A.12), if it is noticed before the first move.

    `noticed_by`: the player who noticed it and has not moved yet; None: the arbiter.  Later, only if the arbiter finds
    the consequences `serious` and gives a `reason`.

    Raises: Conflict ("first_move_made", "not_resumed", "no_clock_here"); BadInput ("reason_missing").
    """
    before = readings(state, at)
    if state.resumption is None or state.over:
        raise Conflict(say("not_resumed"))
    if before is None:
        raise Conflict(say("no_clock_here"))
    moved = _moved_since(state)
    late = noticed_by in moved if noticed_by else bool(moved)
    if late and not serious:
        raise Conflict(say("first_move_made"))
    if late and not reason.strip():
        raise BadInput(say("reason_missing.time"))
    article = regime.article("wrong_resumption")
    after = {**before, **clocks}
    data = {"set": set_clocks(dict(clocks)), "article": article, "reason": reason or "wrong_time_at_resumption"}
    return Remedy(
        "wrong_time",
        article,
        article,
        None,
        (EntryDraft(EntryKind.ADJUSTMENT, data=MappingProxyType(data)),),
        (say("time_corrected"),),
        clock=ClockChange(before, after),
        outcome=RulingOutcome.APPLIED,
    )


def sealed_move_drafts(
    state: State, sealed: Sealed, canonical: str, *, clock_starts: bool, stopped: bool = False
) -> list[EntryDraft]:
    """Return the entries of the sealed move on the board, with the end of the game or the clock of the reply."""
    position = position_of(state)
    ply = Ply(canonical, position.play(state.rules.read(position, canonical)))
    on_record = followed(state)
    line = state.line.add(ply) if on_record else LineOfPlay(position).add(ply)
    drafts = []
    if on_record:
        data = MappingProxyType({"sealed": sealed.seq})
        drafts.append(EntryDraft(EntryKind.MOVE, sealed.side, sealed.ply, canonical, data))
    ending = state.rules.ending(line)
    if ending:
        result = win_for(ending.winner) if ending.winner else Result.DRAW
        drafts.append(result_draft(result, ending.kind.value, article=state.article(ending.article)))
    elif clock_starts and on_record and not (sealed.reply and running(state) and not stopped):
        drafts.append(EntryDraft(EntryKind.RESUMED, sealed.side.other))
    return drafts


def followed(state: State) -> bool:
    """Return whether the record has the moves of the adjourned game."""
    return state.adjourned is None or state.adjourned.followed


def position_after(state: State, canonical: str) -> str:
    """Return the position after the sealed move, which a record without the moves has to store."""
    position = position_of(state)
    return position.play(state.rules.read(position, canonical)).text()


def _clocks_stopped(state: State, sealed: Sealed) -> list[EntryDraft]:
    """Return the entry of clocks stopped by the player to reply, who came while their clock ran (A.9)."""
    if running(state) and not sealed.reply:
        return [EntryDraft(EntryKind.PAUSE, data=MappingProxyType({"reason": "envelope"}))]
    return []


def running(state: State) -> bool:
    """Return whether the clocks run."""
    return state.phase is GamePhase.PLAYING


def position_of(state: State) -> Position:
    """Return the position in which the sealed move is made."""
    if state.adjourned is not None and not followed(state):
        return state.rules.position(state.adjourned.position)
    return state.position


def _set_up(state: State) -> Sealed:
    sealed = closed_envelope(state)
    if state.phase is GamePhase.ADJOURNED or state.sealing is not None or state.resumption is None:
        raise Conflict(say("not_set_up"))
    return sealed


def _too_late(state: State, late: int, at: int) -> bool:
    envelope = state.adjourned
    return envelope is not None and envelope.due is not None and at > envelope.due + late


def _moved_since(state: State) -> set[Side]:
    """Return the sides that have moved since the resumption; a sealed move was made before it."""
    if state.resumption is None:
        return set()
    return {ply.side for ply in state.plies if ply.seq > state.resumption.seq and not (ply.sealed or ply.struck)}


def times_of(envelope: Adjourned) -> dict[Side, int]:
    """Return the times left in the envelope."""
    times = {Side.WHITE: envelope.white_ms, Side.BLACK: envelope.black_ms}
    return {side: ms for side, ms in times.items() if ms is not None}


# The second envelope: a reply sealed because the author of the sealed move is absent (tavreli A.9; FIDE
# I.9).


def seal_reply(state: State, side: Side, sealed: SealedMove) -> tuple[EntryDraft, ...]:
    """Seal the reply of the opponent of an absent sealer, stop their clock and start the other (A.9)."""
    replier, ply = reply_due(state)
    if replier is not side:
        raise Conflict(say("out_of_turn"), turn=replier.value)
    if (sealed.ply, sealed.side) != (ply, side):
        raise BadInput(say("sealed_for_another"))
    data = {"sealed": sealed.to_json(), "reply": True}
    return (EntryDraft(EntryKind.SEALING, side, ply, data=MappingProxyType(data)),)


def seal_reply_on_paper(state: State) -> tuple[EntryDraft, ...]:
    """Seal the reply in a paper envelope (A.9).  The record contains the envelope and its keeper."""
    side, ply = reply_due(state)
    return (EntryDraft(EntryKind.SEALING, side, ply, data=MappingProxyType({"paper": True, "reply": True})),)


def reply_due(state: State) -> tuple[Side, int]:
    """Return the side that may seal a reply to the sealed move just made, and the ply number (A.9).

    Raises: Conflict ("no_second_envelope").
    """
    last, envelope = state.last_standing(), state.adjourned
    if state.resumption is not None and not state.sealed and not state.over and state.sealing is None:
        if envelope is not None and not envelope.followed:
            if envelope.made:
                return position_of(state).turn, envelope.made + 1
        elif state.phase is GamePhase.PLAYING and last and last.sealed and state.unpressed is None:
            return state.position.turn, state.ply + 1
    raise Conflict(say("no_second_envelope"))


# Envelopes that are lost or cannot be opened: the game continues or is replayed (tavreli A.11; FIDE I.12).


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
    times: Mapping[Side, int] = clocks or {}
    if state.phase is GamePhase.ADJOURNED:
        times = clocks or times_of(state.adjourned)
        drafts = list(set_up(state, at=at, clocks=times))
    else:  # the clocks have run since the resumption: unchanged, unless the arbiter sets them
        stopped = EntryDraft(EntryKind.PAUSE, data=MappingProxyType({"reason": "lost_envelope"}))
        drafts = [stopped] if running(state) else []
        if times:
            drafts.append(EntryDraft(EntryKind.ADJUSTMENT, data=MappingProxyType({"set": set_clocks(dict(times))})))
    data = {"sealing": sealed.seq, "outcome": "lost", "text": canonical, "written": text, "proved": proved}
    if not followed(state):
        data["position"] = position_after(state, canonical)
    drafts += [
        EntryDraft(EntryKind.OPENING, sealed.side, sealed.ply, data=MappingProxyType(data)),
        *sealed_move_drafts(state, sealed, canonical, clock_starts=True, stopped=True),
    ]
    article = regime.article("lost_envelope")
    ground = say("envelope_lost_restored", move=canonical)
    return Remedy(
        "lost_envelope",
        article,
        article,
        None,
        tuple(drafts),
        (ground,),
        clock=ClockChange(before, {**before, **times}) if before is not None and times else None,
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
