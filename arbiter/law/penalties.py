"""Penalties for a breach (tavreli 13.4, 12.6, 6.7; FIDE 12.9): each with what it does to clock, result and event."""

from __future__ import annotations

from arbiter.law.cases import Case, decision, going_on, irregularity, scored, time_change
from arbiter.law.facts import FactKind, fact
from arbiter.law.regimes import Measure, PenaltyStep
from arbiter.law.regulations import step_text
from arbiter.law.remedies import ClockChange, Effect, Exclude, Outcome, Remedy, sentence
from common.errors import BadInput, Conflict
from common.messages import N_, Message
from common.sides import Side
from games.record.acts import result as result_draft
from games.record.entries import Draft
from games.record.results import Result

STEP = "step"

FACTS = (
    fact("offender", FactKind.SIDE, N_("who broke the rules"), required=True),
    fact("article", FactKind.ARTICLE, N_("the article that was broken")),
    fact(
        "measure",
        FactKind.CHOICE,
        N_("the penalty, or the next step of the regulations"),
        choices=(STEP, *(one.value for one in Measure)),
        default=STEP,
    ),
    fact("ms", FactKind.TIME, N_("how much time is given or taken")),
    fact(
        "opponent_score",
        FactKind.CHOICE,
        N_("what the opponent gets when the game is lost"),
        choices=("win", "draw", "loss"),
        default="win",
    ),
    fact("resume", FactKind.YES_NO, N_("whether play goes on at once")),
    fact("reason", FactKind.TEXT, N_("what happened")),
)


def decide(case: Case) -> Remedy:
    """The next step of the regime, or the measure that the arbiter chooses.

    Time for the opponent, time off the offender (BadInput `negative_time` where he has not that much), the game, or
    the event: the present game is lost and the games to come are forfeited.  Conflict `game_over` for a measure that
    needs a running game.
    """
    offender = case.facts.side("offender")
    assert offender is not None
    step = _step(case, offender)
    article = case.facts.text("article") or case.regime.article("powers")
    if case.state.over and step.measure not in (Measure.WARNING, Measure.EXCLUSION):
        raise Conflict(Message("game_over", N_("This game is over; its result is corrected, not its moves.")))
    drafts: list[Draft] = [irregularity(offender, "conduct", article, penalty=step.measure.value)]
    timed, clock = _time(case, offender, step)
    drafts += [*timed, decision(case, "upheld", article, measure=step.measure.value)]
    lost, effects = _loss(case, offender, step)
    if lost is not None:
        powers = case.regime.article("powers")
        drafts.append(result_draft(lost, "penalty", side=offender, article=powers))
    else:
        drafts += going_on(case)
    return Remedy(
        case.kind,
        article,
        case.regime.article("powers"),
        offender,
        tuple(drafts),
        _grounds(case, offender, step),
        clock=clock,
        result=lost,
        count=case.state.penalties[offender] + 1,
        facts=case.facts.values,
        outcome=Outcome.APPLIED,
        effects=effects,
    )


def _step(case: Case, offender: Side) -> PenaltyStep:
    chosen, ms = case.facts.text("measure"), case.facts.number("ms") or 0
    if chosen == STEP:
        return case.regime.penalty_step(case.state.penalties[offender])
    step = PenaltyStep(Measure(chosen), ms)
    if step.measure in (Measure.OPPONENT_TIME, Measure.TIME_OFF) and not ms:
        raise BadInput(Message("no_time_given", N_("Say how much time is given or taken.")), fact="ms")
    return step


def _time(case: Case, offender: Side, step: PenaltyStep) -> tuple[tuple[Draft, ...], ClockChange | None]:
    add = {Measure.OPPONENT_TIME: {offender.other: step.ms}, Measure.TIME_OFF: {offender: -step.ms}}
    powers = case.regime.article("powers")
    return time_change(case, add.get(step.measure, {}), powers, "penalty")


def _loss(case: Case, offender: Side, step: PenaltyStep) -> tuple[Result | None, tuple[Effect, ...]]:
    effects: tuple[Effect, ...] = (Exclude(offender),) if step.measure is Measure.EXCLUSION else ()
    if case.state.over or step.measure not in (Measure.LOSS, Measure.EXCLUSION):
        return None, effects
    return scored(offender, case.facts.text("opponent_score") or "win"), effects


def _grounds(case: Case, offender: Side, step: PenaltyStep) -> tuple[Message, ...]:
    said = [
        Message(
            "penalty_laid",
            N_("Penalty for %(side)s: %(penalty)s."),
            {"side": sentence(offender), "penalty": step_text(step)},
        )
    ]
    if case.state.penalties[offender]:
        said.append(
            Message(
                "earlier_penalties",
                N_("Earlier penalties of %(side)s in this game: %(count)s."),
                {"side": sentence(offender), "count": case.state.penalties[offender]},
            )
        )
    return tuple(said)
