"""Where a player seals his move: typed by himself, and the cards that open the envelope shown once."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from arbiter.law.sealing import LONGEST_MOVE, Holder, Sealing
from arbiter.services import adjournment as adjourning
from common.errors import DomainError
from common.messages import N_
from common.permissions import Action, allowed
from games import hooks
from games.models import Game
from games.states import state_of
from games.views.ledger import side_name
from games.views.problems import Refused
from tournaments.models import Pairing
from tournaments.views.frame import EventFrame

_HOLDERS = {
    Holder.ENVELOPE: N_("Card of the envelope: into the envelope, which the arbiter keeps"),
    Holder.SEALER: N_("Card of the player who sealed the move: you keep it"),
    Holder.OPPONENT: N_("Card of the opponent: the arbiter gives it to him"),
}


@sensitive_variables("made", "shown")
@sensitive_post_parameters("move")
@require_http_methods(["GET", "HEAD", "POST"])
def seal(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """The form; posted, the cards and the receipt: in this one answer and never again."""
    frame = EventFrame.at(request, slug)
    pairing = (
        Pairing.objects.select_related("game").filter(game=game_id, round__section__event=frame.event).first()
    )
    if pairing is None or pairing.game is None:
        raise Http404
    game = pairing.game
    if not allowed(hooks.standing_of(frame.actor, game), Action.SEAL):
        raise PermissionDenied
    shown: dict[str, object] = {}
    status = 200
    if request.method == "POST":
        try:
            made = adjourning.seal_move(
                actor=frame.actor,
                now=timezone.now(),
                game_id=game_id,
                move=request.POST.get("move", ""),
                language=request.LANGUAGE_CODE,
                offer="offer" in request.POST,
            )
            shown = _once(made)
        except DomainError as problem:
            refused = Refused.by(problem)
            shown, status = {"refused": refused}, refused.status
    return _page(request, frame, game, shown, status)


def _once(made: Sealing) -> dict[str, object]:
    cards = [(gettext(_HOLDERS[holder]), text) for holder, text in made.cards.items()]
    return {"cards": cards, "receipt": made.receipt, "commitment": made.stored.commitment}


def _page(
    request: HttpRequest, frame: EventFrame, game: Game, shown: dict[str, object], status: int
) -> HttpResponse:
    state = state_of(game)
    context = {
        **frame.context(),
        "slug": frame.event.slug,
        "game": game,
        "asked": side_name(state.sealing.side) if state.sealing else "",
        "again": bool(state.sealed),
        "longest": LONGEST_MOVE,
        **shown,
    }
    response = render(request, "hall/seal.html", context, status=status)
    add_never_cache_headers(response)
    response["Cache-Control"] = "no-store, private"
    return response
