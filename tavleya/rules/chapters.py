"""Chapters for files and relays from a game that continued after irregular moves.

Readers of PGN and PDN follow only legal moves.  The game is cut before each irregular move: the moves before it are one
game of the file, those after it another, from the position on the board.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from tavleya.rules.contract import LineOfPlay
from tavleya.rules.filegame import UNKNOWN, Notes

_Value = TypeVar("_Value")

#: Tags that distinguish a chapter from the first; without them relays treat it as a correction of the same game.
CONTINUED = " (continued)"


@dataclass(frozen=True, slots=True)
class Chapter:
    """Legal moves from a position.  `notes` are by the plies of `line`; only the last chapter has the game's result.

    `irregular` is the irregular move played after it; empty for the last.
    """

    line: LineOfPlay
    tags: Mapping[str, str]
    result: str
    notes: Notes
    irregular: str = ""


def chapters(line: LineOfPlay, tags: Mapping[str, str], result: str, notes: Notes) -> Iterator[Chapter]:
    """Yield one chapter for a game of legal moves, and one more for each irregular move.

    Notes of the irregular move itself, its clock time included, are at the beginning of the next chapter.  `Event` and
    `GameId` of that chapter mark it as a continuation, and do not change when it is written again.
    """
    start, first, number = line.start, 0, 1
    for index, ply in enumerate(line.plies):
        if ply.irregular:
            before = LineOfPlay(start, line.plies[first:index])
            yield Chapter(before, _tags(tags, number), UNKNOWN, _from(notes, first, index), ply.text)
            start, first, number = ply.position, index + 1, number + 1
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
    """Return the notes of the plies after `first` up to `last`, counted from 1 again."""

    def moved(by_ply: Mapping[int, _Value]) -> dict[int, _Value]:
        return {ply - first: value for ply, value in by_ply.items() if first <= ply <= last}

    return Notes(
        comments=moved(notes.comments),
        # The start position of a chapter has no mark and no time: they belong to moves.
        marks={ply: value for ply, value in moved(notes.marks).items() if ply},
        clocks=moved(notes.clocks),
        elapsed=moved(notes.elapsed),
        variations=moved(notes.variations),
    )
