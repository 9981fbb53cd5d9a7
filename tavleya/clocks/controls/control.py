"""Time controls: periods, bonuses and their values.

Durations are integer milliseconds everywhere; a control consists of whole seconds, as clocks are set.  `parsing` reads
the usual spellings, and distinguishes classical, rapid and blitz play.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypedDict, TypeVar, cast

from tavleya.clocks.messages import say
from tavleya.errors import BadInput

# Time controls in game files: the PGN tags, and the seconds grammar that PGN and TRF share.
#
# PGN can express only an increment. A delay written as `+10` would be replayed as an increment. Therefore
# the tag gets the base time alone, and two custom tags describe the bonus: ClockMode and ClockBonus, with
# one value for all periods or one for each, joined by `:`.

_FIELD = re.compile(r"(?:(\d{1,9})/)?(\d{1,9})(?:\+(\d{1,9}))?")
_LONGEST = 200


def seconds_text(control: TimeControl) -> str:
    """Return `40/6000+30:900+30`, in seconds; `+` marks only a Fischer bonus.  Three days per move are `1/259200`."""
    if control.per_move:
        return f"1/{control.periods[0].ms // SECOND}"
    return ":".join(_field(period) for period in control.periods)


def from_seconds_text(text: str) -> TimeControl:
    """Parse `40/6000+30:900+30`.  Raises: BadInput."""
    matches = [_FIELD.fullmatch(field.strip()) for field in text.split(":")] if len(text) <= _LONGEST else []
    periods = []
    for match in matches:
        if match is None:
            raise _unreadable(text)
        moves, seconds, bonus = match.groups()
        if moves == "1" and len(matches) == 1 and bonus is None and not int(seconds) * SECOND % DAY:
            return TimeControl((Period(None, int(seconds) * SECOND),), per_move=True)
        periods.append(
            Period(
                int(moves) if moves else None,
                int(seconds) * SECOND,
                Bonus(BonusKind.FISCHER, int(bonus) * SECOND) if bonus and int(bonus) else NO_BONUS,
            )
        )
    if not periods:
        raise _unreadable(text)
    return TimeControl(tuple(periods))


def sides_from_seconds_text(text: str) -> tuple[TimeControl, TimeControl]:
    """Return White's and Black's control.  `W300-B240` gives each side its own (TRF26); any other text is for both."""
    white, _, black = (side.strip() for side in text.partition("-"))
    if white[:1].upper() != "W" or black[:1].upper() != "B":
        return (control := from_seconds_text(text)), control
    return from_seconds_text(white[1:]), from_seconds_text(black[1:])


def pgn_tags(control: TimeControl | None) -> dict[str, str]:
    """Return the PGN tags of a game played with `control`; `-` if it was played without a clock."""
    if control is None:
        return {"TimeControl": "-"}
    tags = {"TimeControl": seconds_text(control)}
    if any(_needs_own_tags(period) for period in control.periods):
        tags["ClockMode"] = _joined([period.bonus.kind.value for period in control.periods])
        tags["ClockBonus"] = _joined([str(period.bonus.ms // SECOND) for period in control.periods])
    return tags


def _field(period: Period) -> str:
    moves = f"{period.moves}/" if period.moves is not None else ""
    bonus = f"+{period.bonus.ms // SECOND}" if period.bonus.kind is BonusKind.FISCHER else ""
    return f"{moves}{period.ms // SECOND}{bonus}"


def _needs_own_tags(period: Period) -> bool:
    return period.bonus.kind in (BonusKind.DELAY, BonusKind.BRONSTEIN)


def _joined(values: list[str]) -> str:
    return values[0] if len(set(values)) == 1 else ":".join(values)


def _unreadable(text: str) -> BadInput:
    return BadInput(say("time_control_tag_unreadable", text=text))


SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

MOST_PERIODS = 8
MOST_MOVES = 500
LONGEST_PERIOD = DAY
LONGEST_PER_MOVE = 60 * DAY
LONGEST_BONUS = HOUR


class BonusKind(StrEnum):
    """The way in which a fixed time for each move works.

    `fischer` adds it to the clock, used or not.  `delay` stops the main time until the delay is used up and keeps
    nothing of it (tavreli 6.2; the “US” delay).  `bronstein` returns after the move the part that the move used.
    """

    NONE = "none"
    FISCHER = "fischer"
    DELAY = "delay"
    BRONSTEIN = "bronstein"


class Carry(StrEnum):
    """Whether unused time of a period is added to the next.

    Chess always adds it.  Tavreli 6.2 does so unless the period has a fixed time for each move.
    """

    ALWAYS = "always"
    NEVER = "never"
    UNLESS_BONUS = "unless_bonus"


class NewTime(StrEnum):
    """The moment when a clock shows the time of the next period: at the last move of the control, or only at zero.

    Flags fall at the same instants with both; only the display differs (`SideReading.shown_ms`).
    """

    AT_MOVE = "at_move"
    AT_ZERO = "at_zero"


@dataclass(frozen=True, slots=True)
class Bonus:
    """A fixed time for each move, in ms."""

    kind: BonusKind = BonusKind.NONE
    ms: int = 0

    def __post_init__(self) -> None:
        if self.kind is BonusKind.NONE:
            if self.ms:
                raise BadInput(say("bonus_without_kind"), ms=self.ms)
        elif not 0 < self.ms <= LONGEST_BONUS or self.ms % SECOND:
            raise BadInput(say("bonus_out_of_range"), ms=self.ms)

    def __bool__(self) -> bool:
        return self.kind is not BonusKind.NONE


NO_BONUS = Bonus()


@dataclass(frozen=True, slots=True)
class Period:
    """`moves` moves in `ms`; `moves` None means all remaining moves."""

    moves: int | None
    ms: int
    bonus: Bonus = NO_BONUS

    def __post_init__(self) -> None:
        if self.moves is not None and not 0 < self.moves <= MOST_MOVES:
            raise BadInput(say("period_moves_out_of_range", most=MOST_MOVES), moves=self.moves)
        if not 0 < self.ms <= LONGEST_PER_MOVE or self.ms % SECOND:
            raise _period_too_long(self.ms)

    def text(self) -> str:
        """Return the spelling in minutes, with the bonus in seconds: `40/90+30`, `60 d10`, `2m30s`."""
        moves = f"{self.moves}/" if self.moves is not None else ""
        return moves + self._base_text() + _bonus_text(self.bonus)

    def _base_text(self) -> str:
        minutes, seconds = divmod(self.ms // SECOND, 60)
        if seconds:
            return f"{minutes}m{seconds}s" if minutes else f"{seconds}s"
        # Without a unit, a large number would be read as seconds, and 60/30 as 30 moves in 60 minutes.
        needs_unit = minutes >= READ_AS_SECONDS or (self.moves or 0) > minutes
        return f"{minutes}m" if needs_unit else str(minutes)


# A bare number from this value on means seconds (TRF and PGN write 5400+30), below it minutes.
READ_AS_SECONDS = 300


def _bonus_text(bonus: Bonus) -> str:
    signs = {BonusKind.FISCHER: "+", BonusKind.DELAY: " d", BonusKind.BRONSTEIN: " b"}
    return f"{signs[bonus.kind]}{bonus.ms // SECOND}" if bonus else ""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time of one player for a game.

    `bonus_ahead`: a Fischer or Bronstein bonus is on the clock before each move, the first one included, as on the
    clocks of tournament halls; without it, a move earns the bonus only by its completion.  `delay_resets_on_stop`: a
    move interrupted by the arbiter gets its full delay again when play resumes.  `per_move`: correspondence play with
    some days for each move.  The clock is full again after the move; unused time is lost (draughts, ways of play).
    """

    periods: tuple[Period, ...]
    name: str = ""
    carry: Carry = Carry.ALWAYS
    new_time: NewTime = NewTime.AT_MOVE
    bonus_ahead: bool = True
    delay_resets_on_stop: bool = False
    per_move: bool = False

    def __post_init__(self) -> None:
        if not 0 < len(self.periods) <= MOST_PERIODS:
            raise BadInput(say("control_period_count", most=MOST_PERIODS))
        if self.periods[-1].moves is not None:
            raise BadInput(say("control_last_period_counts_moves"))
        if any(period.moves is None for period in self.periods[:-1]):
            raise BadInput(say("control_period_without_moves"))
        if self.per_move:
            self._check_per_move()
        elif too_long := [period.ms for period in self.periods if period.ms > LONGEST_PERIOD]:
            raise _period_too_long(too_long[0])
        if self.new_time is NewTime.AT_ZERO and self.carry is not Carry.ALWAYS:
            raise BadInput(say("control_new_time_contradicts_carry"))

    def _check_per_move(self) -> None:
        period = self.periods[0]
        if len(self.periods) > 1 or period.bonus or period.ms % DAY:
            raise BadInput(say("control_per_move_is_days"))

    @property
    def days(self) -> int | None:
        """The days for each move by correspondence; None in any other control."""
        return self.periods[0].ms // DAY if self.per_move else None

    @classmethod
    def of_days(cls, days: int) -> TimeControl:
        """Create a correspondence control with `days` for each move."""
        return cls((Period(None, days * DAY),), per_move=True)

    @classmethod
    def of(cls, minutes: int, bonus_seconds: int = 0, kind: BonusKind = BonusKind.FISCHER) -> TimeControl:
        """Create a control with all moves in `minutes`, and a bonus of `kind` if `bonus_seconds` is not 0."""
        bonus = Bonus(kind, bonus_seconds * SECOND) if bonus_seconds else NO_BONUS
        return cls((Period(None, minutes * MINUTE, bonus),))

    def times(self) -> str:
        """Return the canonical spelling of the periods alone: `40/90+30:30+30`, `3 days/move`."""
        if self.days is not None:
            return f"{self.days} days/move"
        return ":".join(period.text() for period in self.periods)

    def text(self) -> str:
        """Return the canonical spelling with the options that differ from the defaults: `60 d10 [carry=unless_bonus]`.

        `tavleya.clocks.controls.parse_control` reads it back; it contains everything except the name.
        """
        options = [
            f"{name}={_option_text(getattr(self, name))}"
            for name, default in _OPTIONS.items()
            if getattr(self, name) is not default
        ]
        return f"{self.times()} [{' '.join(options)}]" if options else self.times()

    def __str__(self) -> str:
        return self.name or self.times()

    def allotted(self, moves: int) -> int:
        """Return the total time (ms) of a player for a game of `moves` moves, with bonuses."""
        if self.per_move:
            return moves * self.periods[0].ms
        total, left = 0, moves
        for period in self.periods:
            total += period.ms
            count = left if period.moves is None else min(left, period.moves)
            total += count * period.bonus.ms
            left -= count
            if period.moves is None or count < period.moves or not left:
                break
        return total

    def carries_from(self, period: int) -> bool:
        """Return whether unused time of the period with this index is added to the next one (tavreli 6.2)."""
        if self.carry is Carry.UNLESS_BONUS:
            return not self.periods[period].bonus
        return self.carry is Carry.ALWAYS

    def named(self, name: str) -> TimeControl:
        return replace(self, name=name)

    def to_json(self) -> dict[str, object]:
        """Return plain values of all fields; `from_json` creates an equal control from them."""
        return {
            "periods": [
                {"moves": p.moves, "ms": p.ms, "bonus": {"kind": p.bonus.kind.value, "ms": p.bonus.ms}}
                for p in self.periods
            ],
            "name": self.name,
            "carry": self.carry.value,
            "new_time": self.new_time.value,
            "bonus_ahead": self.bonus_ahead,
            "delay_resets_on_stop": self.delay_resets_on_stop,
            # Left out if it is off, as in records older than this field.
            **({"per_move": True} if self.per_move else {}),
        }

    @classmethod
    def from_json(cls, data: object) -> TimeControl:
        """Read the value of `to_json`; only `periods` is required.  Raises: BadInput."""
        try:
            fields = mapping(data)
            return cls(
                tuple(_period_from_json(period) for period in sequence(fields["periods"])),
                name=typed(str, fields.get("name", "")),
                carry=Carry(typed(str, fields.get("carry", "always"))),
                new_time=NewTime(typed(str, fields.get("new_time", "at_move"))),
                bonus_ahead=typed(bool, fields.get("bonus_ahead", True)),
                delay_resets_on_stop=typed(bool, fields.get("delay_resets_on_stop", False)),
                per_move=typed(bool, fields.get("per_move", False)),
            )
        except (KeyError, TypeError, ValueError) as problem:
            raise BadInput(say("control_unreadable", problem=str(problem))) from None


