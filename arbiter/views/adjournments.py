"""The pages to adjourn and resume a game, one due step after another, and the page to seal a move."""

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from arbiter.messages import say
from arbiter.selectors.adjournments import EnvelopeSheet, envelope_sheet
from arbiter.selectors.regimes import regime_of
from arbiter.services import adjournment as adjourning
from arbiter.services import resumption as resuming
from arbiter.services.duty import next_session, session_of
from arbiter.views.clocks import read_instant
from arbiter.views.desk import BoardFrame, side_in
from clocks.labels import side_name
from clocks.readings import parse_reading
from games import hooks
from games.models.game import Game, TrackingLevel
from games.models.record import milliseconds
from games.states import state_of
from games.views.requests import Attempt, find_or_404, or_404
from tavleya.clocks.timekeeping import clock_text
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.law.adjournment import OffRecord, Times
from tavleya.law.resumption import reply_due, rule_sealed_move
from tavleya.law.sealing import LONGEST_MOVE, Policy, Sealing, ShareHolder
from tavleya.law.terms import MINUTE, Regime
from tavleya.messages import N_
from tavleya.permissions import Action, allowed
from tavleya.record.entries import GamePhase
from tavleya.record.state import State
from tavleya.rules.registry import spec_of
from tavleya.sides import Side
from tournaments.models.pairing import Pairing
from tournaments.views.frame import EventFrame

# The page to seal a move: the player's form, and the cards that open the envelope, shown once.

_HOLDERS = {
    ShareHolder.ENVELOPE: N_("Envelope card: goes into the envelope kept by the arbiter"),
    ShareHolder.SEALER: N_("Card of the player who sealed the move: keep it"),
    ShareHolder.OPPONENT: N_("Opponent's card: handed over by the arbiter"),
}
_POLICY = Policy.TWO_OF_THREE
_LONGEST_SEALED = 4096  # characters; a valid one has about 1100


