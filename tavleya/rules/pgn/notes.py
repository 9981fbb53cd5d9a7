"""Annotations of a game: comments, marks, clock times and side lines, by ply."""

from tavleya.rules.filegame import side_line
from tavleya.rules.pgn.times import read_times

#: A draw offered with the move: the sign of app. C, which PGN lacks and stores as a comment.
OFFER = "(=)"


class NoteBook:
    """Notes collected while a game is read."""

    def __init__(self) -> None:
        self._comments: dict[int, list[str]] = {}
        self._marks: dict[int, list[str]] = {}
        self._variations: dict[int, list[str]] = {}
        self.clocks: dict[int, int] = {}
        self.elapsed: dict[int, int] = {}

    def comment(self, ply: int, comment: str) -> None:
        """Keep `comment` without its clock commands; a second one at the same ply is appended."""
        timed = read_times(comment)
        if timed.text == OFFER:
            self.mark(ply, OFFER)
        elif timed.text:
            self._comments.setdefault(ply, []).append(timed.text)
        if timed.clock is not None:
            self.clocks[ply] = timed.clock
        if timed.elapsed is not None:
            self.elapsed[ply] = timed.elapsed

    def mark(self, ply: int, mark: str) -> None:
        self._marks.setdefault(ply, []).append(mark)

    def variation(self, ply: int, text: str) -> None:
        self._variations.setdefault(ply, []).append(side_line(text))

    @property
    def comments(self) -> dict[int, str]:
        return {ply: " ".join(texts) for ply, texts in self._comments.items()}

    @property
    def marks(self) -> dict[int, tuple[str, ...]]:
        return {ply: tuple(marks) for ply, marks in self._marks.items()}

    @property
    def variations(self) -> dict[int, tuple[str, ...]]:
        return {ply: tuple(texts) for ply, texts in self._variations.items()}
