"""A game that went on after irregular moves, as the chapters that files and relays can take.

Readers of PGN and PDN follow legal moves only.  Before each irregular move the game is cut: what came before is one
game of the file, what came after is another, from the position on the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from tavleya.rules.contract import LineOfPlay
from tavleya.rules.filegame import UNKNOWN, Notes

_Value = TypeVar("_Value")

#: Tags that tell a chapter from the first; without them relays take it for a correction of the same game.
CONTINUED = " (continued)"


@dataclass(frozen=True, slots=True)
class Chapter:
    """Legal moves from a position.  `notes` are by the plies of `line`; only the last chapter has the game's result.

    `irregular` is the move played after it against the rules; empty for the last.
    """

    line: LineOfPlay
    tags: Mapping[str, str]
    result: str
    notes: Notes
    irregular: str = ""


def chapters(line: LineOfPlay, tags: Mapping[str, str], result: str, notes: Notes) -> Iterator[Chapter]:
    """One for a game of legal moves; else one more for each irregular move that stands.

    What stood beside the irregular move itself, its clock time too, is at the beginning of the chapter after it.
    Of that chapter `Event` and `GameId` say that it is a continuation, the same whenever it is written.
    """
    start, first, number = line.start, 0, 1
    for at, ply in enumerate(line.plies):
        if ply.irregular:
            before = LineOfPlay(start, line.plies[first:at])
            yield Chapter(before, _tags(tags, number), UNKNOWN, _from(notes, first, at), ply.text)
            start, first, number = ply.position, at + 1, number + 1
    yield Chapter(
        LineOfPlay(start, line.plies[first:]),
        _tags(tags, number),
        result,
        _from(notes, first, len(line.plies)),
    )


def _tags(tags: Mapping[str, str], number: int) -> Mapping[str, str]:
    if number == 1:
        return tags
    own = {name: value for name, value in tags.items() if name not in ("FEN", "SetUp")}
    own["Event"] = tags.get("Event", "?") + CONTINUED
    if key := tags.get("GameId"):
        own["GameId"] = f"{key}-{number}"
    return own


def _from(notes: Notes, first: int, last: int) -> Notes:
    """What stands beside the plies after `first` up to `last`, counted from 1 again."""

    def moved(by_ply: Mapping[int, _Value]) -> dict[int, _Value]:
        return {ply - first: value for ply, value in by_ply.items() if first <= ply <= last}

    return Notes(
        comments=moved(notes.comments),
        # Beside the position that a chapter begins with stands no mark and no time: they are of moves.
        marks={ply: value for ply, value in moved(notes.marks).items() if ply},
        clocks=moved(notes.clocks),
        elapsed=moved(notes.elapsed),
        variations=moved(notes.variations),
    )
