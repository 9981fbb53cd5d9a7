"""Entering or removing several players at once: players of the event, absentees."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from tavleya.errors import DomainError
from tavleya.permissions import Action
from tournaments.models.player import Player, RegistrationStatus
from tournaments.models.round import RoundStatus
from tournaments.names import bye_name
from tournaments.services.attendance import record_absences
from tournaments.services.entries import enter_players
from tournaments.views.desk.frame import SectionDesk, desk, flash, status_of
from tournaments.views.desk.late import absences_can_be_noted, begun, next_number, unpublished_number
from tournaments.views.frame import language
from tournaments.views.labels import round_name
from tournaments.views.seats import seat_in


def posted_keys(request: HttpRequest, name: str) -> list[int]:
    """Return the keys of the ticked rows."""
    return [int(key) for key in request.POST.getlist(name) if key.isdecimal() and len(key) < 19]


@desk
def event_players(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Players of the event who are not in this section; posted, the ticked ones are entered."""
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_PLAYERS)
    refused: DomainError | None = None
    chosen = posted_keys(request, "player")
    if request.method == "POST":
        try:
            entered = enter_players(
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
                "player": player,
                "name": player.name_in(language()),
                "rating": player.ratings.get(frame.section.rating_kind),
                "sections": ", ".join(
                    entry.section.name_in(language()) for entry in player.registrations.all()
                ),
                "chosen": player.pk in chosen,
            }
            for player in players
        ],
        "late_from": next_number(frame) if begun(frame) else None,
        "refused": refused,
    }
    status = status_of(refused) if refused else 200
    return render(request, "desk/event_players.html", context, status=status)


@desk
def absences(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """All players of the section before the next pairing; posted, `state_<entry>` marks absence or withdrawal."""
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_PLAYERS)
    section = frame.section
    by_round = section.system.pairs_players
    number = unpublished_number(frame)
    draft = by_round and bool(frame.rounds) and frame.rounds[-1].status == RoundStatus.DRAFT
    if not absences_can_be_noted(frame):
        raise Http404
    registrations = section.registrations.filter(status=RegistrationStatus.ACTIVE, from_round__lte=number)
    entries = list(registrations.select_related("player").order_by("number"))
    states = {entry.pk: request.POST.get(f"state_{entry.pk}", "") for entry in entries}
    back = frame.url("round", number) if draft else frame.url("swiss" if by_round else "players")
    refused: DomainError | None = None
    if request.method == "POST":
        absent = [key for key, state in states.items() if state == "absent"]
        withdrawn = [key for key, state in states.items() if state == "withdrawn"]
        try:
            record_absences(
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
                "key": entry.pk,
                "seat": seat_in(frame.event.slug, section, entry),
                "bye": byes.get(entry.pk, ""),
                "state": states[entry.pk],
            }
            for entry in entries
        ],
        "by_round": by_round,
        "unpaired": not frame.rounds,
        "refused": refused,
        "back": back,
    }
    return render(request, "desk/absences.html", context, status=status_of(refused) if refused else 200)


def _byes(frame: SectionDesk, number: int) -> dict[int, str]:
    """Return the byes noted for a round, by entry."""
    registrations = frame.section.registrations.filter(requested_byes__round_number=number)
    return {key: bye_name(kind) for key, kind in registrations.values_list("pk", "requested_byes__kind")}
