"""Touched and displaced pieces (tavreli 4.2–4.5, 7.3, 7.4; FIDE 4.3–4.8, 7.4, 7.6; draughts moves.11, moves.14)."""

from dataclasses import replace
from types import MappingProxyType

from tavleya.errors import BadInput, Conflict
from tavleya.law.facts import (
    AT_MOVE,
    BY_MOVES,
    MOVES,
    PLAYER_OR_ARBITER,
    POSITION,
    RESUME,
    UNKNOWN,
    FactKind,
    fact,
    where_followed,
    where_not_followed,
)
from tavleya.law.illegal_moves import readings_at
from tavleya.law.messages import say
from tavleya.law.remedies import ClockChange, Remedy, RulingOutcome, sentence, set_clocks
from tavleya.law.ruling_kind import (
    Case,
    Group,
    RulingKind,
    Words,
    begun,
    contradiction,
    data,
    decision,
    going_on,
    irregularity,
    need_reason,
    time_change,
    too_late,
)
from tavleya.law.sheet_check import by_typed_moves, require_castling_rights, typed_line
from tavleya.messages import N_, Message, label
from tavleya.record.entries import EntryDraft, EntryKind, GamePhase
from tavleya.record.state import PlyRecord
from tavleya.rules.contract import Position, Touch, TouchObligation
from tavleya.sides import Side

# Touch-move rulings (tavreli 4.2–4.5; FIDE 4.3–4.8; draughts moves.11): the moves a player must choose
# from.

TOUCH_FACTS = (
    fact("offender", FactKind.SIDE, N_("player who touched the pieces"), required=True),
    fact("touches", FactKind.TOUCHES, N_("the squares in the order in which they were touched"), required=True),
    fact("claimed_by", FactKind.CHOICE, N_("who claims it"), choices=PLAYER_OR_ARBITER, required=True),
    fact(
        "claimant_touched",
        FactKind.CHOICE,
        N_("whether the claimant has touched a piece since"),
        choices=(("yes", N_("yes")), ("no", N_("no"))),
        unknown=True,
        default="no",
    ),
    fact(
        "decision",
        FactKind.CHOICE,
        N_("whether the claim is right"),
        choices=(
            ("upheld", N_("right: the piece must be played")),
            ("rejected", N_("wrong")),
            (BY_MOVES, N_("the moves typed in below decide")),
        ),
        required=True,
        asked=where_not_followed,
    ),
    POSITION,
    MOVES,
    AT_MOVE,
    fact("moved", FactKind.YES_NO, N_("whether another piece has been moved already"), asked=where_followed),
    fact("sightless", FactKind.SIDE, N_("which player is visually disabled, or sees no board")),
    RESUME,
    fact("reason", FactKind.TEXT, N_("why")),
)


def decide_touch(case: Case) -> Remedy:
    """Decide the touch-move duty of the player to move; a wrong move already made is undone.

    At a board on paper, the arbiter decides the claim, or enters the position and the move, if one was made.

    Raises: Conflict ("only_on_claim" (tavreli B.5), "claim_too_late": the claimant has touched a piece or replied
    (4.5)).
    """
    begun(case)
    offender = case.facts.required_side("offender")
    _check_claim(case, offender)
    if not case.live:
        return _on_paper(case, offender)
    ply = _breach(case, offender)
    before = case.state.line.cut(ply.number - 1).position if ply else case.state.position
    if before.turn is not offender:
        raise contradiction(say("out_of_turn"))
    bound = _duty(case, before)
    if bound.free or (ply is not None and ply.text in _texts(bound)):
        return _dismissed(case, bound.article, bound.reason, declined=() if ply else _offer_declined(case))
    return _take_back(case, offender, bound, ply) if ply else _bound(case, offender, bound)


def _duty(case: Case, before: Position) -> TouchObligation:
    touches = [Touch(square, adjusting) for square, adjusting in case.facts.touches("touches")]
    bound = case.state.rules.bound_moves(before, touches)
    return replace(bound, article=case.regime.address(bound.article))


def _on_paper(case: Case, offender: Side) -> Remedy:
    """Rule at a board on paper: the players restore the position; the record of moves is not changed."""
    choice = case.facts.text("decision")
    if choice != BY_MOVES:
        article = case.regime.article("touch")
        grounds: tuple[Message, ...] = (say("touched_is_played", squares=_touched_squares(case)),)
        return _plain_remedy(case, offender, article, grounds) if choice == "upheld" else _dismissed(case, article)
    require_castling_rights(case, _touched_squares(case).split())
    line = typed_line(case, offender)
    move = line.plies[-1].text if line.plies and line.position.turn is not offender else ""
    before = line.cut(len(line.plies) - 1).position if move else line.position
    if before.turn is not offender:
        raise contradiction(say("out_of_turn"))
    bound = _duty(case, before)
    if bound.free or move in _texts(bound):
        return _dismissed(case, bound.article, bound.reason, by_typed_moves(case.state.rules, line))
    return _plain_remedy(
        case, offender, bound.article, (*_touch_grounds(bound), by_typed_moves(case.state.rules, line))
    )


