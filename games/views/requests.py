"""Requests of pages: the actor, the language and numbers; attempts of acts, with their errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.translation import get_language, gettext

from games import hooks
from games.files import game_text
from games.live.events import HELD
from games.models.game import Game
from tavleya.actors import ANONYMOUS, Actor
from tavleya.errors import DomainError, NotFound
from tavleya.languages import DEFAULT
from tavleya.rules.filegame import PIECE_LETTERS
from tavleya.rules.registry import spec_of
from tavleya.rules.spec import FileForm


@dataclass(frozen=True, slots=True)
class Refused:
    """An act that was not carried out: its stable code, its sentence in the reader's language, and the status."""

    code: str
    sentence: str
    status: int

    @classmethod
    def by(cls, problem: DomainError) -> Refused:
        return cls(problem.code, problem.message.render(gettext), problem.status)


# A game as a file to download, in the exchange format of its kind of game.

FILE_TYPES: Mapping[str, str] = {FileForm.PGN: "application/vnd.chess-pgn", FileForm.PDN: "text/plain"}


def game_file(game: Game, tags: Mapping[str, str]) -> HttpResponse:
    """Return the standing moves with the clock readings after each; `tags` name the event."""
    form = spec_of(game.game).file
    response = HttpResponse(
        game_text(game, tags).encode(), headers={"Content-Type": f"{FILE_TYPES[form]}; charset=utf-8"}
    )
    response["Content-Disposition"] = f'attachment; filename="game-{game.pk}.{form}"'
    return response


def whole_number(text: str) -> int | None:
    """Return the number that a field of a page holds: at most 18 decimal digits, or None."""
    return int(text) if text.isdecimal() and len(text) <= 18 else None


# The reader's language, as a key of names, laws and notations.


def reader_language() -> str:
    """Return the reader's language, a code of `tavleya.languages`."""
    return (get_language() or DEFAULT).split("-")[0]


def notation_language() -> str:
    """Return the reader's language if its piece letters are known, else English."""
    language = reader_language()
    return language if language in PIECE_LETTERS else DEFAULT


# The actor of a request, as services and selectors take it.


def wants_part(request: HttpRequest) -> bool:
    """Return whether the request is for the changing part of the page; on going back, htmx requests the whole page."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and headers.get("HX-History-Restore-Request") != "true"


def actor_of(request: HttpRequest) -> Actor:
    """Return the signed-in user of the request, else the holder of the opened link, else the anonymous visitor."""
    user = request.user
    if not user.is_authenticated:
        return _holder(request) or ANONYMOUS
    return Actor(user.pk, user.shown_name)


def _holder(request: HttpRequest) -> Actor | None:
    """Return the actor of the private link; one query per request, none without a link."""
    key = held_link(request)
    if key is None:
        return None
    if not hasattr(request, "_holder"):
        request._holder = hooks.holder_of(key)  # type: ignore[attr-defined]
    actor: Actor | None = request._holder  # type: ignore[attr-defined]
    return actor


def held_link(request: HttpRequest) -> str | None:
    """Return the digest of the private link that was opened in this browser."""
    return request.get_signed_cookie(HELD, default=None, salt=HELD)


def hold_link(request: HttpRequest, response: HttpResponse, digest: str) -> None:
    """Store the link of `digest` in the browser for the length of a session."""
    response.set_signed_cookie(
        HELD,
        digest,
        salt=HELD,
        max_age=settings.SESSION_COOKIE_AGE,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def release_link(response: HttpResponse) -> None:
    """Remove the link from the browser."""
    response.delete_cookie(HELD, samesite="Lax")


Result = TypeVar("Result")


class Attempt(Generic[Result]):
    """The act of a POST request: true with its `result` if it was carried out, false with an `error` if it was not.

    On any other request the act is not called, and there is neither a result nor an error.
    """

    result: Result
    error: DomainError | None = None

    def __init__(self, request: HttpRequest, act: Callable[[], Result]) -> None:
        self._done = False
        if request.method == "POST":
            try:
                self.result = act()
                self._done = True
            except DomainError as error:
                self.error = error

    def __bool__(self) -> bool:
        return self._done

    @property
    def status(self) -> int:
        """The status of the page that is shown unless the act was carried out."""
        return self.error.status if self.error else 200

    @property
    def refused(self) -> Refused | None:
        return Refused.by(self.error) if self.error else None

    @property
    def sentence(self) -> str:
        """The error in the reader's language, or an empty text."""
        return self.error.message.render(gettext) if self.error else ""


def redirect_with(request: HttpRequest, sentence: str, to: str, *args: Any, **kwargs: Any) -> HttpResponseRedirect:
    """Show a success message on the next page, at the address or the named URL `to`."""
    messages.success(request, sentence)
    return HttpResponseRedirect(resolve_url(to, *args, **kwargs))


def find_or_404(find: Callable[[], Result], error: type[DomainError] = NotFound) -> Result:
    """Return what `find` returns.  Raises: Http404 if it raises `error`."""
    try:
        return find()
    except error:
        raise Http404 from None


def or_404(value: Result | None) -> Result:
    """Return the value.  Raises: Http404 if it is None."""
    if value is None:
        raise Http404
    return value


def require_found(condition: object) -> None:
    """Check a condition without which there is no such page.  Raises: Http404."""
    if not condition:
        raise Http404


def posted_data(request: HttpRequest) -> Any:
    """Return the form data of a POST request; None for any other request, for an unbound form."""
    return request.POST if request.method == "POST" else None
