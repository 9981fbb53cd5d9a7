"""Parser for the usual spellings of time controls.

Bare numbers are minutes for a period and seconds for a bonus; if the number of a period is 300 or more, everything is
in seconds, as TRF and PGN write.  Examples of accepted spellings:

90+30   15   15 min   90'+30"   1h30+30   60 d10 (delay)   60 b10 (Bronstein)   G/60; d5
40/90+30:30+30   40/90 + 20/60 + 15+30   40/6000+30:900+30   90'/40, 30'; +30"   40 ходов за 90 мин, 30 мин

By correspondence: 3 days/move, 5 days per move, 3 дня на ход, 3 дні на хід.

A plus sign can precede a bonus or a next period.  The parser tries every reading that makes a complete control.  If
there are several, it does not guess: the error lists them.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product

from tavleya.clocks.controls.control import (
    MINUTE,
    NO_BONUS,
    READ_AS_SECONDS,
    SECOND,
    Bonus,
    BonusKind,
    Period,
    TimeControl,
    options_from_text,
)
from tavleya.clocks.messages import say
from tavleya.errors import BadInput

# Classification of time controls as classical, rapid or blitz.


class RateOfPlay(StrEnum):
    CLASSICAL = "classical"
    RAPID = "rapid"
    BLITZ = "blitz"


@dataclass(frozen=True, slots=True)
class RateLimits:
    """The limits of rapid play in a regime.

    `bonus_moves`: the number of moves for which the bonus counts; it also decides which periods are reached.  With
    `all_moves_at_once`, a control of several periods is classical whatever its length.  `rated`: the shortest times
    (ms) of rated classical games, each with the rating from which it is needed.
    """

    rapid_from: int
    rapid_to: int
    rapid_from_included: bool
    rapid_to_included: bool
    bonus_moves: int
    all_moves_at_once: bool
    rated: tuple[tuple[int, int], ...] = ()


# Tavreli Б.1: all moves in a fixed time, 15 to 60 minutes; В.1: under 15.  The text counts no bonus.
TAVRELI_RATES = RateLimits(
    15 * MINUTE, 60 * MINUTE, rapid_from_included=True, rapid_to_included=True, bonus_moves=0, all_moves_at_once=True
)
# FIDE Laws 2023, A.1 and B.1: more than 10 and less than 60 minutes, the bonus counted sixty times; rating regulations
# (B.02) 1.1: 90 minutes from a rating of 1800, 120 from 2400.
FIDE_RATES = RateLimits(
    10 * MINUTE,
    60 * MINUTE,
    rapid_from_included=False,
    rapid_to_included=False,
    bonus_moves=60,
    all_moves_at_once=False,
    rated=((90 * MINUTE, 1800), (120 * MINUTE, 2400)),
)


def rate_of(control: TimeControl, limits: RateLimits) -> RateOfPlay:
    """Return the rate of play by the limits of a regime (tavreli Б.1, В.1; FIDE A.1, B.1)."""
    if control.per_move:
        return RateOfPlay.CLASSICAL
    if limits.all_moves_at_once and len(control.periods) > 1:
        return RateOfPlay.CLASSICAL
    time = control.allotted(limits.bonus_moves)
    if time < limits.rapid_from or (time == limits.rapid_from and not limits.rapid_from_included):
        return RateOfPlay.BLITZ
    if time < limits.rapid_to or (time == limits.rapid_to and limits.rapid_to_included):
        return RateOfPlay.RAPID
    return RateOfPlay.CLASSICAL


# Tokenizer for time controls: words and signs in three languages.

_SIGNS = str.maketrans({"′": "'", "’": "'", "‘": "'", "`": "'", "″": '"', "”": '"', "“": '"'})

_WORDS = {
    "h": "h hour hours ч час часа часов год година години годин",
    "m": "' m min mins minute minutes м мин минута минуты минут хв хвилина хвилини хвилин",
    "s": '" s sec secs second seconds с сек секунда секунды секунд секунди',
    "moves": "move moves mv ход хода ходов ходи ходів",
    "all": "g sd game",
    "d": "d delay задержка затримка",
    "b": "b bronstein бронштейн бронштейна",
    "f": "f fischer increment inc фишер фишера фішер фішера",
    ";": "then затем потом потім далі",
    "/": "in за",
}
_KIND = {word: kind for kind, words in _WORDS.items() for word in words.split()}

# Phrases that only repeat what the order of the terms expresses.
_PER_MOVE = re.compile(
    r"(?:\b(?:на|за|per|a|each|every|каждый|кожен|кожний)\s+)+(?:ход|хід|move)\b|/\s*(?:ход|хід|move)\b"
)
_TO_THE_END = re.compile(
    r"\bдо\s+(?:конца|кінця)(?:\s+(?:партии|партії))?|\b(?:to|for)\s+the\s+(?:end|rest)(?:\s+of\s+the\s+game)?"
)
_FROM_MOVE_ONE = re.compile(
    r"(?:\b(?:начиная|починаючи|starting)\s+)?\b(?:(?:с|со|з|із)\s+(?:1|первого|першого)(?:-го)?\s+(?:хода|ходу)"
    r"|from\s+move\s+(?:1|one))\b"
)
_TOKEN = re.compile(r"(\d{1,9})|([^\W\d_]+)|(\s*\+\s*)|(\s+)|(.)")


@dataclass(frozen=True, slots=True)
class ControlToken:
    """`kind`: `number`, a sign, or a key of the table above; `?` for an unknown word.

    `spaced`: a plus sign has spaces.
    """

    kind: str
    value: int = 0
    spaced: bool = False


def tokens_of(text: str) -> tuple[list[ControlToken], bool]:
    """Return the tokens of a case-folded text, and whether it says that the bonus counts from the first move on."""
    text = text.translate(_SIGNS).replace("''", '"')
    text, from_move_one = _FROM_MOVE_ONE.subn(" ", text)
    text = _TO_THE_END.sub(" ", _PER_MOVE.sub(" ", text)).strip()
    tokens = []
    for match in _TOKEN.finditer(text):
        number, word, plus, space, sign = match.groups()
        if number:
            tokens.append(ControlToken("number", int(number)))
        elif word:
            tokens.append(ControlToken(_KIND.get(word, "?")))
        elif plus:
            tokens.append(ControlToken("+", spaced=plus[0].isspace() and plus[-1].isspace()))
        elif sign == ".":
            continue  # the point of an abbreviation
        elif not space:
            tokens.append(ControlToken(_KIND.get(sign, sign if sign in "/:;," else "?")))
    return tokens, bool(from_move_one)


LONGEST_TEXT = 120
MOST_TERMS = 12

_SEPARATORS = (":", ";", ",")
_BONUS_KINDS = {"d": BonusKind.DELAY, "b": BonusKind.BRONSTEIN, "f": BonusKind.FISCHER}
_OPTIONS = re.compile(r"\s*\[([a-z_= ]*)\]\s*$")


_DAYS = re.compile(
    r"(\d{1,3})\s*(?:d|days?|дн(?:я|ей|і|ів|\.)?|день|сут(?:ки|ок|\.)?|доб[аи]?|діб)\s*"
    r"(?:/|per|a|for\s+(?:a|each)|на|за)\s*(?:each\s+|каждый\s+|кожен\s+)?(?:move|ход|хід)"
)


class _NotRead(Exception):
    """This text, or this reading of it, is not a time control."""


@dataclass(frozen=True, slots=True)
class _Term:
    """A term between two plus signs: a period, a bonus, or either."""

    period: Period | None
    bonus: Bonus | None


def parse_control(text: str, *, name: str = "") -> TimeControl:
    """Parse a time control; `parse_control(control.text())` equals `control`, except for its name.

    Raises: BadInput ("time_control_empty", "time_control_too_long", "time_control_unreadable", "time_control_ambiguous"
    with the detail `candidates`, canonical spellings), and the errors of `TimeControl`.
    """
    if len(text) > LONGEST_TEXT:
        raise BadInput(say("time_control_too_long", most=LONGEST_TEXT))
    plain = unicodedata.normalize("NFC", text).casefold().strip()
    if not plain:
        raise BadInput(say("time_control_empty"))
    options = _OPTIONS.search(plain)
    times = plain[: options.start()] if options else plain
    days = _DAYS.fullmatch(times)
    control = TimeControl.of_days(int(days[1])) if days else _only_reading(times, text)
    if options:
        control = replace(control, **options_from_text(options.group(1)))
    return control.named(name)


def _only_reading(times: str, text: str) -> TimeControl:
    """Return the only valid reading of `times`.  `text` is the whole input, for the error."""
    try:
        readings, refusals = _valid_controls(_readings(times))
    except _NotRead:
        raise _unreadable(text) from None
    if len(readings) > 1:
        raise _ambiguous(text, list(readings))
    if not readings:
        # If all readings fail for the same reason, that reason is more precise.
        raise refusals[0] if len({refusal.code for refusal in refusals}) == 1 else _unreadable(text)
    (control,) = readings.values()
    return control


def _valid_controls(readings: Iterator[tuple[Period, ...]]) -> tuple[dict[str, TimeControl], list[BadInput]]:
    controls: dict[str, TimeControl] = {}
    refusals = []
    for periods in readings:
        try:
            control = TimeControl(periods)
        except BadInput as error:
            refusals.append(error)
        else:
            controls[control.text()] = control
    return controls, refusals


def _readings(plain: str) -> Iterator[tuple[Period, ...]]:
    """Yield every sequence of periods that the text may mean, including those that are not a valid control."""
    tokens, for_all = tokens_of(plain)
    if not tokens or any(token.kind == "?" for token in tokens):
        raise _NotRead
    chunks = [_terms(chunk) for chunk in _chunks(tokens)]
    if not chunks or not chunks[0][0]:
        raise _NotRead
    in_seconds = any(_is_seconds(chunk[0]) for chunk in chunks if chunk[0])
    terms = [[_term(term, in_seconds, first=i == 0) for i, term in enumerate(chunk) if term] for chunk in chunks]
    if len(terms) > 1:
        yield _separated(terms, for_all)
    else:
        yield from _joined(terms[0], for_all)


def _chunks(tokens: list[ControlToken]) -> list[list[ControlToken]]:
    """Split the tokens where the writer clearly separated periods.

    `40/90 + 20/60 + 15+30`: if only some plus signs have spaces, those with spaces separate periods.
    """
    spacings = {token.spaced for token in tokens if token.kind == "+"}
    chunks: list[list[ControlToken]] = [[]]
    for token in tokens:
        if token.kind in _SEPARATORS or (token.kind == "+" and token.spaced and len(spacings) > 1):
            chunks.append([])
        else:
            chunks[-1].append(token)
    # `, then` is one separator.
    return [chunk for chunk in chunks if chunk]


def _terms(chunk: list[ControlToken]) -> list[list[ControlToken]]:
    """Split a chunk at its plus signs; `d10` and `b10` begin a term without one."""
    terms: list[list[ControlToken]] = [[]]
    for token, next_token in zip(chunk, [*chunk[1:], None], strict=True):
        begins_bonus = token.kind in _BONUS_KINDS and next_token is not None and next_token.kind == "number"
        if token.kind == "+":
            terms.append([])
            continue
        if begins_bonus and terms[-1]:
            terms.append([])
        terms[-1].append(token)
    if len(terms) > MOST_TERMS or not all(terms[1:]) or not any(terms):
        raise _NotRead
    # `+30` and `d5` alone are a bonus: the period before them is empty.
    return [[], *terms] if terms[0] and terms[0][0].kind in _BONUS_KINDS else terms


def _is_seconds(term: list[ControlToken]) -> bool:
    """Return whether the bare number of this period is too large for minutes."""
    last = term[-1]
    return last.kind == "number" and last.value >= READ_AS_SECONDS and (len(term) == 1 or term[-2].kind == "/")


def _term(tokens: list[ControlToken], in_seconds: bool, *, first: bool) -> _Term:
    bonus = None if first else _bonus(tokens)
    kinds = [token.kind for token in tokens]
    # 30" after a plus sign is a bonus, never a period of half a minute.
    bonus_only = not first and (kinds[-1] == "s" or not {"d", "b", "f"}.isdisjoint(kinds))
    try:
        return _Term(None if bonus_only else _period(tokens, in_seconds), bonus)
    except BadInput:
        if bonus is None:
            raise
        return _Term(None, bonus)


def _bonus(tokens: list[ControlToken]) -> Bonus | None:
    """Parse a bonus: `10`, `10s`, `d10`, `10d`, `10 s delay`."""
    kinds = [token.kind for token in tokens if token.kind not in _BONUS_KINDS]
    marks = [token.kind for token in tokens if token.kind in _BONUS_KINDS]
    if kinds not in (["number"], ["number", "s"]) or len(marks) > 1:
        return None
    seconds = next(token.value for token in tokens if token.kind == "number")
    if not seconds:
        return NO_BONUS
    return Bonus(_BONUS_KINDS[marks[0]] if marks else BonusKind.FISCHER, seconds * SECOND)


def _period(tokens: list[ControlToken], in_seconds: bool) -> Period:
    """Parse a period: `90`, `40/90`, `90m/40`, `g/60`."""
    slashes = [i for i, token in enumerate(tokens) if token.kind == "/"]
    if not slashes:
        return Period(None, _length(tokens, in_seconds))
    if len(slashes) > 1:
        raise _NotRead
    before, after = tokens[: slashes[0]], tokens[slashes[0] + 1 :]
    if [token.kind for token in before] == ["all"]:
        return Period(None, _length(after, in_seconds))
    moves = _moves(before)
    if moves is not None and not (after and after[-1].kind == "moves"):
        ms = _length(after, in_seconds)
        if len(before) == len(after) == 1 and not in_seconds and moves > after[0].value:
            _refuse_swapped(moves, after[0].value)
        return Period(moves, ms)
    moves = _moves(after)
    if moves is None:
        raise _NotRead
    return Period(moves, _length(before, in_seconds))


def _refuse_swapped(first: int, second: int) -> None:
    """Refuse to guess 90/40, which means 40 moves in 90 minutes as well as 90 moves in 40."""
    candidates = [
        TimeControl((Period(moves, minutes * MINUTE), Period(None, MINUTE))).periods[0].text()
        for moves, minutes in ((second, first), (first, second))
    ]
    raise _ambiguous(f"{first}/{second}", candidates)


def _moves(tokens: list[ControlToken]) -> int | None:
    if [token.kind for token in tokens] in (["number"], ["number", "moves"]):
        return tokens[0].value
    return None


def _length(tokens: list[ControlToken], in_seconds: bool) -> int:
    """Return the duration (ms) of `90`, `90m`, `1h30`, `2m30s`.  A bare number has the unit below the preceding one."""
    units = {"h": 60 * MINUTE, "m": MINUTE, "s": SECOND}
    below = {None: SECOND if in_seconds else MINUTE, "h": MINUTE, "m": SECOND}
    total, last, rest = 0, None, list(tokens)
    while rest:
        number = rest.pop(0)
        if number.kind != "number":
            raise _NotRead
        unit = rest.pop(0).kind if rest else None
        factor = below.get(last) if unit is None else units.get(unit)
        if factor is None or (last is not None and factor >= units[last]):
            raise _NotRead
        total, last = total + number.value * factor, unit
    if not tokens:
        raise _NotRead
    return total


def _separated(chunks: list[list[_Term]], for_all: bool) -> tuple[Period, ...]:
    """Return the periods: one per chunk, or more if a term cannot be a bonus.

    A chunk of only a bonus applies to all periods.
    """
    periods: list[Period] = []
    common: Bonus | None = None
    for terms in chunks:
        has_period = False
        for term in terms:
            if term.bonus is not None and has_period and not periods[-1].bonus:
                periods[-1] = replace(periods[-1], bonus=term.bonus)
            elif term.bonus is not None and not has_period and term is terms[-1]:
                common = term.bonus
            elif term.period is not None:
                periods.append(term.period)
                has_period = True
            else:
                raise _NotRead
    if for_all and common is None and periods:
        common = periods[-1].bonus
    return _with_common(periods, common)


def _joined(terms: list[_Term], for_all: bool) -> Iterator[tuple[Period, ...]]:
    """Yield every way to read terms that only plus signs separate: each as a period or as a bonus."""
    choices = [[part for part in (term.period, term.bonus) if part is not None] for term in terms]
    for parts in product(*choices):
        periods: list[Period] = []
        for part in parts:
            if isinstance(part, Period):
                periods.append(part)
            elif periods and not periods[-1].bonus:
                periods[-1] = replace(periods[-1], bonus=part)
            else:
                break
        else:
            only_last = len(periods) > 1 and periods[-1].bonus and not any(period.bonus for period in periods[:-1])
            if not (only_last and for_all):
                yield tuple(periods)
            if only_last:
                # “… + 30 + 30 seconds” may also mean a bonus from the first move on.
                yield _with_common(periods, periods[-1].bonus)


def _with_common(periods: list[Period], bonus: Bonus | None) -> tuple[Period, ...]:
    return tuple(replace(period, bonus=bonus) if bonus and not period.bonus else period for period in periods)


def _unreadable(text: str) -> BadInput:
    return BadInput(say("time_control_unreadable", text=text))


def _ambiguous(text: str, candidates: list[str]) -> BadInput:
    return BadInput(say("time_control_ambiguous", text=text, candidates=" — ".join(candidates)), candidates=candidates)
