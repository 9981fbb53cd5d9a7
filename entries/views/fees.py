"""Fees for entrants: the page of a player's own fee, and the endpoint for payment providers."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from entries.models.fees import Fee
from entries.selectors.fees import account_of
from entries.services.fees.reports import receive_report
from entries.views.fee_words import fee_shown
from games.views.caching import unlisted
from games.views.problems import Attempt, find_or_404
from tavleya.errors import NotPermitted
from tournaments.services.player_links import actor_of_link
from tournaments.views.frame import language

_LONGEST_REPORT = 100_000


@require_safe
def own_fee(request: HttpRequest, token: str) -> HttpResponse:
    """Show the fees of the holder of a private link in each section, and how to pay."""
    row, _ = find_or_404(lambda: actor_of_link(secret=token, now=timezone.now()), NotPermitted)
    player = row.player
    timezone.activate(player.event.zone)
    fees = Fee.objects.filter(player=player).select_related("section__event", "entry", "player", "team")
    context = {
        "event": player.event,
        "event_name": player.event.name_in(language()),
        "name": player.name_in(language()),
        "token": token,
        "fees": [
            (fee.section.name_in(language()), fee_shown(account_of(fee), fee.section))
            for fee in fees.order_by("section__position", "number")
        ],
    }
    return unlisted(render(request, "entries/fee.html", context))


@csrf_exempt  # signed by the provider, which has no cookie
@require_POST
def payment_report(request: HttpRequest, slug: str) -> HttpResponse:
    """Receive a payment provider's report. Repeatable."""
    if int(request.headers.get("Content-Length") or 0) > _LONGEST_REPORT:
        return JsonResponse({"code": "too_large"}, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    attempt = Attempt(
        request,
        lambda: receive_report(now=timezone.now(), slug=slug, body=request.body, headers=request.headers),
    )
    if attempt.error:
        return JsonResponse({"code": attempt.error.code}, status=attempt.status)
    return JsonResponse({"received": attempt.result})
