"""Texts for clock times and time controls on pages."""

import json

from django.utils.translation import gettext, ngettext, pgettext

from tavleya.clocks.controls import Bonus, BonusKind, Period, parse_control
from tavleya.clocks.timekeeping import ClockState, browser_state, clock_text
from tavleya.sides import Side


def side_name(side: Side | str) -> str:
    return gettext("White") if side == Side.WHITE else gettext("Black")


def clock_json(clock: ClockState | None, now_ms: int) -> str:
    """Return the state from which `static/js/clock.js` continues; empty for a board without clocks."""
    return json.dumps(browser_state(clock, now_ms), separators=(",", ":")) if clock else ""


# Times


def time_text(ms: int) -> str:
    """Return a time in whole seconds: `0:07`, `12:05`, `1:02:30`."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def time_left(ms: int | None) -> str:
    """Return a time as a clock shows it: `1:59:07`, `4:05`; tenths in the last ten seconds: `0:09.4`."""
    if ms is None:
        return ""
    ms = max(0, ms)
    return time_text(ms) + (f".{ms % 1000 // 100}" if ms < 10_000 else "")


def signed_time(ms: int) -> str:
    """Return a change of time: `+2:00`, `−0:30`."""
    return ("−" if ms < 0 else "+") + clock_text(abs(ms) // 1000 * 1000).removesuffix(".0")


def drift_text(ms: int) -> str:
    """Return a drift, `+12.3 s`: how much more the physical clock shows than the computed time."""
    return f"{'−' if ms < 0 else '+'}{abs(ms) // 1000}.{abs(ms) % 1000 // 100} s"


# Time controls


def control_label(text: str) -> str:
    """Return a time control in words: `90 min for 40 moves, then 30 min; 30 s added per move`."""
    if not text:
        return ""
    control = parse_control(text)
    if control.days is not None:
        return ngettext("correspondence, %(n)s day per move", "correspondence, %(n)s days per move", control.days) % {
            "n": control.days
        }
    bonuses = {period.bonus for period in control.periods}
    times = [_time(period) for period in control.periods]
    if len(bonuses) == 1:
        return "; ".join(filter(None, (gettext(", then ").join(times), _bonus(bonuses.pop()))))
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
