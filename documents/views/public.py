"""Public tables of categories and lists of prizes, and the prizes in the arbiters' report."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from documents.models import PrizeFund
from documents.selectors.prizes import PrizeDesk, PrizeList, category_table, prize_desk
from documents.views.prizes import prize_page
from games.views.caching import tagged, unchanged
from games.views.requests import or_404, require_found
from tavleya.documents.contents import Item
from tournaments.models.event import Event
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of
from tournaments.views.frame import SectionFrame, language
from tournaments.views.tables import columns, line


@require_safe
def category(request: HttpRequest, slug: str, section_slug: str, category_slug: str) -> HttpResponse:
    """Show the players of a category, ranked among themselves."""
    frame = SectionFrame.of(request, slug, section_slug, "standings")
    category = or_404(frame.section.categories.filter(slug=category_slug).first())
    if (answer := unchanged(request, frame.etag)) is not None:
        return answer
    view = standings_of(frame.section)
    table = category_table(category, view)
    context = {
        **frame.live_context(),
        "category_name": category.name_in(language()),
        "columns": columns(view.tiebreaks),
        "rows": [{"place": member.place, "line": line(frame, member.row)} for member in table.members],
        "categories": category_links(frame.section, category_slug),
        "all_url": frame.url("standings"),
    }
    return tagged(request, render(request, "documents/category.html", context), frame.etag)


def category_links(section: Section, current: str) -> list[dict[str, object]]:
    """Return the links to the tables of all categories."""
    slugs = [section.event.slug, section.slug]
    return [
        {
            "name": category.name_in(language()),
            "url": reverse("category_standings", args=[*slugs, category.slug]),
            "current": category.slug == current,
        }
        for category in section.categories.all()
    ]


@require_safe
def prizes(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show the published list of prizes: approved, or by the current table."""
    frame = SectionFrame.of(request, slug, section_slug, "prizes")
    require_found(PrizeFund.objects.filter(section=frame.section, published=True).exists())
    if (answer := unchanged(request, frame.etag)) is not None:
        return answer
    desk = prize_desk(frame.section)
    prize_list = or_404(PrizeList.read(desk.award.listed) if desk.award else desk.now)
    context = {**frame.context(), "award": desk.award, "page": prize_page(prize_list)}
    return tagged(request, render(request, "documents/prizes.html", context), frame.etag)


def prize_items(event: Event) -> list[Item]:
    """Return the prizes of each section with a prize fund, in the order of the sections, for the arbiters' report."""
    sections = Section.objects.filter(event=event, prize_fund__isnull=False, archived_at=None)
    items = []
    for section in sections.select_related("event", "prize_fund").order_by("position", "slug"):
        desk = prize_desk(section)
        if (listed := desk.shown) is not None:
            items.append(_prizes(section, desk, listed))
    return items


def _prizes(section: Section, desk: PrizeDesk, listed: PrizeList) -> Item:
    page = prize_page(listed)
    lines = [f"{row.payee.place}. {row.payee.name}: {row.amount} ({row.list})" for row in page.rows]
    lines.append(gettext("In all: %(sum)s") % {"sum": page.paid})
    if page.unpaid:
        lines.append(gettext("Not awarded: %(sum)s") % {"sum": page.unpaid})
    if desk.award is None:
        state = gettext("prizes, not yet approved")
    elif desk.award.provisional:
        state = gettext("prizes, approved as provisional")
    else:
        state = gettext("prizes, approved")
    return Item(f"{section.name_in(language())}: {state}", tuple(lines))
