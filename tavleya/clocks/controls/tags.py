"""Time controls in game files: the PGN tags, and the seconds grammar that PGN and TRF share.

PGN can express only an increment.  A delay written as `+10` would be replayed as an increment.  Therefore the tag gets
the base time alone, and two custom tags describe the bonus: ClockMode and ClockBonus, with one value for all periods or
one for each, joined by `:`.
"""

import re

from tavleya.clocks.controls.control import DAY, NO_BONUS, SECOND, Bonus, BonusKind, Period, TimeControl
from tavleya.clocks.messages import say
from tavleya.errors import BadInput

_FIELD = re.compile(r"(?:(\d{1,9})/)?(\d{1,9})(?:\+(\d{1,9}))?")
_LONGEST = 200


def seconds_text(control: TimeControl) -> str:
    """Return `40/6000+30:900+30`, in seconds; `+` marks only a Fischer bonus.  Three days per move are `1/259200`."""
    if control.per_move:
        return f"1/{control.periods[0].ms // SECOND}"
    return ":".join(_field(period) for period in control.periods)


def from_seconds_text(text: str) -> TimeControl:
    """Parse `40/6000+30:900+30`.  Raises: BadInput."""
    fields = [_FIELD.fullmatch(field.strip()) for field in text.split(":")] if len(text) <= _LONGEST else []
    periods = []
    for field in fields:
        if field is None:
            raise _unreadable(text)
        moves, seconds, bonus = field.groups()
        if moves == "1" and len(fields) == 1 and bonus is None and not int(seconds) * SECOND % DAY:
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
