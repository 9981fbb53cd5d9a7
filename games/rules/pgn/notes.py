"""What stands beside the moves of a game: comments, marks, clock times and side lines, each by its ply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.rules.filegame import FileGame
from games.rules.pgn.times import read_times

#: A draw offered with the move: app. C's sign, which PGN has not; it travels as a comment.
OFFER = "(=)"


@dataclass(frozen=True, slots=True)
class Notes:
    """What goes beside the moves into a file, by ply (0 = before the first); times in milliseconds."""

    comments: Mapping[int, str] = field(default_factory=dict)
    marks: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    clocks: Mapping[int, int] = field(default_factory=dict)
    elapsed: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, game: FileGame) -> Notes:
        """The notes of a game that was read; its side lines are not among them."""
        return cls(game.comments, game.marks, game.clocks, game.elapsed)


@dataclass(slots=True)
class NoteBook:
    """Notes as they are met while a game is read."""

    comments: dict[int, str] = field(default_factory=dict)
    marks: dict[int, tuple[str, ...]] = field(default_factory=dict)
    clocks: dict[int, int] = field(default_factory=dict)
    elapsed: dict[int, int] = field(default_factory=dict)
    variations: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def comment(self, ply: int, comment: str) -> None:
        """Keep `comment` without its clock commands; a second one at the same ply follows the first."""
        timed = read_times(comment)
        if timed.text == OFFER:
            self.mark(ply, OFFER)
        elif timed.text:
            self.comments[ply] = " ".join(filter(None, (self.comments.get(ply), timed.text)))
        if timed.clock is not None:
            self.clocks[ply] = timed.clock
        if timed.elapsed is not None:
            self.elapsed[ply] = timed.elapsed

    def mark(self, ply: int, *marks: str) -> None:
        if marks:
            self.marks[ply] = (*self.marks.get(ply, ()), *marks)

    def variation(self, ply: int, text: str) -> None:
        self.variations[ply] = (*self.variations.get(ply, ()), " ".join(text.split()))