@sensitive_variables()
@sensitive_post_parameters("move")
@require_http_methods(["GET", "HEAD", "POST"])
def seal(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Show the form; on POST, show the cards and the receipt, only in this response.

    A browser that seals by itself posts `sealed`, the encrypted move, and gets JSON: it has the cards already.
    """
    frame = EventFrame.at(request, slug)
    pairing = Pairing.objects.select_related("game").filter(game=game_id, round__section__event=frame.event).first()
    if pairing is None or pairing.game is None:
        raise Http404
    game = pairing.game
    standing = hooks.standing_of(frame.actor, game)
    if not allowed(standing, Action.SEAL) or not (standing.sides or allowed(standing, Action.ADJOURN)):
        raise PermissionDenied  # only players of the game, and the arbiter who lends them the device
    if "sealed" in request.POST:
        return _deliver(request, frame, game)
    attempt = Attempt(
        request,
        lambda: adjourning.seal_move(
            actor=frame.actor,
            now=timezone.now(),
            game_id=game_id,
            move=request.POST.get("move", ""),
            language=request.LANGUAGE_CODE,
            policy=_POLICY,
            offer="offer" in request.POST,
        ),
    )
    context = _seal_context(frame, game) | (_cards_context(attempt.result) if attempt else {"refused": attempt.refused})
    return _never_stored(render(request, "hall/seal.html", context, status=attempt.status))


def _deliver(request: HttpRequest, frame: EventFrame, game: Game) -> HttpResponse:
    attempt = Attempt(
        request,
        lambda: adjourning.deliver_sealed(
            actor=frame.actor,
            now=timezone.now(),
            game_id=game.pk,
            sealed=_parse_sealed(request.POST["sealed"]),
            offer="offer" in request.POST,
            idempotency_key=request.POST.get("request", "")[:36],
        ),
    )
    refused = attempt.refused
    data = {"code": refused.code, "sentence": refused.sentence} if refused else {"sealed": True}
    return _never_stored(JsonResponse(data, status=attempt.status))


def _parse_sealed(text: str) -> dict[str, Any]:
    try:
        sealed = json.loads(text) if len(text) <= _LONGEST_SEALED else None
    except (ValueError, RecursionError):
        sealed = None
    return sealed if isinstance(sealed, dict) else {}  # which the service refuses


def _cards_context(sealing: Sealing) -> dict[str, object]:
    return {
        "cards": True,
        "holders": [(holder.value, gettext(_HOLDERS[holder]), text) for holder, text in sealing.cards.items()],
        "receipt": sealing.receipt,
        "commitment": sealing.stored.commitment,
    }


def _seal_context(frame: EventFrame, game: Game) -> dict[str, object]:
    state = state_of(game)
    side, ply = _pending_seal(state)
    return {
        **frame.context(),
        "slug": frame.event.slug,
        "game": game,
        "asked": side_name(side) if side else "",
        "side": side.value if side else "",
        "ply": ply,
        "reply": state.sealing is None,
        "again": bool(state.sealed),
        "longest": LONGEST_MOVE,
        "policy": _POLICY.value,
        "holders": [(holder.value, gettext(_HOLDERS[holder]), "") for holder in _POLICY.shares.holders],
    }


def _pending_seal(state: State) -> tuple[Side | None, int]:
    """Return the side and the half-move to seal: after the call, or a reply in a second envelope."""
    if state.sealing is not None:
        return state.sealing.side, state.sealing.ply
    try:
        return reply_due(state)
    except Conflict:
        return None, 0


def _never_stored(response: HttpResponse) -> HttpResponse:
    add_never_cache_headers(response)
    response["Cache-Control"] = "no-store, private"
    return response


@sensitive_post_parameters("card_1", "card_2", "written", "receipt", "move")
@require_http_methods(["GET", "HEAD", "POST"])
def adjournment(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Show the current step of the adjournment; on POST, perform the act `do`."""
    frame = BoardFrame.of(request, slug, game_id, Action.ADJOURN)
    if attempt := Attempt(request, lambda: _perform(frame)):
        game = Game.objects.filter(replaces=game_id).first()  # the replay of an annulled game
        if game is not None:
            return redirect("board-card", slug=slug, game_id=game.pk)
        return redirect("board-adjournment", slug=slug, game_id=game_id)
    if attempt.error:
        frame = BoardFrame.of(request, slug, game_id, Action.ADJOURN)
    return frame.answer("hall/adjournment.html", _context(frame), attempt.error)


def _perform(frame: BoardFrame) -> None:
    service, arguments = or_404(HANDLERS.get(frame.request.POST.get("do", "")))
    service(**frame.caller(), **arguments(frame, frame.request.POST))


@require_safe
def envelope(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Show the sheet to print and to put the cards into, with the content of the envelope and its custody."""
    frame = BoardFrame.of(request, slug, game_id, Action.ADJOURN)
    return frame.answer("hall/envelope.html", _sheet(find_or_404(lambda: envelope_sheet(frame.game))))


def stage_of(state: State) -> str:
    """Return `play`, `sealing`, `sealed`, `adjourned`, `resuming`, `bad` (sealed move to rule on), `lost` or `over`."""
    if state.over:
        return "over"
    sealed = next(iter(state.sealed), None)
    if sealed is not None and sealed.lost:
        return "lost"
    if state.phase is GamePhase.ADJOURNED:
        return "adjourned"
    if state.sealing is not None:
        return "sealed" if sealed is not None else "sealing"
    if sealed is None:
        return "play"
    return "bad" if sealed.opened else "resuming"


def _context(frame: BoardFrame) -> dict[str, Any]:
    state, now, laws = frame.state, timezone.now(), regime_of(frame.game)
    sealed = next(iter(state.sealed), None)
    sealer = sealed.side if sealed else state.sealing.side if state.sealing else state.turn
    context: dict[str, Any] = {
        "stage": stage_of(state),
        "followed": frame.game.tracking == TrackingLevel.LIVE,
        "hide_board": _is_elsewhere(frame.game),
        "given": frame.request.POST,
        "text": sealed.text if sealed else "",
        "paper": sealed is not None and sealed.paper,
        "played": sealed.played if sealed else "",
        "sealer": side_name(sealer),
        "replier": side_name(sealer.other),
        "paused": state.phase is GamePhase.PAUSED,
        "second": sealed is not None and sealed.reply,
        "reply_by": _reply_by(state),
        "clock_fields": _clock_fields(frame),
        "table_clocks": state.clock is not None and not state.clock.started,
        "session": session_of(frame.game, now),
        "following": next_session(frame.game, now),
        "position_help": gettext(spec_of(frame.game.game).position_help),
        "known_position": state.position.text() if state.ply else "",
        "known_number": state.ply // 2 + 1 if state.ply else "",
        "known_turn": state.position.turn.value,
        **_lateness(state, laws, milliseconds(now)),
    }
    if context["stage"] == "bad":
        context["verdict"] = rule_sealed_move(state, laws).grounds[-1].render(gettext)
    try:
        return context | _sheet(envelope_sheet(frame.game))
    except NotFound:
        return context


def _is_elsewhere(game: Game) -> bool:
    """Return whether the record has no moves, so that its position is not that on the table."""
    return game.tracking != TrackingLevel.LIVE and not game.snapshot.get("ply")


def _reply_by(state: State) -> str:
    try:
        return side_name(reply_due(state)[0])
    except Conflict:
        return ""


def _lateness(state: State, laws: Regime, at: int) -> dict[str, Any]:
    """Return whether a player may lose by lateness once the resumption is due. The arbiter names the player, the law
    decides.
    """
    adjourned, late_ms = state.adjourned, laws.late_ms
    due = None if adjourned is None else adjourned.due
    late = due is not None and at >= due and not state.over and state.sealing is None
    return {
        "late": late and not _both_moved(state),
        "late_minutes": late_ms // MINUTE if late_ms is not None else None,
        "late_by": (at - due) // MINUTE if late and due is not None else 0,
        "still_closed": any(not sealed.opened and not sealed.lost for sealed in state.sealed),
    }


def _both_moved(state: State) -> bool:
    resumption = state.resumption
    return resumption is not None and sum(ply.seq > resumption.seq and not ply.struck for ply in state.plies) > 2


def _clock_fields(frame: BoardFrame) -> list[dict[str, str]]:
    """Return the two clock inputs with the form data and the readings of the record; none without a clock there."""
    clock, form_data = frame.state.clock, frame.request.POST
    if clock is None:
        return []
    return [
        {
            "side": side.value,
            "name": side_name(side),
            "left": form_data.get(f"left_{side.value}", ""),
            "used": form_data.get(f"used_{side.value}", ""),
            "shown": clock_text(clock.side(side).ms),
        }
        for side in Side
    ]


def _sheet(sheet: EnvelopeSheet) -> dict[str, Any]:
    return {
        "sheet": sheet,
        "sheet_side": side_name(sheet.side),
        "sheet_replier": side_name(sheet.side.other),
        "hide_board": _is_elsewhere(sheet.game),
        "left": _by_side(sheet.left_ms),
        "used": _by_side(sheet.used_ms),
        "offered_by": side_name(sheet.offered_by) if sheet.offered_by else "",
    }


def _by_side(times: Mapping[Side, int] | None) -> list[tuple[str, int]]:
    return [(side_name(side), times[side]) for side in Side if side in times] if times else []


# Acts on an adjourned or resumed game: each a service and its arguments from the submitted form.


def _call(frame: BoardFrame, form_data: QueryDict) -> dict[str, Any]:
    turn, off_record = frame.state.turn, None
    if frame.game.tracking != TrackingLevel.LIVE:
        turn = side_in(form_data, "turn") or turn
        position = spec_of(frame.game.game).complete_position(form_data.get("position", "").strip(), turn)
        off_record = OffRecord(position, _ply_number(form_data.get("number", ""), turn), turn)
    early = turn if "early" in form_data else None
    return {"early": early, "off_record": off_record, "expected": frame.expected()}


def _reschedule(frame: BoardFrame, form_data: QueryDict) -> dict[str, Any]:
    due = read_instant(form_data.get("due", ""))
    if due is None:
        raise BadInput(say("due_missing"))
    return {"due": due, "place": _text(form_data, "place", 200) or None, "reason": _text(form_data, "reason")}


def _correct_time(frame: BoardFrame, form_data: QueryDict) -> dict[str, Any]:
    clocks = _clocks(form_data)
    if not clocks:
        raise BadInput(say("no_reading_given"))
    return {
        "clocks": clocks,
        "noticed_by": side_in(form_data, "noticed_by"),
        "serious": "serious" in form_data,
        "reason": _text(form_data, "reason"),
        "expected": frame.expected(),
    }


# Form input


def _text(form_data: QueryDict, name: str, longest: int = 500) -> str:
    return form_data.get(name, "").strip()[:longest]


def _sides(form_data: QueryDict, prefix: str) -> frozenset[Side]:
    return frozenset(side for side in Side if f"{prefix}_{side.value}" in form_data)


def _ply_number(move_number: str, turn: Side) -> int:
    """Return the number of the half-move from that of the move. Raises: BadInput ("bad_move_number")."""
    if not move_number.strip().isdecimal() or not 1 <= int(move_number) <= 999:
        raise BadInput(say("bad_move_number"))
    return 2 * int(move_number) - (turn is Side.WHITE)


def _clocks(form_data: QueryDict) -> dict[Side, int]:
    typed = {side: form_data.get(f"left_{side.value}", "").strip() for side in Side}
    return {side: parse_reading(text) for side, text in typed.items() if text}


def _times(form_data: QueryDict) -> dict[Side, Times] | None:
    """Return the entered readings of physical clocks, with the time used if entered."""
    used = {side: form_data.get(f"used_{side.value}", "").strip() for side in Side}
    left = _clocks(form_data)
    return {side: Times(ms, parse_reading(used[side]) if used[side] else None) for side, ms in left.items()} or None


_Arguments = Callable[[BoardFrame, QueryDict], dict[str, Any]]
HANDLERS: Mapping[str, tuple[Callable[..., object], _Arguments]] = MappingProxyType(
    {
        "call": (adjourning.call_to_seal, _call),
        "paper": (
            adjourning.seal_on_paper,
            lambda frame, data: {
                "offer": "offer" in data,
                "holder": _text(data, "holder", 200),
                "expected": frame.expected(),
            },
        ),
        "adjourn": (
            adjourning.adjourn,
            lambda frame, data: {
                "due": read_instant(data.get("due", "")),
                "place": _text(data, "place", 200) or None,
                "holder": _text(data, "holder", 200),
                "times": _times(data),
                "expected": frame.expected(),
            },
        ),
        "hand_over": (
            adjourning.hand_over,
            lambda _, data: {"holder": _text(data, "holder", 200), "note": _text(data, "note")},
        ),
        "reschedule": (adjourning.reschedule, _reschedule),
        "set_up": (resuming.set_up, lambda frame, data: {"agreed": "agreed" in data, "expected": frame.expected()}),
        "open": (
            resuming.open_envelope,
            lambda frame, data: {
                "cards": [text for name in ("card_1", "card_2") if (text := data.get(name, "").strip())],
                "written": data.get("written", ""),
                "language": frame.request.LANGUAGE_CODE,
                "present": _sides(data, "present"),
                "expected": frame.expected(),
            },
        ),
        "start_absent": (resuming.start_clock_of_absent, lambda _, data: {}),
        "rule": (
            resuming.rule_sealed_move,
            lambda frame, data: {
                "reading": _text(data, "reading"),
                "reason": _text(data, "reason"),
                "expected": frame.expected(),
            },
        ),
        "late": (
            resuming.rule_late,
            lambda frame, data: {
                "sides": _sides(data, "late"),
                "without_opening": _text(data, "without_opening"),
                "reason": _text(data, "reason"),
                "expected": frame.expected(),
            },
        ),
        "correct_time": (resuming.correct_time, _correct_time),
        "lost": (adjourning.declare_lost, lambda _, data: {"note": _text(data, "note")}),
        "restore": (
            resuming.restore_lost,
            lambda frame, data: {
                "move": data.get("move", "").strip(),
                "language": frame.request.LANGUAGE_CODE,
                "clocks": _clocks(data) or None,
                "receipt": data.get("receipt", "").strip(),
                "note": _text(data, "note"),
                "expected": frame.expected(),
            },
        ),
        "annul": (resuming.annul_lost, lambda _, data: {"reason": _text(data, "reason")}),
    }
)
