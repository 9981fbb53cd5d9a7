"""Screens for the hall: pairings by board and by name, standings, and live boards with clocks, in large letters.

A screen shows only public data, even to a signed-in user: never a draft.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.live.events import channel
from games.models.record import milliseconds
from games.templatetags.tavleya import result
from games.views.caching import etag_of, tagged, unchanged
from games.views.pictures import absolute
from games.views.requests import find_or_404, or_404, require_found
from tavleya.actors import ANONYMOUS
from tavleya.formats.names import alphabetical
from tournaments.models.activity import UploadKind
from tournaments.models.event import in_language
from tournaments.models.round import RoundStatus
from tournaments.names import bye_name, status_name
from tournaments.selectors.events import event_list, section_at, sections_shown
from tournaments.selectors.rounds import RoundView, round_view
from tournaments.selectors.standings import standings_of
from tournaments.selectors.versions import uploads_of
from tournaments.views.boards import played_boards, tile_of, wall_drawings
from tournaments.views.frame import EventFrame, SectionFrame, language, round_name, value_texts
from tournaments.views.seats import seat
from tournaments.views.tables import TableKind, table_title
from tournaments.views.teams import team_leaders

TOP_BOARDS = 4
_MOST_TEAMS = 400


class ScreenFrame(SectionFrame):
    """A section as the public sees it, for any viewer."""

    sees_drafts = False

    @classmethod
    def public(cls, request: HttpRequest, slug: str, section_slug: str, here: str) -> ScreenFrame:
        """Return the frame of a public section. Raises: Http404."""
        section = find_or_404(lambda: section_at(ANONYMOUS, slug, section_slug))
        frame = cls(request, ANONYMOUS, section, here)
        assert isinstance(frame, ScreenFrame)
        return frame

    def screen(self, **more: object) -> dict[str, Any]:
        """Return the context of every screen: head, countdown, organiser's notice, and the next screen of a cycle."""
        row = self.newest
        following = self._following()
        code_url = self.round_url(row) if row else reverse("event", args=[self.event.slug])
        return {
            **self.live_context(),
            "round": row,
            "round_name": round_name(row.number) if row else "",
            "status_name": status_name(row.status) if row else "",
            "countdown": self._countdown(),
            "now_ms": milliseconds(timezone.now()),
            "announcement": in_language(self.event.announcement, language(), self.event.languages),
            "images": uploads_of(self.event, UploadKind.IMAGE),
            "code": mark_safe(_code(absolute(code_url, {}))),  # noqa: S308  drawn by us from our own address
            "cycle": "cycle" in self.request.GET,
            "next_url": f"{following}?cycle=1" if following else "",
            "hall_url": reverse("hall", args=[self.event.slug]),
            **more,
        }

    def _countdown(self) -> dict[str, object] | None:
        """Return the countdown to the first public round that has not begun, else to the first planned one.

        `name` is set if another round is shown.
        """
        for row in self.all_rounds:
            if row.status == RoundStatus.PUBLISHED and row.starts_at is not None:
                is_shown = self.newest is not None and row.pk == self.newest.pk
                return _until(row.starts_at, "" if is_shown else round_name(row.number))
        for planned in self.planned[:1]:
            return {**_until(planned.starts_at, round_name(planned.number)), "planned": True}
        return None

    def screens(self) -> list[tuple[str, str]]:
        """Return the URL names and labels of the screens that are not empty."""
        links = []
        if self.newest is not None:
            links = [("hall_boards", gettext("Pairings by board")), ("hall_names", gettext("Pairings by name"))]
        if self.section.system.ranked and self.newest is not None:
            links.append(("hall_standings", gettext("Standings")))
        if self.newest is not None and self.section.tracking == "live":
            links += [("hall_top", gettext("Top boards")), ("hall_clocks", gettext("All boards"))]
        return links

    def _following(self) -> str:
        names = [name for name, _title in self.screens()]
        if self.here not in names:
            return ""
        return self.url(names[(names.index(self.here) + 1) % len(names)])


def _until(at: datetime, name: str) -> dict[str, object]:
    return {"at": at, "ms": milliseconds(at), "name": name}


@require_safe
def screens(request: HttpRequest, slug: str) -> HttpResponse:
    """Show links to all screens of the event, for the machines of the hall."""
    event = or_404(event_list(ANONYMOUS).filter(slug=slug).first())
    frame = EventFrame(request, ANONYMOUS, event)
    sections = []
    for section in sections_shown(event).order_by("position", "pk"):
        section.event = event
        inner = ScreenFrame(request, ANONYMOUS, section, "")
        links = [(title, inner.url(name)) for name, title in inner.screens()]
        sections.append({"name": inner.section_name, "game": section.game, "links": links})
    return render(request, "hall/screens.html", {**frame.context(), "sections": sections})


