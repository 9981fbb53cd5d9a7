"""The drawings that boards refer to, once per document."""

from collections.abc import Mapping
from functools import cache

from tavleya.rules.contract import Figure
from tavleya.rules.registry import spec_of
from tavleya.rules.spec import PieceSet, SetKey


def code(figure: Figure) -> str:
    """Return the figure's kind as in the position text: `R`, `PR` (a ratnik), `+R` (a promoted one)."""
    return "+" + figure.kind if figure.promoted else figure.kind + figure.becomes


def drawing_id(key: str, name: str, prefix: str = "") -> str:
    """Return the id of a drawing of the set with that key; `+` is replaced, because it is unsuitable in a fragment."""
    return f"{prefix}{key}-{name.replace('+', 'x')}"


def reference(key: str, name: str, prefix: str = "") -> str:
    """Return a reference to a drawing, which inherits the paint of its place."""
    return f'<use href="#{drawing_id(key, name, prefix)}"/>'


@cache
def drawings(game: str, prefix: str = "", only: str = "") -> str:
    """Return a `<defs>` element with the drawings of the game, with ids beginning with `prefix`.

    `only`: only drawings whose names have this prefix.
    """
    pieces = spec_of(game).pieces
    parts = [
        f'<g id="{drawing_id(pieces.key, name, prefix)}">{markup}</g>'
        for name, markup in _markup(pieces, prefix).items()
        if name.startswith(only)
    ]
    return f"<defs>{''.join(parts)}</defs>"


def _markup(pieces: PieceSet, prefix: str) -> Mapping[str, str]:
    return pieces.drawings(lambda name: reference(pieces.key, name, prefix))


@cache
def piece_defs(game: str) -> str:
    """Return an invisible SVG with the drawings of `game`, for a page whose boards are created with `defs=False`.

    Each drawing contains those of all sets; `board-looks.css` shows one of them, and the usual one is the default.
    """
    pieces = spec_of(game).pieces
    others = {key: draw(lambda name: reference(pieces.key, name)) for key, draw in pieces.sets.items()}
    parts = []
    for name, usual in _markup(pieces, "").items():
        variants = _in_all_sets(usual, {key: drawn.get(name) for key, drawn in others.items()})
        parts.append(f'<g id="{drawing_id(pieces.key, name)}">{variants}</g>')
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="board-defs" width="0" height="0" aria-hidden="true" '
        f'focusable="false"><defs>{"".join(parts)}</defs></svg>'
    )


def _in_all_sets(usual: str, others: Mapping[SetKey, str | None]) -> str:
    if not any(others.values()):
        return usual
    variants = "".join(
        f'<g class="set-{key}" display="none">{usual if markup is None else markup}</g>'
        for key, markup in others.items()
    )
    return f'<g class="set-turned">{usual}</g>{variants}'
