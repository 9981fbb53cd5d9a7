"""A list of moves from a board or a program at the venue, held against the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tavleya.errors import DomainError
from tavleya.record.state import State
from tavleya.rules.contract import Ply, Position


class Held(StrEnum):
    """What a list is to the plies of the record that stand."""

    SAME = "same"
    OLDER = "older"  # the record goes on after it
    AHEAD = "ahead"  # it goes on after the record
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True)
class Comparison:
    """`ply`: the first half-move (from 1) at which the two part; 0 where they do not."""

    held: Held
    ply: int = 0


def hold_against(state: State, moves: Sequence[str]) -> Comparison:
    """Compare the whole game as it was reported, from its start position, with the record."""
    for number, (ply, text) in enumerate(zip(state.line.plies, moves, strict=False), 1):
        if ply.text != text and not _same(state, state.line.positions[number - 1], ply, text):
            return Comparison(Held.DIFFERS, number)
    if len(moves) == state.ply:
        return Comparison(Held.SAME)
    return Comparison(Held.OLDER if len(moves) < state.ply else Held.AHEAD)


def _same(state: State, before: Position, ply: Ply, text: str) -> bool:
    """Whether another text is the same move; one that the rules forbid is known by where it leads."""
    try:
        if not ply.irregular:
            return state.rules.read(before, text).text == ply.text
        return state.rules.displace(before, text).text() == ply.position.text()
    except DomainError:
        return False
