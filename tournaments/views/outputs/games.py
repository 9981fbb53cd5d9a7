"""All the games of a round or of a section in one file, in the form of a single one."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Max, QuerySet, Sum
from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from core.rules.registry import spec_of
from games.views.caching import etag_of, tagged, unchanged
from games.views.files import FILE_TYPES, game_text
from tournaments.models import Pairing
from tournaments.models.round import RoundStatus
from tournaments.views.frame import SectionFrame
from tournaments.views.game import board_tags, event_tag
from tournaments.views.public import shown_round

_AT_ONCE = 50


@require_safe
def round_games(
    request: HttpRequest, slug: str, section_slug: str, form: str, number: int | None = None
) -> HttpResponseBase:
    frame = SectionFrame.of(request, slug, section_slug, "round")
    row = shown_round(frame, number).round
    name = f"{slug}-{section_slug}-" + (f"round-{number}" if number else "games")
    return _answer(request, frame, form, _boards().filter(round=row), name)


@require_safe
def section_games(request: HttpRequest, slug: str, section_slug: str, form: str) -> HttpResponseBase:
    """Those of public rounds, for everybody."""
    frame = SectionFrame.of(request, slug, section_slug, "section")
    boards = _boards().filter(round__section=frame.section).exclude(round__status=RoundStatus.DRAFT)
    return _answer(request, frame, form, boards, f"{slug}-{section_slug}")


def _boards() -> QuerySet[Pairing]:
    return (
        Pairing.objects.filter(game__isnull=False, black__isnull=False)
        .select_related("game", "round__section__event", "white__player", "black__player")
        .order_by("round__number", "board")
    )


def _answer(
    request: HttpRequest, frame: SectionFrame, form: str, boards: QuerySet[Pairing], name: str
) -> HttpResponseBase:
    if spec_of(frame.section.game).file != form:
        raise Http404
    # A move at a live board changes the file, but no table: its record grows.
    moves = boards.order_by().aggregate(registrations=Sum("game__seq"), changed=Max("game__changed_at"))
    etag = etag_of(request, frame.etag, sorted(moves.items()))
    if (answer := unchanged(request, etag)) is not None:
        return answer
    stream = StreamingHttpResponse(
        _texts(frame, boards),
        headers={
            "Content-Type": f"{FILE_TYPES[form]}; charset=utf-8",
            "Content-Disposition": f'attachment; filename="{name}.{form}"',
        },
    )
    return tagged(request, stream, etag)


def _texts(frame: SectionFrame, boards: QuerySet[Pairing]) -> Iterator[bytes]:
    """Game after game, so that a file of thousands is never in memory whole."""
    event = event_tag(frame.section)
    first = True
    for pairing in boards.iterator(chunk_size=_AT_ONCE):
        assert pairing.game is not None
        text = game_text(pairing.game, board_tags(pairing, event)).rstrip("\n")
        yield (text if first else f"\n{text}").encode() + b"\n"
        first = False
