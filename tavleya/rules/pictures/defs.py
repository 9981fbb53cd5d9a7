"""The drawings that boards refer to, once per document; their paints, and positions in words."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

from tavleya.messages import Message, label
from tavleya.rules.contract import Figure
from tavleya.rules.messages import say
from tavleya.rules.registry import spec_of
from tavleya.rules.spec import PieceSet, SetKey
from tavleya.sides import Side

# Paints of the two themes: class names that `board.css` colours, or embedded black and white.

Theme = Literal["screen", "print"]

_PRINT = {
    "w": 'fill="#fff" stroke="#000" color="#000"',
    "b": 'fill="#000" stroke="#000" color="#fff"',
    "frame": 'fill="none" stroke="#000" stroke-width="4"',
    "coord": 'fill="#000" font-family="sans-serif" font-size="22" text-anchor="middle"',
    "square-number": 'fill="#000" stroke="#fff" stroke-width="4" paint-order="stroke" font-family="sans-serif" '
    'font-size="18" text-anchor="middle"',
    "last-mark": 'fill="none" stroke="#000" stroke-width="3" stroke-dasharray="9 6"',
    "check-mark": 'fill="none" stroke="#000" stroke-width="7"',
    "selected-mark": 'fill="none" stroke="#000" stroke-width="5"',
    "target-mark": 'fill="#000" stroke="#fff" stroke-width="2"',
    "arrow": 'fill="#000" fill-opacity=".7" stroke="#fff" stroke-width="3"',
    "badge": 'fill="#fff" stroke="#000" stroke-width="2"',
    "badge-text": 'fill="#000" font-family="sans-serif" font-size="17" font-weight="700" text-anchor="middle"',
    "label": 'fill="#000" font-family="sans-serif" font-size="20"',
    "number": 'fill="#000" font-family="sans-serif" font-size="17" text-anchor="end"',
    "plinth": 'fill="#000"',
}


def paint(role: str, theme: Theme) -> str:
    """Return the attributes that paint `role`."""
    return f'class="{role}"' if theme == "screen" else _PRINT[role]


def side_role(side: Side) -> str:
    return "w" if side is Side.WHITE else "b"


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
        variants = _in_all_sets(usual, {key: drawings_by_name.get(name) for key, drawings_by_name in others.items()})
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


# The names of the pieces, side and kind in one phrase, because other languages inflect the side with the
# piece.


def piece_name(figure: Figure, game: str) -> Message:
    """Return the name of one piece: "white ratnik of the luchnik".  Raises: KeyError for a piece of another game."""
    white, black = spec_of(game).pieces.names[code(figure)]
    return label("piece", white if figure.side is Side.WHITE else black)


# The colours of published boards: the light colours of the pages (`static/css/tokens.css`).

COLOURS: Mapping[str, str] = {
    "board-light": "#f1eadb",
    "board-dark": "#6d9a86",
    "board-light-last": "#f6dc8c",
    "board-dark-last": "#cfae4e",
    "board-light-check": "#f4c3b6",
    "board-dark-check": "#cc8a78",
    "board-frame": "#2c4a3f",
    "piece-white": "#fffdf6",
    "piece-ink": "#26302c",
    "piece-black": "#22282a",
    "piece-light": "#e9e4d6",
    "mark-last": "#e8b93c",
    "mark-check": "#c3132b",
    "badge-ink": "#1c1c1c",
}
"""A test compares them with the tokens of the same names."""

#: Fill, stroke and inner details, by the class of a side.
SIDES: Mapping[str, tuple[str, str, str]] = {
    "w": (COLOURS["piece-white"], COLOURS["piece-ink"], COLOURS["piece-ink"]),
    "b": (COLOURS["piece-black"], COLOURS["piece-black"], COLOURS["piece-light"]),
}


def style_sheet() -> str:
    """Return the rules of `static/css/board.css` for a standalone board."""
    rules = [
        f".{shade}{mark}>rect:first-of-type{{fill:{COLOURS[f'board-{shade}{suffix}']}}}"
        for shade in ("light", "dark")
        for mark, suffix in (("", ""), (".last", "-last"), (".check", "-check"))
    ]
    rules += [
        f".{side}{{fill:{fill};stroke:{stroke};color:{details}}}" for side, (fill, stroke, details) in SIDES.items()
    ]
    frame, check = COLOURS["board-frame"], COLOURS["mark-check"]
    rules += [
        f".frame{{fill:none;stroke:{frame};stroke-width:6}}",
        f".coord{{fill:{frame};font:600 21px system-ui,sans-serif;text-anchor:middle}}",
        ".last-mark{fill:none;stroke:none}",
        f".check-mark{{fill:none;stroke:{check};stroke-width:8}}",
        f".badge{{fill:{COLOURS['mark-last']};stroke:{COLOURS['piece-ink']};stroke-width:1.6}}",
        f".badge-text{{fill:{COLOURS['badge-ink']};font:700 16px system-ui,sans-serif;text-anchor:middle}}",
    ]
    return "".join(rules)


# Positions in words, for users of screen readers.

_ORDER = "KQHRBNDMP"


def tower_words(figures: Sequence[Figure], game: str) -> Message:
    """Describe every piece of one square from the top: "white ratoborets over black vsadnik over …"."""
    *upper, bottom = (piece_name(figure, game) for figure in figures)
    words = bottom
    for name in reversed(upper):
        words = say("piece_over", upper=name, lower=words)
    return words


def square_words(square: str, figures: Sequence[Figure], game: str) -> Message:
    """Describe one square: "e4: white ratoborets over black vsadnik", "e4: empty"."""
    if not figures:
        return say("square_empty", square=square)
    return say("square_holds", square=square, pieces=tower_words(figures, game))


def describe(figures: Mapping[str, tuple[Figure, ...]], turn: Side | None, *, game: str) -> list[Message]:
    """Describe a position in sentences: the turn, the single pieces by kind, White first, then tower by tower.

    `turn` is None if it does not matter (a finished game).
    """
    sentences = [] if turn is None else [_turn(turn)]
    singles: dict[Figure, list[str]] = {}
    # By length first: 9 comes before 10.
    for square, pieces in sorted(figures.items(), key=lambda item: (len(item[0]), item[0])):
        if len(pieces) == 1:
            singles.setdefault(pieces[0], []).append(square)
    for figure in sorted(singles, key=_figure_order):
        params = {"piece": piece_name(figure, game), "squares": ", ".join(singles[figure])}
        sentences.append(say("piece_on", **params))
    towers = [(square, pieces) for square, pieces in sorted(figures.items()) if len(pieces) > 1]
    if towers:
        sentences.append(say("towers_from_top"))
        sentences += [square_words(square, pieces, game) for square, pieces in towers]
    return sentences


def _turn(turn: Side) -> Message:
    return say("white_to_move") if turn is Side.WHITE else say("black_to_move")


def _figure_order(figure: Figure) -> tuple[bool, int, bool, str]:
    return figure.side is Side.BLACK, _ORDER.index(figure.kind), figure.promoted, figure.becomes
