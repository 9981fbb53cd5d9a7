"""An event's regulations: the organiser's changes, applied over a regime, and the rules for appeals."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from tavleya.clocks.controls import RateOfPlay, TimeControl, rate_of
from tavleya.errors import BadInput, Conflict
from tavleya.law.library import NUMBER
from tavleya.law.messages import say
from tavleya.law.remedies import duration
from tavleya.law.terms import (
    MINUTE,
    OF_POINTS,
    TIMED,
    Fines,
    FlagCaller,
    IllegalMoveStep,
    Measure,
    ModeOfPlay,
    PenaltyStep,
    Regime,
)
from tavleya.messages import N_, Message, label

# Appeals: deadlines and committees (an event's own regulation; FIDE 11.10).


class CountedFrom(StrEnum):
    """The start of the time for an appeal."""

    RULING = "ruling"
    GAME = "game"  # the end of the game; the time does not run before that


@dataclass(frozen=True, slots=True)
class AppealRules:
    """`seats`: the size of the committee.  `deposit`: as announced (“50 EUR”), or empty.

    `effect_suspended`: a ruling under appeal is provisional from the filing on, unless the committee decides otherwise.
    `final_kinds`: rulings that cannot be appealed.
    """

    within_ms: int = 30 * MINUTE
    counted_from: CountedFrom = CountedFrom.RULING
    seats: int = 3
    deposit: str = ""
    effect_suspended: bool = False
    final_kinds: frozenset[str] = frozenset()


def deadline(rules: AppealRules, *, ruled_at: int, game_ended_at: int | None) -> int | None:
    """Return the deadline of the appeal, ms since the epoch; None before the time has begun to run."""
    if rules.counted_from is CountedFrom.RULING:
        return ruled_at + rules.within_ms
    # For a ruling after the game (a corrected result), the time runs from the ruling.
    return None if game_ended_at is None else max(ruled_at, game_ended_at) + rules.within_ms


def admit(rules: AppealRules, *, kind: str, stands: bool, until: int | None, at: int) -> None:
    """Check that the appeal is admissible.

    Raises: Conflict ("ruling_is_final", "ruling_does_not_stand", "appeal_too_late").
    """
    if kind in rules.final_kinds:
        raise Conflict(say("ruling_is_final"))
    if not stands:
        raise Conflict(say("ruling_does_not_stand"))
    if until is not None and at > until:
        raise Conflict(say("appeal_too_late"), late_ms=at - until)


@dataclass(frozen=True, slots=True)
class PanelMember:
    """A member of the committee: `person` is their account; the chair and full members have priority over reserves."""

    key: int
    person: int
    chair: bool = False
    reserve: bool = False


def panel(members: Sequence[PanelMember], barred: Collection[int | None], seats: int) -> tuple[PanelMember, ...]:
    """Return the members who decide, without those in `barred`: players of the game, author of the ruling, appellant.

    Reserves fill the free seats.  Raises: Conflict ("no_panel") if too few members are left.
    """
    free = [member for member in members if member.person not in barred]
    chosen = sorted(free, key=lambda member: (member.reserve, not member.chair))[:seats]
    if len(chosen) < seats:
        raise Conflict(say("no_panel", free=len(chosen), seats=seats), free=len(chosen), seats=seats)
    return tuple(chosen)


_MOST_MINUTES = 24 * 60
_MOST_STEPS = 12
_MOST_FINE = 1_000_000
_MOST_ARTICLES = 200
_LONGEST_ARTICLE = 500
_LONGEST_NUMBER = 20
# The maximum value of a measure of the regulations, in the units of its setting.
_SIZES: Mapping[Measure, int] = MappingProxyType(
    {
        **dict.fromkeys(TIMED, _MOST_MINUTES),
        **dict.fromkeys(OF_POINTS, 200),
        Measure.FINE: _MOST_FINE,
        Measure.ROUNDS: 400,
    }
)


@dataclass(frozen=True, slots=True)
class RegulationLine:
    """One line of the published regulations: name, value, article, and whether the event changed it."""

    key: str
    name: Message
    value: Message
    article: str
    own: bool


def overlay(regime: Regime, regulations: Mapping[str, object]) -> Regime:
    """Return the regime with the event's regulations applied.

    Keys: `default_time_minutes`, `illegal_moves` and `penalties` (lists of steps), `fines`, `wrong_claim_minutes`,
    `wrong_claim_loses_at_most_minutes`, `flag_caller`, `agreed_draw_moves`, `quickplay` (whether it is in force),
    `quickplay_minutes`, `record_below_minutes`, `setup_claims_moves`, `points` ({win, draw, loss} in half-points),
    `way` (see `tavleya.law.terms`), `days_per_move` (by correspondence), `articles` (texts by number, which
    rulings can cite; see `tavleya.law.library.books_of`).

    A step of `illegal_moves` is a number of minutes for the opponent or `loss`.  A step of `penalties` is `warning`,
    `loss`, `exclusion`, `opponent_time:2` and `time_off:2` with minutes, `opponent_points:1` and `points_off:1` with
    half-points, `rounds:1` with rounds not played, or `fine:20` with an amount of `fines`, the tariff announced in
    advance: `{"currency": "EUR", "amounts": [20, 50]}`.

    Raises: BadInput ("unknown_regulation", "bad_regulation", with the key).
    """
    for key, value in regulations.items():
        reader = _READERS.get(key)
        if reader is None:
            raise BadInput(say("unknown_regulation", key=str(key)[:40]), key=str(key)[:40])
        regime = reader(regime, key, value)
    return regime


def describe(regime: Regime, regulations: Mapping[str, object] = MappingProxyType({})) -> tuple[RegulationLine, ...]:
    """Return the values in force for the public page; `regulations` are those set by the event."""
    lines = [
        ("default_time_minutes", N_("Default time"), _default_time(regime), regime.article("absence")),
        ("illegal_moves", N_("Illegal moves"), _illegal(regime), regime.article("illegal_move_penalty")),
        (
            "wrong_claim_minutes",
            N_("Wrong claim of a draw"),
            _wrong_claim(regime),
            regime.article("wrong_claim") if regime.wrong_claim else "",
        ),
        ("flag_caller", N_("Flag fall"), _flag(regime), regime.article("flag")),
        ("agreed_draw_moves", N_("Draw by agreement"), _agreement(regime), regime.article("agreement")),
        (
            "quickplay",
            N_("Quickplay finish"),
            _quickplay(regime),
            regime.own_article("quickplay" if regime.quickplay_in_force else "no_quickplay"),
        ),
        ("record_below_minutes", N_("Keeping the score sheet"), _recording(regime), regime.article("record")),
        ("penalties", N_("Breaches of good conduct"), _penalties(regime), regime.article("powers")),
        ("points", N_("Points"), _points(regime), regime.article("points")),
    ]
    if (fines := regime.fines) is not None:
        tariff = say("fines_of", amounts=", ".join(map(str, fines.amounts)), currency=fines.currency)
        lines.insert(-1, ("fines", N_("Fines"), tariff, regime.penalty_article(Measure.FINE)))
    return tuple(
        RegulationLine(key, label(f"regulation_{key}", name), value, article, key in regulations)
        for key, name, value, article in lines
    )


def control_notices(regime: Regime, control: TimeControl) -> tuple[Message, ...]:
    """Return why a time control does not qualify for the rate of play of the regime, or for rated games."""
    limits = regime.rate_limits
    if limits is None:
        return ()
    rate, time = rate_of(control, limits), control.allotted(limits.bonus_moves)
    if rate is not regime.rate:
        return (say("control_of_other_rate", rate=say(f"rate_{rate}"), laws=say(f"rate_{regime.rate}")),)
    below = next((rating for least, rating in limits.rated if time < least), None)
    if rate is not RateOfPlay.CLASSICAL or control.per_move or below is None:
        return ()
    return (say("control_rated_below", moves=limits.bonus_moves, minutes=time // MINUTE, rating=below),)


def step_text(step: PenaltyStep, currency: str = "") -> Message:
    """Return `a warning`, `1 min 30 s to the opponent`, `½ point less for the game` …"""
    if step.measure in TIMED:
        time = duration(step.size)
        return say("time_to_opponent" if step.measure is Measure.OPPONENT_TIME else "time_off", time=time)
    if step.measure in OF_POINTS:
        points = _half(step.size)
        return say("points_to_opponent" if step.measure is Measure.OPPONENT_POINTS else "points_off", points=points)
    if step.measure is Measure.FINE:
        return say("a_fine", amount=step.size, currency=currency)
    if step.measure is Measure.ROUNDS:
        return say("rounds_not_played", rounds=step.size)
    return {Measure.WARNING: say("a_warning"), Measure.LOSS: say("the_game"), Measure.EXCLUSION: say("out_of_event")}[
        step.measure
    ]


# Reading


def _minutes(key: str, value: object, *, least: int = 0) -> int:
    return _number(key, value, least, _MOST_MINUTES) * MINUTE


def _number(key: str, value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _bad(key, value)
    return value


def _bad(key: str, value: object) -> BadInput:
    return BadInput(say("bad_regulation", key=key, value=str(value)[:60]), key=key)


def _list(key: str, value: object) -> list[object]:
    if not isinstance(value, (list, tuple)) or not 0 < len(value) <= _MOST_STEPS:
        raise _bad(key, value)
    return list(value)


def _illegal_steps(regime: Regime, key: str, value: object) -> Regime:
    steps = [
        IllegalMoveStep(loses=True) if item == "loss" else IllegalMoveStep(_minutes(key, item))
        for item in _list(key, value)
    ]
    return replace(regime, illegal_moves=tuple(steps))


def _penalty_steps(regime: Regime, key: str, value: object) -> Regime:
    steps = tuple(_penalty(key, item) for item in _list(key, value))
    return replace(regime, penalties=steps, measures=regime.measures | {step.measure for step in steps})


def _penalty(key: str, value: object) -> PenaltyStep:
    name, _, size = value.partition(":") if isinstance(value, str) else ("", "", "")
    if name not in [measure.value for measure in Measure]:
        raise _bad(key, value)
    measure = Measure(name)
    if (measure in _SIZES) != size.isdecimal() or (size and measure not in _SIZES):
        raise _bad(key, value)
    if measure not in _SIZES:
        return PenaltyStep(measure)
    number = _number(key, int(size), 1, _SIZES[measure])
    return PenaltyStep(measure, number * MINUTE if measure in TIMED else number)


def _tariff(regime: Regime, key: str, value: object) -> Regime:
    if not isinstance(value, Mapping) or set(value) != {"currency", "amounts"}:
        raise _bad(key, value)
    currency = value["currency"]
    if not (isinstance(currency, str) and re.fullmatch("[A-Z]{3}", currency)):
        raise _bad(key, currency)
    amounts = tuple(sorted({_number(key, item, 1, _MOST_FINE) for item in _list(key, value["amounts"])}))
    return replace(regime, fines=Fines(currency, amounts), measures=regime.measures | {Measure.FINE})


def _claim_price(regime: Regime, key: str, value: object) -> Regime:
    if regime.wrong_claim is None:
        raise _bad(key, value)
    return replace(regime, wrong_claim=replace(regime.wrong_claim, opponent_gains_ms=_minutes(key, value)))


def _claim_loss(regime: Regime, key: str, value: object) -> Regime:
    if regime.wrong_claim is None:
        raise _bad(key, value)
    most = _minutes(key, value)
    price = replace(regime.wrong_claim, claimant_loses_half=most > 0, claimant_loses_at_most_ms=most)
    return replace(regime, wrong_claim=price)


def _caller(regime: Regime, key: str, value: object) -> Regime:
    if value not in [caller.value for caller in FlagCaller]:
        raise _bad(key, value)
    return replace(regime, flag_caller=FlagCaller(str(value)))


def _with_quickplay(regime: Regime, key: str, value: object) -> Regime:
    if value is True and regime.quickplay is None:
        raise _bad(key, value)  # the text has no such claim to switch on
    if not isinstance(value, bool):
        raise _bad(key, value)
    return replace(regime, quickplay=regime.quickplay and replace(regime.quickplay, in_force=value))


def _quickplay_time(regime: Regime, key: str, value: object) -> Regime:
    if regime.quickplay is None:
        raise _bad(key, value)
    return replace(regime, quickplay=replace(regime.quickplay, below_ms=_minutes(key, value, least=1)))


def _way(regime: Regime, key: str, value: object) -> Regime:
    if value not in [mode.value for mode in ModeOfPlay]:
        raise _bad(key, value)
    return replace(regime, way=ModeOfPlay(str(value)))


def _own_articles(regime: Regime, key: str, value: object) -> Regime:
    if not isinstance(value, Mapping):
        raise _bad(key, value)
    return replace(regime, own_articles=_checked_articles(value.items()))


def _checked_articles(articles: Collection[tuple[object, object]]) -> dict[str, str]:
    """Check the numbers and texts of articles of regulations.  Raises: BadInput ("bad_regulation")."""
    result: dict[str, str] = {}
    for number, text in articles:
        if not isinstance(number, str) or not NUMBER.fullmatch(number) or len(number) > _LONGEST_NUMBER:
            raise _bad("articles", number)
        if not isinstance(text, str) or not 0 < len(text.strip()) <= _LONGEST_ARTICLE or number in result:
            raise _bad("articles", f"{number} {text}")
        result[number] = text.strip()
    if len(result) > _MOST_ARTICLES:
        raise _bad("articles", len(result))
    return result


def articles_from_lines(text: str) -> dict[str, str]:
    """Read articles of regulations, one in a line: its number, then its text.  Raises: BadInput ("bad_regulation")."""
    lines = (line.strip().partition(" ") for line in text.splitlines() if line.strip())
    return _checked_articles([(number.strip("§."), article) for number, _, article in lines])


def articles_as_lines(articles: Mapping[str, str]) -> str:
    return "\n".join(f"{number} {text}" for number, text in articles.items())


def _points_of(regime: Regime, key: str, value: object) -> Regime:
    if not isinstance(value, Mapping) or not set(value) <= {"win", "draw", "loss"}:
        raise _bad(key, value)
    numbers = {str(name): _number(key, number, 0, 200) for name, number in value.items()}
    points = replace(regime.points, **numbers)
    if not points.win > points.draw >= points.loss:
        raise _bad(key, dict(value))
    return replace(regime, points=points)


_READERS: Mapping[str, Callable[[Regime, str, object], Regime]] = MappingProxyType(
    {
        "default_time_minutes": lambda regime, key, value: replace(regime, default_time_ms=_minutes(key, value)),
        "illegal_moves": _illegal_steps,
        "penalties": _penalty_steps,
        "fines": _tariff,
        "wrong_claim_minutes": _claim_price,
        "wrong_claim_loses_at_most_minutes": _claim_loss,
        "flag_caller": _caller,
        "agreed_draw_moves": lambda regime, key, value: replace(regime, agreed_draw_moves=_number(key, value, 0, 200)),
        "quickplay": _with_quickplay,
        "quickplay_minutes": _quickplay_time,
        "record_below_minutes": lambda regime, key, value: replace(
            regime, record=replace(regime.record, below_ms=_minutes(key, value))
        ),
        "setup_claims_moves": lambda regime, key, value: replace(
            regime, setup=replace(regime.setup, no_claim_after=_number(key, value, 0, 200))
        ),
        "points": _points_of,
        "way": _way,
        "days_per_move": lambda regime, key, value: replace(regime, move_days=_number(key, value, 1, 365)),
        "articles": _own_articles,
    }
)


# Describing


def _default_time(regime: Regime) -> Message:
    if regime.default_time_ms is None:
        return say("no_default_time")
    if not regime.default_time_ms:
        return say("default_time_zero")
    return duration(regime.default_time_ms)


def _numbered_steps(steps: list[Message]) -> Message:
    """Return numbered steps: `1. first; 2. second; 3. third`."""
    listed = say("steps", number=1, step=steps[0])
    for number, step in enumerate(steps[1:], start=2):
        listed = say("steps.more", before=listed, number=number, step=step)
    return listed


def _illegal(regime: Regime) -> Message:
    if not regime.illegal_moves:
        return say("taken_back_only")
    return _numbered_steps(
        [
            step_text(PenaltyStep(Measure.LOSS if step.loses else Measure.OPPONENT_TIME, step.opponent_gains_ms))
            for step in regime.illegal_moves
        ]
    )


def _wrong_claim(regime: Regime) -> Message:
    price = regime.wrong_claim
    if price is None:
        return say("nothing")
    gains = duration(price.opponent_gains_ms)
    if not price.claimant_loses_half:
        return say("time_to_opponent", time=gains)
    return say("half_and_gain", loses=duration(price.claimant_loses_at_most_ms), gains=gains)


def _flag(regime: Regime) -> Message:
    if regime.flag_caller is FlagCaller.PLAYER:
        return say("called_by_player")
    return say("called_by_anybody")


def _agreement(regime: Regime) -> Message:
    if not regime.agreed_draw_moves:
        return say("any_time")
    return say("after_moves", moves=regime.agreed_draw_moves)


def _quickplay(regime: Regime) -> Message:
    rules = regime.quickplay_in_force
    return say("not_played") if rules is None else say("claim_below", minutes=rules.below_ms // MINUTE)


def _recording(regime: Regime) -> Message:
    if regime.record.below_ms is None:
        return say("no_duty")
    return say("until_below", minutes=regime.record.below_ms // MINUTE, seconds=regime.record.bonus_ms // 1000)


def _penalties(regime: Regime) -> Message:
    currency = regime.fines.currency if regime.fines else ""
    return _numbered_steps([step_text(step, currency) for step in regime.penalties])


def _points(regime: Regime) -> Message:
    return say("points_of", **{name: _half(getattr(regime.points, name)) for name in ("win", "draw", "loss")})


def _half(points: int) -> str:
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)
