"""Common frame of the desk's pages: permissions, names, links to other pages, handling of errors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games import gate
from games.live.events import channel
from games.views.labels import game_name
from games.views.ledger import result_shown
from games.views.requests import Attempt, actor_of, or_404, redirect_with, require_found
from tavleya.actors import Standing
from tavleya.errors import NotFound, NotPermitted
from tavleya.permissions import AT_DESK, Action, allowed
from tournaments.access import standing_in
from tournaments.models.event import Event
from tournaments.models.round import Round, RoundKind
from tournaments.models.section import Section
from tournaments.selectors.events import events_at_desk
from tournaments.selectors.finality import PlayerReports
from tournaments.selectors.versions import version_for_staff
from tournaments.services.section_settings import leave_mode
from tournaments.systems.base import System
from tournaments.views.desk.help import DeskMenu
from tournaments.views.frame import LivePage, language

View = Callable[..., HttpResponse]


def desk(view: View) -> View:
    """Require a signed-in user; answer missing permissions of services with 403, and missing objects with 404."""

    @login_required
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except NotPermitted as error:
            raise PermissionDenied(error.message.render(gettext)) from error
        except NotFound as error:
            raise Http404 from error
        add_never_cache_headers(response)
        return response

    return wrapped


def posted_from(page: str, *taken: str) -> Callable[[View], View]:
    """Allow only POST, from the form of the desk's page `page`, whose address takes the arguments `taken`.

    `taken`: event and section by default.  GET requests, and users who have been signed out meanwhile, are redirected
    to that page: this address has no page, and a log-in does not send the form again.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            names = taken or ("slug", "section_slug")
            url = reverse(page, kwargs={name: kwargs[name] for name in names})
            if request.method in ("GET", "HEAD"):
                return redirect(url)
            if not request.user.is_authenticated:
                return redirect_to_login(url)
            return require_POST(view)(request, **kwargs)

        return wrapped

    return decorate


def flash(request: HttpRequest, sentence: str) -> None:
    messages.success(request, sentence)


class DeskFrame:
    """An event at whose desk the reader may sit, with the permissions there (`may`)."""

    def __init__(self, request: HttpRequest, event: Event, standing: Standing) -> None:
        self.request, self.event, self.standing = request, event, standing
        self.actor = actor_of(request)
        if allowed(standing, Action.SEE_DESK):
            gate.look_as(gate.OFFICIAL)
        timezone.activate(event.zone)  # until the request is over (config.timezone_middleware)

    @classmethod
    def at(cls, request: HttpRequest, slug: str, action: Action | None = Action.SEE_DESK) -> DeskFrame:
        """Return the frame of an event.

        Raises: Http404 if the reader does not see it; PermissionDenied without the permission for `action`.
        """
        actor = actor_of(request)
        event = or_404(events_at_desk(actor).filter(slug=slug).first())
        frame = cls(request, event, standing_in(actor, event))
        frame.require(action)
        return frame

    def require(self, action: Action | None) -> None:
        """Check the permission for `action`; None: for any page of the desk.  Raises: PermissionDenied."""
        at_desk = any(allowed(self.standing, item) for item in AT_DESK)
        if not at_desk or (action is not None and not allowed(self.standing, action)):
            raise PermissionDenied

    @cached_property
    def may(self) -> dict[str, bool]:
        """By the name of the action, for templates."""
        return {action.value: allowed(self.standing, action) for action in Action}

    @property
    def event_name(self) -> str:
        return self.event.name_in(language())

    @property
    def caller(self) -> dict[str, Any]:
        """The arguments of every service: who acts, and when."""
        return {"actor": self.actor, "now": timezone.now()}

    def url(self, name: str, *more: object) -> str:
        return reverse(f"desk_{name}", args=[self.event.slug, *more])

    @property
    def stream(self) -> str:
        """The stream with which pages of the desk receive changes."""
        return f"/live/{channel('desks', self.event.pk)}"

    def live_page(self) -> LivePage | None:
        """Return the live page, to be read before the page's data.  None if the request is not a GET."""
        if self.request.method != "GET":
            return None
        name = channel("desks", self.event.pk)
        return LivePage(name, version_for_staff(self.event.pk) or "", held=True)

    @property
    def menu(self) -> DeskMenu:
        return DeskMenu(self.request, self.event, self.standing)

    def page(self, template: str, status: int = 200, /, **context: object) -> HttpResponse:
        """Return the page rendered from the template, with `context` in addition to that of the frame."""
        return render(self.request, template, {**self.context(), **context}, status=status)

    def context(self) -> dict[str, object]:
        return {
            "event": self.event,
            "event_name": self.event_name,
            "may": self.may,
            "desk_menu": self.menu,
            "section_of_site": "desk",
        }


