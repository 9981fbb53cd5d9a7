"""The list of events: current events first, a page at a time."""

from collections.abc import Collection, Sequence
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.views.decorators.http import require_safe

from games.views.caching import shared_page
from games.views.labels import game_name
from games.views.requests import actor_of
from tournaments.forms.sections import game_choices
from tournaments.models.event import Event, Organisation
from tournaments.models.round import Round, RoundStatus
from tournaments.selectors.events import event_list, find_events, open_sections
from tournaments.views.frame import language

ON_A_PAGE = 24
#: Lists up to this length have no filters.
SHORT = 12
_FILTERS = ("q", "game", "federation", "month", "organisation")
_LONGEST = 80


@require_safe
@shared_page
def events(request: HttpRequest) -> HttpResponse:
    """Filter by `q`, `game`, `federation`, `month` (`2026-11`) and `organisation`; `page` counts from 1."""
    every = event_list(actor_of(request)).filter(rehearsal=False)
    parameters = {name: request.GET.get(name, "").strip()[:_LONGEST] for name in _FILTERS}
    result = find_events(every, query=parameters["q"], **{name: parameters[name] for name in _FILTERS if name != "q"})
    page = Paginator(result.prefetch_related(open_sections()), ON_A_PAGE).get_page(request.GET.get("page"))
    narrowed = any(parameters.values())
    context = {
        "events": event_cards(list(page), _playing(list(page))),
        "page": page,
        "narrowed": narrowed,
        "asked": parameters,
        "section_of_site": "events",
        "others": {name: _address(parameters, number) for name, number in _neighbours(page)},
    }
    if narrowed or page.paginator.count > SHORT:
        context |= _choices(every)
    return render(request, "public/events.html", context)


def _playing(events: Sequence[Event]) -> set[int]:
    playing = Round.objects.filter(
        status=RoundStatus.PLAYING, section__event__in=events, section__archived_at__isnull=True
    )
    return set(playing.values_list("section__event", flat=True)) if events else set()


def event_cards(events: Sequence[Event], playing: Collection[int]) -> list[dict[str, object]]:
    """Return the contexts of `components/event_card.html` for events of `event_list`, with `open_sections`."""
    return [
        {
            "event": event,
            "name": event.name_in(language()),
            "live": event.pk in playing,
            "sections": [
                {
                    "name": open_section.name_in(language()),
                    "game": open_section.game,
                    "game_name": game_name(open_section.game),
                }
                for open_section in event.open_sections  # type: ignore[attr-defined]
            ],
        }
        for event in events
    ]


def _choices(every: QuerySet[Event]) -> dict[str, object]:
    """Return the filters of the list: only values that occur in it."""
    federations = every.exclude(federation="").order_by("federation").values_list("federation", flat=True)
    first_days = every.filter(starts_on__isnull=False).order_by("-starts_on").values_list("starts_on", flat=True)
    months = dict.fromkeys(day.replace(day=1) for day in first_days.distinct() if day is not None)
    return {
        "games": game_choices(),
        "organisations": [
            (organisation.slug, organisation.short_in(language()))
            for organisation in Organisation.objects.filter(events__in=every.order_by().values("pk")).distinct()
        ],
        "federations": list(dict.fromkeys(federations.distinct())),
        "months": [(f"{day:%Y-%m}", date_format(day, "YEAR_MONTH_FORMAT")) for day in months],
    }


def _neighbours(page: Page[Event]) -> list[tuple[str, int]]:
    newer = [("newer", page.previous_page_number())] if page.has_previous() else []
    older = [("older", page.next_page_number())] if page.has_next() else []
    return newer + older


def _address(query: dict[str, str], number: int) -> str:
    return "?" + urlencode({**{name: value for name, value in query.items() if value}, "page": number})
