"""The arbiter's page to adjourn and resume a game, one due step after another."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from arbiter.selectors.envelopes import EnvelopeSheet, envelope_sheet
from arbiter.selectors.regimes import regime_of
from arbiter.services.sessions import next_session, session_of
from arbiter.views.adjournment_commands import HANDLERS
from arbiter.views.board_frame import BoardFrame
from clocks.labels import side_name
from games.models.game import Game, TrackingLevel
from games.models.record import milliseconds
from games.views.problems import Attempt, find_or_404, or_404
from tavleya.clocks.timekeeping import clock_text
from tavleya.errors import Conflict, NotFound
from tavleya.law.reply_envelope import reply_due
from tavleya.law.terms import MINUTE
from tavleya.permissions import Action
from tavleya.record.phase import GamePhase
from tavleya.record.state import State
from tavleya.rules.registry import spec_of
from tavleya.sides import Side


@sensitive_post_parameters("card_1", "card_2", "written", "receipt", "move")
@require_http_methods(["GET", "HEAD", "POST"])
def adjournment(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Show the current step of the adjournment; on POST, perform the act `do`."""
    frame = BoardFrame.of(request, slug, game_id, Action.ADJOURN)
    caller = {
        "actor": frame.actor,
        "now": timezone.now(),
        "game_id": game_id,
        "idempotency_key": request.request_id,  # type: ignore[attr-defined]
    }
    attempt = Attempt(request, lambda: or_404(HANDLERS.get(request.POST.get("do", "")))(frame, caller))
    if attempt:
        game = Game.objects.filter(replaces=game_id).first()  # the replay of an annulled game
        if game is not None:
            return redirect("board-card", slug=slug, game_id=game.pk)
        return redirect("board-adjournment", slug=slug, game_id=game_id)
    if attempt.error:
        frame = BoardFrame.of(request, slug, game_id, Action.ADJOURN)
    return frame.answer("hall/adjournment.html", _context(frame), attempt.error)


@require_safe
def envelope(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Show the sheet to print and to put the cards into, with the content of the envelope and its custody."""
    frame = BoardFrame.of(request, slug, game_id, Action.ADJOURN)
    sheet = find_or_404(lambda: envelope_sheet(frame.game))
    return frame.answer("hall/envelope.html", _sheet(sheet))


def stage_of(state: State) -> str:
    """Return `play`, `sealing`, `sealed`, `adjourned`, `resuming`, `bad` (sealed move to rule on), `lost` or `over`."""
    if state.over:
        return "over"
    waiting = next(iter(state.sealed), None)
    if waiting is not None and waiting.lost:
        return "lost"
    if state.phase is GamePhase.ADJOURNED:
        return "adjourned"
    if state.sealing is not None:
        return "sealed" if waiting is not None else "sealing"
    if waiting is None:
        return "play"
    return "bad" if waiting.opened else "resuming"


def _context(frame: BoardFrame) -> dict[str, Any]:
    state, now = frame.state, timezone.now()
    waiting = next(iter(state.sealed), None)
    sealer = waiting.side if waiting else state.sealing.side if state.sealing else state.turn
    context: dict[str, Any] = {
        "stage": stage_of(state),
        "followed": frame.game.tracking == TrackingLevel.LIVE,
        "hide_board": _is_elsewhere(frame.game),
        "given": frame.request.POST,
        "text": waiting.text if waiting else "",
        "paper": waiting is not None and waiting.paper,
        "played": waiting.played if waiting else "",
        "sealer": side_name(sealer),
        "replier": side_name(sealer.other),
        "paused": state.phase is GamePhase.PAUSED,
        "second": waiting is not None and waiting.reply,
        "reply_by": _reply_by(state),
        "clock_fields": _clock_fields(frame),
        "table_clocks": state.clock is not None and not state.clock.started,
        "session": session_of(frame.game, now),
        "following": next_session(frame.game, now),
        "position_help": gettext(spec_of(frame.game.game).position_help),
        "known_position": state.position.text() if state.ply else "",
        "known_number": state.ply // 2 + 1 if state.ply else "",
        "known_turn": state.position.turn.value,
        **_lateness(frame, milliseconds(now)),
    }
    try:
        return context | _sheet(envelope_sheet(frame.game))
    except NotFound:
        return context


def _is_elsewhere(game: Game) -> bool:
    """Return whether the record has no moves, so that its position is not that on the table."""
    return game.tracking != TrackingLevel.LIVE and not game.snapshot.get("ply")


def _reply_by(state: State) -> str:
    """Return the side that may seal a reply in a second envelope, or an empty text."""
    try:
        return side_name(reply_due(state)[0])
    except Conflict:
        return ""


def _lateness(frame: BoardFrame, at: int) -> dict[str, Any]:
    """Return whether a player may lose by lateness once the resumption is due. The arbiter names the player, the law
    decides.
    """
    state = frame.state
    adjourned, allowed = state.adjourned, regime_of(frame.game).late_ms
    due = None if adjourned is None else adjourned.due
    late = due is not None and at >= due and not state.over and state.sealing is None
    return {
        "late": late and not _both_moved(state),
        "late_minutes": allowed // MINUTE if allowed is not None else None,
        "late_by": (at - due) // MINUTE if late and due is not None else 0,
        "still_closed": any(not sealed.opened and not sealed.lost for sealed in state.sealed),
    }


def _both_moved(state: State) -> bool:
    begun = state.resumption
    return (
        begun is not None and len([ply for ply in state.plies if ply.seq > begun.seq and not ply.struck]) > 2
    )


def _clock_fields(frame: BoardFrame) -> list[dict[str, str]]:
    """Return the two clock inputs with the form data, and the readings of clocks kept here."""
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
        "left": _sides(sheet.left_ms),
        "used": _sides(sheet.used_ms),
        "offered_by": side_name(sheet.offered_by) if sheet.offered_by else "",
    }


def _sides(times: Mapping[Side, int] | None) -> list[tuple[str, int]]:
    return [(side_name(side), times[side]) for side in Side if side in times] if times else []
