"""One enlarged tower for the side panel: every piece with its number from the top, its drum, letter and name."""

from collections.abc import Callable, Mapping, Sequence
from html import escape

from tavleya.rules.contract import Figure
from tavleya.rules.pictures.defs import code, drawings, reference
from tavleya.rules.pictures.names import piece_name
from tavleya.rules.pictures.paint import Theme, paint, side_role
from tavleya.rules.pictures.sides import side_outline
from tavleya.rules.registry import spec_of

_STEP = 44
_TEXT = 162


def tower_svg(
    figures: Sequence[Figure],
    *,
    game: str,
    title: str,
    description: str = "",
    theme: Theme = "screen",
    letters: Mapping[str, str] | None = None,
    names: bool = True,
    translate: Callable[[str], str] = str,
    id_prefix: str = "",
    defs: bool = True,
) -> str:
    """Return one tower from the side, the top first: number from the top, drum, letter and name of every piece.

    The number is the count in brackets in the notation of a move: how many pieces are lifted.  `letters` contains the
    letters of another language by piece code (`R`, `PR`, `+R`); `names=False` omits the names.  `defs=False` refers to
    the drawings of `piece_defs` elsewhere on the page.
    """
    prefix = id_prefix if defs else ""
    key = spec_of(game).pieces.key
    lines = [_line(figure, game, letters or {}, names, translate) for figure in figures]
    # 11 is a generous advance at 20 px for the reader's font; a minimum keeps towers of one page in scale.
    width = max(460 if names else 220, _TEXT + 11 * max(map(len, lines)) + 12)
    height = _STEP * len(figures) + 32
    parts = [
        _head(width, height, f"tower tower-{theme}", title, description, id_prefix),
        drawings(game, prefix, "emblem-") if defs else "",
        *(
            _drum(number, *row, key, theme, prefix)
            for number, row in enumerate(zip(figures, lines, strict=True), 1)
        ),
        f'<rect x="34" y="{height - 11}" width="116" height="6" rx="3" {paint("plinth", theme)}/></svg>',
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


def _line(
    figure: Figure, game: str, letters: Mapping[str, str], names: bool, translate: Callable[[str], str]
) -> str:
    letter = letters.get(code(figure), code(figure))
    return f"{letter} · {piece_name(figure, game).render(translate)}" if names else letter


def _drum(number: int, figure: Figure, line: str, key: str, theme: Theme, prefix: str) -> str:
    """Return one row: number, drum with the full emblem, text."""
    y = 12 + _STEP * (number - 1)
    emblem = reference(key, f"emblem-{figure.becomes or figure.kind}", prefix)
    picture = f'<g transform="translate(65 {y + 2}) scale(.54)">{emblem}</g>'
    return (
        f'<g class="drum" data-number="{number}"><text x="24" y="{y + 28}" {paint("number", theme)}>{number}</text>'
        f"<g {paint(side_role(figure.side), theme)}>{side_outline(figure, 36, y, 112, 42)}"
        f'<g fill="currentColor" stroke="none">{picture}</g></g>'
        f'<text x="{_TEXT}" y="{y + 28}" {paint("label", theme)}>{escape(line)}</text></g>'
    )