@require_safe
def by_board(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    frame = ScreenFrame.public(request, slug, section_slug, "hall_boards")
    if (response := unchanged_here(frame)) is not None:
        return response
    view = _round(frame)
    points = _points(frame, view)
    rows = [
        {
            "board": pairing.board,
            "white": seat(frame, pairing.white, points.get(pairing.white_id, "")),
            "black": seat(frame, pairing.black, points.get(pairing.black.pk, "")) if pairing.black else None,
            "bye": bye_name(pairing.bye) if pairing.bye else "",
            "result": result(pairing.result) if pairing.result else "",
        }
        for pairing in (view.boards if view else ())
    ]
    return _render_screen(frame, frame.screen(rows=rows, show_points=bool(points), kind="boards", columns=3))


@require_safe
def by_name(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """List all players alphabetically by displayed name, with their seats."""
    frame = ScreenFrame.public(request, slug, section_slug, "hall_names")
    if (response := unchanged_here(frame)) is not None:
        return response
    view = _round(frame)
    rows = sorted(_seatings(frame, view) if view else (), key=lambda row: alphabetical(row["name"]))
    return _render_screen(frame, frame.screen(rows=rows, kind="names", columns=4))


def _seatings(frame: ScreenFrame, view: RoundView) -> Iterator[dict[str, Any]]:
    for board in view.boards:
        for side, registration in (("white", board.white), ("black", board.black)):
            if registration is not None:
                name = seat(frame, registration).name
                note = bye_name(board.bye) if board.bye else ""
                yield {"name": name, "board": board.board, "side": "" if board.bye else side, "note": note}
    for registration in view.free:
        yield {"name": seat(frame, registration).name, "board": None, "side": "", "note": gettext("free")}


@require_safe
def standings(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    frame = ScreenFrame.public(request, slug, section_slug, "hall_standings")
    require_found(frame.section.system.ranked)
    if (response := unchanged_here(frame)) is not None:
        return response
    if frame.newest is None:
        rows: list[dict[str, Any]] = []
    elif frame.section.system.teams:
        rows = team_leaders(frame, _MOST_TEAMS)
    else:
        rows = [
            {
                "rank": row.place,
                "seat": seat(frame, row.registration),
                "points": row.points,
                "values": value_texts(row.values[:2]),
            }
            for row in standings_of(frame.section).rows
        ]
    title = table_title(TableKind.STANDINGS, frame.all_rounds)
    return _render_screen(frame, frame.screen(rows=rows, kind="standings", columns=3, table_title=title))


@require_safe
def top(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show the first boards, as large as the screen allows, with live positions, clocks and results."""
    return _boards(ScreenFrame.public(request, slug, section_slug, "hall_top"), TOP_BOARDS)


@require_safe
def clocks(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show every board of the round, with its position and both running clocks."""
    return _boards(ScreenFrame.public(request, slug, section_slug, "hall_clocks"), None)


def _boards(frame: ScreenFrame, most: int | None) -> HttpResponse:
    """Show boards side by side. The wall of the round reports which boards changed and reloads each of them."""
    view = _round(frame)
    tiles = [tile_of(frame, board) for board in played_boards(view.boards)[:most]] if view else []
    versions = [(tile.key, tile.seq, tile.points) for tile in tiles]
    context = frame.screen(
        rows=tiles,
        kind="tiles",
        title=gettext("All boards") if most is None else gettext("Top boards"),
        drawings=wall_drawings(frame.section.game),
    )
    if view is not None and view.round.number is not None:
        context["stream"] = f"/live/{channel('walls', view.round.pk)}"
        context["wall_url"] = reverse("round_boards", args=[frame.event.slug, frame.section.slug, view.round.number])
    return _render_screen(frame, context, etag_of(frame.request, frame.etag, versions))


@lru_cache(maxsize=256)
def _code(address: str) -> str:
    import segno

    code = segno.make(address, error="m", micro=False)
    return str(code.svg_inline(border=2, dark="#000", light="#fff", omitsize=True))


def unchanged_here(frame: ScreenFrame) -> HttpResponse | None:
    return unchanged(frame.request, frame.etag)


def _render_screen(frame: ScreenFrame, context: dict[str, Any], etag: str = "") -> HttpResponse:
    response = render(frame.request, f"hall/screen_{context['kind']}.html", context)
    return tagged(frame.request, response, etag or frame.etag)


def _round(frame: ScreenFrame) -> RoundView | None:
    """Return the displayed round: the one being played, else the newest public one."""
    row = frame.newest
    return round_view(frame.section, row.number) if row is not None else None


def _points(frame: ScreenFrame, view: RoundView | None) -> dict[int, str]:
    number = view.round.number if view else None
    if number is None or number < 2 or not frame.section.system.ranked or frame.section.system.teams:
        return {}
    before = standings_of(frame.section, after_round=number - 1)
    return {row.registration.pk: row.points for row in before.everybody}
