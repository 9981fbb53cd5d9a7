"""Our own boards as pixels: the few elements of SVG that `core.rules.pictures` writes, painted by Pillow.

Not a painter of any SVG: an element or a transform that our drawings do not have is refused, so that a new drawing that
needs one is noticed by the tests and never left out of a picture.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import cos, hypot, radians, sin
from xml.etree import ElementTree

from PIL import Image, ImageChops, ImageDraw, ImageFont

from core.documents.outlines import Outline, Point, area, circle, outlines, rectangle

#: What is inherited from the elements around: `fill`, `stroke`, `color`, `stroke-width` …
Style = Mapping[str, str]
#: What a class of a board is painted with; `light`, `dark`, `light-last`, `dark-last` are the grounds of squares.
Paints = Mapping[str, Style]
FontOf = Callable[[int], ImageFont.FreeTypeFont]

_SVG = "{http://www.w3.org/2000/svg}"
_FINER = 3  # pixels are drawn this much finer, and then brought together
_SILENT = {"title", "desc", "defs"}
_STYLE = (
    "fill", "stroke", "color", "stroke-width", "stroke-opacity", "fill-opacity", "fill-rule", "stroke-linecap",
)  # fmt: skip
_START: Style = {"fill": "#000000", "stroke": "none", "stroke-width": "1", "color": "#000000"}
_TRANSFORM = re.compile(r"(\w+)\(([^)]*)\)")


class Matrix(tuple[float, float, float, float, float, float]):
    """x' = a·x + c·y + e, y' = b·x + d·y + f."""

    __slots__ = ()

    def point(self, point: Point) -> Point:
        a, b, c, d, e, f = self
        return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f

    def then(self, a: float, b: float, c: float, d: float, e: float, f: float) -> Matrix:
        """`self` after what is given."""
        a1, b1, c1, d1, e1, f1 = self
        return Matrix((
            a1 * a + c1 * b, b1 * a + d1 * b, a1 * c + c1 * d, b1 * c + d1 * d,
            a1 * e + c1 * f + e1, b1 * e + d1 * f + f1,
        ))  # fmt: skip

    @property
    def scale(self) -> float:
        return hypot(self[0], self[1])


def board_picture(svg: str, size: int, paints: Paints, font: FontOf) -> Image.Image:
    """A square picture of `size` pixels of a board drawn for the screen, with its drawings in it (`defs=True`).

    `font` gives the letters of the edge at a size.  Raises ValueError for what is not drawn here.
    """
    return _picture(svg, size, paints, font)


def drawing_picture(svg: str, size: int, paints: Paints) -> Image.Image:
    """The same of a drawing without letters."""
    return _picture(svg, size, paints, _no_letters)


def _no_letters(size: int) -> ImageFont.FreeTypeFont:
    raise ValueError("letters in a drawing without letters")


def _picture(svg: str, size: int, paints: Paints, font: FontOf) -> Image.Image:
    root = ElementTree.fromstring(svg)  # noqa: S314 (made by board_svg)
    left, top, width, height = (float(part) for part in root.attrib["viewBox"].split())
    finer = size * _FINER
    scale = finer / max(width, height)
    image = Image.new("RGB", (finer, finer), paints["paper"]["fill"])
    painter = _Painter(image, root, paints, font)
    for child in root:
        painter.draw(child, Matrix((scale, 0, 0, scale, -left * scale, -top * scale)), _START)
    return image.resize((size, size), Image.Resampling.LANCZOS)


class _Painter:
    def __init__(self, image: Image.Image, root: ElementTree.Element, paints: Paints, font: FontOf) -> None:
        self.image, self.paints, self.font = image, paints, font
        self.drawings = {one.attrib["id"]: one for one in root.iter() if "id" in one.attrib}

    def draw(self, element: ElementTree.Element, matrix: Matrix, around: Style) -> None:
        name = element.tag.removeprefix(_SVG)
        if name in _SILENT:
            return
        matrix = _moved(matrix, element.attrib.get("transform", ""))
        style = self._style(element, around)
        if name == "g":
            ground = self._ground(element)
            for child in element:
                first = ground is not None and child.tag == f"{_SVG}rect"
                self.draw(child, matrix, {**style, **(ground or {})} if first else style)
                ground = None if first else ground
        elif name == "use":
            self.draw(self.drawings[element.attrib["href"].removeprefix("#")], matrix, style)
        elif name == "text":
            self._text(element, matrix, style)
        else:
            self._shape(_outlines(name, element.attrib), matrix, style)

    def _style(self, element: ElementTree.Element, around: Style) -> Style:
        style = dict(around)
        for css in element.attrib.get("class", "").split():
            style |= self.paints.get(css, {})
        return style | {key: element.attrib[key] for key in _STYLE if key in element.attrib}

    def _ground(self, element: ElementTree.Element) -> Style | None:
        """What the square's own rectangle is filled with."""
        names = element.attrib.get("class", "").split()
        if "sq" not in names:
            return None
        shade = "dark" if "dark" in names else "light"
        return self.paints[f"{shade}-last" if "last" in names else shade]

    def _shape(self, found: list[Outline], matrix: Matrix, style: Style) -> None:
        placed = [([matrix.point(point) for point in points], closed) for points, closed in found]
        width = float(style["stroke-width"]) * matrix.scale
        box = _box(placed, width)
        fill, stroke = _colour(style, "fill"), _colour(style, "stroke")
        if fill:
            self._put(fill, _filled(placed, box, style.get("fill-rule", "")), box, style.get("fill-opacity"))
        if stroke and width:
            round_ends = style.get("stroke-linecap") == "round"
            self._put(stroke, _stroked(placed, box, width, round_ends), box, style.get("stroke-opacity"))

    def _put(self, colour: str, mask: Image.Image, box: tuple[int, int, int, int], share: str | None) -> None:
        if share is not None:
            part = float(share)
            mask = mask.point(lambda value: int(value * part))
        self.image.paste(colour, box, mask)

    def _text(self, element: ElementTree.Element, matrix: Matrix, style: Style) -> None:
        size = float(style.get("font-size", "20")) * matrix.scale
        x, y = matrix.point((float(element.attrib["x"]), float(element.attrib["y"])))
        draw = ImageDraw.Draw(self.image)
        draw.text((x, y), element.text or "", fill=style["fill"], font=self.font(round(size)), anchor="ms")


