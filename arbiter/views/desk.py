"""Access to the arbiters' desk of an event, and the shared frame of its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from arbiter.selectors.boards import phase_at
from arbiter.selectors.regimes import game_at, is_followed
from clocks.labels import side_name
from games import gate, hooks
from games.live.events import server_now_ms
from games.models.game import Game
from games.states import state_of
from games.verification import rows_of
from games.views.caching import fresh
from games.views.labels import phase_name
from games.views.ledger import call_label, line
from games.views.requests import Refused, or_404
from games.views.viewer import Viewer, ViewerOptions
from tavleya.actors import Actor, Standing
from tavleya.documents.contents import Item, ReportPart
from tavleya.errors import DomainError
from tavleya.hooks import Collector, Question
from tavleya.law.terms import MINUTE
from tavleya.permissions import Action, allowed
from tavleya.record.state import State
from tavleya.sides import Side
from tournaments.access import standing_in
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.selectors.rounds import board_of_game
from tournaments.views.desk.help import DeskMenu
from tournaments.views.frame import EventFrame, language, round_name


class DeskFrame(EventFrame):
    """An event with a desk that is open to the visitor."""

    @classmethod
    def of(cls, request: HttpRequest, slug: str) -> DeskFrame:
        """Return the frame of the desk. Raises: Http404; PermissionDenied for a visitor without a role."""
        frame = cls.at(request, slug)
        assert isinstance(frame, DeskFrame)
        if not allowed(frame.standing, Action.SEE_DESK):
            raise PermissionDenied
        gate.look_as(gate.OFFICIAL)
        return frame

    @cached_property
    def standing(self) -> Standing:
        return standing_in(self.actor, self.event)

    def menu(self, section: Section | None = None, trail: Iterable[tuple[str, str]] = ()) -> DeskMenu:
        """Return the menu around the page: `section` of a board, and the `trail` of links from the console to it."""
        return DeskMenu(self.request, self.event, self.standing, section, trail)

    def context(self) -> dict[str, object]:
        return {**super().context(), "section_of_site": "desk", "desk_menu": self.menu()}


@dataclass(frozen=True, slots=True)
class AddedPart:
    """A part of the arbiters' report that another app adds.

    `key`: its id on the page.  `named`: whether it has the names of players, which `?names=1` adds; None if the reader
    cannot have them.
    """

    key: str
    part: ReportPart
    named: bool | None = None


#: The part of an app in the arbiters' report of an event; None if there is nothing to report.
report_parts: Collector[[HttpRequest, DeskFrame], AddedPart] = Collector()
#: The prizes of an event in words, for the report.
prize_items: Question[[Event], Sequence[Item]] = Question(lambda event: ())


def signed_in(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Redirect a visitor who is not signed in to the log-in; the desk is not public."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return view(request, *args, **kwargs)

    return guarded


@dataclass(frozen=True, slots=True)
class CallView:
    """An open call in words: side, reason and waiting time; `seq` is its entry."""

    seq: int
    side: str
    reason: str
    waiting: str


def shown_call(seq: int, side: str, reason: str, text: str, at: int, now_ms: int) -> CallView:
    return CallView(seq, side_name(side) if side else "", call_label(reason, text), ago(at, now_ms))


def ago(at: int, now_ms: int) -> str:
    """Return the time since an instant, in whole minutes, or hours and minutes."""
    minutes = (now_ms - at) // MINUTE
    if minutes <= 0:
        return gettext("just now")
    if minutes < 120:
        return ngettext("%(n)s minute ago", "%(n)s minutes ago", minutes) % {"n": minutes}
    hours = minutes // 60
    if hours < 48:
        return ngettext("%(n)s hour ago", "%(n)s hours ago", hours) % {"n": hours}
    days = hours // 24
    return ngettext("%(n)s day ago", "%(n)s days ago", days) % {"n": days}


# Values of a submitted form.


def caller_of(request: HttpRequest, actor: Actor, game_id: int) -> dict[str, Any]:
    """Return the arguments that every act at a board takes."""
    return {
        "actor": actor,
        "now": timezone.now(),
        "game_id": game_id,
        "idempotency_key": request.request_id,  # type: ignore[attr-defined]
    }


def number_in(form_data: Mapping[str, str], name: str) -> int | None:
    """Return the number in a field, None for any other input."""
    text = form_data.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 10 else None


def side_in(form_data: Mapping[str, str], name: str) -> Side | None:
    """Return the side in a field, None for any other input."""
    text = form_data.get(name, "")
    return Side(text) if text in set(Side) else None


# Shared frame of the arbiters' pages about one board: access, and the board next to the form.

_MEANWHILE = 10  # entries shown to an arbiter with an outdated page


class BoardFrame:
    """A board of an event; the visitor may perform `action` there, at the event's desk."""

    def __init__(self, request: HttpRequest, desk: DeskFrame, pairing: Pairing) -> None:
        self.request, self.desk, self.pairing = request, desk, pairing
        self.event, self.actor = desk.event, desk.actor

    @classmethod
    def of(cls, request: HttpRequest, slug: str, game_id: int, action: Action = Action.RULE) -> BoardFrame:
        """Return the frame of a board. Raises: Http404 if it does not exist; PermissionDenied."""
        desk = DeskFrame.of(request, slug)
        frame = cls(request, desk, or_404(board_of_game(slug, game_id)))
        if not frame.may(action):
            raise PermissionDenied
        return frame

    @property
    def game(self) -> Game:
        return game_at(self.pairing)

    @cached_property
    def state(self) -> State:
        return state_of(self.game)

    def may(self, action: Action) -> bool:
        return allowed(hooks.standing_of(self.actor, self.game), action)

    def caller(self) -> dict[str, Any]:
        return caller_of(self.request, self.actor, self.game.pk)

    def expected(self) -> int | None:
        """Return the last entry that the submitted page showed."""
        return number_in(self.request.POST, "seq")

    def seen(self) -> int:
        """Return `expected` for an act that would count twice if it were repeated: without an entry it is stale."""
        return self.expected() or 0

    def meanwhile(self) -> list[str]:
        """Return the entries since the submitted page, as texts."""
        return [line(row).words for row in rows_of(self.game, self.expected() or 0)[:_MEANWHILE]]

    def context(self) -> dict[str, Any]:
        pairing, state = self.pairing, self.state
        followed = is_followed(self.game)
        unseen = not followed and not state.ply
        clock = state.clock if followed else None  # other boards have a physical clock
        readings = clock.readings(max(server_now_ms(), state.at)) if clock else None
        seats = ((Side.WHITE, pairing.white), (Side.BLACK, pairing.black))
        return {
            **self.desk.context(),
            "desk_menu": self.desk.menu(pairing.round.section, self._trail()),
            "slug": self.event.slug,
            "game": self.game,
            "state": state,
            "viewer": Viewer(self.game, ViewerOptions()),
            "board_number": pairing.board,
            "section_name": pairing.round.section.name_in(language()),
            "round_name": round_name(pairing.round.number),
            "phase_name": phase_name(phase_at(pairing)),
            "followed": followed,
            "unseen": unseen,
            "sides": [
                {
                    "side": side.value,
                    "side_name": side_name(side),
                    "name": registration.player.name_in(language()) if registration else "",
                    "illegal": state.illegal[side],
                    "penalties": state.penalties[side],
                    "claims": state.claims[side],
                    "ms": (readings.white if side is Side.WHITE else readings.black).ms if readings else None,
                    "to_move": state.turn is side and not state.over and not unseen,
                }
                for side, registration in seats
            ],
        }

    def _trail(self) -> list[tuple[str, str]]:
        """Return the links to the board and, for an envelope, to the page before it."""
        arguments = [self.event.slug, self.game.pk]
        board = gettext("Board %(n)s") % {"n": self.pairing.board}
        links = [(board, reverse("board-card", args=arguments))]
        match = self.request.resolver_match
        if match is not None and match.url_name == "board-envelope":
            links.append((gettext("Adjournment"), reverse("board-adjournment", args=arguments)))
        return links

    def answer(self, template: str, context: Mapping[str, Any], problem: DomainError | None = None) -> HttpResponse:
        """Return the page, with the error and, if the game has changed, the entries since the submitted page."""
        page_context, status = {**self.context(), **context}, 200
        if problem is not None:
            refused, tried = Refused.by(problem), self.request.method == "POST"
            meanwhile = self.meanwhile() if problem.code == "stale" else []
            page_context |= {"refused": refused, "tried": tried, "meanwhile": meanwhile}
            status = refused.status if tried else 200
        return fresh(render(self.request, template, page_context, status=status))
