"""The colours of published boards: the light colours of the pages (`static/css/tokens.css`)."""

from collections.abc import Mapping

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
"""A test holds them equal to the tokens of the same names."""

#: Fill, stroke and inner details, by the class of a side.
SIDES: Mapping[str, tuple[str, str, str]] = {
    "w": (COLOURS["piece-white"], COLOURS["piece-ink"], COLOURS["piece-ink"]),
    "b": (COLOURS["piece-black"], COLOURS["piece-black"], COLOURS["piece-light"]),
}


def style_sheet() -> str:
    """Return the rules of `static/css/board.css` for a standalone board."""
    rules = [
        f".{shade}{mark}>rect:first-of-type{{fill:{COLOURS[f'board-{shade}{own}']}}}"
        for shade in ("light", "dark")
        for mark, own in (("", ""), (".last", "-last"), (".check", "-check"))
    ]
    rules += [
        f".{side}{{fill:{fill};stroke:{stroke};color:{inside}}}"
        for side, (fill, stroke, inside) in SIDES.items()
    ]
    frame, edge = COLOURS["board-frame"], COLOURS["mark-check"]
    rules += [
        f".frame{{fill:none;stroke:{frame};stroke-width:6}}",
        f".coord{{fill:{frame};font:600 21px system-ui,sans-serif;text-anchor:middle}}",
        ".last-mark{fill:none;stroke:none}",
        f".check-mark{{fill:none;stroke:{edge};stroke-width:8}}",
        f".badge{{fill:{COLOURS['mark-last']};stroke:{COLOURS['piece-ink']};stroke-width:1.6}}",
        f".badge-text{{fill:{COLOURS['badge-ink']};font:700 16px system-ui,sans-serif;text-anchor:middle}}",
    ]
    return "".join(rules)
