"""One tower enlarged, for the side panel: every piece with its number from the top, its drum, letter and name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape

from games.rules.contract import Figure, Game
from games.rules.pictures.defs import code, drawings
from games.rules.pictures.names import piece_name
from games.rules.pictures.paint import Theme, paint
from games.rules.pictures.stacks import slab


def tower_svg(
    figures: Sequence[Figure],
    *,
    title: str,
    description: str = "",
    theme: Theme = "screen",
    letters: Mapping[str, str] | None = None,
    names: bool = True,
    translate: Callable[[str], str] = str,
    id_prefix: str = "",
    defs: bool = True,
) -> str:
    """One tower from the side, the top first: number from the top, drum, letter and name of every piece.

    The number is what the notation of a move writes in brackets: how many pieces are lifted.  `letters` gives the
    letters of another language by piece code (`R`, `PR`, `+R`); `names=False` leaves the names out.
    """
    prefix = id_prefix if defs else ""
    width = 460 if names else 210
    height = 44 * len(figures) + 24
    parts = [
        _head(width, height, f"tower tower-{theme}", title, description, id_prefix),
        drawings(Game.TAVRELI, prefix) if defs else "",
        *_drums(figures, theme, letters or {}, names, translate, prefix),
        f'<rect x="34" y="{height - 12}" width="116" height="6" rx="3" {paint("plinth", theme)}/></svg>',
    ]
    return "".join(parts)


def _head(width: int, height: int, css: str, title: str, description: str, id_prefix: str) -> str:
    described = f' aria-describedby="{id_prefix}tower-desc"' if description else ""
    desc = f'<desc id="{id_prefix}tower-desc">{escape(description)}</desc>' if description else ""
    box = f'class="{css}" viewBox="0 0 {width} {height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" aria-labelledby="{id_prefix}tower-title"{described}>'
        f'<title id="{id_prefix}tower-title">{escape(title)}</title>{desc}'
    )


def _drums(
    figures: Sequence[Figure],
    theme: Theme,
    letters: Mapping[str, str],
    names: bool,
    translate: Callable[[str], str],
    prefix: str,
) -> Iterator[str]:
    for number, figure in enumerate(figures, 1):
        y = 12 + 44 * (number - 1)
        yield f'<text x="26" y="{y + 28}" {paint("number", theme)}>{number}</text>'
        yield slab(figure, 40, y, 104, 43, theme, prefix)
        text = escape(letters.get(code(figure), code(figure)))
        if names:
            text = f"{text} · {escape(piece_name(figure, Game.TAVRELI).render(translate))}"
        yield f'<text x="162" y="{y + 29}" {paint("label", theme)}>{text}</text>'
