"""Access to the pages of appeals: the desk, the committee and the players of the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from arbiter.models.appeal import Appeal, CommitteeMember
from arbiter.selectors.appeals import board_of
from arbiter.services.appeals import version_of
from arbiter.views.appeal_labels import history
from games.views.caching import fresh
from games.views.problems import Refused, or_404
from tavleya.actors import Actor, Standing
from tavleya.errors import DomainError
from tavleya.permissions import Action, allowed
from tavleya.sides import Side
from tournaments.access import standing_in
from tournaments.models.event import Event
from tournaments.views.desk.menu import DeskMenu
from tournaments.views.frame import EventFrame


class AppealsFrame(EventFrame):
    """An event whose appeals the visitor may read, as a member of its desk or committee."""

    def __init__(self, request: HttpRequest, actor: Actor, event: Event) -> None:
        super().__init__(request, actor, event)
        self.now = timezone.now()

    @classmethod
    def of(cls, request: HttpRequest, slug: str) -> AppealsFrame:
        """Return the frame of the event's appeals. Raises: Http404; PermissionDenied outside desk and committee."""
        frame = cls.at(request, slug)
        assert isinstance(frame, AppealsFrame)
        if not (frame.may(Action.SEE_DESK) or frame.in_committee):
            raise PermissionDenied
        return frame

    @cached_property
    def standing(self) -> Standing:
        return standing_in(self.actor, self.event)

    def may(self, action: Action) -> bool:
        return allowed(self.standing, action)

    @cached_property
    def in_committee(self) -> bool:
        return CommitteeMember.objects.filter(
            event=self.event, user=self.actor.user_id, left_at__isnull=True
        ).exists()

    def context(self) -> dict[str, Any]:
        return {
            **super().context(),
            "slug": self.event.slug,
            "desk": (at_desk := self.may(Action.SEE_DESK)),
            "desk_menu": DeskMenu(self.request, self.event, self.standing) if at_desk else None,
            "section_of_site": "desk" if at_desk else "events",
            "looks_through": self.may(Action.SEE_DESK) or self.in_committee,
        }

    def answer(
        self, template: str, context: Mapping[str, Any], problem: DomainError | None = None
    ) -> HttpResponse:
        """Return the page, or the error with its status."""
        row, status = {**self.context(), **context}, 200
        if problem is not None:
            refused = Refused.by(problem)
            row["refused"], status = refused, refused.status
        return fresh(render(self.request, template, row, status=status))


class AppealFrame(AppealsFrame):
    """One appeal, open to the desk, the committee, its panel, and both players."""

    appeal: Appeal

    @classmethod
    def one(cls, request: HttpRequest, slug: str, number: int) -> AppealFrame:
        """Return the frame of one appeal. Raises: Http404; PermissionDenied."""
        frame = cls.at(request, slug)
        assert isinstance(frame, AppealFrame)
        rows = Appeal.objects.select_related("event", "ruling__game", "ruling__arbiter", "filed_by")
        appeal = or_404(rows.filter(event=frame.event, number=number).first())
        frame.appeal = appeal
        if not (frame.may(Action.SEE_DESK) or frame.in_committee or frame.on_panel or frame.sides):
            raise PermissionDenied
        return frame

    @cached_property
    def on_panel(self) -> bool:
        return self.actor.user_id is not None and self.appeal.panel.filter(user=self.actor.user_id).exists()

    @cached_property
    def sides(self) -> frozenset[Side]:
        """The visitor's own sides."""
        board = board_of(self.appeal.ruling.game)
        seats = ((Side.WHITE, board.white), (Side.BLACK, board.black))
        return frozenset(
            side
            for side, registration in seats
            if registration and registration.player.user_id == self.actor.user_id is not None
        )

    @property
    def version(self) -> int:
        return version_of(self.appeal)

    def meanwhile(self, version: int | None) -> list[str]:
        """Return the acts on the appeal since that version, as texts."""
        return [words for _, _, words in history(self.appeal)[version:]] if version is not None else []
