"""Who may sit at the arbiters' desk of an event, and all of its boards at a glance."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from arbiter.law.regimes import MINUTE, FlagCaller, regime
from arbiter.selectors import Board, boards_of
from clocks.reckoning import ClockState, browser_state
from common.permissions import Action, allowed
from games.live.events import server_now_ms
from games.views.ledger import call_reason, side_name
from games.views.words import phase_name
from tournaments.access import standing_in
from tournaments.views.frame import EventFrame, language
from tournaments.views.words import round_name

_FILTERS: dict[str, Callable[[Board], bool]] = {
    "attention": lambda board: board.attention,
    "running": lambda board: board.running,
    "unreported": lambda board: board.unreported,
    "finished": lambda board: not board.unreported,
    "all": lambda board: True,
}


class DeskFrame(EventFrame):
    """An event at whose desk the visitor may sit."""

    @classmethod
    def of(cls, request: HttpRequest, slug: str) -> DeskFrame:
        """Raises Http404, or PermissionDenied for somebody without a role there."""
        frame = cls.at(request, slug)
        if not allowed(standing_in(frame.actor, frame.event), Action.SEE_DESK):
            raise PermissionDenied
        assert isinstance(frame, DeskFrame)
        return frame


def signed_in(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Send a visitor who has not signed in to do so; the desk is nothing for the public."""

    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return view(request, *args, **kwargs)

    return guarded


@dataclass(frozen=True, slots=True)
class Call:
    """An open call in words: by whom, why, and for how long it has been waiting."""

    side: str
    reason: str
    waiting: str


def shown_call(side: str, reason: str, at: int, now_ms: int) -> Call:
    minutes = (now_ms - at) // MINUTE
    waiting = (
        ngettext("%(n)s minute ago", "%(n)s minutes ago", minutes) % {"n": minutes}
        if minutes > 0
        else gettext("just now")
    )
    return Call(side_name(side) if side else "", call_reason(reason), waiting)


@dataclass(frozen=True, slots=True)
class Tile:
    """One board on the overview."""

    board: Board
    url: str
    white: str
    black: str
    section: str
    round: str
    phase: str
    calls: list[Call]
    fallen: str
    clocks: str
    announce_flag: bool


@require_safe
def boards(request: HttpRequest, slug: str) -> HttpResponse:
    """All boards, what needs an arbiter first.  With `seen` (a poll): 204 where nothing has changed."""
    frame = DeskFrame.of(request, slug)
    show = request.GET.get("show", "")
    show = show if show in _FILTERS else "running"
    now_ms = server_now_ms()
    found = boards_of(frame.event, now_ms, closed_rounds=show in ("finished", "all"))
    wanted = request.GET.get("section", "")
    sections = _sections(found, wanted)
    if wanted:
        found = [board for board in found if board.pairing.round.section.slug == wanted]
    version = _version(found, now_ms)
    if request.GET.get("seen") == version:
        return _fresh(HttpResponse(status=204))
    shown = [board for board in found if board.attention or _FILTERS[show](board)]
    context = {
        **frame.context(),
        "tiles": [_tile(board, slug, now_ms) for board in shown],
        "calls": sum(bool(board.calls) for board in found),
        "filters": _filters(found, show, wanted),
        "sections": sections,
        "show": show,
        "wanted": wanted,
        "version": version,
        "poll": "?" + urlencode({"show": show, "section": wanted, "seen": version}),
    }
    template = "hall/boards_list.html" if request.htmx else "hall/boards.html"  # type: ignore[attr-defined]
    return _fresh(render(request, template, context))


def _fresh(response: HttpResponse) -> HttpResponse:
    add_never_cache_headers(response)
    return response


def _version(boards: list[Board], now_ms: int) -> str:
    """Changes with everything that the overview shows: entries, flags that fall, and the minutes of waiting."""
    facts = [
        (
            board.game.pk,
            board.game.seq,
            board.fallen,
            [(now_ms - call["at"]) // MINUTE for call in board.calls],
        )
        for board in boards
    ]
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def _filters(boards: list[Board], show: str, section: str) -> list[dict[str, Any]]:
    """The tabs; only those are counted whose boards have all been looked at."""
    names = {
        "running": gettext("Running"),
        "attention": gettext("Needs an arbiter"),
        "unreported": gettext("Without a result"),
        "finished": gettext("With a result"),
        "all": gettext("All rounds"),
    }
    return [
        {
            "name": name,
            "url": "?" + urlencode({"show": key, "section": section}),
            "current": key == show,
            "count": sum(map(_FILTERS[key], boards)) if key not in ("finished", "all") else None,
        }
        for key, name in names.items()
    ]


def _sections(boards: list[Board], wanted: str) -> list[dict[str, Any]]:
    found = {board.pairing.round.section_id: board.pairing.round.section for board in boards}
    if len(found) < 2 and not wanted:
        return []
    in_order = sorted(found.values(), key=lambda section: section.position)
    return [{"slug": section.slug, "name": section.name_in(language())} for section in in_order]


def _tile(board: Board, slug: str, now_ms: int) -> Tile:
    pairing, game = board.pairing, board.game
    clock = game.snapshot.get("clock")
    calls = [shown_call(call["side"] or "", call["reason"], call["at"], now_ms) for call in board.calls]
    assert pairing.black is not None
    return Tile(
        board=board,
        url=reverse("board-card", args=[slug, game.pk]),
        white=pairing.white.player.name_in(language()),
        black=pairing.black.player.name_in(language()),
        section=pairing.round.section.name_in(language()),
        round=round_name(pairing.round.number),
        phase=phase_name(game.phase),
        calls=calls,
        fallen=side_name(board.fallen) if board.fallen else "",
        clocks=json.dumps(browser_state(ClockState.from_json(clock), now_ms)) if clock else "",
        announce_flag=regime(game.regime).flag_caller is not FlagCaller.PLAYER,
    )