class SectionDesk(DeskFrame):
    """One section of the event."""

    section: Section

    @classmethod
    def of(cls, request: HttpRequest, slug: str, section_slug: str, action: Action = Action.SEE_DESK) -> SectionDesk:
        event_frame = DeskFrame.at(request, slug, action)
        frame = cls(request, event_frame.event, event_frame.standing)
        section = or_404(Section.objects.filter(event=frame.event, slug=section_slug).first())
        section.event = frame.event
        frame.section = section
        return frame

    @property
    def section_name(self) -> str:
        return self.section.name_in(language())

    def url(self, name: str, *more: object) -> str:
        return reverse(f"desk_{name}", args=[self.event.slug, self.section.slug, *more])

    @cached_property
    def rounds(self) -> list[Round]:
        return list(self.section.rounds.order_by("number"))

    def round(self, number: int | None) -> Round:
        """Return the round of that number, or (None) the sheet of games.  Raises: Http404."""
        round_ = or_404(
            next(
                (
                    candidate
                    for candidate in self.rounds
                    if candidate.number == number and (number is not None or candidate.kind == RoundKind.SCHEDULE)
                ),
                None,
            )
        )
        round_.section = self.section
        return round_

    @property
    def menu(self) -> DeskMenu:
        return DeskMenu(self.request, self.event, self.standing, self.section)

    def context(self) -> dict[str, object]:
        return {
            **super().context(),
            "section": self.section,
            "section_name": self.section_name,
            "game_name": game_name(self.section.game),
        }


def _any(system: System) -> bool:
    return True


def at_section(
    action: Action = Action.SEE_DESK, *, having: Callable[[System], object] = _any
) -> Callable[[View], View]:
    """Pass a view the desk of the section in its address, if the reader may do `action` there.

    `having`: the property of a system without which its sections have no such page.  Raises: Http404;
    PermissionDenied.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, slug: str, section_slug: str, **rest: Any) -> HttpResponse:
            frame = SectionDesk.of(request, slug, section_slug, action)
            require_found(having(frame.section.system))
            return view(request, frame, **rest)

        return wrapped

    return decorate


def at_round(action: Action = Action.SEE_DESK, *, having: Callable[[System], object] = _any) -> Callable[[View], View]:
    """Pass a view the desk of the section in its address and the round, as `at_section` does."""

    def decorate(view: View) -> View:
        @at_section(action, having=having)
        @wraps(view)
        def wrapped(request: HttpRequest, frame: SectionDesk, number: int | None, **rest: Any) -> HttpResponse:
            return view(request, frame, frame.round(number), **rest)

        return wrapped

    return decorate


# The players' reports of a board, in words for the pages of the desk.


@dataclass(frozen=True, slots=True)
class ReportsLine:
    """The reports of a board's players.  `key` differs whenever the reports do."""

    words: str
    disputed: bool
    key: str


def reports_line(reports: PlayerReports | None) -> ReportsLine | None:
    if reports is None:
        return None
    return ReportsLine(_words(reports), reports.disputed, f"{reports.white} {reports.black}")


def _words(reports: PlayerReports) -> str:
    results = {
        "white": result_shown(reports.white) if reports.white else "",
        "black": result_shown(reports.black) if reports.black else "",
    }
    if reports.disputed:
        return gettext("Disputed: White says %(white)s, Black says %(black)s") % results
    if not reports.black:
        return gettext("White reported %(white)s, Black has not reported") % results
    if not reports.white:
        return gettext("Black reported %(black)s, White has not reported") % results
    return gettext("Both players reported %(white)s") % results


# Leaving the mode of the regulations of a game: what that means, then once more with a word to type.


@desk
@at_section(Action.EDIT_SECTION)
def leave(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    mode = frame.section.mode if frame.section.regulated else None
    name = gettext(mode.name) if mode is not None else ""
    confirmed = request.POST.getlist("confirmed")
    attempt = Attempt(
        request,
        lambda: leave_mode(
            **frame.caller, section_id=frame.section.pk, confirmed=confirmed, typed=request.POST.get("typed", "")
        ),
    )
    if attempt:
        return redirect_with(request, gettext("%(mode)s has been left.") % {"mode": name}, frame.url("section_edit"))
    return frame.page(
        "desk/leave_mode.html",
        attempt.status,
        mode_name=name,
        second="leaving_mode" in confirmed,
        mistyped=attempt.error is not None and bool(request.POST.get("typed")),
        back=frame.url("section_edit"),
    )
