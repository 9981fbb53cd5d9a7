"""Hooks: a lower layer notifies or queries the layers above, which register with it; it imports nothing from them."""

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Hook(Generic[P]):
    """Functions that are called on an event, in order of registration."""

    def __init__(self) -> None:
        self._listeners: list[Callable[P, object]] = []

    def register(self, *listeners: Callable[P, object]) -> None:
        """Add functions; a registered function keeps its place."""
        self._listeners += [listener for listener in listeners if listener not in self._listeners]

    def __bool__(self) -> bool:
        """Whether any function is registered."""
        return bool(self._listeners)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        for listener in self._listeners:
            listener(*args, **kwargs)


class Question(Generic[P, T]):
    """A question that one upper layer answers; `default` answers if no function is registered."""

    def __init__(self, default: Callable[P, T]) -> None:
        self._answer = default

    def register(self, answer: Callable[P, T]) -> None:
        self._answer = answer

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._answer(*args, **kwargs)


class Collector(Generic[P, T]):
    """A question that any number of layers answer; answers of None are left out."""

    def __init__(self) -> None:
        self._answers: list[Callable[P, T | None]] = []

    def register(self, *answers: Callable[P, T | None]) -> None:
        """Add functions; a registered function keeps its place."""
        self._answers += [answer for answer in answers if answer not in self._answers]

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> list[T]:
        return [result for answer in self._answers if (result := answer(*args, **kwargs)) is not None]


class QuestionByKind(Generic[P, T]):
    """A question with one answer function per kind; `default` for an unregistered kind."""

    def __init__(self, default: T) -> None:
        self._default = default
        self._answers: dict[str, Callable[P, T]] = {}

    def register(self, kind: str, answer: Callable[P, T]) -> None:
        self._answers[kind] = answer

    def __call__(self, kind: str, *args: P.args, **kwargs: P.kwargs) -> T:
        answer = self._answers.get(kind)
        return answer(*args, **kwargs) if answer else self._default
