"""The public parts of an event: the event itself, its rounds and prizes, and links to share."""

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.hooks import section_pages
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.events import sections_shown
from tournaments.views.desk.frame import DeskFrame, desk
from tournaments.views.desk.round_links import round_links
from tournaments.views.frame import language
from tournaments.views.labels import round_name


@desk
@require_safe
def publishing(request: HttpRequest, slug: str) -> HttpResponse:
    frame = DeskFrame.at(request, slug)
    live_page = frame.live_page()
    sections = (
        sections_shown(frame.event)
        .select_related("event", "prize_fund")
        .prefetch_related(Prefetch("rounds", Round.objects.order_by("number")))
    )
    context = {
        **frame.context(),
        "live_page": live_page,
        "public_url": request.build_absolute_uri(reverse("event", args=[slug])),
        "hall_url": reverse("hall", args=[slug]),
        "sections": [_row(section) for section in sections],
    }
    return render(request, "desk/publishing.html", context)


def _row(section: Section) -> dict[str, object]:
    """Return a section with its drafts of rounds, the first being the next to publish, and of its other pages."""
    rounds = list(section.rounds.all())
    draft = next((round_ for round_ in rounds if round_.status == RoundStatus.DRAFT), None)
    base = [section.event.slug, section.slug]
    return {
        "name": section.name_in(language()),
        "game": section.game,
        "url": reverse("section", args=base),
        "paired": bool(rounds),
        "rounds": round_links(section, rounds),
        "draft": round_name(draft.number) if draft else "",
        "draft_url": reverse("desk_round", args=[*base, draft.number]) if draft else "",
        "drafts": [
            {"publish": page.publish, "url": reverse(f"desk_{page.code}", args=base)}
            for page in section_pages(section)
            if not page.published
        ],
    }
