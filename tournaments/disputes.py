"""Rulings and results that are disputed: the floor of arbiters knows of them, and registers here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models.pairing import Pairing
    from tournaments.models.section import Section


@dataclass(frozen=True, slots=True)
class Dispute:
    """A game whose ruling is under appeal.  `suspended`: the ruling has no effect until the appeal is decided."""

    game_id: int
    suspended: bool


class Disputes:
    """Asks which games of a section are in dispute.  Without a registration none is."""

    def __init__(self) -> None:
        self._answer: Callable[[Section], Iterable[Dispute]] | None = None

    def register(self, answer: Callable[[Section], Iterable[Dispute]]) -> None:
        self._answer = answer

    def __call__(self, section: Section) -> tuple[Dispute, ...]:
        return tuple(self._answer(section)) if self._answer else ()


class RulingCount:
    """Asks how many rulings were given at boards.  Without a registration there are none."""

    def __init__(self) -> None:
        self._answer: Callable[[QuerySet[Pairing]], int] | None = None

    def register(self, answer: Callable[[QuerySet[Pairing]], int]) -> None:
        self._answer = answer

    def __call__(self, boards: QuerySet[Pairing]) -> int:
        return self._answer(boards) if self._answer else 0


disputes = Disputes()
count_rulings = RulingCount()
