"""Parser for clock readings and changes of time as an arbiter types them."""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clocks.messages import say
from tavleya.clocks.controls.parsing import LONGEST_TEXT, parse_control
from tavleya.errors import BadInput
from tavleya.record.state import PlyRecord, State
from tavleya.sides import Side

_PATTERN = re.compile(
    r"(?:(?P<days>\d{1,2})d )?(?:(?P<hours>\d{1,2}):(?=\d{1,2}:))?"
    r"(?P<minutes>\d{1,3}):(?P<seconds>[0-5]?\d)(?:[.,](?P<tenths>\d))?",
    re.ASCII,
)


def parse_reading(text: str) -> int:
    """Parse `1:05:09`, `65:09`, `5:09.4`, in correspondence `2d 3:05:09`, to milliseconds.

    Raises: BadInput ("bad_reading").
    """
    match = _PATTERN.fullmatch(text.strip())
    if match is None or (match["hours"] and int(match["minutes"]) > 59):
        raise BadInput(say("bad_reading", text=text.strip()[:20]))
    hours = int(match["days"] or 0) * 24 + int(match["hours"] or 0)
    seconds = (hours * 60 + int(match["minutes"])) * 60 + int(match["seconds"])
    return seconds * 1000 + int(match["tenths"] or 0) * 100


def parse_change(text: str) -> int:
    """Parse a change of time to milliseconds: `+2:00` gives time, `-0:30` takes it; empty is 0."""
    text = text.strip()
    if not text:
        return 0
    sign = text[0] if text[0] in "-+−" else ""
    ms = parse_reading(text.removeprefix(sign))
    return ms if sign in ("", "+") else -ms


# The clock of each half-move: the remaining time and the thinking time.

_SLACK_MS = 1500


@dataclass(frozen=True, slots=True)
class MoveTime:
    """Half-move `ply` of move `number`; `left` and `spent` in ms, None if unknown."""

    ply: int
    number: int
    side: Side
    left: int | None = None
    spent: int | None = None


def move_times(state: State) -> tuple[MoveTime, ...]:
    """Return the times of the standing half-moves, in order."""
    # A clock that was never started has the same reading after every move, which means nothing.
    timed = state.clock is not None and state.clock.started
    standing = [record for record in state.plies if not record.struck]
    spent = _spent(state, standing) if timed else {}
    shift = 0 if state.line.start.turn is Side.WHITE else 1
    return tuple(
        MoveTime(
            record.number,
            (record.number + shift + 1) // 2,
            record.side,
            _reading(record, record.side) if timed else None,
            spent.get(record.number),
        )
        for record in standing
    )


def _spent(state: State, standing: list[PlyRecord]) -> dict[int, int]:
    """Return the time between two completed moves, by the number of the later one, if the clock agrees with it.

    It does not if play was stopped, time was added or deducted, or a new period began.
    """
    times = {}
    for before, ply in pairwise(standing):
        left_before, left_after = _reading(before, ply.side), _reading(ply, ply.side)
        if left_before is None or left_after is None or state.clock is None:
            continue
        elapsed, bonus = ply.at - before.at, state.clock.side(ply.side).bonus.ms
        # A bonus was added to the reading, or a delay held it back.
        if left_before - left_after - _SLACK_MS <= elapsed <= left_before - left_after + bonus + _SLACK_MS:
            times[ply.number] = max(0, elapsed)
    return times


def _reading(record: PlyRecord, side: Side) -> int | None:
    return record.white_ms if side is Side.WHITE else record.black_ms


# The form field for time controls.

EXAMPLES = _("For example 90+30, 40/90+30:30+30, or 60 d10 with a delay. Empty: no clocks.")


class TimeControlField(forms.CharField):
    """A time control as people write it; the value is its canonical spelling, empty for no entry.

    Errors have the codes of `parse_control`.
    """

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Time control"))
        widget = forms.TextInput({"spellcheck": "false", "autocomplete": "off"})
        super().__init__(max_length=LONGEST_TEXT, widget=widget, **kwargs)

    def clean(self, value: Any) -> str:
        text = str(super().clean(value))
        try:
            return parse_control(text).text() if text else ""
        except BadInput as error:
            raise ValidationError(error.message.render(gettext), code=error.code) from None
