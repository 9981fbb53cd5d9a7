"""A position as a small picture beside the text that is about it."""

from __future__ import annotations

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from core.rules.contract import GameKind, Position
from core.rules.pictures import board_svg


def diagram(
    game: str, position: Position, title: str, *, key: str, last_move: tuple[str, ...] = ()
) -> SafeString:
    """The board alone; its drawings stand once on the page (`Viewer.drawings`).  `key`: its own among the ids there."""
    svg = board_svg(
        position.figures(),
        game=GameKind(game),
        title=title,
        last_move=last_move,
        id_prefix=f"{key}-",
        defs=False,
        translate=gettext,
    )
    return mark_safe(svg)  # noqa: S308  the picture escapes its texts itself
