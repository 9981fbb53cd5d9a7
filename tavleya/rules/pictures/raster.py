"""Raster boards: a picture (PNG), and a game as an animation (GIF).

Each square is drawn once per content and combined with the others, so that a move of a game only redraws the two or
three squares that it changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from io import BytesIO
from xml.etree import ElementTree

from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFont

from tavleya.rules.contract import Figure
from tavleya.rules.grid import FILES, Grid
from tavleya.rules.pictures.colours import COLOURS, SIDES
from tavleya.rules.pictures.defs import drawings
from tavleya.rules.pictures.outlines import Affine, Point, circle, path, rectangle
from tavleya.rules.pictures.pieces import on_square
from tavleya.rules.registry import spec_of
from tavleya.sides import Side

_FINER = 3  # supersampling factor of a square, for smooth edges
_MARGIN = 0.3  # of a square: the room for coordinates
_BADGE = ("badge", "badge-text")


@dataclass(frozen=True, slots=True)
class Frame:
    """One position of an animation; `last` are the squares of the move that led to it."""

    figures: Mapping[str, tuple[Figure, ...]]
    last: tuple[str, ...] = ()
    check: str | None = None


def board_png(frame: Frame, *, game: str, orientation: Side = Side.WHITE, field: int = 72) -> bytes:
    """Return one position as a PNG; `field`: the size of a square in pixels."""
    target = BytesIO()
    _board(frame, game, orientation, field).quantize(128).save(target, "PNG", optimize=True)
    return target.getvalue()


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
    colours = _palette(game, field)
    pictures, before = [first.quantize(palette=colours, dither=Image.Dither.NONE)], frames[0]
    canvas = first
    for frame in frames[1:]:
        canvas = canvas.copy()
        _fields(canvas, _changed(game, before, frame), frame, game, orientation, field)
        pictures.append(canvas.quantize(palette=colours, dither=Image.Dither.NONE))
        before = frame
    target = BytesIO()
    pauses = [pause_ms] * (len(frames) - 1) + [rest_ms]
    pictures[0].save(
        target, "GIF", save_all=True, append_images=pictures[1:], duration=pauses, loop=0, disposal=1
    )
    return target.getvalue()


def _palette(game: str, field: int) -> Image.Image:
    """Return one palette for all positions: that of a board with every paint on it."""
    king, queen = (Figure(spec_of(game).pieces.names.__iter__().__next__(), side) for side in Side)
    grid = spec_of(game).grid
    a1, b1, a2, b2 = (grid.names[index] for index in (0, 1, grid.size, grid.size + 1))
    shown = Frame({a1: (king,), b1: (queen,), a2: (queen,), b2: (king,)}, (b1, b2), a2)
    return _board(shown, game, Side.WHITE, field).quantize(64)


def _changed(game: str, before: Frame, after: Frame) -> list[str]:
    def seen(frame: Frame, square: str) -> object:
        return frame.figures.get(square), square in frame.last, square == frame.check

    return [square for square in spec_of(game).grid.names if seen(before, square) != seen(after, square)]


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
    ink, far = COLOURS["piece-light"], canvas.width - margin / 2
    for place in range(grid.size):
        middle = margin + field * (place + 0.5)
        pen.text((middle, far), files[place], ink, font, anchor="mm")
        pen.text((margin / 2, middle), ranks[place], ink, font, anchor="mm")


@lru_cache(maxsize=2048)
def _field(figures: tuple[Figure, ...], game: str, key: str, ground: str, field: int) -> Image.Image:
    side = field * _FINER
    canvas = Image.new("RGB", (side, side), ground)
    if figures:
        markup = f"<g>{on_square(figures, spec_of(game).pieces, 'screen', '')}</g>"
        painter = _Painter(canvas, _drawn(game))
        painter.draw(
            ElementTree.fromstring(markup),  # noqa: S314  our own markup
            _Paint(),
            Affine(a=side / 100, d=side / 100),
        )
    return canvas.resize((field, field), Image.Resampling.LANCZOS)


@cache
def _drawn(game: str) -> Mapping[str, ElementTree.Element]:
    """Return the drawings of a game by their ids."""
    return {
        part.attrib["id"]: part
        for part in ElementTree.fromstring(drawings(game))  # noqa: S314  our own markup
    }


@dataclass(frozen=True, slots=True)
class _Paint:
    fill: str = "#000000"
    stroke: str = "none"
    width: float = 1
    colour: str = "#000000"
    see_through: float = 1
    round_caps: bool = False

    def of(self, element: ElementTree.Element) -> _Paint:
        """Return the paint of `element`, which inherits missing values."""
        get = element.attrib.get
        css = get("class", "")
        colour, fill, stroke, width = (
            self.colour,
            get("fill", self.fill),
            get("stroke", self.stroke),
            self.width,
        )
        if css in SIDES:
            fill, stroke, colour = SIDES[css]
        elif css in _BADGE:
            fill, stroke, width = COLOURS["mark-last"], COLOURS["piece-ink"], 1.6
        return replace(
            self,
            fill=colour if fill == "currentColor" else fill,
            stroke=colour if stroke == "currentColor" else stroke,
            width=float(get("stroke-width", width)),
            colour=colour,
            see_through=float(get("stroke-opacity", self.see_through)),
            round_caps=get("stroke-linecap") == "round",
        )


class _Painter:
    """Painter of our own pictures: groups, references, paths, rectangles, circles, and the badge's number."""

    def __init__(self, canvas: Image.Image, known: Mapping[str, ElementTree.Element]) -> None:
        self.canvas, self.known = canvas, known

    def draw(self, element: ElementTree.Element, around: _Paint, place: Affine) -> None:
        paint = around.of(element)
        place = place @ Affine.read(element.attrib.get("transform", ""))
        if element.tag == "use":
            self.draw(self.known[element.attrib["href"].removeprefix("#")], paint, place)
        elif element.tag == "g":
            for part in element:
                self.draw(part, paint, place)
        elif element.tag == "text":
            self._number(element, place)
        else:
            self._shape(_outlines(element), paint, place)

    def _shape(self, outlines: Sequence[tuple[list[Point], bool]], paint: _Paint, place: Affine) -> None:
        placed = [([place(point) for point in points], closed) for points, closed in outlines]
        if paint.fill != "none":
            self._fill([points for points, _ in placed], paint.fill)
        if paint.stroke != "none":
            self._stroke(placed, paint, paint.width * place.scale)

    def _fill(self, outlines: Sequence[list[Point]], colour: str) -> None:
        """Fill by the even-odd rule: an outline within another is a hole."""
        mask = Image.new("1", self.canvas.size)
        for points in outlines:
            if len(points) < 3:
                continue
            own = Image.new("1", self.canvas.size)
            ImageDraw.Draw(own).polygon(points, fill=1)
            mask = ImageChops.logical_xor(mask, own)
        self.canvas.paste(ImageColor.getrgb(colour), mask=mask.convert("L"))

    def _stroke(self, outlines: Sequence[tuple[list[Point], bool]], paint: _Paint, width: float) -> None:
        mask = Image.new("L", self.canvas.size)
        pen, shade = ImageDraw.Draw(mask), round(255 * paint.see_through)
        for points, closed in outlines:
            line = [*points, points[0], points[1]] if closed and len(points) > 1 else points
            pen.line(line, fill=shade, width=max(1, round(width)), joint="curve")
            if paint.round_caps and not closed:
                for x, y in (points[0], points[-1]):
                    half = width / 2
                    pen.ellipse((x - half, y - half, x + half, y + half), fill=shade)
        self.canvas.paste(ImageColor.getrgb(paint.stroke), mask=mask)

    def _number(self, element: ElementTree.Element, place: Affine) -> None:
        """Draw the number of a badge; its anchor is the middle of its baseline."""
        at = place((float(element.attrib["x"]), float(element.attrib["y"])))
        font = ImageFont.load_default(18 * place.scale)
        ImageDraw.Draw(self.canvas).text(at, element.text or "", COLOURS["badge-ink"], font, anchor="ms")


def _outlines(element: ElementTree.Element) -> list[tuple[list[Point], bool]]:
    def number(name: str) -> float:
        return float(element.attrib.get(name, 0))

    if element.tag == "circle":
        return [(circle(number("cx"), number("cy"), number("r")), True)]
    if element.tag == "rect":
        return [(rectangle(*map(number, ("x", "y", "width", "height", "rx"))), True)]
    if element.tag == "path":
        return path(element.attrib["d"])
    raise ValueError(f"an element that is not drawn: {element.tag}")
