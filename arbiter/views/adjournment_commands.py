"""Acts on an adjourned or resumed game: handlers of its page's forms."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from django.http import QueryDict

from arbiter.input_parsing import ply_number, position_text
from arbiter.messages import say
from arbiter.services import adjournment as adjourning
from arbiter.services import resumption as resuming
from arbiter.views.board_frame import BoardFrame
from arbiter.views.instants import read_instant
from clocks.readings import parse_reading
from games.models.game import TrackingLevel
from tavleya.errors import BadInput
from tavleya.law.adjournment import OffRecord, Times
from tavleya.sides import Side

Handler = Callable[[BoardFrame, dict[str, Any]], None]


def _call(frame: BoardFrame, caller: dict[str, Any]) -> None:
    form_data = frame.request.POST
    turn, off_record = frame.state.turn, None
    if frame.game.tracking != TrackingLevel.LIVE:
        turn = _side(form_data.get("turn", "")) or turn
        position = position_text(frame.game.game, form_data.get("position", ""), turn)
        off_record = OffRecord(position, ply_number(form_data.get("number", ""), turn), turn)
    adjourning.call_to_seal(
        **caller,
        early=turn if "early" in form_data else None,
        off_record=off_record,
        expected=frame.expected(),
    )


def _paper(frame: BoardFrame, caller: dict[str, Any]) -> None:
    form_data = frame.request.POST
    adjourning.seal_on_paper(
        **caller,
        offer="offer" in form_data,
        holder=_text(form_data, "holder", 200),
        expected=frame.expected(),
    )


def _adjourn(frame: BoardFrame, caller: dict[str, Any]) -> None:
    form_data = frame.request.POST
    adjourning.adjourn(
        **caller,
        due=read_instant(form_data.get("due", "")),
        place=_text(form_data, "place", 200) or None,
        holder=_text(form_data, "holder", 200),
        times=_times(form_data),
        expected=frame.expected(),
    )


def _hand_over(frame: BoardFrame, caller: dict[str, Any]) -> None:
    form_data = frame.request.POST
    adjourning.hand_over(**caller, holder=_text(form_data, "holder", 200), note=_text(form_data, "note"))


def _reschedule(frame: BoardFrame, caller: dict[str, Any]) -> None:
    form_data, due = frame.request.POST, read_instant(frame.request.POST.get("due", ""))
    if due is None:
        raise BadInput(say("due_missing"))
    place = _text(form_data, "place", 200) or None
    adjourning.reschedule(**caller, due=due, place=place, reason=_text(form_data, "reason"))


def _set_up(frame: BoardFrame, caller: dict[str, Any]) -> None:
    resuming.set_up(**caller, agreed="agreed" in frame.request.POST, expected=frame.expected())


def _open(frame: BoardFrame, caller: dict[str, Any]) -> None:
    form_data = frame.request.POST
    resuming.open_envelope(
        **caller,
        cards=[text for name in ("card_1", "card_2") if (text := form_data.get(name, "").strip())],
        written=form_data.get("written", ""),
        language=frame.request.LANGUAGE_CODE,
        present=frozenset(side for side in Side if f"present_{side.value}" in form_data),
        expected=frame.expected(),
    )


def _start_absent(frame: BoardFrame, caller: dict[str, Any]) -> None:
    resuming.start_clock_of_absent(**caller)


def _rule_bad(frame: BoardFrame, caller: dict[str, Any]) -> None:
    form_data = frame.request.POST
    resuming.rule_sealed_move(
        **caller,
        reading=_text(form_data, "reading"),
        reason=_text(form_data, "reason"),
        expected=frame.expected(),
    )


def _late(frame: BoardFrame, caller: dict[str, Any]) -> None:
    form_data = frame.request.POST
    resuming.rule_late(
        **caller,
        sides=frozenset(side for side in Side if f"late_{side.value}" in form_data),
        without_opening=_text(form_data, "without_opening"),
        reason=_text(form_data, "reason"),
        expected=frame.expected(),
    )


def _correct_time(frame: BoardFrame, caller: dict[str, Any]) -> None:
    form_data = frame.request.POST
    clocks = _clocks(form_data)
    if not clocks:
        raise BadInput(say("no_reading_given"))
    resuming.correct_time(
        **caller,
        clocks=clocks,
        noticed_by=_side(form_data.get("noticed_by", "")),
        serious="serious" in form_data,
        reason=_text(form_data, "reason"),
        expected=frame.expected(),
    )


def _lost(frame: BoardFrame, caller: dict[str, Any]) -> None:
    adjourning.declare_lost(**caller, note=_text(frame.request.POST, "note"))


def _restore(frame: BoardFrame, caller: dict[str, Any]) -> None:
    form_data = frame.request.POST
    resuming.restore_lost(
        **caller,
        move=form_data.get("move", "").strip(),
        language=frame.request.LANGUAGE_CODE,
        clocks=_clocks(form_data) or None,
        receipt=form_data.get("receipt", "").strip(),
        note=_text(form_data, "note"),
        expected=frame.expected(),
    )


def _annul(frame: BoardFrame, caller: dict[str, Any]) -> None:
    resuming.annul_lost(**caller, reason=_text(frame.request.POST, "reason"))


HANDLERS: Mapping[str, Handler] = MappingProxyType(
    {
        "call": _call,
        "paper": _paper,
        "adjourn": _adjourn,
        "hand_over": _hand_over,
        "reschedule": _reschedule,
        "set_up": _set_up,
        "open": _open,
        "start_absent": _start_absent,
        "rule": _rule_bad,
        "late": _late,
        "correct_time": _correct_time,
        "lost": _lost,
        "restore": _restore,
        "annul": _annul,
    }
)


# Form input


def _text(form_data: QueryDict, name: str, longest: int = 500) -> str:
    return form_data.get(name, "").strip()[:longest]


def _side(name: str) -> Side | None:
    return Side(name) if name in set(Side) else None


def _clocks(form_data: QueryDict) -> dict[Side, int]:
    """Return the entered readings in milliseconds, without empty fields."""
    typed = {side: form_data.get(f"left_{side.value}", "").strip() for side in Side}
    return {side: parse_reading(text) for side, text in typed.items() if text}


def _times(form_data: QueryDict) -> dict[Side, Times] | None:
    """Return the entered readings of physical clocks, with the time used if entered."""
    used = {side: form_data.get(f"used_{side.value}", "").strip() for side in Side}
    left = _clocks(form_data)
    return {
        side: Times(ms, parse_reading(used[side]) if used[side] else None) for side, ms in left.items()
    } or None
