"""Standings of a category, live standings, and the public list of prizes."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from documents.models.prizes import PrizeFund
from documents.selectors.prizes import PrizeList, category_table, prize_desk
from documents.views.prizes import prize_page
from games.views.caching import tagged, unchanged
from games.views.problems import or_404, require_found
from tournaments.models.round import RoundKind
from tournaments.selectors.live import live_standings
from tournaments.selectors.standings import standings_of
from tournaments.views.frame import SectionFrame, language
from tournaments.views.labels import round_name
from tournaments.views.tables import columns, line


@require_safe
def category(request: HttpRequest, slug: str, section_slug: str, category_slug: str) -> HttpResponse:
    """Show the players of a category, ranked among themselves."""
    frame = SectionFrame.of(request, slug, section_slug, "standings")
    categories = or_404(frame.section.categories.filter(slug=category_slug).first())
    if (answer := unchanged(request, frame.etag)) is not None:
        return answer
    view = standings_of(frame.section)
    table = category_table(categories, view)
    context = {
        **frame.live_context(),
        "category_name": categories.name_in(language()),
        "columns": columns(view.tiebreaks),
        "rows": [{"place": member.place, "line": line(frame, member.row)} for member in table.members],
        "categories": category_links(frame, category_slug),
        "all_url": frame.url("standings"),
    }
    return tagged(request, render(request, "portal/category.html", context), frame.etag)


def category_links(frame: SectionFrame, current: str = "") -> list[dict[str, object]]:
    """Return the links to the tables of all categories."""
    return [
        {
            "name": category.name_in(language()),
            "url": f"{frame.url('standings')}{category.slug}/",
            "current": category.slug == current,
        }
        for category in frame.section.categories.all()
    ]


@require_safe
def live(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show the live standings: players, number of finished games, changes of places."""
    frame = SectionFrame.of(request, slug, section_slug, "standings")
    if (answer := unchanged(request, frame.etag)) is not None:
        return answer
    view = live_standings(frame.section)
    current = view.round
    context = {
        **frame.live_context(),
        "round_name": round_name(current.number) if current and current.kind == RoundKind.ROUND else "",
        "round_url": frame.round_url(current) if current else "",
        "finished": view.finished,
        "boards": view.boards,
        "rows": [
            {
                "line": line(frame, row.row),
                "playing": row.playing,
                "change": row.change,
                "steps": abs(row.change or 0),
            }
            for row in view.rows
        ],
        "all_url": frame.url("standings"),
    }
    return tagged(request, render(request, "portal/live_standings.html", context), frame.etag)


@require_safe
def prizes(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show the published list of prizes: approved, or by the current table."""
    frame = SectionFrame.of(request, slug, section_slug, "prizes")
    require_found(PrizeFund.objects.filter(section=frame.section, published=True).exists())
    if (answer := unchanged(request, frame.etag)) is not None:
        return answer
    place = prize_desk(frame.section)
    prize_list = or_404(PrizeList.read(place.award.listed) if place.award else place.now)
    context = {**frame.context(), "award": place.award, "page": prize_page(prize_list)}
    return tagged(request, render(request, "portal/prizes.html", context), frame.etag)
