"""Fast copies of frozen dataclasses with changes, for frequent values: the state of a game at each entry."""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

_Value = TypeVar("_Value")


def replace(value: _Value, /, **changes: object) -> _Value:
    """Return a changed copy as `dataclasses.replace` does, but five times as fast.

    For dataclasses with slots and without `__post_init__`.  Raises: TypeError for an unknown field or any other class.
    """
    kind: Any = type(value)
    copy: _Value = _copier(kind)(value, changes)
    return copy


@cache
def _copier(kind: type) -> Callable[[Any, dict[str, object]], Any]:
    """Compile a copy function with all fields, as `dataclasses` does for `__init__`.

    The source contains only field names.
    """
    names = [field.name for field in fields(kind)]
    if hasattr(kind, "__post_init__") or not all(hasattr(getattr(kind, name, None), "__set__") for name in names):
        raise TypeError(f"{kind.__name__} is not a dataclass with slots and without __post_init__")
    lines = [
        "def copy(value, changes):",
        "    if not changes.keys() <= names:",
        "        raise TypeError(f'no such field: {sorted(changes.keys() - names)}')",
        "    made = new(kind)",
        *(f"    set_{name}(made, changes[{name!r}] if {name!r} in changes else value.{name})" for name in names),
        "    return made",
    ]
    namespace: dict[str, Any] = {"new": object.__new__, "kind": kind, "names": frozenset(names)}
    namespace |= {f"set_{name}": getattr(kind, name).__set__ for name in names}
    exec("\n".join(lines), namespace)  # noqa: S102  (nothing from outside is in it)
    copier: Callable[[Any, dict[str, object]], Any] = namespace["copy"]
    return copier
