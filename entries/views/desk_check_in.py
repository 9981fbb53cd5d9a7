"""Check-in at the desk: its times, a large row for each player, and the exclusion of absent players."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from entries.forms.online_entries import CheckInForm
from entries.selectors.self_service import check_in_of
from entries.services.check_in import check_player_in, is_open, remove_check_in, set_check_in
from games.views.answers import pdf_answer
from games.views.requests import or_404, redirect_with, require_found, whole_number
from tavleya.documents.contents import LinkSlip, LinkSlips
from tavleya.documents.slips import link_slips
from tavleya.errors import DomainError
from tavleya.formats.names import alphabetical
from tavleya.permissions import Action
from tournaments.models.player import Player, Registration
from tournaments.models.swiss import PlayerLink
from tournaments.names import bye_name
from tournaments.services.attendance import record_absences
from tournaments.services.players import issue_player_links, renew_player_link, revoke_player_link, secret_of
from tournaments.views.contents import head
from tournaments.views.desk.acts import DeskAttempt, absences_can_be_noted, tell, unpublished_number
from tournaments.views.desk.frame import DeskFrame, SectionDesk, desk, flash
from tournaments.views.frame import language, round_name
from tournaments.views.seats import seat_in


@desk
@require_http_methods(["GET", "HEAD", "POST"])
def check_in(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show the next round to pair or publish; on POST, `do` is `set`, `remove`, `in`, `out` or `leave-out`."""
    frame = SectionDesk.of(request, slug, section_slug, Action.CHECK_IN)
    require_found(frame.section.system.pairs_players and absences_can_be_noted(frame))
    number = unpublished_number(frame)
    if request.POST.get("do") == "set":
        frame.require(Action.ENTER_PLAYERS)
        form = CheckInForm(request.POST)
        if not form.attempt(lambda: set_check_in(**_service_arguments(frame, number), **form.cleaned_data)):
            return _page(frame, number, form=form, status=form.status)
        flash(request, gettext("Saved."))
        return redirect(request.get_full_path())
    attempt = DeskAttempt(request, lambda: or_404(_ACTS.get(request.POST.get("do", "")))(frame, number))
    if attempt:
        tell(request, attempt.result, attempt.note)
        return redirect(request.get_full_path())
    return _page(frame, number, refused=attempt.error, status=attempt.status)


def _service_arguments(frame: SectionDesk, number: int) -> dict[str, Any]:
    common = {"actor": frame.actor, "now": timezone.now()}
    return {**common, "section_id": frame.section.pk, "round_number": number}


def _remove(frame: SectionDesk, number: int) -> str:
    frame.require(Action.ENTER_PLAYERS)
    remove_check_in(**_service_arguments(frame, number))
    return gettext("Check-in has been removed.")


def _note_presence(frame: SectionDesk, number: int) -> str:
    post = frame.request.POST
    key = or_404(whole_number(post.get("registration", "")))
    require_found(frame.section.registrations.filter(pk=key).exists())
    check_player_in(
        actor=frame.actor, now=timezone.now(), registration_id=key, round_number=number, present=post["do"] == "in"
    )
    return ""


def _leave_out(frame: SectionDesk, number: int) -> str:
    """Exclude the players that the page showed as absent; players who have arrived meanwhile are paired."""
    frame.require(Action.ENTER_PLAYERS)
    view = or_404(check_in_of(frame.section, number))
    missing = {awaited.registration.pk for awaited in view.missing}
    absent = missing & {whole_number(key) for key in frame.request.POST.getlist("absent")}
    record_absences(**frame.caller, section_id=frame.section.pk, absent_ids=absent)
    words = ngettext("%(n)s player is left out of the round.", "%(n)s players are left out of the round.", len(absent))
    return words % {"n": len(absent)}


_ACTS = {"remove": _remove, "in": _note_presence, "out": _note_presence, "leave-out": _leave_out}


def _page(
    frame: SectionDesk, number: int, *, form: CheckInForm | None = None, refused: DomainError | None = None, status: int
) -> HttpResponse:
    now = timezone.now()
    live_page = frame.live_page()
    view = check_in_of(frame.section, number)
    check_in = view.check_in if view is not None else None
    times = {"opens_at": check_in.opens_at, "closes_at": check_in.closes_at} if check_in is not None else {}
    context = {
        **frame.context(),
        "live_page": live_page,
        "view": view,
        "round_name": round_name(number),
        "open": check_in is not None and is_open(check_in, now),
        "closed": check_in is not None and check_in.closes_at is not None and check_in.closes_at <= now,
        "rows": [
            {
                "key": awaited.registration.pk,
                "seat": seat_in(frame.event.slug, frame.section, awaited.registration),
                "present": awaited.at is not None,
                "at": awaited.at,
                "own": awaited.own,
                "bye": bye_name(awaited.bye) if awaited.bye else "",
            }
            for awaited in (view.rows if view is not None else ())
        ],
        "missing": [awaited.registration for awaited in view.missing] if view is not None else [],
        "form": form or CheckInForm(initial=times),
        "refused": refused,
    }
    return render(frame.request, "entries/desk/check_in.html", context, status=status)


# Private links of players: list, create, renew, revoke, show as QR code, print on slips.


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
    key = request.POST.get("player", "")
    act = request.POST.get("do", "")
    if act == "issue":
        count = issue_player_links(actor=actor, now=now, event_id=frame.event.pk)
        return redirect_with(
            request,
            ngettext("%(n)s link has been created.", "%(n)s links have been created.", count) % {"n": count},
            "desk_player_links",
            frame.event.slug,
        )
    player = _player(frame, or_404(whole_number(key)))
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
        return redirect_with(request, gettext("The link has been revoked."), "desk_player_links", frame.event.slug)
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
    context = {**frame.context(), "player": player, "name": player.name_in(language()), "url": url, "code": code}
    return render(request, "entries/desk/player_link.html", context)


@desk
@require_safe
def print_slips(request: HttpRequest, slug: str) -> HttpResponse:
    """Print the slips of all players with a link, by name, to be cut apart."""
    frame = DeskFrame.at(request, slug, Action.ISSUE_PLAYER_LINKS)
    slips = [LinkSlip(holder.name, holder.sections, holder.url) for holder in _holders(request, frame) if holder.url]
    slips.sort(key=lambda slip: alphabetical(slip.name))
    document = LinkSlips(head(frame.event, None, gettext("Player links"), timezone.now()), tuple(slips))
    return pdf_answer(request, f"{slug}-links", lambda *on: link_slips(document, *on))


def _holders(request: HttpRequest, frame: DeskFrame) -> list[LinkHolder]:
    """Return the players with their links. Three queries."""
    valid = Prefetch("player_links", PlayerLink.objects.filter(revoked_at=None), to_attr="valid")
    registrations = Prefetch("registrations", Registration.objects.select_related("section__event"), to_attr="entered")
    link_holders = []
    for player in Player.objects.filter(event=frame.event).prefetch_related(valid, registrations):
        link = next(iter(player.valid), None)
        sections = ", ".join(registration.section.name_in(language()) for registration in player.entered)
        opened_at = link.opened_at if link is not None else None
        link_holders.append(LinkHolder(player, player.name_in(language()), sections, _url(request, link), opened_at))
    return link_holders


def _url(request: HttpRequest, link: PlayerLink | None) -> str:
    secret = secret_of(link) if link is not None else None
    return request.build_absolute_uri(reverse("my", args=[secret])) if secret else ""


def _player(frame: DeskFrame, player_id: int) -> Player:
    return or_404(Player.objects.filter(event=frame.event, pk=player_id).first())
