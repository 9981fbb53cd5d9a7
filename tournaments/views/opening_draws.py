"""The public drawing of lots for openings, which every visitor can verify."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.views.caching import tagged, unchanged
from games.views.problems import or_404
from tavleya.pairing.drawn_openings import Drawn, DrawRecord, verify, working
from tavleya.rules.registry import opening_table
from tavleya.rules.spec import OpeningTable
from tournaments.forms.matches import SCOPES
from tournaments.models.match import DrawScope, OpeningDraw
from tournaments.selectors.drawn_openings import draw_record
from tournaments.views.frame import SectionFrame
from tournaments.views.labels import round_name
from tournaments.views.openings import heading, picture

#: The number of draws shown with a picture each; more are listed without pictures.
_PICTURES = 60


@require_safe
def openings(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """The commitment, every draw so far, and once the seed is shown the way to repeat them."""
    frame = SectionFrame.of(request, slug, section_slug, "openings")
    draw_record = _record(frame)
    if (answer := unchanged(request, frame.etag)) is not None:
        return answer
    lots = OpeningDraw.objects.get(section=frame.section)
    table = opening_table(draw_record.table)
    context = {
        **frame.context(),
        "heading": heading(frame.section.game),
        "record": draw_record,
        "table_name": gettext(table.title),
        "lines": len(table.codes),
        "committed_at": lots.committed_at,
        "revealed_at": lots.revealed_at,
        "scope": str(SCOPES[DrawScope(lots.scope)]),
        "example": table.codes[0],
        "draws": [
            _draw(draw_record, draw, table, frame.section.game, len(draw_record.draws) <= _PICTURES)
            for draw in draw_record.draws
        ],
        "problems": verify(draw_record, table.codes) if draw_record.seed is not None else (),
        "record_url": frame.url("openings_record"),
    }
    return tagged(request, render(request, "public/openings.html", context), frame.etag)


def _draw(
    draw_record: DrawRecord, drawn: Drawn, table: OpeningTable, game: str, pictured: bool
) -> dict[str, Any]:
    line = table.opening(drawn.code)
    return {
        "number": drawn.number,
        "round": round_name(drawn.round),
        "match": drawn.match,
        "board": drawn.board,
        "code": drawn.code,
        "moves": line.words,
        "set_up": line.set_up,
        "picture": picture(line, game) if pictured else "",
        "working": working(draw_record.seed, draw_record.public, table.codes, drawn.number)
        if draw_record.seed is not None
        else None,
    }


@require_safe
def record(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """The record of the draws, as `manage.py verify_draw` reads it."""
    frame = SectionFrame.of(request, slug, section_slug, "openings")
    answer = JsonResponse(_record(frame).plain(), json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = f'attachment; filename="{slug}-{section_slug}-openings.json"'
    return answer


def _record(frame: SectionFrame) -> DrawRecord:
    return or_404(draw_record(frame.section))
