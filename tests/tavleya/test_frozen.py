"""A changed copy is what `dataclasses.replace` makes."""

import dataclasses

import pytest

from tavleya.frozen import replace


@dataclasses.dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int = 0
    marks: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Loose:
    x: int


@dataclasses.dataclass(frozen=True, slots=True)
class ValidatedPoint:
    x: int

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError


@pytest.mark.parametrize("changes", [{}, {"x": 5}, {"y": 2, "marks": ("a",)}])
def test_a_changed_copy_is_what_the_standard_library_makes(changes: dict[str, object]) -> None:
    point = Point(1, marks=("b",))
    assert replace(point, **changes) == dataclasses.replace(point, **changes)  # type: ignore[arg-type]
    assert point == Point(1, 0, ("b",))


def test_a_name_that_is_no_field_is_refused() -> None:
    with pytest.raises(TypeError, match="z"):
        replace(Point(1), z=2)


@pytest.mark.parametrize("value", [Loose(1), ValidatedPoint(1), 3])
def test_a_class_that_it_would_copy_wrongly_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        replace(value, x=-1)
