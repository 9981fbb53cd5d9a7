"""Acts on an adjourned or resumed game: handlers of its page's forms."""

from __future__ import annotations

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


def _call(frame: BoardFrame, who: dict[str, Any]) -> None:
    given = frame.request.POST
    turn, off_record = frame.state.turn, None
    if frame.game.tracking != TrackingLevel.LIVE:
        turn = _side(given.get("turn", "")) or turn
        position = position_text(frame.game.game, given.get("position", ""), turn)
        off_record = OffRecord(position, ply_number(given.get("number", ""), turn), turn)
    adjourning.call_to_seal(
        **who,
        early=turn if "early" in given else None,
        off_record=off_record,
        expected=frame.expected(),
    )


def _paper(frame: BoardFrame, who: dict[str, Any]) -> None:
    given = frame.request.POST
    adjourning.seal_on_paper(
        **who, offer="offer" in given, holder=_text(given, "holder", 200), expected=frame.expected()
    )


def _adjourn(frame: BoardFrame, who: dict[str, Any]) -> None:
    given = frame.request.POST
    adjourning.adjourn(
        **who,
        due=read_instant(given.get("due", "")),
        place=_text(given, "place", 200) or None,
        holder=_text(given, "holder", 200),
        times=_times(given),
        expected=frame.expected(),
    )


def _hand_over(frame: BoardFrame, who: dict[str, Any]) -> None:
    given = frame.request.POST
    adjourning.hand_over(**who, holder=_text(given, "holder", 200), note=_text(given, "note"))


def _reschedule(frame: BoardFrame, who: dict[str, Any]) -> None:
    given, due = frame.request.POST, read_instant(frame.request.POST.get("due", ""))
    if due is None:
        raise BadInput(say("due_missing"))
    place = _text(given, "place", 200) or None
    adjourning.reschedule(**who, due=due, place=place, reason=_text(given, "reason"))


def _set_up(frame: BoardFrame, who: dict[str, Any]) -> None:
    resuming.set_up(**who, agreed="agreed" in frame.request.POST, expected=frame.expected())


def _open(frame: BoardFrame, who: dict[str, Any]) -> None:
    given = frame.request.POST
    resuming.open_envelope(
        **who,
        cards=[text for name in ("card_1", "card_2") if (text := given.get(name, "").strip())],
        written=given.get("written", ""),
        language=frame.request.LANGUAGE_CODE,
        present=frozenset(side for side in Side if f"present_{side.value}" in given),
        expected=frame.expected(),
    )


def _start_absent(frame: BoardFrame, who: dict[str, Any]) -> None:
    resuming.start_clock_of_absent(**who)


def _rule_bad(frame: BoardFrame, who: dict[str, Any]) -> None:
    given = frame.request.POST
    resuming.rule_sealed_move(
        **who, reading=_text(given, "reading"), reason=_text(given, "reason"), expected=frame.expected()
    )


def _late(frame: BoardFrame, who: dict[str, Any]) -> None:
    given = frame.request.POST
    resuming.rule_late(
        **who,
        sides=frozenset(side for side in Side if f"late_{side.value}" in given),
        without_opening=_text(given, "without_opening"),
        reason=_text(given, "reason"),
        expected=frame.expected(),
    )


def _correct_time(frame: BoardFrame, who: dict[str, Any]) -> None:
    given = frame.request.POST
    clocks = _clocks(given)
    if not clocks:
        raise BadInput(say("no_reading_given"))
    resuming.correct_time(
        **who,
        clocks=clocks,
        noticed_by=_side(given.get("noticed_by", "")),
        serious="serious" in given,
        reason=_text(given, "reason"),
        expected=frame.expected(),
    )


def _lost(frame: BoardFrame, who: dict[str, Any]) -> None:
    adjourning.declare_lost(**who, note=_text(frame.request.POST, "note"))


def _restore(frame: BoardFrame, who: dict[str, Any]) -> None:
    given = frame.request.POST
    resuming.restore_lost(
        **who,
        move=given.get("move", "").strip(),
        language=frame.request.LANGUAGE_CODE,
        clocks=_clocks(given) or None,
        receipt=given.get("receipt", "").strip(),
        note=_text(given, "note"),
        expected=frame.expected(),
    )


def _annul(frame: BoardFrame, who: dict[str, Any]) -> None:
    resuming.annul_lost(**who, reason=_text(frame.request.POST, "reason"))


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


def _text(given: QueryDict, name: str, longest: int = 500) -> str:
    return given.get(name, "").strip()[:longest]


def _side(name: str) -> Side | None:
    return Side(name) if name in set(Side) else None


def _clocks(given: QueryDict) -> dict[Side, int]:
    """Return the entered readings in milliseconds, without empty fields."""
    typed = {side: given.get(f"left_{side.value}", "").strip() for side in Side}
    return {side: parse_reading(text) for side, text in typed.items() if text}


def _times(given: QueryDict) -> dict[Side, Times] | None:
    """Return the entered readings of physical clocks, with the time used if entered."""
    used = {side: given.get(f"used_{side.value}", "").strip() for side in Side}
    left = _clocks(given)
    return {
        side: Times(ms, parse_reading(used[side]) if used[side] else None) for side, ms in left.items()
    } or None
