"""What tournaments keep as codes, in words for a page."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.formats import get_format
from django.utils.translation import gettext, ngettext, pgettext

from tavleya.clocks.controls import Bonus, BonusKind, Period, parse_control
from tavleya.tiebreaks import tiebreak
from tavleya.tiebreaks.base import Value


def round_name(number: int | None) -> str:
    """`Round 5`; the sheet of a tournament whose rounds were not recorded is its list of games."""
    return gettext("Games") if number is None else gettext("Round %(number)s") % {"number": number}


def tiebreak_name(descriptor: str) -> str:
    """The name of a tie-break with what its modifiers leave out."""
    one = tiebreak(descriptor)
    name = gettext(one.label)
    if one.descriptor.name == "DE":
        name += " " + gettext("(place among the tied)")
    if one.descriptor.cut:
        cut = one.descriptor.cut
        name += ", " + ngettext("cut lowest", "cut %(n)s lowest", cut) % {"n": cut}
    if one.descriptor.median:
        cut = one.descriptor.median
        words = ngettext("cut lowest and highest", "cut %(n)s lowest and highest", cut)
        name += ", " + words % {"n": cut}
    return name


def value_texts(values: Iterable[Value | None]) -> tuple[str, ...]:
    """Values of tie-breaks as the reader writes decimals; empty where there is none."""
    return tuple("" if value is None else decimal_text(value.text) for value in values)


def decimal_text(text: str) -> str:
    """`12.5` as the reader writes it."""
    return text.replace(".", str(get_format("DECIMAL_SEPARATOR")))


def control_label(text: str) -> str:
    """A time control as a programme prints it: `90 min for 40 moves, then 30 min; 30 s added for each move`."""
    if not text:
        return ""
    control = parse_control(text)
    if control.days is not None:
        return ngettext(
            "correspondence, %(n)s day per move",
            "correspondence, %(n)s days per move",
            control.days,
        ) % {"n": control.days}
    bonuses = {period.bonus for period in control.periods}
    times = [_time(period) for period in control.periods]
    if len(bonuses) == 1:
        together = gettext(", then ").join(times)
        return "; ".join(filter(None, (together, _bonus(bonuses.pop()))))
    parts = [
        " + ".join(filter(None, (time, _bonus(period.bonus))))
        for time, period in zip(times, control.periods, strict=True)
    ]
    return gettext(", then ").join(parts)


def _time(period: Period) -> str:
    minutes, seconds = divmod(period.ms // 1000, 60)
    length = " ".join(
        part
        for part in (
            pgettext("time", "%(n)s min") % {"n": minutes} if minutes else "",
            pgettext("time", "%(n)s s") % {"n": seconds} if seconds else "",
        )
        if part
    )
    if period.moves is None:
        return length
    moves = ngettext("%(n)s move", "%(n)s moves", period.moves) % {"n": period.moves}
    return gettext("%(time)s for %(moves)s") % {"time": length, "moves": moves}


def _bonus(bonus: Bonus) -> str:
    seconds = {"n": bonus.ms // 1000}
    if bonus.kind is BonusKind.FISCHER:
        return gettext("%(n)s s added per move") % seconds
    if bonus.kind is BonusKind.DELAY:
        return gettext("a delay of %(n)s s before each move") % seconds
    if bonus.kind is BonusKind.BRONSTEIN:
        return gettext("up to %(n)s s added back after each move (Bronstein)") % seconds
    return ""
