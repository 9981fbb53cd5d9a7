"""Players of the rating list: search by name or number, entry with one tap, and updates of ratings."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from games.views.requests import Attempt, redirect_with, whole_number
from ratings.selectors.norms import list_day
from ratings.selectors.player_lists import list_states, lists_asked
from ratings.selectors.rated import (
    ListChange,
    RatedElsewhere,
    RatedMatch,
    changes_from_list,
    current_list,
    rated_elsewhere,
    search_list,
)
from ratings.services.player_lists import enter_rated, renew_ratings, use_listed_rating
from ratings.services.rating_jobs import update_lists_of
from tavleya.errors import DomainError
from tavleya.permissions import Action
from tournaments.models.player import Player
from tournaments.views.desk.acts import source_words
from tournaments.views.desk.frame import SectionDesk, desk
from tournaments.views.frame import language

SHOWN = 20
#: One letter finds half the list.
SHORTEST = 2


@desk
@require_http_methods(["GET", "HEAD", "POST"])
def search(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Search the list (`q`); on POST, enter `fide_id` and return to the same search."""
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_PLAYERS)
    form_data = request.POST if request.method == "POST" else request.GET
    query = form_data.get("q", "").strip()[:100]
    namesake_key = request.POST.get("who", "")
    attempt = Attempt(
        request,
        lambda: enter_rated(
            actor=frame.actor,
            now=timezone.now(),
            section_id=frame.section.pk,
            fide_id=_number(request.POST.get("fide_id", "")),
            who=_number(namesake_key) if namesake_key else None,
        ),
    )
    if attempt:
        words = gettext("%(player)s has been added as number %(number)s.")
        return redirect_with(
            request,
            words % {"player": attempt.result.player.full_name, "number": attempt.result.number},
            f"{frame.url('rated')}?q={request.POST.get('again', '')[:100]}",
        )
    matches = search_list(frame.section, query, SHOWN) if len(query) >= SHORTEST else []
    context = {
        **frame.context(),
        "list": current_list(),
        "query": query,
        "asked": len(query) >= SHORTEST,
        "found": [_line(frame, match) for match in matches],
        "cut": len(matches) == SHOWN,
        "refused": attempt.error,
        "refused_id": _number(request.POST.get("fide_id", "")) if attempt.error else None,
        "namesakes": _namesakes(attempt.error),
    }
    return render(request, "ratings/desk/rated.html", context, status=attempt.status)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 11 else 0


def _namesakes(error: DomainError | None) -> list[Player]:
    """Return the players who may be the same person."""
    keys = error.detail.get("namesakes") if error else None
    return list(Player.objects.filter(pk__in=keys).order_by("pk")) if isinstance(keys, list) else []


def _line(frame: SectionDesk, match: RatedMatch) -> dict[str, object]:
    return {
        "rated": match.rated,
        "title": match.rated.title or match.rated.women_title,
        "ratings": [match.rated.standard, match.rated.rapid, match.rated.blitz],
        "registration": match.registration,
        "registration_url": frame.url("player", match.registration.number) if match.registration else "",
        "in_event": match.in_event and match.registration is None,
        "alike": [
            {
                "number": registration.number,
                "name": registration.player.name_in(language()),
                "url": frame.url("player", registration.number),
            }
            for registration in match.alike
        ],
        "by_hand_url": f"{frame.url('player_new')}?fide_id={match.rated.fide_id}",
    }


@desk
@require_http_methods(["GET", "HEAD", "POST"])
def ratings(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show the differences between the list and the entries; on POST, update the marked `registration` lines.

    Lists must be current: `update` fetches outdated ones first. If that fails, `anyway` must confirm the comparison
    (level 3). `use` gives one player a rating of another list.
    """
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_PLAYERS)
    now = timezone.now()
    if request.method == "POST" and "update" in request.POST:
        update_lists_of(actor=frame.actor, now=now, section_id=frame.section.pk)
        return redirect(frame.url("ratings"))
    if attempt := Attempt(request, lambda: (_use if "use" in request.POST else _renew)(frame, now)):
        return attempt.result
    registrations = frame.section.registrations
    lists = list_states(lists_asked(frame.section), now)
    outdated = [list_ for list_ in lists if list_.listed is not None and not list_.current]
    is_shown = request.method == "POST" or "anyway" in request.GET or not outdated
    context = {
        **frame.context(),
        "list": current_list(),
        "day": list_day(frame.event, now.date()),
        "lists": lists,
        "behind": [] if is_shown else outdated,
        "may_update": any(list_.fetched and not list_.current for list_ in lists),
        "waits": any(list_.waits for list_ in lists),
        "changes": list(map(_change_line, changes_from_list(frame.section, now.date()))) if is_shown else [],
        "elsewhere": list(map(_elsewhere_line, rated_elsewhere(frame.section, now.date()))) if is_shown else [],
        "without": registrations.filter(player__fide_id=None).count(),
        "entered": registrations.count(),
        "paired": bool(frame.rounds),
        "refused": attempt.error,
    }
    return render(request, "ratings/desk/ratings.html", context, status=attempt.status)


def _use(frame: SectionDesk, now: datetime) -> HttpResponse:
    """Use a rating of another list: `use` is the key of an entry, a colon and the list. Raises: BadInput
    ("bad_rating_list").
    """
    key, _, source = frame.request.POST["use"].partition(":")
    registration = use_listed_rating(
        actor=frame.actor, now=now, section_id=frame.section.pk, registration_id=_number(key), source=source
    )
    words = gettext("%(player)s now has the rating %(rating)s.")
    words %= {"player": registration.player.full_name, "rating": registration.rating}
    return redirect_with(frame.request, words, f"{frame.url('ratings')}?anyway=1")


def _renew(frame: SectionDesk, now: datetime) -> HttpResponse:
    """Update the ratings of the marked entries from the list."""
    keys = frame.request.POST.getlist("registration")
    entries = renew_ratings(
        actor=frame.actor,
        now=now,
        section_id=frame.section.pk,
        registration_ids=[key for text in keys if (key := whole_number(text)) is not None],
        list_of=_moment(frame.request.POST.get("list_of", "")),
    )
    words = ngettext(
        "%(n)s player has been updated from the list.", "%(n)s players have been updated from the list.", len(entries)
    )
    return redirect_with(frame.request, words % {"n": len(entries)}, frame.url("players"))


def _elsewhere_line(entry: RatedElsewhere) -> dict[str, object]:
    return {
        "registration": entry.registration,
        "name": entry.registration.player.name_in(language()),
        "ratings": [
            {"source": source, "name": source_words("", source), "rating": rating}
            for source, rating in entry.ratings.items()
        ],
    }


def _moment(text: str) -> datetime | None:
    try:
        return parse_datetime(text)
    except ValueError:
        return None


def _change_line(change: ListChange) -> dict[str, object]:
    other_changes = [
        f"{before or '–'} → {after}"
        for before, after in (
            (change.before.title, change.after.title),
            (change.before.federation, change.after.federation),
        )
        if before != after
    ]
    return {
        "registration": change.registration,
        "name": change.registration.player.name_in(language()),
        "before": change.rating_before,
        "after": change.rating_after,
        "points": f"{change.points:+d}".replace("-", "−") if change.points else "",
        "other": "; ".join(other_changes),
    }
