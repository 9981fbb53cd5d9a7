"""Access to the arbiters' desk of an event, and the shared frame of its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext, ngettext

from clocks.labels import side_name
from games import gate
from games.views.ledger import call_label
from tavleya.actors import Standing
from tavleya.documents.contents import ReportPart
from tavleya.hooks import Collector
from tavleya.law.terms import MINUTE
from tavleya.permissions import Action, allowed
from tournaments.access import standing_in
from tournaments.models.section import Section
from tournaments.views.desk.menu import DeskMenu
from tournaments.views.frame import EventFrame


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
        """Return the frame around the page: the section of a board, and the links from the console to the page."""
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
