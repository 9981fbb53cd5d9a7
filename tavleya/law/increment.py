"""A request of a player short of time to add time for each move (FIDE Guidelines III.4), which is also a draw offer."""

from tavleya.errors import Conflict
from tavleya.law.cases import Case, begun, data, decision, going_on
from tavleya.law.facts import RESUME, FactKind, fact
from tavleya.law.messages import say
from tavleya.law.quickplay import may_claim
from tavleya.law.remedies import ClockChange, Remedy, RulingOutcome, duration, sentence
from tavleya.law.ruling_kind import Group, RulingKind, Words, games_where
from tavleya.law.terms import Quickplay
from tavleya.messages import N_, label
from tavleya.record.commands import result_draft
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.results import Result
from tavleya.sides import Side

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
    claimant, rules = case.facts.side("claimant"), case.regime.quickplay_in_force
    assert claimant is not None
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
    message = say("offer_taken")
    return Remedy(case.kind, article, article, None, drafts, (message,), result=Result.DRAW, facts=case.facts.values)


def _increment_decided(case: Case, claimant: Side, rules: Quickplay, *, granted: bool) -> Remedy:
    article = case.regime.article("increment")
    outcome = RulingOutcome.UPHELD if granted else RulingOutcome.REJECTED
    timed, clock = _increment_added(case, claimant, rules) if granted else ((), None)
    grounds = [say("offer_declined")]
    if granted:
        gains = {
            "seconds": rules.bonus_ms // 1000,
            "side": sentence(claimant.other),
            "time": duration(rules.bonus_gains_ms),
        }
        grounds.append(say("increment_introduced", **gains))
    else:
        grounds.append(say("increment_denied"))
    drafts = (
        _request(claimant),
        decision(case, outcome.value, article),
        *timed,
        *going_on(case, stopped=True),
    )
    return Remedy(
        case.kind,
        article,
        article,
        None,
        drafts,
        tuple(grounds),
        clock=clock,
        facts=case.facts.values,
        outcome=outcome,
    )


def _increment_added(case: Case, claimant: Side, rules: Quickplay) -> tuple[tuple[EntryDraft, ...], ClockChange | None]:
    common = {
        "bonus": {side.value: rules.bonus_ms for side in Side},
        "add": {claimant.other.value: rules.bonus_gains_ms},
    }
    before, article = case.readings(), case.regime.article("increment")
    if before is None:
        log_data = data(at_the_board=common, article=article, reason=case.kind)
        return (EntryDraft(EntryKind.ADJUSTMENT, data=log_data),), None
    after = {**before, claimant.other: before[claimant.other] + rules.bonus_gains_ms}
    draft = EntryDraft(EntryKind.ADJUSTMENT, data=data(**common, article=article, reason=case.kind))
    return (draft,), ClockChange(before, after)


def _request(claimant: Side) -> EntryDraft:
    """Return the entry that stops both clocks to set them."""
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
