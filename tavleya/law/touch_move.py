"""Touch-move rulings (tavreli 4.2–4.5; FIDE 4.3–4.8; draughts moves.11): the moves a player must choose from."""

from dataclasses import replace
from types import MappingProxyType

from tavleya.errors import BadInput, Conflict
from tavleya.law.cases import (
    Case,
    begun,
    contradiction,
    decision,
    going_on,
    irregularity,
    need_reason,
    too_late,
)
from tavleya.law.facts import (
    AT_MOVE,
    BY_MOVES,
    MOVES,
    PLAYER_OR_ARBITER,
    POSITION,
    RESUME,
    FactKind,
    fact,
    where_followed,
    where_not_followed,
)
from tavleya.law.illegal_moves import readings_at
from tavleya.law.messages import say
from tavleya.law.remedies import ClockChange, Remedy, RulingOutcome, set_clocks
from tavleya.law.ruling_kind import Group, RulingKind, Words
from tavleya.law.sheet_check import by_typed_moves, require_castling_rights, typed_line
from tavleya.messages import N_, Message, label
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.state import PlyRecord
from tavleya.rules.contract import Position, Touch, TouchObligation
from tavleya.sides import Side

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
    offender = case.facts.side("offender")
    assert offender is not None
    _claimed(case, offender)
    if not case.live:
        return _on_paper(case, offender)
    ply = _breach(case, offender)
    before = case.state.line.cut(ply.number - 1).position if ply else case.state.position
    if before.turn is not offender:
        raise contradiction(say("out_of_turn"))
    bound = _duty(case, before)
    if bound.free or (ply is not None and ply.text in _texts(bound)):
        declined = () if ply else _offer_declined(case)
        return _dismissed(case, bound.article, bound.reason, declined=declined)
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
    text = line.plies[-1].text if line.plies and line.position.turn is not offender else ""
    before = line.cut(len(line.plies) - 1).position if text else line.position
    if before.turn is not offender:
        raise contradiction(say("out_of_turn"))
    bound = _duty(case, before)
    if bound.free or text in _texts(bound):
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
    return Remedy(case.kind, article, "", offender, drafts, grounds, facts=case.facts.values)


def _claimed(case: Case, offender: Side) -> None:
    way = case.regime.mode_rules
    if not way.touch or (way.sightless_exempt and case.facts.side("sightless") is offender):
        raise Conflict(say("touch_does_not_bind"), article=case.regime.way_article)
    by = case.facts.text("claimed_by")
    if by == offender.value:
        raise BadInput(say("claims_against_himself"), fact="claimed_by")
    if by == "arbiter" and case.regime.on_claim_only:
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
    return Remedy(
        case.kind,
        article,
        "",
        None,
        drafts,
        (*grounds, say("no_breach")),
        facts=case.facts.values,
        outcome=RulingOutcome.REJECTED,
    )


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
    return Remedy(case.kind, bound.article, "", offender, drafts, _touch_grounds(bound), facts=case.facts.values)


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
    return Remedy(
        case.kind,
        bound.article,
        "",
        offender,
        drafts,
        _touch_grounds(bound),
        clock=ClockChange(before, after) if before is not None and after is not None else None,
        facts=case.facts.values,
    )


def _binding(case: Case, bound: TouchObligation) -> EntryDraft:
    return decision(case, "upheld", bound.article, bound=_texts(bound), bound_article=bound.article, must_play="")


def _touch_grounds(bound: TouchObligation) -> tuple[Message, ...]:
    common = {"count": len(bound.moves), "moves": ", ".join(_texts(bound)[:12])}
    return (bound.reason, say("bound_to", **common))


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
