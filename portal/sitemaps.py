"""Sitemap and robots.txt: the pages for search engines, and the excluded paths."""

from datetime import datetime

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.views.pictures import PRIVATE
from people.selectors.people import shown_players
from people.views.people import own_url
from tavleya.actors import ANONYMOUS
from tournaments.models.event import Event
from tournaments.models.player import Person, Player
from tournaments.models.section import Section
from tournaments.selectors.events import visible_events


class _Ours(Sitemap):  # type: ignore[type-arg]
    """Addresses begin as those in letters do (`SITE_URL`), however the service was reached."""

    limit = 50_000  # as many as a sitemap may have

    def get_protocol(self, protocol: str | None = None) -> str:
        return settings.SITE_URL.partition("://")[0]

    def get_domain(self, site: object = None) -> str:
        return settings.SITE_URL.partition("://")[2]


class Places(_Ours):
    def items(self) -> list[str]:
        return ["home", "events", "manual"]

    def location(self, item: str) -> str:
        return reverse(item)


class Events(_Ours):
    def items(self) -> QuerySet[Event]:
        return visible_events(ANONYMOUS).filter(rehearsal=False).order_by("pk")

    def location(self, item: Event) -> str:
        return reverse("event", args=[item.slug])

    def lastmod(self, item: Event) -> datetime:
        return item.created_at


class Sections(_Ours):
    def items(self) -> QuerySet[Section]:
        events = visible_events(ANONYMOUS).filter(rehearsal=False)
        rows = Section.objects.filter(event__in=events, archived_at__isnull=True)
        return rows.select_related("event").order_by("pk")

    def location(self, item: Section) -> str:
        return reverse("players", args=[item.event.slug, item.slug])


class People(_Ours):
    """Public pages of persons, by their newest events."""

    def items(self) -> list[Player]:
        return list(
            {
                shown_player.person_id: shown_player for shown_player in reversed(shown_players(Person.objects.all()))
            }.values()
        )

    def location(self, item: Player) -> str:
        return own_url(item)


SITEMAPS = {"places": Places, "events": Events, "sections": Sections, "people": People}


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in PRIVATE), ""]
    return HttpResponse(
        "\n".join([*lines, f"Sitemap: {settings.SITE_URL}{reverse('sitemap')}", ""]),
        content_type="text/plain",
    )
