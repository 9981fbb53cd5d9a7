"""All the games of a round or of a section in one file, in the form of a single one."""

from django.db.models import Max, QuerySet, Sum
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from documents.selectors.game_files import boards_of_files, moves_shown, texts_of
from games.views.caching import etag_of, tagged, unchanged
from games.views.files import FILE_TYPES
from games.views.problems import require_found
from tavleya.rules.registry import spec_of
from tournaments.models.pairing import Pairing
from tournaments.models.round import RoundStatus
from tournaments.views.frame import SectionFrame
from tournaments.views.round_selector import shown_round


@require_safe
def round_games(
    request: HttpRequest, slug: str, section_slug: str, form: str, number: int | None = None
) -> HttpResponseBase:
    frame = SectionFrame.of(request, slug, section_slug, "round")
    row = shown_round(frame, number).round
    name = f"{slug}-{section_slug}-" + (f"round-{number}" if number else "games")
    return _answer(request, frame, form, boards_of_files().filter(round=row), name)


@require_safe
def section_games(request: HttpRequest, slug: str, section_slug: str, form: str) -> HttpResponseBase:
    """The games of public rounds."""
    frame = SectionFrame.of(request, slug, section_slug, "section")
    boards = boards_of_files().filter(round__section=frame.section).exclude(round__status=RoundStatus.DRAFT)
    return _answer(request, frame, form, boards, f"{slug}-{section_slug}")


def _answer(
    request: HttpRequest, frame: SectionFrame, form: str, boards: QuerySet[Pairing], name: str
) -> HttpResponseBase:
    require_found(spec_of(frame.section.game).file == form)
    # A move at a live board changes the file, but no table: its record grows.
    moves = boards.order_by().aggregate(registrations=Sum("game__seq"), changed=Max("game__changed_at"))
    etag = etag_of(request, frame.etag, sorted(moves.items()), moves_shown(frame.section, boards))
    if (answer := unchanged(request, etag)) is not None:
        return answer
    stream = StreamingHttpResponse(
        (text.encode() for text in texts_of(frame.section, boards)),
        headers={
            "Content-Type": f"{FILE_TYPES[form]}; charset=utf-8",
            "Content-Disposition": f'attachment; filename="{name}.{form}"',
        },
    )
    return tagged(request, stream, etag)
