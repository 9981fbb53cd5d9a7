"""The quickplay finish (tavreli 10.1, 10.2; FIDE Guidelines III.5), and requests for an increment (III.4)."""

from collections.abc import Mapping
from types import MappingProxyType

from tavleya.errors import Conflict
from tavleya.law.claims import no_claim_while_sealed
from tavleya.law.facts import AT_MOVE, CAN_MATE, RESUME, FactKind, fact
from tavleya.law.illegal_moves import loss_of
from tavleya.law.messages import say
from tavleya.law.remedies import ClockChange, Remedy, RulingOutcome, duration, sentence
from tavleya.law.ruling_kind import (
    MATE_GAMES,
    Case,
    Group,
    RulingKind,
    Words,
    begun,
    data,
    decision,
    games_where,
    going_on,
    time_change,
)
from tavleya.law.sheet_check import is_drawn_instead
from tavleya.law.terms import Quickplay, QuickplayGround, Regime, Topic
from tavleya.messages import N_, label
from tavleya.record.commands import result_draft
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.results import Result, win_for
from tavleya.sides import Side

#: The names of claims by ground, for the record of a game.
_CLAIMS: Mapping[QuickplayGround, str] = MappingProxyType(
    {QuickplayGround.NO_EFFORT: "quickplay", QuickplayGround.CANNOT_WIN: "quickplay_cannot_win"}
)


def _grounds(regime: Regime) -> tuple[QuickplayGround, ...]:
    return regime.quickplay.grounds if regime.quickplay else ()


def _decisions(regime: Regime, _: bool) -> set[str]:
    """Return the possible decisions; some laws have no rejection (tavreli 10.2)."""
    can_reject = regime.quickplay is not None and regime.quickplay.reject_gains_ms is not None
    return {"agree", "postpone", "flag", *(("reject",) if can_reject else ())}


FACTS = (
    fact("claimant", FactKind.SIDE, N_("player claiming the draw"), required=True),
    fact(
        "ground",
        FactKind.CHOICE,
        N_("ground of the claim"),
        choices=(
            (QuickplayGround.NO_EFFORT, N_("the opponent is making no effort to win by normal means")),
            (QuickplayGround.CANNOT_WIN, N_("the opponent cannot win by normal means")),
        ),
        default=QuickplayGround.NO_EFFORT,
        asked=lambda regime, _: len(_grounds(regime)) > 1,
        offered=lambda regime, _: _grounds(regime),
    ),
    fact(
        "decision",
        FactKind.CHOICE,
        N_("what the arbiter decides"),
        choices=(
            ("agree", N_("agreed: drawn")),
            ("postpone", N_("postponed: play continues under observation")),
            ("reject", N_("rejected")),
            ("flag", N_("postponed before and not drawn: the flag fall counts")),
        ),
        required=True,
        offered=_decisions,
    ),
    fact(
        "opponent_gains",
        FactKind.YES_NO,
        N_("whether the opponent gets time when the decision is postponed"),
        needed_for=("decision", ("postpone",)),
    ),
    CAN_MATE,
    AT_MOVE,
    fact("reason", FactKind.TEXT, N_("what the arbiter saw")),
)


def decide(case: Case) -> Remedy:
    """Agree to the claim (drawn), postpone it (time for the opponent, the arbiter stays) or reject it.

    A postponed claim can be decided after the claimant's flag has fallen: the game is drawn, or the flag counts.

    Raises: Conflict ("envelope_closed", "no_quickplay_claim", "not_last_period", "time_not_short" with the time left,
    "flag_down", "flag_up", "not_to_move", "already_postponed").
    """
    begun(case)
    claimant, rules = case.facts.required_side("claimant"), case.regime.quickplay_in_force
    if rules is None:
        raise Conflict(say("no_quickplay_claim"), article=case.regime.own_article("no_quickplay"))
    choice, put_off = case.facts.text("decision"), case.state.postponed is claimant
    if not put_off:
        may_claim(case, claimant, rules)
    elif choice == "postpone":
        raise Conflict(say("already_postponed"))
    if choice == "flag" or (choice == "reject" and put_off and _fallen(case, claimant)):
        return _lost(case, claimant)
    if choice == "agree":
        return _draw_remedy(case, claimant)
    return _goes_on(case, claimant, rules, postponed=choice == "postpone")


