"""A position as a small picture next to its text."""

from collections.abc import Mapping

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tavleya.rules.contract import Figure, Position
from tavleya.rules.pictures import board_svg


def diagram(game: str, position: Position, title: str, *, key: str, last_move: tuple[str, ...] = ()) -> SafeString:
    """Return the board alone; its drawings are once on the page (`Viewer.drawings`).  `key`: a prefix of its ids."""
    return board_picture(game, position.figures(), title, key=key, marked=last_move)


def board_picture(
    game: str,
    figures: Mapping[str, tuple[Figure, ...]],
    title: str,
    *,
    key: str,
    marked: tuple[str, ...] = (),
) -> SafeString:
    """Return a diagram of arbitrary pieces; `marked` squares are shown as those of a last move."""
    svg = board_svg(
        figures, game=game, title=title, last_move=marked, id_prefix=f"{key}-", defs=False, translate=gettext
    )
    return mark_safe(svg)  # noqa: S308  the picture escapes its texts itself
