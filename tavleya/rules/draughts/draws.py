"""Draws by repetition and by counters.

A counter is data: its positions, the plies that keep it running, and the number of moves for each side.  Two plies are
one move (the notation counts a move of White and the reply as one), so fifteen moves are thirty plies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from tavleya.rules.contract import EndingKind
from tavleya.rules.draughts.position import DraughtsPosition
from tavleya.sides import Side

Positions = tuple[DraughtsPosition, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """A counter at the end of a line: the counted plies out of `needed`, from ply `first` (1-based) to `last`."""

    plies: int
    needed: int
    last: int

    @property
    def first(self) -> int:
        return self.last - self.plies + 1

    @property
    def due(self) -> bool:
        return self.needed > 0 and self.plies >= self.needed

    @property
    def proof(self) -> tuple[int, ...]:
        return (self.first, self.last) if self.plies else (self.last,)


@dataclass(frozen=True, slots=True)
class Counter:
    """`moves` by each side while `belongs` holds in every position and `keeps` in every ply between two."""

    kind: EndingKind
    moves: int
    article: str
    belongs: Callable[[DraughtsPosition], bool]
    keeps: Callable[[DraughtsPosition, DraughtsPosition], bool]

    def run(self, positions: Positions) -> Run:
        """Return the plies counted up to the last position."""
        last = start = len(positions) - 1
        while start and self.joins(positions[start - 1], positions[start]):
            start -= 1
        return Run(last - start, 2 * self.moves, last)

    def joins(self, before: DraughtsPosition, after: DraughtsPosition) -> bool:
        """Return whether the ply between two positions counts."""
        return self.belongs(after) and self.belongs(before) and self.keeps(before, after)


def _any(position: DraughtsPosition) -> bool:
    return True


def _always(before: DraughtsPosition, after: DraughtsPosition) -> bool:
    return True


def _only_kings_moved(before: DraughtsPosition, after: DraughtsPosition) -> bool:
    """Return whether no man has moved and nothing was captured (draws.2)."""
    return (
        before.white_men == after.white_men
        and before.black_men == after.black_men
        and before.white_kings.bit_count() == after.white_kings.bit_count()
        and before.black_kings.bit_count() == after.black_kings.bit_count()
    )


def _balance_kept(before: DraughtsPosition, after: DraughtsPosition) -> bool:
    """Return whether nothing was captured and no man became a king."""
    return all(
        before.men(side).bit_count() == after.men(side).bit_count()
        and before.kings(side).bit_count() == after.kings(side).bit_count()
        for side in Side
    )


def _lone_king(position: DraughtsPosition) -> Side | None:
    """Return the side with a single king and no man, if the other side has a piece."""
    for side in (Side.WHITE, Side.BLACK):
        if not position.men(side) and position.kings(side).bit_count() == 1:
            return side if position.owned(side.other) else None
    return None


def short_ending(position: DraughtsPosition) -> bool:
    """Return whether two kings, a king and a man, or a king play against a single king, for either side (draws.3)."""
    weak = _lone_king(position)
    if weak is None:
        return False
    kings = position.kings(weak.other).bit_count()
    return (kings, position.men(weak.other).bit_count()) in {(2, 0), (1, 1), (1, 0)}


def three_kings(position: DraughtsPosition) -> bool:
    """Return whether three or more kings without men play against a single king."""
    weak = _lone_king(position)
    return weak is not None and not position.men(weak.other) and position.kings(weak.other).bit_count() >= 3


def main_road(position: DraughtsPosition) -> bool:
    """Return whether three kings, two kings and a man, or a king and two men face a king on the long diagonal."""
    weak = _lone_king(position)
    return (
        weak is not None
        and bool(position.kings(weak) & position.board.main_road)
        and bool(position.kings(weak.other))
        and position.owned(weak.other).bit_count() == 3
    )


def _kings_on_both_sides(position: DraughtsPosition, fewest: int, most: int) -> bool:
    count = position.owned(Side.WHITE).bit_count() + position.owned(Side.BLACK).bit_count()
    return fewest <= count <= most and bool(position.white_kings) and bool(position.black_kings)


def _four_or_five(position: DraughtsPosition) -> bool:
    return _kings_on_both_sides(position, 4, 5)


def _six_or_seven(position: DraughtsPosition) -> bool:
    return _kings_on_both_sides(position, 6, 7)


def _outside_balance(position: DraughtsPosition) -> bool:
    return not _kings_on_both_sides(position, 4, 7)


@dataclass(frozen=True, slots=True)
class DrawLaw:
    """The draws of one set of rules: permitted repetitions, counters, and moves before a draw may be agreed."""

    repetition: int
    repetition_article: str
    counters: tuple[Counter, ...]
    agreement_after: int = 0

    def run(self, kind: EndingKind, positions: Positions) -> Run | None:
        """Return the run of the applicable counter of `kind`; None if this law has no such counter."""
        runs = [counter.run(positions) for counter in self.counters if counter.kind is kind]
        return max(runs, key=lambda run: (run.plies, -run.needed), default=None)

    def due(self, positions: Positions) -> tuple[Counter, Run] | None:
        """Return the first counter that has expired at the last position."""
        for counter in self.counters:
            run = counter.run(positions)
            if run.due:
                return counter, run
        return None

    def first_due(self, positions: Positions) -> int | None:
        """Return the first ply after which a draw was due, by repetition or a counter; None if there is none."""
        counts: dict[DraughtsPosition, int] = {}
        runs = [0] * len(self.counters)
        for index, position in enumerate(positions):
            counts[position] = counts.get(position, 0) + 1
            if counts[position] >= self.repetition:
                return index
            for number, counter in enumerate(self.counters):
                before = positions[index - 1] if index else None
                is_counted = before is not None and counter.joins(before, position)
                runs[number] = runs[number] + 1 if is_counted else 0
                if runs[number] >= 2 * counter.moves:
                    return index
        return None

    def occurrences(self, positions: Positions) -> tuple[int, ...]:
        """Return the plies (0 = start) after which the last position occurred with the same side to move."""
        return tuple(index for index, position in enumerate(positions) if position == positions[-1])

    def changed(self, moves: Mapping[EndingKind, int]) -> DrawLaw:
        """Return this law with other numbers: 0 removes a counter; a missing one comes from the most complete law."""
        own_kinds = {counter.kind for counter in self.counters}
        all_counters = [*self.counters, *(counter for counter in FMJD64.counters if counter.kind not in own_kinds)]
        numbered = [replace(counter, moves=moves.get(counter.kind, counter.moves)) for counter in all_counters]
        counters = [counter for counter in numbered if counter.kind in (own_kinds | moves.keys()) and counter.moves]
        return replace(self, counters=tuple(counters))


SEED003 = DrawLaw(
    repetition=3,
    repetition_article="draws.1",
    counters=(
        Counter(EndingKind.SHORT_ENDING, 5, "draws.3", short_ending, _always),
        Counter(EndingKind.KINGS_ONLY, 15, "draws.2", _any, _only_kings_moved),
    ),
)

# With four to seven pieces and kings on both sides, the longer count replaces the fifteen moves: otherwise kings alone
# could never reach it.
FMJD64 = DrawLaw(
    repetition=3,
    repetition_article="draws.1",
    counters=(
        Counter(EndingKind.SHORT_ENDING, 5, "draws.3", short_ending, _always),
        Counter(EndingKind.MAIN_ROAD, 5, "fmjd64:7.2.7", main_road, _always),
        Counter(EndingKind.THREE_KINGS, 15, "fmjd64:7.2.4", three_kings, _always),
        Counter(EndingKind.KINGS_ONLY, 15, "draws.2", _outside_balance, _only_kings_moved),
        Counter(EndingKind.PIECE_BALANCE, 30, "fmjd64:7.2.6", _four_or_five, _balance_kept),
        Counter(EndingKind.PIECE_BALANCE, 60, "fmjd64:7.2.6", _six_or_seven, _balance_kept),
    ),
    agreement_after=20,
)

LAWS: Mapping[str, DrawLaw] = MappingProxyType({"seed003": SEED003, "fmjd64": FMJD64})
