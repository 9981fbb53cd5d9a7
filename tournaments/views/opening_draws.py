"""The public drawing of lots for openings, which every visitor can verify."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.views.caching import tagged, unchanged
from games.views.requests import or_404
from tavleya.pairing.knockout import Drawn, DrawRecord, verify, working
from tavleya.rules.pictures import board_svg
from tavleya.rules.registry import opening_table, spec_of
from tavleya.rules.spec import Opening, OpeningTable
from tournaments.forms.matches import SCOPES
from tournaments.models.pairing import DrawScope, OpeningDraw, Pairing
from tournaments.models.section import Section
from tournaments.selectors.standings import draw_record
from tournaments.views.frame import SectionFrame, round_name

#: The number of draws shown with a picture each; more are listed without pictures.
_PICTURES = 60


@require_safe
def openings(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """The commitment, every draw so far, and once the seed is shown the way to repeat them."""
    frame = SectionFrame.of(request, slug, section_slug, "openings")
    draw_record = _record(frame)
    if (response := unchanged(request, frame.etag)) is not None:
        return response
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


def _draw(draw_record: DrawRecord, drawn: Drawn, table: OpeningTable, game: str, pictured: bool) -> dict[str, Any]:
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
    response = JsonResponse(_record(frame).plain(), json_dumps_params={"ensure_ascii": False, "indent": 2})
    response["Content-Disposition"] = f'attachment; filename="{slug}-{section_slug}-openings.json"'
    return response


def _record(frame: SectionFrame) -> DrawRecord:
    return or_404(draw_record(frame.section))


# A drawn opening in words and as a picture.


@dataclass(frozen=True, slots=True)
class DrawnOpening:
    """`moves` as on a score sheet, or the pieces with other squares; `url` is the page of the draw."""

    code: str
    moves: str
    url: str

    @property
    def words(self) -> str:
        return f"{self.code}: {self.moves}"


def heading(game: str) -> str:
    """Return the heading of the draw's pages in this game."""
    return gettext("Drawn start positions") if spec_of(game).start_varies else gettext("Drawn openings")


def picture(line: Opening, game: str) -> SafeString:
    """Return the position from which the players continue."""
    svg = board_svg(
        dict(line.line().position.figures()),
        game=spec_of(game).game,
        title=gettext("Opening %(code)s") % {"code": line.code},
        id_prefix=f"line-{line.code.lower()}-",
        translate=gettext,
    )
    return mark_safe(svg)  # noqa: S308  the picture escapes its texts itself


def drawn_opening(pairing: Pairing, section: Section | None = None) -> DrawnOpening | None:
    """Return the drawn opening of a board of `section`, else its round's; None if there is no draw."""
    if not pairing.opening:
        return None
    section = section or pairing.round.section
    lots: OpeningDraw | None = getattr(section, "opening_draw", None)
    if lots is None:
        return None
    url = reverse("openings", args=[section.event.slug, section.slug])
    moves = opening_table(lots.table).opening(pairing.opening).words
    return DrawnOpening(pairing.opening, moves, f"{url}#draw-{pairing.drawn}")
