"""A position or a game as a file that can be passed on: SVG, PNG, GIF."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest
from django.utils.translation import gettext

from games.models.game import Game
from games.views.ledger import pair_of
from games.views.requests import reader_language
from games.views.viewer import Viewer, ViewerOptions
from tavleya.languages import codes
from tavleya.rules.pictures import board_svg, style_sheet
from tavleya.sides import Side

if TYPE_CHECKING:
    from tavleya.rules.pictures.raster import Frame


#: The maximum length of an animation; for longer games there is the file of moves.
MOST_PLIES = 300
_KEPT_SECONDS = 60 * 60


def position_svg(viewer: Viewer) -> bytes:
    """Return the position that the viewer shows, with embedded colours."""
    svg = board_svg(
        viewer.figures,
        game=viewer.name,
        title=f"{pair_of(viewer.game)}. {viewer.move_words}",
        orientation=viewer.look.bottom,
        last_move=viewer.path,
        check=viewer.checked_square,
        style=style_sheet(),
        translate=gettext,
    )
    return svg.encode()


def position_png(viewer: Viewer) -> bytes:
    """Return the position as a PNG; drawn once for each position of a game."""
    key = f"png:{viewer.game.digest}:{viewer.ply}:{viewer.look.bottom}"

    def draw() -> bytes:
        from tavleya.rules.pictures.raster import board_png

        return board_png(_frame(viewer), game=viewer.name, orientation=viewer.look.bottom)

    return _cached_bytes(key, draw)


def can_be_animated(viewer: Viewer) -> bool:
    """Return whether the game is over and not too long for a GIF."""
    return viewer.state.over and 0 < viewer.last <= MOST_PLIES


def animated(viewer: Viewer) -> bytes:
    """Return all positions of a game as a GIF; drawn once."""
    key = f"gif:{viewer.game.digest}:{viewer.look.bottom}"
    return _cached_bytes(key, lambda: _animate(viewer.game, viewer.last, viewer.look.bottom))


def _animate(game: Game, last: int, bottom: Side) -> bytes:
    from tavleya.rules.pictures.raster import game_gif

    viewers = [Viewer(game, ViewerOptions(ply=ply, bottom=bottom)) for ply in range(last + 1)]
    return game_gif([_frame(viewer) for viewer in viewers], game=viewers[0].name, orientation=bottom)


def _frame(viewer: Viewer) -> Frame:
    from tavleya.rules.pictures.raster import Frame

    return Frame(viewer.figures, viewer.path, viewer.checked_square)


def _cached_bytes(key: str, make: Callable[[], bytes]) -> bytes:
    cache = caches["computed"]
    cached: bytes | None = cache.get(key)
    if cached is None:
        cached = make()
        cache.set(key, cached, _KEPT_SECONDS)
    return cached


# Metadata for search engines and messengers: the canonical address, its other languages, a picture.

#: The parameter for the language; without it the reader's own is used.
ASKED = "lang"
#: Personal and official pages, hidden from search engines (like in robots.txt).
PRIVATE = (
    "/account/", "/administration/", "/api/", "/desk/", "/entry/", "/invitation/", "/invitations/", "/language/",
    "/live/", "/login/", "/logout/", "/my/", "/setup/", "/theme/",
)  # fmt: skip
#: Parameters that make another page; all others only change the display.
_ANOTHER_PAGE = ("after", "page")
PICTURE_SIZE = (1200, 630)


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture of a page for messengers: its address, its `version`, and a description of it."""

    path: str
    version: str
    words: str

    @property
    def url(self) -> str:
        """The address of the picture, with its version for messengers that cache by address."""
        return absolute(self.path, {ASKED: reader_language(), "v": self.version[:12]})


@dataclass(frozen=True, slots=True)
class Addresses:
    """`own`: the canonical address; `others`: the page in each language, `x-default` for the reader's own."""

    own: str
    others: Mapping[str, str]


def absolute(path: str, parameters: Mapping[str, str]) -> str:
    query = urlencode({name: value for name, value in parameters.items() if value})
    return f"{settings.SITE_URL}{path}{'?' if query else ''}{query}"


def is_private(path: str) -> bool:
    return path.startswith(PRIVATE)


def language_asked(request: HttpRequest) -> str:
    """Return the language in the address; empty if it is missing or unknown."""
    query = request.GET.get(ASKED, "")
    return query if query in codes() else ""


def addresses_of(request: HttpRequest) -> Addresses:
    """Return the addresses under `SITE_URL`, because cached pages must not depend on the host of the request."""
    parameters = {name: request.GET.get(name, "") for name in _ANOTHER_PAGE}
    others = {code: absolute(request.path, {**parameters, ASKED: code}) for code in codes()}
    own = absolute(request.path, {**parameters, ASKED: language_asked(request)})
    return Addresses(own, {**others, "x-default": absolute(request.path, parameters)})


def without_language(request: HttpRequest) -> str:
    """Return the address without a language, which shows the reader's own choice."""
    query = request.GET.copy()
    query.pop(ASKED, None)
    return f"{request.path}?{query.urlencode()}" if query else request.path
