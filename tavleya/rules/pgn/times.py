"""Clock times in PGN comments: `[%clk 1:29:57]` (left after the move) and `[%emt 0:00:12]` (used for it)."""

import re
from dataclasses import dataclass

_COMMAND = re.compile(r"\[%(clk|emt)\s+([\d:.,]{1,16})\s*\]")
_TIME = re.compile(r"^(?:(?:(\d{1,4}):)?(\d{1,3}):)?(\d{1,3})(?:[.,](\d{1,3}))?$")


@dataclass(frozen=True, slots=True)
class TimedComment:
    """A comment without its clock commands; times in milliseconds, None if the comment has no such time."""

    text: str
    clock: int | None = None
    elapsed: int | None = None


def read_times(comment: str) -> TimedComment:
    """Extract the clock commands from `comment`; a command with an unreadable time remains in the text."""
    times: dict[str, int] = {}

    def take(match: re.Match[str]) -> str:
        milliseconds = _milliseconds(match[2])
        if milliseconds is None:
            return match[0]
        times[match[1]] = milliseconds
        return " "

    text = _COMMAND.sub(take, comment)
    return TimedComment(" ".join(text.split()), times.get("clk"), times.get("emt"))


def _milliseconds(text: str) -> int | None:
    match = _TIME.match(text)
    if match is None:
        return None
    hours, minutes, seconds = (int(part or 0) for part in match.group(1, 2, 3))
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((match[4] or "0").ljust(3, "0"))


def write_time(milliseconds: int) -> str:
    """Return `h:mm:ss`, with thousandths only if there are any; never below zero, which PGN cannot express."""
    seconds, thousandths = divmod(max(milliseconds, 0), 1000)
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{text}.{thousandths:03}".rstrip("0") if thousandths else text