def _moved(matrix: Matrix, transform: str) -> Matrix:
    for name, inner in _TRANSFORM.findall(transform):
        numbers = [float(part) for part in inner.replace(",", " ").split()]
        if name == "translate":
            matrix = matrix.then(1, 0, 0, 1, numbers[0], numbers[1] if len(numbers) > 1 else 0)
        elif name == "scale":
            matrix = matrix.then(numbers[0], 0, 0, numbers[-1], 0, 0)
        elif name == "rotate" and len(numbers) == 3:
            turn, x, y = radians(numbers[0]), numbers[1], numbers[2]
            matrix = matrix.then(1, 0, 0, 1, x, y)
            matrix = matrix.then(cos(turn), sin(turn), -sin(turn), cos(turn), 0, 0).then(1, 0, 0, 1, -x, -y)
        else:
            raise ValueError(f"a transform that is not drawn: {name}")
    return matrix


def _outlines(name: str, given: Mapping[str, str]) -> list[Outline]:
    def number(key: str) -> float:
        return float(given.get(key, 0))

    if name == "path":
        return outlines(given["d"])
    if name == "circle":
        return circle(number("cx"), number("cy"), number("r"))
    if name == "rect":
        return rectangle(number("x"), number("y"), number("width"), number("height"), number("rx"))
    raise ValueError(f"an element that is not drawn: {name}")


def _colour(style: Style, key: str) -> str:
    found = style[key]
    return "" if found == "none" else style["color"] if found == "currentColor" else found


def _box(found: list[Outline], width: float) -> tuple[int, int, int, int]:
    xs = [x for points, _ in found for x, _ in points]
    ys = [y for points, _ in found for _, y in points]
    rim = width / 2 + 2
    return int(min(xs) - rim), int(min(ys) - rim), int(max(xs) + rim) + 1, int(max(ys) + rim) + 1


def _mask(box: tuple[int, int, int, int]) -> Image.Image:
    return Image.new("L", (box[2] - box[0], box[3] - box[1]))


def _filled(found: list[Outline], box: tuple[int, int, int, int], rule: str) -> Image.Image:
    """Where the outlines are filled: by `evenodd` as they lie within each other, else by the way each goes round."""
    whole = _mask(box)
    first = 0.0
    for points, _ in found:
        here = [(x - box[0], y - box[1]) for x, y in points]
        if len(here) < 3:
            continue
        one = _mask(box)
        ImageDraw.Draw(one).polygon(here, fill=255)
        way = area(here)
        first = first or way
        if rule == "evenodd":
            whole = ImageChops.difference(whole, one)
        elif way * first < 0:
            whole = ImageChops.subtract(whole, one)
        else:
            whole = ImageChops.lighter(whole, one)
    return whole


def _stroked(
    found: list[Outline], box: tuple[int, int, int, int], width: float, round_ends: bool
) -> Image.Image:
    mask = _mask(box)
    draw = ImageDraw.Draw(mask)
    for points, closed in found:
        here = [(x - box[0], y - box[1]) for x, y in points]
        if closed:
            here = [*here, *here[:2]]
        draw.line(here, fill=255, width=max(1, round(width)), joint="curve")
        if round_ends and not closed:
            for x, y in (here[0], here[-1]):
                draw.ellipse([x - width / 2, y - width / 2, x + width / 2, y + width / 2], fill=255)
    return mask
