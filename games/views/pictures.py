"""A position or a game as a file that can be passed on: SVG, PNG, GIF."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.core.cache import caches
from django.utils.translation import gettext

from games.models.game import Game
from games.views.names import pair_of
from games.views.viewer import Viewer, ViewerOptions
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
