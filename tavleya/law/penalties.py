"""Penalties for a breach (tavreli 13.4, 12.6, 6.7; FIDE 12.9), with their effects on clock, result and event."""

from typing import Any

from tavleya.errors import BadInput, Conflict
from tavleya.law.facts import AT_MOVE, OPPONENT_SCORES, RESUME, FactKind, fact
from tavleya.law.messages import say
from tavleya.law.regulations import step_text
from tavleya.law.remedies import (
    ChangePoints,
    ClockChange,
    Effect,
    Exclude,
    ImposeFine,
    Remedy,
    RulingOutcome,
    SitOut,
    sentence,
)
from tavleya.law.ruling_kind import (
    Case,
    Group,
    RulingKind,
    Words,
    decision,
    going_on,
    irregularity,
    scored,
    time_change,
)
from tavleya.law.terms import OF_POINTS, TIMED, Measure, PenaltyStep, Regime
from tavleya.messages import N_, Message, label
from tavleya.record.commands import result_draft
from tavleya.record.entries import EntryDraft
from tavleya.record.results import FACTS as RESULTS
from tavleya.record.results import GameOutcome, Result
from tavleya.sides import Side
from tavleya.tiebreaks.table import points_text

STEP = "step"
_MOST_HALF_POINTS = 6
_MEASURES = (
    (STEP, N_("the next step")),
    (Measure.WARNING, N_("a warning")),
    (Measure.OPPONENT_TIME, N_("time to the opponent")),
    (Measure.TIME_OFF, N_("time off the player's clock")),
    (Measure.OPPONENT_POINTS, N_("points of the game to the opponent")),
    (Measure.POINTS_OFF, N_("points of the game off the player")),
    (Measure.LOSS, N_("loss of the game")),
    (Measure.FINE, N_("a fine")),
    (Measure.ROUNDS, N_("exclusion from the next rounds")),
    (Measure.EXCLUSION, N_("expulsion from the event")),
)
#: Measures that need a game in progress.
_OF_PLAY = (*TIMED, Measure.LOSS)

FACTS = (
    fact("offender", FactKind.SIDE, N_("player at fault"), required=True),
    fact("article", FactKind.ARTICLE, N_("the article that was broken")),
    fact(
        "measure",
        FactKind.CHOICE,
        N_("the penalty, or the next step of the regulations"),
        choices=_MEASURES,
        default=STEP,
    ),
    fact(
        "ms",
        FactKind.TIME,
        N_("how much time is given or taken"),
        needed_for=("measure", (Measure.OPPONENT_TIME, Measure.TIME_OFF)),
    ),
    fact(
        "half_points",
        FactKind.CHOICE,
        N_("how many points of the game are given or taken"),
        choices=tuple((str(size), points_text(size)) for size in range(1, _MOST_HALF_POINTS + 1)),
        needed_for=("measure", (Measure.OPPONENT_POINTS, Measure.POINTS_OFF)),
    ),
    fact("amount", FactKind.WHOLE, N_("fine, from the announced list"), needed_for=("measure", (Measure.FINE,))),
    fact(
        "rounds",
        FactKind.WHOLE,
        N_("number of next rounds the player is excluded from"),
        needed_for=("measure", (Measure.ROUNDS,)),
    ),
    fact(
        "opponent_score",
        FactKind.CHOICE,
        N_("what the opponent gets when the game is lost"),
        choices=OPPONENT_SCORES,
        default="win",
        needed_for=("measure", (STEP, Measure.LOSS, Measure.EXCLUSION)),
    ),
    AT_MOVE,
    RESUME,
    fact("reason", FactKind.TEXT, N_("what happened")),
)


def decide(case: Case) -> Remedy:
    """Apply the next step of the regime, or the measure that the arbiter chooses.

    The measures are: time for the opponent, time off the offender, points of this game once it is over, loss of the
    game, a fine of the announced tariff, the next rounds, or exclusion (the present game is lost, future games are
    forfeited).

    Raises: BadInput ("negative_time": not enough time left; "points_out_of_game", "points_above_the_game"); Conflict
    ("points_after_the_game", "fine_not_announced", "game_over": the measure needs a running game; "measure_unknown": it
    is in neither the text nor the regulations of the event; "opponent_wins": the broken article gives the opponent the
    win, and another score was chosen).
    """
    offender = case.facts.required_side("offender")
    step, regime = _step(case, offender), case.regime
    _check(case, offender, step)
    powers = regime.penalty_article(step.measure)
    article = case.named_article or powers
    size: dict[str, Any] = {_SIZE_NAMES[step.measure]: step.size} if step.measure in _SIZE_NAMES else {}
    drafts: list[EntryDraft] = [irregularity(offender, "conduct", article, penalty=step.measure.value, **size)]
    timed, clock = _time(case, offender, step)
    drafts += [*timed, decision(case, "upheld", article, measure=step.measure.value)]
    lost = _loss(case, offender, step, article)
    if lost is not None:
        drafts.append(result_draft(lost, "penalty", side=offender, article=powers))
    elif not case.state.over:
        drafts += going_on(case)
    return case.remedy(
        article,
        drafts,
        *_grounds(case, offender, step),
        penalty=powers,
        offender=offender,
        clock=clock,
        result=lost,
        count=case.state.penalties[offender] + 1,
        outcome=RulingOutcome.APPLIED,
        effects=_effects(regime, offender, step),
    )


