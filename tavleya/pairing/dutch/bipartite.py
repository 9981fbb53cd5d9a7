"""The lexicographically first complete matching of S1 into S2 (art. 4.2), on sets of bits."""

from collections.abc import Sequence

from tavleya.pairing.dutch.pool import bits


def first_matching(meets: Sequence[int], s2: int, floaters: int | None) -> list[int] | None:
    """Return for each of S1, in order, their opponent in `s2`; None if S1 cannot be matched.

    `meets[i]`: the possible opponents of the i-th of S1.  `floaters`: the players of `s2` of whom exactly one is left
    over; None if no player is.
    """
    rows = [mask & s2 for mask in meets]
    if floaters is not None:
        rows.append(floaters & s2)  # an additional row takes the floater, after all others have chosen
    if len(rows) != s2.bit_count():
        return None
    mates = _any_matching(rows)
    if mates is None:
        return None
    holders = {mate: row for row, mate in enumerate(mates)}
    columns = _columns(rows)
    free = s2
    for row in range(len(meets)):
        better = rows[row] & free & (1 << mates[row]) - 1
        if better:
            _improve(row, better, rows, columns, mates, holders, free)
        free ^= 1 << mates[row]
    return mates[: len(meets)]


def _columns(rows: Sequence[int]) -> dict[int, int]:
    """Return for each member of S2 the rows that may take it, as bits."""
    columns: dict[int, int] = {}
    for row, mask in enumerate(rows):
        for column in bits(mask):
            columns[column] = columns.get(column, 0) | 1 << row
    return columns


def _any_matching(rows: Sequence[int]) -> list[int] | None:
    free = 0
    for mask in rows:
        free |= mask
    mates = [-1] * len(rows)
    holders: dict[int, int] = {}
    for row, mask in enumerate(rows):
        target = mask & free
        if target:
            mates[row] = (target & -target).bit_length() - 1
            holders[mates[row]] = row
            free ^= 1 << mates[row]
    for row in range(len(rows)):
        if mates[row] < 0:
            column = _augment(row, rows, mates, holders, free)
            if column is None:
                return None
            free ^= 1 << column
    return mates


def _augment(
    start: int, rows: Sequence[int], mates: list[int], holders: dict[int, int], free: int
) -> int | None:
    """Give `start` a column along an alternating path to a free one, which is returned."""
    unseen = -1
    came: dict[int, int] = {}
    edge = [start]
    while edge:
        further = []
        for row in edge:
            hit = rows[row] & free
            if hit:
                end = column = (hit & -hit).bit_length() - 1
                while True:
                    mates[row], column = column, mates[row]
                    holders[mates[row]] = row
                    if row == start:
                        return end
                    row = came[column]
            for column in bits(rows[row] & unseen & ~free):
                unseen &= ~(1 << column)
                came[column] = row
                further.append(holders[column])
        edge = further
    return None


def _improve(
    row: int,
    better: int,
    rows: Sequence[int],
    columns: dict[int, int],
    mates: list[int],
    holders: dict[int, int],
    free: int,
) -> None:
    """Give `row` the first of its `better` columns that a complete matching allows, if any.

    A column is available if its holder can move, along an alternating path, to the column that `row` gives up.  One
    backward search from there finds all of them.
    """
    mate = mates[row]
    onward: dict[int, int] = {}  # a row and the column it would move to
    reached = 1 << mate
    unseen = ~(1 << row)
    for done in range(row):
        unseen &= ~(1 << done)
    edge = [mate]
    while edge:
        further = []
        for column in edge:
            for mover in bits(columns[column] & unseen & (1 << len(rows)) - 1):
                unseen &= ~(1 << mover)
                onward[mover] = column
                reached |= 1 << mates[mover]
                further.append(mates[mover])
        edge = further
    target = better & reached & free
    if not target:
        return
    wanted = (target & -target).bit_length() - 1
    mover, column = row, wanted
    while True:
        displaced = holders[column]
        mates[mover], holders[column] = column, mover
        if column == mate:
            return
        mover, column = displaced, onward[displaced]
