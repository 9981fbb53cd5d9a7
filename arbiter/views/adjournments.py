"""Adjourning a game and resuming it, as the arbiter does both: one step after another, each when it is due."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from arbiter.envelopes import EnvelopeSheet, envelope_sheet
from arbiter.services import adjournment as adjourning
from arbiter.services import resumption as resuming
from arbiter.views.board_frame import BoardFrame
from common.errors import BadInput, DomainError, NotFound
from common.messages import N_, Message
from common.permissions import Action
from common.sides import Side
from games.models import Depth
from games.record.phase import Phase
from games.record.state import State
from games.views.ledger import side_name


@sensitive_post_parameters("card_1", "card_2")
@require_http_methods(["GET", "HEAD", "POST"])
def adjournment(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """The step that the adjournment is at; posted, `do` is the act."""
    frame, problem = BoardFrame.of(request, slug, game_id, Action.ADJOURN), None
    if request.method == "POST":
        act = _ACTS.get(request.POST.get("do", ""))
        if act is None:
            raise Http404
        try:
            act(frame, {"actor": frame.actor, "now": timezone.now(), "game_id": game_id})
        except DomainError as refused:
            problem = refused
            frame = BoardFrame.of(request, slug, game_id, Action.ADJOURN)
        else:
            return redirect("board-adjournment", slug=slug, game_id=game_id)
    return frame.answer("hall/adjournment.html", _context(frame), problem)


@require_safe
def envelope(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """The sheet to print and to put the cards into: everything that stands on the envelope, and who had it."""
    frame = BoardFrame.of(request, slug, game_id, Action.ADJOURN)
    try:
        sheet = envelope_sheet(frame.game)
    except NotFound:
        raise Http404 from None
    return frame.answer("hall/envelope.html", _sheet(sheet))


def stage_of(state: State) -> str:
    """`play`, `sealing`, `sealed`, `adjourned`, `resuming`, `bad` (a sealed move to rule on), `lost` or `over`."""
    if state.over:
        return "over"
    waiting = next(iter(state.sealed), None)
    if waiting is not None and waiting.lost:
        return "lost"
    if state.phase is Phase.ADJOURNED:
        return "adjourned"
    if state.sealing is not None:
        return "sealed" if waiting is not None else "sealing"
    if waiting is None:
        return "play"
    return "bad" if waiting.opened else "resuming"


def _context(frame: BoardFrame) -> dict[str, Any]:
    state = frame.state
    waiting = next(iter(state.sealed), None)
    context: dict[str, Any] = {
        "stage": stage_of(state),
        "followed": frame.game.depth == Depth.LIVE,
        "given": frame.request.POST,
        "text": waiting.text if waiting else "",
    }
    sealer = waiting.side if waiting else state.sealing.side if state.sealing else state.turn
    context |= {
        "sealer": side_name(sealer),
        "replier": side_name(sealer.other),
        "replies": sealer.other.value,
    }
    try:
        return context | _sheet(envelope_sheet(frame.game))
    except NotFound:
        return context


def _sheet(sheet: EnvelopeSheet) -> dict[str, Any]:
    return {
        "sheet": sheet,
        "sheet_side": side_name(sheet.side),
        "left": _sides(sheet.left_ms),
        "used": _sides(sheet.used_ms),
        "offered_by": side_name(sheet.offered_by) if sheet.offered_by else "",
    }


def _sides(times: Mapping[Side, int] | None) -> list[tuple[str, int]]:
    return [(side_name(side), times[side]) for side in Side if side in times] if times else []


# Acts


def _call(frame: BoardFrame, who: dict[str, Any]) -> None:
    early = frame.state.turn if "early" in frame.request.POST else None
    adjourning.call_to_seal(**who, early=early, expected=frame.expected())


def _adjourn(frame: BoardFrame, who: dict[str, Any]) -> None:
    given = frame.request.POST
    adjourning.adjourn(
        **who,
        due=_instant(given.get("due", "")),
        place=given.get("place", "").strip() or None,
        holder=given.get("holder", "").strip()[:200],
        expected=frame.expected(),
    )


def _hand_over(frame: BoardFrame, who: dict[str, Any]) -> None:
    given = frame.request.POST
    holder = given.get("holder", "").strip()[:200]
    if not holder:
        raise BadInput(Message("holder_missing", N_("Say who has the envelope now.")))
    adjourning.hand_over(**who, holder=holder, note=given.get("note", "").strip())


def _reschedule(frame: BoardFrame, who: dict[str, Any]) -> None:
    given, due = frame.request.POST, _instant(frame.request.POST.get("due", ""))
    if due is None:
        raise BadInput(Message("due_missing", N_("Say when the game is resumed.")))
    place = given.get("place", "").strip() or None
    adjourning.reschedule(**who, due=due, place=place, reason=given.get("reason", "").strip())


def _set_up(frame: BoardFrame, who: dict[str, Any]) -> None:
    resuming.set_up(**who, agreed="agreed" in frame.request.POST, expected=frame.expected())


def _open(frame: BoardFrame, who: dict[str, Any]) -> None:
    given = frame.request.POST
    cards = [text for name in ("card_1", "card_2") if (text := given.get(name, "").strip())]
    present = frozenset(side for side in Side if f"present_{side.value}" in given)
    resuming.open_envelope(**who, cards=cards, present=present, expected=frame.expected())


def _start_absent(frame: BoardFrame, who: dict[str, Any]) -> None:
    resuming.start_clock_of_absent(**who)


def _rule_bad(frame: BoardFrame, who: dict[str, Any]) -> None:
    given = frame.request.POST
    resuming.rule_sealed_move(
        **who,
        reading=given.get("reading", "").strip(),
        reason=given.get("reason", "").strip(),
        expected=frame.expected(),
    )


def _lost(frame: BoardFrame, who: dict[str, Any]) -> None:
    adjourning.declare_lost(**who, note=frame.request.POST.get("note", "").strip())


def _restore(frame: BoardFrame, who: dict[str, Any]) -> None:
    given = frame.request.POST
    resuming.restore_lost(
        **who,
        move=given.get("move", "").strip(),
        receipt=given.get("receipt", "").strip(),
        note=given.get("note", "").strip(),
        expected=frame.expected(),
    )


def _instant(text: str) -> datetime | None:
    if not text:
        return None
    try:
        read = parse_datetime(text)
    except ValueError:
        read = None
    if read is None:
        raise BadInput(Message("bad_instant", N_("This is no date and time.")))
    return read if timezone.is_aware(read) else read.replace(tzinfo=UTC)


_ACTS: dict[str, Callable[[BoardFrame, dict[str, Any]], None]] = {
    "call": _call,
    "adjourn": _adjourn,
    "hand_over": _hand_over,
    "reschedule": _reschedule,
    "set_up": _set_up,
    "open": _open,
    "start_absent": _start_absent,
    "rule": _rule_bad,
    "lost": _lost,
    "restore": _restore,
}
