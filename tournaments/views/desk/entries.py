"""Several players entered in a section or taken out of it at once: those of the event, qualifiers, absentees."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from common.errors import DomainError
from common.permissions import Action
from tournaments import services
from tournaments.models import Player, Section
from tournaments.models.player import RegistrationStatus
from tournaments.models.round import RoundStatus
from tournaments.names import bye_name
from tournaments.selectors.qualification import Qualifiers, can_send, qualifiers
from tournaments.views.desk.frame import SectionDesk, desk, flash, status_of
from tournaments.views.desk.late import absences_can_be_noted, begun, next_number, unpublished_number
from tournaments.views.frame import language
from tournaments.views.labels import round_name
from tournaments.views.seats import seat_in

#: So many qualify if nothing else was asked for, and so many more are shown below them.
USUAL_QUALIFIERS = 8
RESERVES = 4


def _keys(request: HttpRequest, name: str) -> list[int]:
    return [int(key) for key in request.POST.getlist(name) if key.isdecimal() and len(key) < 19]


@desk
def event_players(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Players of the event who are not in this section; posted, the ticked ones are entered."""
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_PLAYERS)
    refused: DomainError | None = None
    chosen = _keys(request, "player")
    if request.method == "POST":
        try:
            entered = services.enter_players(
                actor=frame.actor, now=timezone.now(), section_id=frame.section.pk, player_ids=chosen
            )
        except DomainError as problem:
            refused = problem
        else:
            n = len(entered)
            flash(request, ngettext("%(n)s player entered.", "%(n)s players entered.", n) % {"n": n})
            return redirect(frame.url("players"))
    players = (
        Player.objects.filter(event=frame.event)
        .exclude(registrations__section=frame.section)
        .prefetch_related("registrations__section__event")
    )
    context = {
        **frame.context(),
        "people": [
            {
                "player": one,
                "name": one.name_in(language()),
                "rating": one.ratings.get(frame.section.rating_kind),
                "sections": ", ".join(entry.section.name_in(language()) for entry in one.registrations.all()),
                "chosen": one.pk in chosen,
            }
            for one in players
        ],
        "late_from": next_number(frame) if begun(frame) else None,
        "refused": refused,
    }
    status = status_of(refused) if refused else 200
    return render(request, "desk/event_players.html", context, status=status)


@desk
def qualify(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """The first of another section's standings (`source`, `n`), ticked; posted, the ticked ones are entered."""
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_PLAYERS)
    sources = _sources(frame)
    given = request.POST if request.method == "POST" else request.GET
    source = next((one for one in sources if one.slug == given.get("source")), None)
    number = given.get("n", "")
    n = int(number) if number.isdecimal() and 0 < int(number[:5]) <= 9999 else USUAL_QUALIFIERS
    refused: DomainError | None = None
    if request.method == "POST":
        if source is None:
            raise Http404
        try:
            entered = services.qualify_players(
                actor=frame.actor,
                now=timezone.now(),
                section_id=frame.section.pk,
                source_id=source.pk,
                registration_ids=_keys(request, "registration"),
                standings=request.POST.get("standings", ""),
            )
        except DomainError as problem:
            refused = problem
        else:
            words = ngettext("%(n)s player has qualified.", "%(n)s players have qualified.", len(entered))
            flash(request, words % {"n": len(entered)})
            return redirect(frame.url("players"))
    context = {
        **frame.context(),
        "sources": [{"slug": one.slug, "name": one.name_in(language())} for one in sources],
        "source": source,
        "source_name": source.name_in(language()) if source else "",
        "n": n,
        "paired": bool(frame.rounds),
        "refused": refused,
        **(_preview(frame, source, qualifiers(frame.section, source), n) if source else {}),
    }
    return render(request, "desk/qualify.html", context, status=status_of(refused) if refused else 200)


def _sources(frame: SectionDesk) -> list[Section]:
    others = frame.event.sections.exclude(pk=frame.section.pk).select_related("event")
    return [one for one in others if can_send(one)]


def _preview(frame: SectionDesk, source: Section, view: Qualifiers, n: int) -> dict[str, object]:
    first = {one.standing.registration.pk for one in view.first(n)}
    tied = view.tied_at_cut(n)
    shown = {one.standing.registration.pk for one in (*view.first(n + RESERVES), *tied)}
    return {
        "view": view,
        "after": round_name(view.after_round) if view.after_round else "",
        "tied": [one.standing.registration.player.name_in(language()) for one in tied],
        "rows": [
            {
                "one": one,
                "seat": seat_in(frame.event.slug, source, one.standing.registration),
                "ticked": one.available and one.standing.registration.pk in first,
            }
            for one in view.rows
            if one.standing.registration.pk in shown
        ],
    }


@desk
def absences(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Everybody in the section before the next pairing; posted, `state_<entry>` says who is absent or withdraws."""
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_PLAYERS)
    section = frame.section
    by_round = section.system.by_round
    number = unpublished_number(frame)
    draft = by_round and bool(frame.rounds) and frame.rounds[-1].status == RoundStatus.DRAFT
    if not absences_can_be_noted(frame):
        raise Http404
    registrations = section.registrations.filter(status=RegistrationStatus.ACTIVE, from_round__lte=number)
    entries = list(registrations.select_related("player").order_by("number"))
    states = {one.pk: request.POST.get(f"state_{one.pk}", "") for one in entries}
    back = frame.url("round", number) if draft else frame.url("swiss" if by_round else "players")
    refused: DomainError | None = None
    if request.method == "POST":
        absent = [key for key, state in states.items() if state == "absent"]
        withdrawn = [key for key, state in states.items() if state == "withdrawn"]
        try:
            services.record_absences(
                actor=frame.actor,
                now=timezone.now(),
                section_id=section.pk,
                absent_ids=absent,
                withdrawn_ids=withdrawn,
            )
        except DomainError as problem:
            refused = problem
        else:
            words = gettext("Absent: %(absent)s. Withdrawn: %(withdrawn)s.")
            flash(request, words % {"absent": len(absent), "withdrawn": len(withdrawn)})
            return redirect(back)
    byes = _byes(frame, number)
    context = {
        **frame.context(),
        "round_name": round_name(number) if by_round else "",
        "draft": draft,
        "rows": [
            {
                "key": one.pk,
                "seat": seat_in(frame.event.slug, section, one),
                "bye": byes.get(one.pk, ""),
                "state": states[one.pk],
            }
            for one in entries
        ],
        "by_round": by_round,
        "unpaired": not frame.rounds,
        "refused": refused,
        "back": back,
    }
    return render(request, "desk/absences.html", context, status=status_of(refused) if refused else 200)


def _byes(frame: SectionDesk, number: int) -> dict[int, str]:
    """The byes that are noted for a round, by entry."""
    asked = frame.section.registrations.filter(requested_byes__round_number=number)
    return {key: bye_name(kind) for key, kind in asked.values_list("pk", "requested_byes__kind")}
