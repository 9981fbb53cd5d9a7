"""The public bracket of a knockout."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.views.caching import tagged, unchanged
from games.views.problems import require_found
from tournaments.selectors.matches import KnockoutBracket, bracket
from tournaments.services.matches import terms_of
from tournaments.views.brackets import stages_of
from tournaments.views.frame import SectionFrame
from tournaments.views.seats import seat


@require_safe
def bracket_page(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Every stage to the final; with `as=list` one under the other."""
    frame = SectionFrame.of(request, slug, section_slug, "bracket")
    require_found(frame.section.system.by_stage)
    if (answer := unchanged(request, frame.etag)) is not None:
        return answer
    so_far = bracket(frame.section, drafts=frame.sees_drafts)
    terms = terms_of(frame.section)
    context = {
        **frame.live_context(),
        "stages": stages_of(
            frame.event.slug, frame.section, so_far, third_place=bool(terms and terms.third_place)
        ),
        "as_list": request.GET.get("as") == "list",
        "places": _places(frame, so_far),
    }
    return tagged(request, render(request, "public/bracket.html", context), frame.etag)


def _places(frame: SectionFrame, so_far: KnockoutBracket) -> list[dict[str, object]]:
    """Return the players with a place (eliminated, or the winner), in order."""
    places = so_far.places
    registrations = {
        registration.pk: registration
        for view in (so_far.stages[0] if so_far.stages else ())
        for registration in (view.match.first, view.match.second)
        if registration is not None
    }
    return [
        {"place": str(first) if first == last else f"{first}–{last}", "seat": seat(frame, registrations[key])}
        for key, (first, last) in sorted(places.items(), key=lambda row: (row[1], so_far.seeds[row[0]]))
    ]
