"""Outlines of our drawings as polygons: paths, circles, rectangles, and their transforms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, radians, sin, sqrt

Point = tuple[float, float]

_WORD = re.compile(r"[MmLlHhVvCcQqAaZz]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_CALL = re.compile(r"(\w+)\(([^)]*)\)")
_STEPS = 10  # chords for a curve
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}


@dataclass(frozen=True, slots=True)
class Affine:
    """x′ = a·x + c·y + e, y′ = b·x + d·y + f."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def __matmul__(self, inner: Affine) -> Affine:
        """Return the transform that applies `inner` first, then this."""
        return Affine(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            self.a * inner.e + self.c * inner.f + self.e,
            self.b * inner.e + self.d * inner.f + self.f,
        )

    def __call__(self, point: Point) -> Point:
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @property
    def scale(self) -> float:
        """The average factor of length over all directions."""
        return sqrt(abs(self.a * self.d - self.b * self.c))

    @classmethod
    def read(cls, text: str) -> Affine:
        """Read the attribute `transform`: translate, scale and rotate, in sequence."""
        result = cls()
        for name, given in _CALL.findall(text):
            values = [float(word) for word in re.split(r"[\s,]+", given.strip())]
            result = result @ _transform(name, values)
        return result


def _transform(name: str, values: Sequence[float]) -> Affine:
    if name == "translate":
        return Affine(e=values[0], f=values[1] if len(values) > 1 else 0)
    if name == "scale":
        return Affine(a=values[0], d=values[-1])
    if name != "rotate":
        raise ValueError(f"a transform that is not drawn: {name}")
    angle = radians(values[0])
    turned = Affine(cos(angle), sin(angle), -sin(angle), cos(angle))
    x, y = (values[1], values[2]) if len(values) > 1 else (0.0, 0.0)
    return Affine(e=x, f=y) @ turned @ Affine(e=-x, f=-y)


def circle(x: float, y: float, radius: float) -> list[Point]:
    """Return a round outline."""
    return [
        (x + radius * cos(2 * pi * step / 48), y + radius * sin(2 * pi * step / 48)) for step in range(48)
    ]


def rectangle(x: float, y: float, width: float, height: float, corner: float) -> list[Point]:
    """Return a rectangle with rounded corners."""
    if not corner:
        return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    r = min(corner, width / 2, height / 2)
    middles = [
        (x + width - r, y + r, -90),
        (x + width - r, y + height - r, 0),
        (x + r, y + height - r, 90),
        (x + r, y + r, 180),
    ]
    return [
        (mx + r * cos(radians(start + 15 * step)), my + r * sin(radians(start + 15 * step)))
        for mx, my, start in middles
        for step in range(7)
    ]


def path(data: str) -> list[tuple[list[Point], bool]]:
    """Return the subpaths of the attribute `d`, each with whether it is closed.

    Raises: ValueError for unused commands.
    """
    done: list[tuple[list[Point], bool]] = []
    points: list[Point] = []
    for command, values in _commands(data):
        upper = command.upper()
        here = points[-1] if points else (0.0, 0.0)
        if upper == "M":
            here = done[-1][0][0] if done and not points else here
            if len(points) > 1:
                done.append((points, False))
            points = [_to(command, here, values)]
        elif upper == "Z":
            done.append((points, True))
            points = []
        else:
            if not points:
                points = [done[-1][0][0]]
                here = points[0]
            points.extend(_drawn(command, here, values))
    if len(points) > 1:
        done.append((points, False))
    return done


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    if unknown := _WORD.sub("", data).strip(" ,\n"):
        raise ValueError(f"not read in a path: {unknown}")
    words = _WORD.findall(data)
    at, command = 0, "M"
    while at < len(words):
        if words[at].isalpha():
            command, at = words[at], at + 1
        count = _ARGUMENTS[command.upper()]
        yield command, [float(word) for word in words[at : at + count]]
        at += count
        # Further pairs after the first are lines.
        command = {"M": "L", "m": "l"}.get(command, command)


def _to(command: str, here: Point, values: Sequence[float]) -> Point:
    x, y = values[-2], values[-1]
    return (here[0] + x, here[1] + y) if command.islower() else (x, y)


def _drawn(command: str, here: Point, values: Sequence[float]) -> list[Point]:
    own = command.islower()
    match command.upper():
        case "H":
            return [(here[0] + values[0] if own else values[0], here[1])]
        case "V":
            return [(here[0], here[1] + values[0] if own else values[0])]
        case "L":
            return [_to(command, here, values)]
        case "A":
            return _arc(here, values, _to(command, here, values))
    shift = here if own else (0.0, 0.0)
    controls = [(values[i] + shift[0], values[i + 1] + shift[1]) for i in range(0, len(values), 2)]
    return [_bezier([here, *controls], step / _STEPS) for step in range(1, _STEPS + 1)]


def _bezier(points: list[Point], t: float) -> Point:
    while len(points) > 1:
        points = [(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t) for (x1, y1), (x2, y2) in pairwise(points)]
    return points[0]


def _arc(start: Point, values: Sequence[float], end: Point) -> list[Point]:
    """Return a circular arc, with its centre as in SVG's implementation notes."""
    radius, other, _, large, sweep = values[:5]
    if radius != other:
        raise ValueError("an arc of an ellipse")
    (x1, y1), (x2, y2) = start, end
    chord = hypot(x2 - x1, y2 - y1)
    if not chord:
        return [end]
    radius = max(radius, chord / 2)
    height = sqrt(max(0.0, radius * radius - chord * chord / 4))
    side = 1 if bool(large) != bool(sweep) else -1
    cx = (x1 + x2) / 2 - side * height * (y2 - y1) / chord
    cy = (y1 + y2) / 2 + side * height * (x2 - x1) / chord
    first, last = atan2(y1 - cy, x1 - cx), atan2(y2 - cy, x2 - cx)
    if sweep and last <= first:
        last += 2 * pi
    elif not sweep and last >= first:
        last -= 2 * pi
    steps = max(2, ceil(abs(last - first) * 8))
    return [
        (
            cx + radius * cos(first + (last - first) * step / steps),
            cy + radius * sin(first + (last - first) * step / steps),
        )
        for step in range(1, steps + 1)
    ]