def _touched_squares(case: Case) -> str:
    return " ".join(square for square, adjusting in case.facts.touches("touches") if not adjusting)


def _plain_remedy(case: Case, offender: Side, article: str, grounds: tuple[Message, ...]) -> Remedy:
    drafts = (
        irregularity(offender, "touched", article, move=_touched_squares(case)),
        decision(case, "upheld", article),
        *going_on(case),
    )
    return case.remedy(article, drafts, *grounds, offender=offender)


def _check_claim(case: Case, offender: Side) -> None:
    mode = case.regime.mode_rules
    if not mode.touch or (mode.sightless_exempt and case.facts.side("sightless") is offender):
        raise Conflict(say("touch_does_not_bind"), article=case.regime.way_article)
    claimant = case.facts.text("claimed_by")
    if claimant == offender.value:
        raise BadInput(say("claims_against_himself"), fact="claimed_by")
    if claimant == "arbiter" and case.regime.on_claim_only:
        raise Conflict(say("only_on_claim"), article=case.regime.article("on_claim_only"))
    touched = case.facts.values.get("claimant_touched")
    article = case.regime.article("touch_late")
    if touched == "yes":
        raise too_late(article, say("claimant_touched"))
    if touched == "unknown":
        need_reason(case)


def _breach(case: Case, offender: Side) -> PlyRecord | None:
    """Return the offender's disputed move; None if they have not moved yet.

    `moved`: the arbiter says that the breach was a move which has been replied to; then it is too late.
    """
    last = case.state.last_standing()
    if last is not None and last.side is offender:
        return last
    if case.facts.yes("moved") and last is not None:
        raise too_late(case.regime.article("touch_late"), say("replied"))
    return None


def _dismissed(case: Case, article: str, *grounds: Message, declined: tuple[EntryDraft, ...] = ()) -> Remedy:
    drafts = (*declined, decision(case, "rejected", article), *going_on(case))
    return case.remedy(article, drafts, *grounds, say("no_breach"), outcome=RulingOutcome.REJECTED)


def _offer_declined(case: Case) -> tuple[EntryDraft, ...]:
    """Return the entry that rejects the opponent's draw offer by a deliberate touch (FIDE 9.1.2.1), if any."""
    offender, offer = case.facts.side("offender"), case.state.offer
    on_purpose = any(not adjusting for _, adjusting in case.facts.touches("touches"))
    if offer is None or offer.side is offender or not on_purpose:
        return ()
    if not case.regime.own_article("touched_before_answer"):
        return ()
    return (EntryDraft(EntryKind.ANSWER, offender, data=MappingProxyType({"accept": False})),)


def _bound(case: Case, offender: Side, bound: TouchObligation) -> Remedy:
    drafts = (*_offer_declined(case), _binding(case, bound), *going_on(case))
    return case.remedy(bound.article, drafts, *_touch_grounds(bound), offender=offender)


def _take_back(case: Case, offender: Side, bound: TouchObligation, ply: PlyRecord) -> Remedy:
    before = case.readings()
    after = readings_at(case.state, ply, case.at) if before is not None else None
    restoration = {"ply": ply.number - 1, "set": set_clocks(after) if after else {}}
    drafts = (
        irregularity(offender, "touch_move", bound.article, ply=ply.number, move=ply.text),
        EntryDraft(EntryKind.RESTORATION, data=restoration),
        _binding(case, bound),
        *going_on(case, offender, stopped=True),
    )
    return case.remedy(
        bound.article,
        drafts,
        *_touch_grounds(bound),
        offender=offender,
        clock=ClockChange(before, after) if before is not None and after is not None else None,
    )


def _binding(case: Case, bound: TouchObligation) -> EntryDraft:
    return decision(case, "upheld", bound.article, bound=_texts(bound), bound_article=bound.article, must_play="")


def _touch_grounds(bound: TouchObligation) -> tuple[Message, ...]:
    params = {"count": len(bound.moves), "moves": ", ".join(_texts(bound)[:12])}
    return (bound.reason, say("bound_to", **params))


def _texts(bound: TouchObligation) -> list[str]:
    return [move.text for move in bound.moves]


TOUCH_KIND = RulingKind(
    key="touch_move",
    name=label("ruling_touch_move", N_("Touch-move")),
    group=Group.MOVES,
    facts=TOUCH_FACTS,
    decide=decide_touch,
    words=Words(
        breaches={
            "touch_move": N_("Touch-move broken by %(side)s: %(move)s."),
            "touched": N_("%(side)s touched %(move)s and plays that piece."),
        }
    ),
)

DISPLACED = (
    fact("offender", FactKind.SIDE, N_("player who displaced the pieces"), required=True),
    fact(
        "stage",
        FactKind.CHOICE,
        N_("whether the player is restoring the pieces now or has already done so"),
        choices=(("restoring", N_("restoring them now")), ("restored", N_("already restored"))),
        default="restoring",
        asked=where_followed,
    ),
    fact("ms", FactKind.TIME, N_("time it took, if the player's clock was not running")),
)


