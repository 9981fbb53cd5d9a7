"""The page to seal a move: the player's form, and the cards that open the envelope, shown once."""

import json
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from arbiter.services import adjournment as adjourning
from clocks.labels import side_name
from games import hooks
from games.models.game import Game
from games.states import state_of
from games.views.requests import Attempt
from tavleya.errors import Conflict
from tavleya.law.resumption import reply_due
from tavleya.law.sealing import LONGEST_MOVE, Policy, Sealing, ShareHolder
from tavleya.messages import N_
from tavleya.permissions import Action, allowed
from tavleya.record.state import State
from tavleya.sides import Side
from tournaments.models.pairing import Pairing
from tournaments.views.frame import EventFrame

_HOLDERS = {
    ShareHolder.ENVELOPE: N_("Envelope card: goes into the envelope kept by the arbiter"),
    ShareHolder.SEALER: N_("Card of the player who sealed the move: keep it"),
    ShareHolder.OPPONENT: N_("Opponent's card: handed over by the arbiter"),
}
_POLICY = Policy.TWO_OF_THREE
_LONGEST_SEALED = 4096  # characters; a valid one has about 1100


@sensitive_variables("made", "shown")
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
        return _delivered(request, frame, game)
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
    shown = _once(attempt.result) if attempt else {"refused": attempt.refused}
    context = _context(frame, game) | shown
    return _kept_nowhere(render(request, "hall/seal.html", context, status=attempt.status))


def _delivered(request: HttpRequest, frame: EventFrame, game: Game) -> HttpResponse:
    attempt = Attempt(
        request,
        lambda: adjourning.deliver_sealed(
            actor=frame.actor,
            now=timezone.now(),
            game_id=game.pk,
            sealed=_sent(request.POST["sealed"]),
            offer="offer" in request.POST,
            idempotency_key=request.POST.get("request", "")[:36],
        ),
    )
    refused = attempt.refused
    data = {"code": refused.code, "sentence": refused.sentence} if refused else {"sealed": True}
    return _kept_nowhere(JsonResponse(data, status=attempt.status))


def _sent(text: str) -> dict[str, Any]:
    try:
        read = json.loads(text) if len(text) <= _LONGEST_SEALED else None
    except (ValueError, RecursionError):
        read = None
    return read if isinstance(read, dict) else {}  # which the service refuses


def _once(sealing: Sealing) -> dict[str, object]:
    return {
        "cards": True,
        "holders": [(holder.value, gettext(_HOLDERS[holder]), text) for holder, text in sealing.cards.items()],
        "receipt": sealing.receipt,
        "commitment": sealing.stored.commitment,
    }


def _context(frame: EventFrame, game: Game) -> dict[str, object]:
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


def _kept_nowhere(response: HttpResponse) -> HttpResponse:
    add_never_cache_headers(response)
    response["Cache-Control"] = "no-store, private"
    return response
