"""Outlines of SVG as polygons: the commands of a path, circles and rounded rectangles, their curves cut into lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from math import acos, ceil, copysign, cos, hypot, pi, radians, sin, sqrt

Point = tuple[float, float]
#: Points of one subpath, and whether it is closed.
Outline = tuple[list[Point], bool]

_TOKENS = re.compile(r"[MmLlHhVvCcQqAaZz]|-?(?:\d+\.?\d*|\.\d+)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}
_CURVE_STEPS = 14


def outlines(path: str) -> list[Outline]:
    """The subpaths of the `d` of a path.  Raises ValueError for a command that none of our drawings uses."""
    found: list[Outline] = []
    points: list[Point] = []
    for command, numbers in _commands(path):
        if command == "Z":
            found.append((points, True))
            points = points[:1]
            continue
        if command == "M" and len(points) > 1:
            found.append((points, False))
        if command == "M":
            points = [(numbers[0], numbers[1])]
        else:
            points.extend(_curve(points[-1], command, numbers))
    if len(points) > 1:
        found.append((points, False))
    return found


def circle(x: float, y: float, radius: float) -> list[Outline]:
    steps = max(24, ceil(radius))
    around = [2 * pi * step / steps for step in range(steps)]
    return [([(x + radius * cos(angle), y + radius * sin(angle)) for angle in around], True)]


def rectangle(x: float, y: float, width: float, height: float, bend: float = 0) -> list[Outline]:
    bend = min(bend, width / 2, height / 2)
    if not bend:
        return [([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], True)]
    corners = (
        (x + width - bend, y + bend, -90), (x + width - bend, y + height - bend, 0),
        (x + bend, y + height - bend, 90), (x + bend, y + bend, 180),
    )  # fmt: skip
    points = [
        (left + bend * cos(radians(start + step * 15)), top + bend * sin(radians(start + step * 15)))
        for left, top, start in corners
        for step in range(7)
    ]
    return [(points, True)]


def area(points: list[Point]) -> float:
    """Twice the area within; its sign says which way round the points go."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*points, points[0]]))


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Each command in its absolute form with the numbers of one use."""
    if unknown := re.sub(_TOKENS, "", path).strip(" ,\n"):
        raise ValueError(f"not read in a path: {unknown}")
    here, start, letter = (0.0, 0.0), (0.0, 0.0), "M"
    tokens = _TOKENS.findall(path)
    at = 0
    while at < len(tokens):
        if tokens[at].isalpha():
            letter = tokens[at]
            at += 1
        command, takes = letter.upper(), _TAKES[letter.upper()]
        numbers = [float(token) for token in tokens[at : at + takes]]
        at += takes
        if letter.islower():
            numbers = _absolute(command, numbers, here)
        if command == "Z":
            here = start
        elif command in "HV":
            here = (numbers[0], here[1]) if command == "H" else (here[0], numbers[0])
            command, numbers = "L", [*here]
        else:
            here = (numbers[-2], numbers[-1])
        if command == "M":
            start, letter = here, "l" if letter == "m" else "L"
        yield command, numbers


def _absolute(command: str, numbers: list[float], here: Point) -> list[float]:
    if command == "A":
        return [*numbers[:5], numbers[5] + here[0], numbers[6] + here[1]]
    if command in "HV":
        return [numbers[0] + here[command == "V"]]
    return [number + here[at % 2] for at, number in enumerate(numbers)]


def _curve(start: Point, command: str, numbers: list[float]) -> Iterator[Point]:
    """The points after `start`."""
    if command == "L":
        yield numbers[0], numbers[1]
    elif command == "A":
        yield from _arc(start, *numbers)
    else:
        stops = [start, *zip(numbers[::2], numbers[1::2], strict=True)]
        for step in range(1, _CURVE_STEPS + 1):
            yield _bezier(stops, step / _CURVE_STEPS)


def _bezier(stops: list[Point], share: float) -> Point:
    while len(stops) > 1:
        stops = [(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share) for (x1, y1), (x2, y2) in pairwise(stops)]
    return stops[0]


def _arc(
    start: Point, rx: float, ry: float, turn: float, large: float, sweep: float, x: float, y: float
) -> Iterator[Point]:
    """From the end points to the middle (SVG 1.1, F.6.5); the axes of ours are never turned."""
    if turn:
        raise ValueError("an arc whose axes are turned")
    dx, dy = (start[0] - x) / 2, (start[1] - y) / 2
    grow = max(1.0, hypot(dx / rx, dy / ry))
    rx, ry = rx * grow, ry * grow
    rest = max(0.0, rx * rx * ry * ry - rx * rx * dy * dy - ry * ry * dx * dx)
    far = sqrt(rest / (rx * rx * dy * dy + ry * ry * dx * dx)) * (-1 if large == sweep else 1)
    cx, cy = far * rx * dy / ry, -far * ry * dx / rx
    first = _angle(1, 0, (dx - cx) / rx, (dy - cy) / ry)
    span = _angle((dx - cx) / rx, (dy - cy) / ry, (-dx - cx) / rx, (-dy - cy) / ry)
    if sweep and span < 0:
        span += 2 * pi
    if not sweep and span > 0:
        span -= 2 * pi
    cx, cy = cx + (start[0] + x) / 2, cy + (start[1] + y) / 2
    for step in range(1, _CURVE_STEPS + 1):
        angle = first + span * step / _CURVE_STEPS
        yield cx + rx * cos(angle), cy + ry * sin(angle)


def _angle(ux: float, uy: float, vx: float, vy: float) -> float:
    cosine = (ux * vx + uy * vy) / (hypot(ux, uy) * hypot(vx, vy))
    return copysign(acos(max(-1.0, min(1.0, cosine))), ux * vy - uy * vx)
