"""Comparison of a list of moves from a board or a program at the venue with the record."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tavleya.errors import DomainError
from tavleya.record.state import State
from tavleya.rules.contract import Ply, Position


class ListRelation(StrEnum):
    """The relation of a list to the current plies of the record."""

    SAME = "same"
    OLDER = "older"  # the record continues after it
    AHEAD = "ahead"  # it continues after the record
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True)
class Comparison:
    """`ply`: the first different half-move (from 1); 0 if there is none."""

    held: ListRelation
    ply: int = 0


def hold_against(state: State, moves: Sequence[str]) -> Comparison:
    """Compare the whole reported game, from its start position, with the record."""
    for number, (ply, text) in enumerate(zip(state.line.plies, moves, strict=False), 1):
        if ply.text != text and not _same(state, state.line.positions[number - 1], ply, text):
            return Comparison(ListRelation.DIFFERS, number)
    if len(moves) == state.ply:
        return Comparison(ListRelation.SAME)
    return Comparison(ListRelation.OLDER if len(moves) < state.ply else ListRelation.AHEAD)


def _same(state: State, before: Position, ply: Ply, text: str) -> bool:
    """Return whether another text is the same move; an irregular move is identified by its resulting position."""
    try:
        if not ply.irregular:
            return state.rules.read(before, text).text == ply.text
        return state.rules.displace(before, text).text() == ply.position.text()
    except DomainError:
        return False
