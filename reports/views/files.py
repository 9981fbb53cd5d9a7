"""File twins of a section's pages."""

import hashlib

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.views.caching import tagged, unchanged
from games.views.problems import require_found
from reports.selectors.tournament_report import EDITIONS, trf_file
from tavleya.errors import Conflict
from tournaments.hooks import FileLink
from tournaments.models.section import Section
from tournaments.views.frame import SectionFrame

_CHECKERS = "checkers"


def report_link(section: Section) -> FileLink | None:
    """The forms of the report; None if the rounds of the section were not recorded."""
    if section.rounds.filter(number=None).exists():
        return None
    address = reverse("section_trf", args=[section.event.slug, section.slug])
    older = (gettext("for older checkers"), f"{address}?for=checkers")
    return FileLink(
        gettext("Report for the federation"), (("TRF", address), ("TRF16", f"{address}?edition=16"), older)
    )


@require_safe
def trf(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Return the tournament report, TRF26; `?edition=16` for the older form, `?for=checkers` for older checkers."""
    frame = SectionFrame.of(request, slug, section_slug, "section")
    edition = request.GET.get("edition", str(EDITIONS[-1]))
    reader = request.GET.get("for", "")
    require_found(edition in map(str, EDITIONS) and reader in ("", _CHECKERS))
    try:
        data = trf_file(frame.section, int(edition), older_checkers=reader == _CHECKERS)
    except Conflict as error:
        raise Http404(str(error)) from None
    # It also has requested byes and forbidden pairs, which do not change the version of the standings.
    etag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    if (answer := unchanged(request, etag)) is not None:
        return answer
    name = f"{slug}-{section_slug}.trf"
    answer = HttpResponse(
        data,
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
    return tagged(request, answer, etag)