def may_claim(case: Case, claimant: Side, rules: Quickplay) -> None:
    """Check that the player is short of time in the last period, without a bonus, with their flag up, and to move."""
    no_claim_while_sealed(case.state)
    clock, times = case.state.clock, case.readings()
    if clock is not None:
        own_clock = clock.side(claimant)
        if case.followed and not own_clock.last_period:
            raise Conflict(say("not_last_period"))
        # The record of a board that is not followed does not know the current period.
        bonus = own_clock.bonus if case.followed else any(period.bonus for period in own_clock.control.periods)
        if rules.without_bonus and bonus:
            raise Conflict(say("no_quickplay_claim"), article=case.regime.article("quickplay_with_bonus"))
    if case.followed and times is not None:
        if _fallen(case, claimant):
            raise Conflict(say("flag_down"))
        if times[claimant] >= rules.below_ms:
            raise Conflict(say("time_not_short", minutes=rules.below_ms // 60_000), left_ms=times[claimant])
    if rules.on_move_only and case.live and case.state.turn is not claimant:
        raise Conflict(say("not_to_move.claiming"), side=claimant.value)


def _fallen(case: Case, side: Side) -> bool:
    clock = case.state.clock
    return case.followed and clock is not None and clock.fallen(side, case.at)


def _draw_remedy(case: Case, claimant: Side) -> Remedy:
    topic: Topic = "quickplay_postponed" if case.state.postponed is claimant else "quickplay_agreed"
    article, ground = case.regime.article(topic, "quickplay"), _ground(case)
    drafts = (
        _claim(case, claimant),
        decision(case, "upheld", article, postponed=""),
        result_draft(Result.DRAW, "quickplay", side=claimant, article=article),
    )
    grounds = (say("no_effort" if ground is QuickplayGround.NO_EFFORT else "cannot_win"),)
    return case.remedy(article, drafts, *grounds, penalty=article, result=Result.DRAW)


def _lost(case: Case, claimant: Side) -> Remedy:
    """Decide the game by the flag of a claimant after a postponed claim; the arbiter does not declare a draw."""
    if case.state.postponed is not claimant or (case.followed and not _fallen(case, claimant)):
        raise Conflict(say("flag_up", side=sentence(claimant)))
    claim_article = case.regime.article("quickplay_postponed", "quickplay")
    article, result = case.regime.article("flag"), _result(case, claimant)
    drafts = (
        EntryDraft(EntryKind.FLAG, claimant),
        decision(case, "rejected", claim_article, postponed=""),
        result_draft(result, "time", side=claimant, article=article),
    )
    grounds = [say("claim_rejected"), say("flag_fell", side=sentence(claimant))]
    if result is Result.DRAW:
        grounds.append(say("cannot_mate"))
    return case.remedy(
        claim_article,
        drafts,
        *grounds,
        penalty=article,
        offender=claimant,
        result=result,
        outcome=RulingOutcome.REJECTED,
    )


def _result(case: Case, claimant: Side) -> Result:
    if case.live:
        return loss_of(case.state, case.regime, claimant)
    return Result.DRAW if is_drawn_instead(case, claimant) else win_for(claimant.other)


def _goes_on(case: Case, claimant: Side, rules: Quickplay, *, postponed: bool) -> Remedy:
    topic: Topic = "quickplay_postponed" if postponed else "quickplay_rejected"
    article, gains = case.regime.article(topic, "quickplay"), rules.reject_gains_ms or 0
    if postponed:
        gains = rules.postpone_gains_ms if case.facts.yes("opponent_gains") else 0
    timed, clock = time_change(case, {claimant.other: gains}, article, case.kind)
    outcome = RulingOutcome.POSTPONED if postponed else RulingOutcome.REJECTED
    ruling = decision(case, outcome.value, article, postponed=claimant.value if postponed else "")
    drafts = (_claim(case, claimant), ruling, *timed, *going_on(case, stopped=True))
    grounds = [say("claim_postponed") if postponed else say("claim_rejected")]
    if gains:
        grounds.append(say("opponent_gains", side=sentence(claimant.other), time=duration(gains)))
    return case.remedy(article, drafts, *grounds, penalty=article, clock=clock, outcome=outcome)


def _ground(case: Case) -> QuickplayGround:
    text = case.facts.text("ground")
    return QuickplayGround(text) if text else QuickplayGround.NO_EFFORT


def _claim(case: Case, claimant: Side) -> EntryDraft:
    """Return the entry of the claimant stopping both clocks."""
    return EntryDraft(EntryKind.CLAIM, claimant, data={"claim": _CLAIMS[_ground(case)]})


KIND = RulingKind(
    key="quickplay",
    name=label("ruling_quickplay", N_("Quickplay finish")),
    group=Group.CLAIMS,
    facts=FACTS,
    decide=decide,
    games=MATE_GAMES,
    offered=lambda regime: regime.quickplay_in_force is not None,
    words=Words(
        claims={
            "quickplay": N_("%(side)s claimed a draw: no effort to win by normal means."),
            "quickplay_cannot_win": N_("%(side)s claimed a draw: the opponent cannot win by normal means."),
        },
        endings={"quickplay": N_("in the quickplay finish"), "time": N_("on time")},
    ),
)


# A request of a player short of time to add time for each move (FIDE Guidelines III.4), which is also a
# draw offer.

INCREMENT_FACTS = (
    fact("claimant", FactKind.SIDE, N_("player making the request"), required=True),
    fact(
        "offer",
        FactKind.CHOICE,
        N_("the opponent's answer to the draw that the request offers"),
        choices=(("accepted", N_("accepted: drawn")), ("refused", N_("declined"))),
        required=True,
    ),
    fact(
        "decision",
        FactKind.CHOICE,
        N_("whether the time is added"),
        choices=(("grant", N_("it is added for both")), ("deny", N_("no time is added"))),
        default="grant",
    ),
    RESUME,
    fact("reason", FactKind.TEXT, N_("what the arbiter saw")),
)


def decide_increment(case: Case) -> Remedy:
    """Decide the request: an accepted offer draws the game.

    If it is refused and the arbiter grants the request, both clocks get the bonus for each further move, the opponent
    gets the extra time, and play continues; otherwise play continues unchanged.

    Raises: Conflict ("no_increment_request": not in the rules or the event), and the errors of `may_claim`.
    """
    begun(case)
    claimant, rules = case.facts.required_side("claimant"), case.regime.quickplay_in_force
    if rules is None or not rules.bonus_ms:
        raise Conflict(say("no_increment_request"), article=case.regime.own_article("no_quickplay"))
    may_claim(case, claimant, rules)
    if case.facts.text("offer") == "accepted":
        return _agreed(case, claimant)
    return _increment_decided(case, claimant, rules, granted=case.facts.text("decision") == "grant")


def _agreed(case: Case, claimant: Side) -> Remedy:
    article = case.regime.article("increment")
    drafts = (
        _request(claimant),
        decision(case, "upheld", article),
        result_draft(Result.DRAW, "agreement", side=claimant.other, article=article),
    )
    return case.remedy(article, drafts, say("offer_taken"), penalty=article, result=Result.DRAW)


def _increment_decided(case: Case, claimant: Side, rules: Quickplay, *, granted: bool) -> Remedy:
    article = case.regime.article("increment")
    outcome = RulingOutcome.UPHELD if granted else RulingOutcome.REJECTED
    timed, clock = _increment_added(case, claimant, rules) if granted else ((), None)
    grounds = [say("offer_declined")]
    if granted:
        params = {
            "seconds": rules.bonus_ms // 1000,
            "side": sentence(claimant.other),
            "time": duration(rules.bonus_gains_ms),
        }
        grounds.append(say("increment_introduced", **params))
    else:
        grounds.append(say("increment_denied"))
    drafts = (_request(claimant), decision(case, outcome.value, article), *timed, *going_on(case, stopped=True))
    return case.remedy(article, drafts, *grounds, penalty=article, clock=clock, outcome=outcome)


def _increment_added(case: Case, claimant: Side, rules: Quickplay) -> tuple[tuple[EntryDraft, ...], ClockChange | None]:
    change = {
        "bonus": {side.value: rules.bonus_ms for side in Side},
        "add": {claimant.other.value: rules.bonus_gains_ms},
    }
    before, article = case.readings(), case.regime.article("increment")
    if before is None:
        adjustment = data(at_the_board=change, article=article, reason=case.kind)
        return (EntryDraft(EntryKind.ADJUSTMENT, data=adjustment),), None
    after = {**before, claimant.other: before[claimant.other] + rules.bonus_gains_ms}
    draft = EntryDraft(EntryKind.ADJUSTMENT, data=data(**change, article=article, reason=case.kind))
    return (draft,), ClockChange(before, after)


def _request(claimant: Side) -> EntryDraft:
    return EntryDraft(EntryKind.CLAIM, claimant, data=data(claim="increment"))


INCREMENT_KIND = RulingKind(
    key="increment",
    name=label("ruling_increment", N_("Request for an increment")),
    group=Group.CLAIMS,
    facts=INCREMENT_FACTS,
    decide=decide_increment,
    games=games_where(lambda spec: spec.increment_on_request),
    offered=lambda regime: bool(regime.quickplay_in_force and regime.quickplay_in_force.bonus_ms),
    words=Words(claims={"increment": N_("%(side)s asked for time to be added for each move, and so offered a draw.")}),
)
