"""The public drawing of lots for openings, which every visitor can verify."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.views.caching import tagged, unchanged
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
    found = _record(frame)
    if (answer := unchanged(request, frame.etag)) is not None:
        return answer
    lots = OpeningDraw.objects.get(section=frame.section)
    table = opening_table(found.table)
    context = {
        **frame.context(),
        "heading": heading(frame.section.game),
        "record": found,
        "table_name": gettext(table.title),
        "lines": len(table.codes),
        "committed_at": lots.committed_at,
        "revealed_at": lots.revealed_at,
        "scope": str(SCOPES[DrawScope(lots.scope)]),
        "example": table.codes[0],
        "draws": [
            _draw(found, one, table, frame.section.game, len(found.draws) <= _PICTURES) for one in found.draws
        ],
        "problems": verify(found, table.codes) if found.seed is not None else (),
        "record_url": frame.url("openings_record"),
    }
    return tagged(request, render(request, "public/openings.html", context), frame.etag)


def _draw(found: DrawRecord, one: Drawn, table: OpeningTable, game: str, pictured: bool) -> dict[str, Any]:
    line = table.opening(one.code)
    return {
        "number": one.number,
        "round": round_name(one.round),
        "match": one.match,
        "board": one.board,
        "code": one.code,
        "moves": line.words,
        "set_up": line.set_up,
        "picture": picture(line, game) if pictured else "",
        "working": working(found.seed, found.public, table.codes, one.number)
        if found.seed is not None
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
    found = draw_record(frame.section)
    if found is None:
        raise Http404
    return found
