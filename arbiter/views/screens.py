"""Screens for the hall: pairings by board and by name, standings, and the clocks of live boards, in large letters.

Nobody signs in at a projector, and somebody who is signed in sees what everybody does: no draft is ever here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clocks.timekeeping import ClockState, browser_state
from common.actors import ANONYMOUS
from common.errors import NotFound
from core.law.library import regime
from core.law.terms import FlagCaller
from games.models.record import milliseconds
from games.templatetags.tavleya import result
from games.views.caching import etag_of, tagged, unchanged
from games.views.labels import phase_name
from tournaments.models.round import RoundStatus
from tournaments.names import bye_name, status_name
from tournaments.selectors import event_list, round_view, section_at, sections_shown, standings_of
from tournaments.selectors.rounds import RoundView
from tournaments.views.frame import EventFrame, SectionFrame
from tournaments.views.labels import round_name
from tournaments.views.outputs.fill import alphabetical
from tournaments.views.seats import seat
from tournaments.views.tables import is_live
from tournaments.views.teams import team_leaders

_MOST_TEAMS = 400


class ScreenFrame(SectionFrame):
    """A section as everybody sees it, whoever stands at the screen."""

    sees_drafts = False

    @classmethod
    def public(cls, request: HttpRequest, slug: str, section_slug: str, here: str) -> ScreenFrame:
        """Raises Http404 for what is not public."""
        try:
            section = section_at(ANONYMOUS, slug, section_slug)
        except NotFound:
            raise Http404 from None
        frame = cls(request, ANONYMOUS, section, here)
        assert isinstance(frame, ScreenFrame)
        return frame

    def screen(self, **more: object) -> dict[str, Any]:
        """What every screen has: its head, the time until the round begins, and the screen after it in a cycle."""
        row = self.newest
        now = timezone.now()
        following = self._following()
        return {
            **self.live_context(),
            "round": row,
            "round_name": round_name(row.number) if row else "",
            "status_name": status_name(row.status) if row else "",
            "starts_ms": milliseconds(row.starts_at) if row and row.starts_at else None,
            "waiting": bool(row and row.status == RoundStatus.PUBLISHED and row.starts_at),
            "now_ms": milliseconds(now),
            "cycle": "cycle" in self.request.GET,
            "next_url": f"{following}?cycle=1" if following else "",
            "hall_url": reverse("hall", args=[self.event.slug]),
            **more,
        }

    def screens(self) -> list[tuple[str, str]]:
        """The screens that have something to show: their names and what they are called."""
        found = []
        if self.newest is not None:
            found = [
                ("hall_boards", gettext("Pairings by board")),
                ("hall_names", gettext("Pairings by name")),
            ]
        if self.section.system.ranked and self.newest is not None:
            found.append(("hall_standings", gettext("Standings")))
        if self.newest is not None and self.section.tracking == "live":
            found.append(("hall_clocks", gettext("Clocks")))
        return found

    def _following(self) -> str:
        names = [name for name, _title in self.screens()]
        if self.here not in names:
            return ""
        return self.url(names[(names.index(self.here) + 1) % len(names)])


@require_safe
def screens(request: HttpRequest, slug: str) -> HttpResponse:
    """The way to every screen of the event, to be opened on the machines of the hall."""
    event = event_list(ANONYMOUS).filter(slug=slug).first()
    if event is None:
        raise Http404
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
    if (answer := unchanged_here(frame)) is not None:
        return answer
    view = _round(frame)
    points = _points(frame, view)
    rows = [
        {
            "board": one.board,
            "white": seat(frame, one.white, points.get(one.white_id, "")),
            "black": seat(frame, one.black, points.get(one.black.pk, "")) if one.black else None,
            "bye": bye_name(one.bye) if one.bye else "",
            "result": result(one.result) if one.result else "",
        }
        for one in (view.boards if view else ())
    ]
    context = frame.screen(rows=rows, show_points=bool(points), kind="boards", columns=2, width=42)
    return _shown(frame, context)


@require_safe
def by_name(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Where do I sit: everybody by alphabet, as the names are read."""
    frame = ScreenFrame.public(request, slug, section_slug, "hall_names")
    if (answer := unchanged_here(frame)) is not None:
        return answer
    view = _round(frame)
    rows = sorted(_seatings(frame, view) if view else (), key=lambda row: alphabetical(row["name"]))
    return _shown(frame, frame.screen(rows=rows, kind="names", columns=3, width=19))


def _seatings(frame: ScreenFrame, view: RoundView) -> Iterator[dict[str, Any]]:
    for one in view.boards:
        for side, registration in (("white", one.white), ("black", one.black)):
            if registration is not None:
                name = seat(frame, registration).name
                note = bye_name(one.bye) if one.bye else ""
                yield {"name": name, "board": one.board, "side": "" if one.bye else side, "note": note}
    for registration in view.free:
        yield {"name": seat(frame, registration).name, "board": None, "side": "", "note": gettext("free")}


@require_safe
def standings(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    frame = ScreenFrame.public(request, slug, section_slug, "hall_standings")
    if not frame.section.system.ranked:
        raise Http404
    if (answer := unchanged_here(frame)) is not None:
        return answer
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
                "values": ["" if value is None else value.text for value in row.values[:2]],
            }
            for row in standings_of(frame.section).rows
        ]
    return _shown(frame, frame.screen(rows=rows, kind="standings", columns=2, width=27))


@require_safe
def clocks(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Boards that are played live, with both clocks as they run."""
    frame = ScreenFrame.public(request, slug, section_slug, "hall_clocks")
    view = _round(frame)
    now = milliseconds(timezone.now())
    rows = []
    for one in view.boards if view else ():
        game = one.game
        if game is None or one.black is None:
            continue
        clock = game.snapshot.get("clock")
        rows.append(
            {
                "board": one.board,
                "white": seat(frame, one.white),
                "black": seat(frame, one.black),
                "turn": game.snapshot.get("turn", "") if is_live(game) else "",
                "result": result(game.result) if game.result else "",
                "phase": "" if is_live(game) or game.result else phase_name(game.phase),
                "clocks": json.dumps(browser_state(ClockState.from_json(clock), now)) if clock else "",
                "announce_flag": regime(game.regime).flag_caller is not FlagCaller.PLAYER,
            }
        )
    facts = [(row["board"], row["result"], row["phase"], row["turn"], row["clocks"]) for row in rows]
    context = frame.screen(rows=rows, kind="clocks", columns=3, width=24)
    return _shown(frame, context, etag_of(request, frame.etag, facts))


def unchanged_here(frame: ScreenFrame) -> HttpResponse | None:
    return unchanged(frame.request, frame.etag)


def _shown(frame: ScreenFrame, context: dict[str, Any], etag: str = "") -> HttpResponse:
    response = render(frame.request, f"hall/screen_{context['kind']}.html", context)
    return tagged(frame.request, response, etag or frame.etag)


def _round(frame: ScreenFrame) -> RoundView | None:
    """The round that is shown: the one being played, else the newest that is public."""
    row = frame.newest
    return round_view(frame.section, row.number) if row is not None else None


def _points(frame: ScreenFrame, view: RoundView | None) -> dict[int, str]:
    """What each had before the round."""
    number = view.round.number if view else None
    if number is None or number < 2 or not frame.section.system.ranked or frame.section.system.teams:
        return {}
    return {
        row.registration.pk: row.points for row in standings_of(frame.section, after_round=number - 1).rows
    }
