"""Draw claims and agreements (tavreli 9.2–9.5; FIDE 9.1–9.5; draughts counters), and calls of the arbiter."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from tavleya.errors import BadInput, Conflict
from tavleya.law.facts import AT_MOVE, BY_MOVES, MOVES, POSITION, SHOWN, FactKind, fact, where_not_followed
from tavleya.law.illegal_moves import binding, duty_grounds
from tavleya.law.messages import say
from tavleya.law.remedies import ClockChange, Remedy, RulingOutcome, duration, readings, sentence, set_clocks
from tavleya.law.ruling_kind import Case, Group, RulingKind, Words, decision, require_fact, time_change
from tavleya.law.sheet_check import by_typed_moves, typed_line, verdict_on
from tavleya.law.terms import Regime, WrongClaim
from tavleya.messages import N_, Message, label
from tavleya.record.commands import result_draft
from tavleya.record.entries import EntryDraft, EntryKind, GamePhase
from tavleya.record.results import Result
from tavleya.record.state import State
from tavleya.rules.contract import ClaimKind, ClaimVerdict, IllegalMove, LineOfPlay, Rules, TouchObligation
from tavleya.rules.draughts import DraughtsRules
from tavleya.sides import Side

# Answers to calls of the arbiter, and draws agreed without the arbiter.
#
# Tavreli 9.1; FIDE 5.2.3, 9.1.1; draughts result.3.


def agreement_bar(state: State, regime: Regime, *, live: bool = True) -> Message | None:
    """Return why the players may not agree on a draw yet, or None.  An arbiter may allow it.

    The moves are counted only at a board that is followed: a record on paper comes after the game.
    """
    if not live:
        return None
    if isinstance(state.rules, DraughtsRules) and (bar := state.rules.agreement_bar(state.line)):
        return bar
    moves, count = regime.agreed_draw_moves, state.ply // 2
    return say("agreement_too_early", moves=moves, made=count) if count < moves else None


# Answers to calls that need no separate ruling: the arbiter came and found the call justified or not.

CALL_KIND = "call"


def answer_call(state: State, seq: int, *, upheld: bool, note: str = "", resume: bool = True) -> Remedy:
    """Close the call of entry `seq`.  After the last call, play continues if the arbiter permits.  No article is cited.

    `upheld`: the call was justified; otherwise it is dismissed.  Raises: Conflict ("call_not_open") if it has been
    answered; BadInput ("reason_missing") without a `note` on the action taken.
    """
    call = next((call for call in state.calls if call.seq == seq), None)
    if call is None:
        raise Conflict(say("call_not_open"), seq=state.seq)
    if upheld and not note:
        raise BadInput(say("reason_missing.call"), field="note")
    outcome = "answered" if upheld else "dismissed"
    data = {"calls": [seq], "decides": CALL_KIND, "outcome": outcome, "reason": call.reason}
    data |= {"note": note} if note else {}
    drafts = [EntryDraft(EntryKind.DECISION, call.side, data=MappingProxyType(data))]
    if resume and len(state.calls) == 1 and state.phase is GamePhase.PAUSED:
        drafts.append(EntryDraft(EntryKind.RESUMED, state.turn))
    return Remedy(
        kind=CALL_KIND,
        article="",
        penalty_article="",
        offender=None,
        drafts=tuple(drafts),
        grounds=(say("call_answered") if upheld else say("call_not_upheld"),),
        facts=MappingProxyType({"call": seq, "reason": call.reason}),
        outcome=RulingOutcome.APPLIED if upheld else RulingOutcome.DISMISSED,
    )


#: The names of the grounds of a draw claim.
CLAIM_NAMES: Mapping[str, str] = MappingProxyType(
    {
        ClaimKind.REPETITION: N_("threefold repetition"),
        ClaimKind.FIFTY_MOVES: N_("fifty moves"),
        ClaimKind.KINGS_ONLY: N_("moves with kings alone"),
        ClaimKind.SHORT_ENDING: N_("the moves of a short ending"),
        ClaimKind.PIECE_BALANCE: N_("the balance of pieces"),
        ClaimKind.THREE_KINGS: N_("three kings against one"),
        ClaimKind.MAIN_ROAD: N_("the main diagonal"),
    }
)

LATE = "late"


def _decisions(regime: Regime) -> set[str]:
    """Return the possible decisions; not every book has moves on which the right to claim is lost."""
    return {"upheld", "rejected", BY_MOVES, *((LATE,) if regime.own_article("claim_late") else ())}


_MOVED_SINCE = fact(
    "moved_since",
    FactKind.YES_NO,
    N_("whether the player has moved since the earlier wrong claim"),
    asked=where_not_followed,
)
FACTS = (
    fact("claimant", FactKind.SIDE, N_("player claiming the draw"), required=True),
    fact(
        "claim",
        FactKind.CHOICE,
        N_("ground of the claim"),
        choices=tuple(CLAIM_NAMES.items()),
        required=True,
        offered=lambda regime, _: regime.claim_articles,
    ),
    fact("intended", FactKind.MOVE, N_("announced move")),
    fact(
        "decision",
        FactKind.CHOICE,
        N_("whether the claim is right"),
        choices=(
            ("upheld", N_("right: drawn")),
            ("rejected", N_("wrong")),
            (LATE, N_("too late: the right to claim on that move was lost")),
            (BY_MOVES, N_("the moves typed in below decide")),
        ),
        required=True,
        asked=where_not_followed,
        offered=lambda regime, _: _decisions(regime),
    ),
    _MOVED_SINCE,
    POSITION,
    MOVES,
    AT_MOVE,
    SHOWN,
)


def decide_claim(state: State, regime: Regime, side: Side, kind: ClaimKind, intended: str | None, at: int) -> Remedy:
    """Decide a claim of the player to move; the consequences of both outcomes are included.

    If it is upheld, the game is drawn at once.  If it is rejected, the regime's penalty is taken from the clocks as
    they were at the claim, the claimant remains to move, and must play an announced move (9.5).  An illegal one proves
    nothing; its piece must move if it can (FIDE 9.5.3, 4.5).

    Raises: Conflict ("not_to_move": the claimant may not claim now; "envelope_closed": a move is sealed;
    "claim_decided": it was rejected in this position and penalised; "touched_before_claim": a ruling has bound the
    player to a touched piece and the laws permit no claim after it (FIDE 9.4)).
    """
    no_claim_while_sealed(state)
    if state.phase is not GamePhase.PLAYING:
        raise Conflict(say("not_playing.claim"))
    if state.turn is not side or state.position.turn is not side:
        raise Conflict(say("not_to_move.claiming"), side=side.value)
    _not_decided_yet(state, kind)
    _nothing_touched(state, regime)
    verdict, duty = _verdict(state.rules, state.line, kind, intended)
    article = regime.claim_article(kind)
    claim = EntryDraft(EntryKind.CLAIM, side, data=MappingProxyType({"claim": kind.value, "intended": intended or ""}))
    decision_draft = EntryDraft(
        EntryKind.DECISION,
        side,
        data=MappingProxyType(
            {
                "decides": "draw_claim",
                "claim": kind.value,
                "outcome": "upheld" if verdict.upheld else "rejected",
                "plies": list(verdict.plies),
                "article": article,
                "must_play": "" if verdict.upheld or duty else intended or "",
                **binding(regime, duty),
                **({"offers_draw": True} if regime.claim_offers_draw and not verdict.upheld else {}),
            }
        ),
    )
    if verdict.upheld:
        drawn = result_draft(Result.DRAW, kind.value, side=side, article=article)
        drafts, grounds = (claim, decision_draft, drawn), (verdict.message,)
        return Remedy("draw_claim", article, article, None, drafts, grounds, result=Result.DRAW)
    reasons = [verdict.message] if duty is None else [*_illegal(intended), verdict.message, *duty_grounds(duty)]
    return _rejected(state, regime, side, article, (claim, decision_draft), reasons, at)


def _verdict(
    rules: Rules, line: LineOfPlay, kind: ClaimKind, intended: str | None
) -> tuple[ClaimVerdict, TouchObligation | None]:
    """Return the verdict; if the announced move is illegal, also the obligation of its piece."""
    try:
        return rules.claim(line, kind, intended), None
    except IllegalMove as error:
        touched = rules.touched_by(line.position, intended or "")
        verdict = ClaimVerdict(upheld=False, kind=kind, plies=(), message=error.message)
        return verdict, rules.bound_moves(line.position, touched)


def _illegal(intended: str | None) -> list[Message]:
    return [say("announced_illegal", move=intended or "")]


def _not_decided_yet(state: State, kind: ClaimKind) -> None:
    """Check that a wrong claim is not repeated before the next move (FIDE 9.1.2.3, tavreli 9.5)."""
    if state.must_play:
        raise Conflict(say("announced_move", move=state.must_play))
    if state.rejected_claim == kind.value:
        raise Conflict(say("claim_decided"))


def _nothing_touched(state: State, regime: Regime) -> None:
    article = regime.own_article("touched_before_claim")
    if state.bound and article:
        raise Conflict(say("touched_before_claim"), article=article)


def no_claim_while_sealed(state: State) -> None:
    """Check that no move is sealed: the position on the board, on which a claim depends, is then unknown (A.7).

    Raises: Conflict ("envelope_closed").
    """
    if state.sealed:
        raise Conflict(say("envelope_closed.claim"))


def _rejected(
    state: State,
    regime: Regime,
    side: Side,
    article: str,
    entry_drafts: tuple[EntryDraft, ...],
    reasons: list[Message],
    at: int,
) -> Remedy:
    drafts, grounds, clock = list(entry_drafts), [*reasons], None
    price, before = regime.wrong_claim, readings(state, at)
    if price is not None and before is not None:
        loss = _loses(price, before[side])
        after = {side: before[side] - loss, side.other: before[side.other] + price.opponent_gains_ms}
        data = {"set": set_clocks(after), "article": regime.article("wrong_claim"), "reason": "wrong_claim"}
        drafts.append(EntryDraft(EntryKind.ADJUSTMENT, side, data=MappingProxyType(data)))
        clock = ClockChange(before, after)
        grounds += _price_grounds(price, side, before)
    drafts.append(EntryDraft(EntryKind.RESUMED, side))
    return Remedy(
        "draw_claim",
        article,
        regime.article("wrong_claim") if price else article,
        side,
        tuple(drafts),
        tuple(grounds),
        clock=clock,
        outcome=RulingOutcome.REJECTED,
    )


def _loses(price: WrongClaim, left: int) -> int:
    return min(left // 2, price.claimant_loses_at_most_ms) if price.claimant_loses_half else 0


def _price_grounds(price: WrongClaim, side: Side, before: Mapping[Side, int] | None) -> list[Message]:
    messages = [say("wrong_claim")]
    if price.claimant_loses_half and before is None:
        most = duration(price.claimant_loses_at_most_ms)
        messages.append(say("wrong_claim_half", side=sentence(side), most=most))
    elif before is not None and _loses(price, before[side]):
        time = duration(_loses(price, before[side]))
        messages.append(say("wrong_claim_loses", side=sentence(side), time=time))
    return [*messages, say("opponent_gains", side=sentence(side.other), time=duration(price.opponent_gains_ms))]


def _by_the_arbiter(case: Case, side: Side, kind: ClaimKind) -> Remedy:
    """Decide a claim at a board that is not followed.

    The arbiter decides it, or enters the moves that prove it, and the rules decide.  The penalty is applied at the
    board.  A late claim is not considered, but remains an offer (FIDE 9.1.2.3, 9.4).  Raises: Conflict
    ("claim_decided": it was rejected in this position; "not_to_move": the last typed move is the claimant's, and not
    the announced one).
    """
    regime, choice = case.regime, case.facts.text("decision")
    if case.state.rejected_claim == kind.value and case.state.claims[side]:
        require_fact(case, _MOVED_SINCE)
        if not case.facts.yes(_MOVED_SINCE.name):
            raise Conflict(say("claim_decided"), article=regime.article("wrong_claim"))
    upheld, intended, grounds, announced = _decide_claim(case, side, kind)
    article, drafts = regime.claim_article(kind), []
    data = {"claim": kind.value, "intended": intended}
    drafts.append(EntryDraft(EntryKind.CLAIM, side, data=MappingProxyType(data)))
    if upheld:
        drafts.append(decision(case, "upheld", article, claim=kind.value))
        drafts.append(result_draft(Result.DRAW, kind.value, side=side, article=article))
        return case.remedy(article, drafts, *grounds, say("claim_upheld"), penalty=article, result=Result.DRAW)
    offer = {"offers_draw": True} if regime.claim_offers_draw else {}
    if choice == LATE:
        article = regime.article("claim_late")
        drafts.append(decision(case, "rejected", article, **offer))
        return _not_upheld(case, side, article, article, drafts, [say("claim_late")], None)
    drafts.append(decision(case, "rejected", article, claim=kind.value, **offer))
    price, before = regime.wrong_claim, case.shown()
    if price is None:
        grounds += [say("wrong_claim"), *announced]
        return _not_upheld(case, side, article, article, drafts, grounds, None)
    cost = regime.article("wrong_claim")
    add = {side: -_loses(price, (before[side] if before else 0)), side.other: price.opponent_gains_ms}
    timed, clock = time_change(case, add, cost, "wrong_claim")
    grounds += [*_price_grounds(price, side, before), *announced]
    return _not_upheld(case, side, article, cost, [*drafts, *timed], grounds, clock)


def _decide_claim(case: Case, side: Side, kind: ClaimKind) -> tuple[bool, str, list[Message], tuple[Message, ...]]:
    """Return whether it is right, the announced move, the grounds of the moves, and sentences on the next move."""
    choice, intended = case.facts.text("decision"), case.facts.text("intended")
    announced = (say("announced_is_played", move=intended),) if intended else ()
    if choice != BY_MOVES:
        return choice == "upheld", intended, [], announced
    line, rules = typed_line(case, side), case.state.rules
    if case.regime.own_article("claim_late") and line.position.turn is not side and line.plies:
        last, before = line.plies[-1].text, line.cut(len(line.plies) - 1).position
        if not intended or rules.read(before, intended).text != last:
            raise Conflict(say("not_to_move.typed", move=last))
        intended = last
        announced = (say("announced_is_played", move=intended),)
    proof = by_typed_moves(rules, line)
    if line.position.turn is side:
        verdict, duty = _verdict(rules, line, kind, intended or None)
        if duty is not None:
            return False, intended, [*_illegal(intended), verdict.message, proof], duty_grounds(duty)
    else:
        verdict = verdict_on(rules, line, kind, side, intended)
    return verdict.upheld, intended, [verdict.message, proof], announced


def _not_upheld(
    case: Case,
    side: Side,
    article: str,
    penalty_article: str,
    drafts: list[EntryDraft],
    grounds: list[Message],
    clock: ClockChange | None,
) -> Remedy:
    return case.remedy(
        article, drafts, *grounds, penalty=penalty_article, offender=side, clock=clock, outcome=RulingOutcome.REJECTED
    )


def decide(case: Case) -> Remedy:
    """Decide a claim that an arbiter enters.  Raises the errors of `decide_claim`."""
    side = case.facts.required_side("claimant")
    if not case.live:
        return _by_the_arbiter(case, side, ClaimKind(case.facts.text("claim")))
    kind, intended = ClaimKind(case.facts.text("claim")), case.facts.text("intended") or None
    remedy = decide_claim(case.state, case.regime, side, kind, intended, case.at)
    return replace(remedy, facts=case.facts.values)


KIND = RulingKind(
    key="draw_claim",
    name=label("ruling_draw_claim", N_("Draw claim")),
    group=Group.CLAIMS,
    facts=FACTS,
    decide=decide,
    settled=lambda board: () if board.state.rejected_claim else (_MOVED_SINCE.name,),
    words=Words(decisions={"upheld": N_("The draw claim was upheld."), "rejected": N_("The draw claim was rejected.")}),
)
