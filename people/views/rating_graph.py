"""The graph of a person's ratings as a drawing: lines of points by day, one for each list."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

WIDTH, HEIGHT = 640, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 12, 12, 28
_STEPS = (10, 20, 50, 100, 200, 500, 1000)
_MOST_TICKS = 6

#: A day, the rating then, and the event that kept it.
Kept = tuple[date, int, str]


@dataclass(frozen=True, slots=True)
class Point:
    x: float
    y: float
    day: date
    rating: int
    event: str


@dataclass(frozen=True, slots=True)
class RatingLine:
    """`number` from 1 says how the line looks; `path` is a polyline's points."""

    number: int
    name: str
    points: tuple[Point, ...]

    @property
    def path(self) -> str:
        return " ".join(f"{point.x},{point.y}" for point in self.points)


@dataclass(frozen=True, slots=True)
class RatingGraph:
    """`levels`: heights with their rating; `years`: places with their year."""

    lines: tuple[RatingLine, ...]
    levels: tuple[tuple[float, int], ...]
    years: tuple[tuple[float, int], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = _LEFT
    right: int = WIDTH - _RIGHT
    foot: int = HEIGHT - _BOTTOM


def rating_graph(lists: Sequence[tuple[str, Sequence[Kept]]]) -> RatingGraph | None:
    """Return the graph of the ratings by list; None if no list has ratings of two days."""
    days = [row[0] for _, rows in lists for row in rows]
    if not any(len({row[0] for row in rows}) > 1 for _, rows in lists):
        return None
    first, last = min(days), max(days)
    span = max((last - first).days, 1)
    values = [row[1] for _, rows in lists for row in rows]
    step = next((key for key in _STEPS if (max(values) - min(values)) / key <= _MOST_TICKS - 2), _STEPS[-1])
    low, high = min(values) // step * step, -(-max(values) // step) * step
    high = high if high > low else low + step

    def across(day: date) -> float:
        return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * (day - first).days / span, 1)

    def up(value: int) -> float:
        return round(HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * (value - low) / (high - low), 1)

    lines = tuple(
        RatingLine(
            number,
            name,
            tuple(Point(across(day), up(rating), day, rating, event) for day, rating, event in rows),
        )
        for number, (name, rows) in enumerate(lists, start=1)
    )
    levels = tuple((up(value), value) for value in range(low, high + 1, step))
    years = [(across(date(year, 1, 1)), year) for year in range(first.year + 1, last.year + 1)]
    every = -(-len(years) // 8) or 1
    return RatingGraph(lines, levels, tuple(years[::every]))