_SIZE_NAMES = {
    Measure.OPPONENT_POINTS: "half_points",
    Measure.POINTS_OFF: "half_points",
    Measure.FINE: "amount",
    Measure.ROUNDS: "rounds",
}


def _step(case: Case, offender: Side) -> PenaltyStep:
    chosen = case.facts.text("measure")
    if chosen == STEP:
        return case.regime.penalty_step(case.state.penalties[offender])
    measure = Measure(chosen)
    if measure in TIMED:
        size = case.facts.number("ms") or 0
        if not size:
            raise BadInput(say("no_time_given"), fact="ms")
        return PenaltyStep(measure, size)
    if measure in OF_POINTS:
        points = case.facts.text("half_points")
        if not points:
            raise BadInput(say("no_points_given"), fact="half_points")
        return PenaltyStep(measure, int(points))
    if measure is Measure.FINE:
        return PenaltyStep(measure, case.facts.number("amount") or 0)
    if measure is Measure.ROUNDS:
        return PenaltyStep(measure, case.facts.number("rounds") or 1)
    return PenaltyStep(measure)


def _check(case: Case, offender: Side, step: PenaltyStep) -> None:
    fines = case.regime.fines
    if step.measure is Measure.FINE and (fines is None or step.size not in fines.amounts):
        tariff = ", ".join(map(str, fines.amounts)) if fines else "–"
        raise Conflict(say("fine_not_announced", tariff=tariff), fact="amount")
    if step.measure not in case.regime.measures:
        raise Conflict(say("measure_unknown", penalty=step_text(step)), fact="measure")
    if case.state.over and step.measure in _OF_PLAY:
        raise Conflict(say("game_over"))
    if step.measure in OF_POINTS:
        _check_points(case, offender, step)


def _check_points(case: Case, offender: Side, step: PenaltyStep) -> None:
    """Check that the game has a result, and that its penalties together leave possible scores.

    A player has between zero points and a win; both together have at most the points of one game (FIDE 10.2).
    """
    result = case.state.result
    if result is None:
        raise Conflict(say("points_after_the_game"))
    scores = {side: _score(case, result, side) for side in Side}
    gains = step.measure is Measure.OPPONENT_POINTS
    player = offender.other if gains else offender
    has = scores[player]
    room = case.regime.points.win - has if gains else has
    if step.size > room:
        raise BadInput(say("points_out_of_game", side=sentence(player), has=has, room=max(room, 0)), fact="half_points")
    together, most = sum(scores.values()), case.regime.points.game
    if gains and step.size > most - together:
        raise BadInput(
            say(
                "points_above_the_game",
                together=points_text(together),
                most=points_text(most),
                room=points_text(max(most - together, 0)),
            ),
            fact="half_points",
        )


def _score(case: Case, result: Result, side: Side) -> int:
    """Return the half-points in the standings for the game: the result, changed by earlier penalties."""
    points = _points(case.regime, RESULTS[result].of(side))
    return min(max(points + case.state.points[side], 0), max(points, case.regime.points.win))


def _points(regime: Regime, outcome: GameOutcome) -> int:
    points = regime.points
    return {GameOutcome.WIN: points.win, GameOutcome.FORFEIT_WIN: points.win, GameOutcome.DRAW: points.draw}.get(
        outcome, points.loss
    )


def _time(case: Case, offender: Side, step: PenaltyStep) -> tuple[tuple[EntryDraft, ...], ClockChange | None]:
    add = {Measure.OPPONENT_TIME: {offender.other: step.size}, Measure.TIME_OFF: {offender: -step.size}}
    return time_change(case, add.get(step.measure, {}), case.regime.penalty_article(step.measure), "penalty")


def _currency(regime: Regime) -> str:
    return regime.fines.currency if regime.fines else ""


def _effects(regime: Regime, offender: Side, step: PenaltyStep) -> tuple[Effect, ...]:
    effects: dict[Measure, Effect] = {
        Measure.OPPONENT_POINTS: ChangePoints(offender.other, step.size),
        Measure.POINTS_OFF: ChangePoints(offender, -step.size),
        Measure.FINE: ImposeFine(offender, step.size, _currency(regime)),
        Measure.ROUNDS: SitOut(offender, step.size),
        Measure.EXCLUSION: Exclude(offender),
    }
    return (effects[step.measure],) if step.measure in effects else ()


def _loss(case: Case, offender: Side, step: PenaltyStep, article: str) -> Result | None:
    """Return the result of a lost game; the opponent's score comes from the arbiter or from the broken article."""
    if case.state.over or step.measure not in (Measure.LOSS, Measure.EXCLUSION):
        return None
    text = case.facts.text("opponent_score") or "win"
    if text != "win" and case.regime.opponent_wins_by(article):
        raise Conflict(say("opponent_wins"), fact="opponent_score", article=article)
    return scored(offender, text)


def _grounds(case: Case, offender: Side, step: PenaltyStep) -> tuple[Message, ...]:
    messages = [say("penalty_laid", side=sentence(offender), penalty=step_text(step, _currency(case.regime)))]
    if case.state.penalties[offender]:
        messages.append(say("earlier_penalties", side=sentence(offender), count=case.state.penalties[offender]))
    return tuple(messages)


KIND = RulingKind(
    key="penalty",
    name=label("ruling_penalty", N_("Penalty")),
    group=Group.CONDUCT,
    facts=FACTS,
    decide=decide,
    finished=True,
    wide=True,
    words=Words(
        breaches={"conduct": N_("Breach of good conduct by %(side)s.")}, endings={"penalty": N_("as a penalty")}
    ),
)
