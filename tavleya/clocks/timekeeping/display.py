"""Text of clock times, and the data that a browser needs to count down by itself."""

from tavleya.clocks.controls import DAY, SECOND
from tavleya.clocks.timekeeping.side import SideClock
from tavleya.clocks.timekeeping.state import ClockState
from tavleya.sides import Side

TENTHS_UNDER = 20 * SECOND


def clock_text(ms: int) -> str:
    """Return `2d 3:05:09` from one day up, `1:05:09`, `5:09`, `0:09.4` under twenty seconds, and `0:00` at zero.

    Fractions are cut off, as on clocks: a clock that shows 0:00.0 may still have some hundredths.
    """
    seconds = ms // SECOND
    hours, minutes = divmod(seconds // 60, 60)
    if ms >= DAY:
        return f"{hours // 24}d {hours % 24}:{minutes:02}:{seconds % 60:02}"
    start = f"{hours}:{minutes:02}" if hours else f"{minutes}"
    tenths = f".{ms % SECOND // 100}" if 0 < ms < TENTHS_UNDER else ""
    return f"{start}:{seconds % 60:02}{tenths}"


def browser_state(state: ClockState, now: int, *, announce_flag: bool = True) -> dict[str, object]:
    """Return the clock data for a page.  It is sent once per event; the page counts down without further requests.

    Instants are server time in ms; from `now` the browser computes the offset of its own clock.  Without
    `announce_flag` a fallen flag is not reported, because only a player may claim it (tavreli Б.6).
    """
    return {
        "now": now,
        "running": state.running.value if state.running else None,
        "since": state.since,
        **{side.value: _side(state.side(side), announce_flag) for side in Side},
    }


def _side(clock: SideClock, announce_flag: bool) -> dict[str, object]:
    return {
        "ms": clock.ms,
        "pending": clock.pending_ms,
        "delay": clock.delay_ms,
        "bonus": {"kind": clock.bonus.kind.value, "ms": clock.bonus.ms},
        "fallen": clock.fallen and announce_flag,
        "period": clock.period,
        "moves": clock.moves,
        "to_go": clock.moves_to_go,
    }