def _period_too_long(ms: int) -> BadInput:
    return BadInput(say("period_time_out_of_range"), ms=ms)


def _period_from_json(data: object) -> Period:
    fields = mapping(data)
    bonus = mapping(fields.get("bonus", {"kind": "none", "ms": 0}))
    return Period(
        whole_or_none(fields.get("moves")),
        read_int(fields["ms"]),
        Bonus(BonusKind(typed(str, bonus["kind"])), read_int(bonus["ms"])),
    )


_OPTIONS: dict[str, Carry | NewTime | bool] = {
    "carry": Carry.ALWAYS,
    "new_time": NewTime.AT_MOVE,
    "bonus_ahead": True,
    "delay_resets_on_stop": False,
}


class Options(TypedDict, total=False):
    """The fields of a control other than its periods and name."""

    carry: Carry
    new_time: NewTime
    bonus_ahead: bool
    delay_resets_on_stop: bool


def options_from_text(text: str) -> Options:
    """Read the options in the spelling of `TimeControl.text`: `carry=never bonus_ahead=no`."""
    options: dict[str, Carry | NewTime | bool] = {}
    for word in text.split():
        name, _, value = word.partition("=")
        try:
            default = _OPTIONS[name]
            options[name] = _YES_NO[value] if isinstance(default, bool) else type(default)(value)
        except (KeyError, ValueError):
            raise BadInput(say("time_control_option_unknown", option=word)) from None
    return cast(Options, options)


_YES_NO = {"yes": True, "no": False}


def _option_text(value: Carry | NewTime | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.value


# Typed access to plain JSON values: a wrong type is a TypeError, a missing value a KeyError.

T = TypeVar("T")


def typed(kind: type[T], value: object) -> T:
    # A bool is an int in Python, but not a number of milliseconds.
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise TypeError(f"{value!r} is not {kind.__name__}")
    return value


def mapping(value: object) -> Mapping[str, object]:
    return typed(dict, value)


def sequence(value: object) -> list[object]:
    return typed(list, value)


def read_int(value: object) -> int:
    return typed(int, value)


def whole_or_none(value: object) -> int | None:
    return None if value is None else read_int(value)
