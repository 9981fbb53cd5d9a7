"""Private links of players: list, create, renew, revoke, show as QR code, print on slips."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from documents.views import fill
from documents.views.answers import pdf_answer
from games.views.problems import or_404, redirect_with, require_found
from tavleya.documents.contents import LinkSlip, LinkSlips
from tavleya.documents.link_slips import link_slips
from tavleya.permissions import Action
from tournaments.models.player import Player, Registration
from tournaments.models.self_service import PlayerLink
from tournaments.services.player_links import (
    issue_player_links,
    renew_player_link,
    revoke_player_link,
    secret_of,
)
from tournaments.views.desk.frame import DeskFrame, desk
from tournaments.views.frame import language


@dataclass(frozen=True, slots=True)
class LinkHolder:
    """A player and their link; `url` is empty without a valid one."""

    player: Player
    name: str
    sections: str
    url: str
    opened_at: datetime | None


@desk
@require_http_methods(["GET", "HEAD", "POST"])
def player_links(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the list; on POST, `do` is `issue` for all players without a link, or `renew` or `revoke` for `player`."""
    frame = DeskFrame.at(request, slug, Action.ISSUE_PLAYER_LINKS)
    if request.method == "POST":
        return _handle(request, frame)
    holders = _holders(request, frame)
    without = sum(not holder.url for holder in holders)
    context = {
        **frame.context(),
        "holders": holders,
        "without": without,
        "with": len(holders) - without,
        "print_url": frame.url("player_links_print"),
    }
    return render(request, "entries/desk/player_links.html", context)


def _handle(request: HttpRequest, frame: DeskFrame) -> HttpResponse:
    actor, now = frame.actor, timezone.now()
    form_data = request.POST.get("player", "")
    act = request.POST.get("do", "")
    if act == "issue":
        count = issue_player_links(actor=actor, now=now, event_id=frame.event.pk)
        return redirect_with(
            request,
            ngettext("%(n)s link has been created.", "%(n)s links have been created.", count) % {"n": count},
            "desk_player_links",
            frame.event.slug,
        )
    require_found(form_data.isdecimal() and len(form_data) <= 15)
    player = _player(frame, int(form_data))
    if act == "renew":
        renew_player_link(actor=actor, now=now, player_id=player.pk)
        return redirect_with(
            request,
            gettext("The player has a new link; the old one no longer works."),
            "desk_player_link",
            frame.event.slug,
            player.pk,
        )
    if act == "revoke":
        revoke_player_link(actor=actor, now=now, player_id=player.pk)
        return redirect_with(
            request, gettext("The link has been revoked."), "desk_player_links", frame.event.slug
        )
    raise Http404


@desk
@require_safe
def show_link(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Show one player's link as a large QR code for their phone."""
    import segno

    frame = DeskFrame.at(request, slug, Action.ISSUE_PLAYER_LINKS)
    player = _player(frame, player_id)
    url = _url(request, player.player_links.filter(revoked_at=None).first())
    code = segno.make(url, error="m", micro=False).svg_inline(scale=8, border=3) if url else ""
    context = {
        **frame.context(),
        "player": player,
        "name": player.name_in(language()),
        "url": url,
        "code": code,
    }
    return render(request, "entries/desk/player_link.html", context)


@desk
@require_safe
def print_slips(request: HttpRequest, slug: str) -> HttpResponse:
    """Print the slips of all players with a link, by name, to be cut apart."""
    frame = DeskFrame.at(request, slug, Action.ISSUE_PLAYER_LINKS)
    head = fill.head(frame.event, None, gettext("Player links"), timezone.now())
    slips = [
        LinkSlip(holder.name, holder.sections, holder.url)
        for holder in _holders(request, frame)
        if holder.url
    ]
    slips.sort(key=lambda slip: fill.alphabetical(slip.name))
    document = LinkSlips(head, tuple(slips))
    return pdf_answer(request, f"{slug}-links", lambda *on: link_slips(document, *on))


def _holders(request: HttpRequest, frame: DeskFrame) -> list[LinkHolder]:
    """Return the players with their links. Three queries."""
    valid = Prefetch("player_links", PlayerLink.objects.filter(revoked_at=None), to_attr="valid")
    registrations = Prefetch(
        "registrations", Registration.objects.select_related("section__event"), to_attr="entered"
    )
    link_holders = []
    for player in Player.objects.filter(event=frame.event).prefetch_related(valid, registrations):
        row = next(iter(player.valid), None)
        sections = ", ".join(registration.section.name_in(language()) for registration in player.entered)
        opened = row.opened_at if row is not None else None
        link_holders.append(
            LinkHolder(player, player.name_in(language()), sections, _url(request, row), opened)
        )
    return link_holders


def _url(request: HttpRequest, row: PlayerLink | None) -> str:
    secret = secret_of(row) if row is not None else None
    return request.build_absolute_uri(reverse("my", args=[secret])) if secret else ""


def _player(frame: DeskFrame, player_id: int) -> Player:
    return or_404(Player.objects.filter(event=frame.event, pk=player_id).first())
