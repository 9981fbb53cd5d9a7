"""Shared frame of the arbiters' pages about one board: access, and the board next to the form."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from arbiter.selectors.boards import phase_at
from arbiter.selectors.regimes import is_followed
from arbiter.views.desk import DeskFrame
from clocks.labels import side_name
from games import hooks
from games.live.events import server_now_ms
from games.models.game import Game
from games.records import rows_of
from games.states import state_of
from games.views.caching import fresh
from games.views.labels import phase_name
from games.views.ledger import line
from games.views.problems import Refused, or_404
from games.views.viewer import Viewer, ViewerOptions
from tavleya.errors import DomainError
from tavleya.permissions import Action, allowed
from tavleya.record.state import State
from tavleya.sides import Side
from tournaments.models.pairing import Pairing
from tournaments.selectors.boards import board_of_game
from tournaments.views.frame import language
from tournaments.views.labels import round_name

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
        pairing = or_404(board_of_game(slug, game_id))
        frame = cls(request, desk, pairing)
        if not frame.may(action):
            raise PermissionDenied
        return frame

    @property
    def game(self) -> Game:
        assert self.pairing.game is not None
        return self.pairing.game

    @cached_property
    def state(self) -> State:
        return state_of(self.game)

    def may(self, action: Action) -> bool:
        return allowed(hooks.standing_of(self.actor, self.game), action)

    def expected(self) -> int | None:
        """Return the last entry that the submitted page showed."""
        seq = self.request.POST.get("seq", "")
        return int(seq) if seq.isdecimal() and len(seq) < 10 else None

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
        results = [(board, reverse("board-card", args=arguments))]
        match = self.request.resolver_match
        if match is not None and match.url_name == "board-envelope":
            results.append((gettext("Adjournment"), reverse("board-adjournment", args=arguments)))
        return results

    def answer(
        self, template: str, context: Mapping[str, Any], problem: DomainError | None = None
    ) -> HttpResponse:
        """Return the page, with the error and, if the game has changed, the entries since the submitted page."""
        row, status = {**self.context(), **context}, 200
        if problem is not None:
            refused, tried = Refused.by(problem), self.request.method == "POST"
            meanwhile = self.meanwhile() if problem.code == "stale" else []
            row |= {"refused": refused, "tried": tried, "meanwhile": meanwhile}
            status = refused.status if tried else 200
        return fresh(render(self.request, template, row, status=status))