def displaced(case: Case) -> Remedy:
    """Let the offender restore the pieces in their own time; the opponent may restart the offender's clock (7.3).

    `restoring`: the offender's clock runs without counting a move.  `restored`: the clock of the side to move runs
    again.  Raises: Conflict ("own_time_already": their clock runs already; "nothing_to_restore": no clock was changed).
    """
    begun(case)
    offender = case.facts.required_side("offender")
    article, ms = case.regime.article("displaced"), case.facts.number("ms") or 0
    running = case.state.clock.running if case.live and case.state.clock else None
    timed, clock = time_change(case, {offender: -ms}, article, case.kind)
    if case.facts.text("stage") == "restored":
        if running is None or running is case.state.turn:
            raise Conflict(say("nothing_to_restore"))
        clocks = _switched(case, case.state.turn)
        message = say("put_right")
    else:
        if running is offender and not ms:
            raise Conflict(say("own_time_already"))
        clocks = () if ms else _switched(case, offender)
        message = say("in_his_time", side=sentence(offender))
    drafts = (irregularity(offender, "displaced", article), *timed, decision(case, "applied", article), *clocks)
    return case.remedy(article, drafts, message, offender=offender, clock=clock, outcome=RulingOutcome.APPLIED)


def _switched(case: Case, side: Side) -> tuple[EntryDraft, ...]:
    """Return the entry that runs the clock of `side` from now on, without a move."""
    if case.state.clock is None or not case.live:
        return ()
    stop = (EntryDraft(EntryKind.PAUSE, data=data(reason=case.kind)),) if case.state.phase is GamePhase.PLAYING else ()
    return (*stop, EntryDraft(EntryKind.RESUMED, side))


RESTORED = (
    fact(
        "ply",
        FactKind.WHOLE,
        N_("after how many half-moves the position is certain"),
        required=True,
        asked=where_followed,
    ),
    AT_MOVE,
    fact(
        "cause",
        FactKind.CHOICE,
        N_("how it came about"),
        choices=(("outside", N_("from outside")), ("players", N_("by the players"))),
        unknown=True,
        default=UNKNOWN,
    ),
    fact("clocks", FactKind.CLOCKS, N_("times to set"), asked=where_followed),
    RESUME,
    fact("reason", FactKind.TEXT, N_("what happened"), required=True),
)


def restored(case: Case) -> Remedy:
    """Restore the last certain position and strike later plies, without increasing a count (7.4).

    The clocks get their times when the next move began, or those set by the arbiter (6.13).  A board that is not
    followed is set up by the arbiter.  Raises: BadInput ("facts_contradict_record") for an unrecorded ply.
    """
    begun(case)
    article, keep = case.regime.article("restored"), case.facts.number("ply")
    if keep is None:
        return case.remedy(
            article,
            (decision(case, "applied", article, cause=case.facts.text("cause")),),
            *_grounds(case, say("position_after.certain")),
            outcome=RulingOutcome.APPLIED,
        )
    if keep > case.state.ply:
        raise contradiction(say("so_many_plies", ply=case.state.ply))
    before = case.readings()
    after = _clocks(case, keep) if before is not None else None
    drafts: tuple[EntryDraft, ...] = (decision(case, "applied", article, cause=case.facts.text("cause")),)
    if keep < case.state.ply:
        restoration = data(ply=keep, set=set_clocks(after) if after else {})
        drafts = (*drafts, EntryDraft(EntryKind.RESTORATION, data=restoration))
    elif after is not None and after != before:
        drafts = (*drafts, EntryDraft(EntryKind.ADJUSTMENT, data=data(set=set_clocks(after), article=article)))
    turn = case.state.line.positions[keep].turn if keep < case.state.ply else case.state.turn
    return case.remedy(
        article,
        (*drafts, *going_on(case, turn, stopped=keep < case.state.ply)),
        *_grounds(case, say("position_after", ply=keep)),
        clock=ClockChange(before, after) if before is not None and after is not None else None,
        outcome=RulingOutcome.APPLIED,
    )


def _clocks(case: Case, keep: int) -> dict[Side, int] | None:
    chosen = case.facts.clocks()
    if chosen is not None:
        return chosen
    later = next((ply for ply in case.state.plies if ply.number == keep + 1 and not ply.struck), None)
    return case.readings() if later is None else readings_at(case.state, later, case.at)


def _grounds(case: Case, message: Message) -> tuple[Message, ...]:
    return (message,) if case.facts.text("cause") != "outside" else (message, say("no_violation"))


DISPLACED_KIND = RulingKind(
    key="displaced",
    name=label("ruling_displaced", N_("Pieces displaced")),
    group=Group.MOVES,
    facts=DISPLACED,
    decide=displaced,
    words=Words(
        breaches={"displaced": N_("%(side)s displaced pieces.")}, reasons={"displaced": N_("pieces displaced")}
    ),
)
RESTORED_KIND = RulingKind(
    key="restored",
    name=label("ruling_restored", N_("An earlier position restored")),
    group=Group.MOVES,
    facts=RESTORED,
    decide=restored,
    known=lambda board: {"ply": board.state.ply} if board.state.ply else {},
)
