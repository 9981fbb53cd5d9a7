"""Raster boards: a picture (PNG), and a game as an animation (GIF).

Each square is drawn once per content and combined with the others, so that a move of a game only redraws the two or
three squares that it changes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from resvg_py import svg_to_bytes

from tavleya.rules.contract import FILES, Figure, Grid
from tavleya.rules.pictures.board import on_square
from tavleya.rules.pictures.defs import COLOURS, drawings, style_sheet
from tavleya.rules.registry import spec_of
from tavleya.sides import Side

_MARGIN = 0.3  # of a field: the room for coordinates
_FONT = Path(__file__).parents[2] / "documents" / "fonts" / "DejaVuSans-Bold.ttf"


@dataclass(frozen=True, slots=True)
class Frame:
    """One position of an animation; `last` are the squares of the move that led to it."""

    figures: Mapping[str, tuple[Figure, ...]]
    last: tuple[str, ...] = ()
    check: str | None = None


def board_png(frame: Frame, *, game: str, orientation: Side = Side.WHITE, field: int = 72) -> bytes:
    """Return one position as a PNG; `field`: the size of a square in pixels."""
    output = BytesIO()
    _board(frame, game, orientation, field).quantize(128).save(output, "PNG", optimize=True)
    return output.getvalue()


def game_gif(
    frames: Sequence[Frame],
    *,
    game: str,
    orientation: Side = Side.WHITE,
    field: int = 40,
    pause_ms: int = 700,
    rest_ms: int = 3000,
) -> bytes:
    """Return a game as a repeating GIF: each position for `pause_ms`, the last one for `rest_ms`."""
    first = _board(frames[0], game, orientation, field)
    palette = _palette(game, field)
    pictures, before = [first.quantize(palette=palette, dither=Image.Dither.NONE)], frames[0]
    canvas = first
    for frame in frames[1:]:
        canvas = canvas.copy()
        _fields(canvas, _changed(game, before, frame), frame, game, orientation, field)
        pictures.append(canvas.quantize(palette=palette, dither=Image.Dither.NONE))
        before = frame
    output = BytesIO()
    pauses = [pause_ms] * (len(frames) - 1) + [rest_ms]
    pictures[0].save(output, "GIF", save_all=True, append_images=pictures[1:], duration=pauses, loop=0, disposal=1)
    return output.getvalue()


def _palette(game: str, field: int) -> Image.Image:
    """Return one palette for all positions: that of a board with every paint on it."""
    white, black = (Figure(next(iter(spec_of(game).pieces.names)), side) for side in Side)
    grid = spec_of(game).grid
    a1, b1, a2, b2 = (grid.names[index] for index in (0, 1, grid.size, grid.size + 1))
    frame = Frame({a1: (white,), b1: (black,), a2: (black,), b2: (white,)}, (b1, b2), a2)
    return _board(frame, game, Side.WHITE, field).quantize(64)


def _changed(game: str, before: Frame, after: Frame) -> list[str]:
    def appearance(frame: Frame, square: str) -> object:
        return frame.figures.get(square), square in frame.last, square == frame.check

    return [square for square in spec_of(game).grid.names if appearance(before, square) != appearance(after, square)]


def _board(frame: Frame, game: str, orientation: Side, field: int) -> Image.Image:
    margin, grid = round(field * _MARGIN), spec_of(game).grid
    size = grid.size * field + 2 * margin
    canvas = Image.new("RGB", (size, size), COLOURS["board-frame"])
    if not grid.numbered:
        _coordinates(canvas, grid, orientation, field, margin)
    _fields(canvas, grid.names, frame, game, orientation, field)
    return canvas


def _fields(
    canvas: Image.Image, squares: Iterable[str], frame: Frame, game: str, orientation: Side, field: int
) -> None:
    margin = round(field * _MARGIN)
    grid, key = spec_of(game).grid, spec_of(game).pieces.key
    last = grid.size - 1
    pen, font = ImageDraw.Draw(canvas), ImageFont.load_default(field * 0.2)
    for square in squares:
        file, rank = grid.places[square]
        shade = "dark" if (file + rank) % 2 == 0 else "light"
        column, row = (last - file, rank) if orientation is Side.BLACK else (file, last - rank)
        mark = "-check" if square == frame.check else "-last" if square in frame.last else ""
        picture = _field(frame.figures.get(square, ()), game, key, COLOURS[f"board-{shade}{mark}"], field)
        left, top = margin + column * field, margin + row * field
        canvas.paste(picture, (left, top))
        if grid.numbered and shade == "dark":
            pen.text((left + field * 0.03, top), square, COLOURS["piece-light"], font)


def _coordinates(canvas: Image.Image, grid: Grid, orientation: Side, field: int, margin: int) -> None:
    pen, font = ImageDraw.Draw(canvas), ImageFont.load_default(margin * 0.72)
    files, ranks = FILES[: grid.size], [str(rank) for rank in range(grid.size, 0, -1)]
    if orientation is Side.BLACK:
        files, ranks = files[::-1], ranks[::-1]
    ink, bottom = COLOURS["piece-light"], canvas.width - margin / 2
    for index in range(grid.size):
        middle = margin + field * (index + 0.5)
        pen.text((middle, bottom), files[index], ink, font, anchor="mm")
        pen.text((margin / 2, middle), ranks[index], ink, font, anchor="mm")


@lru_cache(maxsize=2048)
def _field(figures: tuple[Figure, ...], game: str, key: str, ground: str, field: int) -> Image.Image:
    if not figures:
        return Image.new("RGB", (field, field), ground)
    markup = on_square(figures, spec_of(game).pieces, "screen", "")
    picture = svg_to_bytes(
        svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{drawings(game)}{markup}</svg>',
        style_sheet=style_sheet(),
        background=ground,
        width=field,
        height=field,
        # The number of a tower is the only text of a field; fonts of the machine would differ.
        skip_system_fonts=True,
        font_files=[str(_FONT)] if "<text" in markup else None,
        sans_serif_family="DejaVu Sans",
    )
    return Image.open(BytesIO(picture)).convert("RGB")
