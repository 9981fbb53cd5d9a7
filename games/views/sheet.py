"""The moves of a game as the reader writes them, in two columns, struck-out ones in their place."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.core.cache import cache

from clocks.move_times import move_times
from games.models.game import Game
from tavleya.record.state import State
from tavleya.rules.contract import Rules, Style
from tavleya.sides import Side

_A_DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Cell:
    """One half-move on the sheet.  `struck` are the preceding moves that a ruling undid; `text` may be empty.

    `spent`: the player's thinking time in milliseconds, and `share` of the longest one in the game in hundredths;
    both None if the record is ambiguous.
    """

    ply: int
    text: str = ""
    href: str = ""
    current: bool = False
    irregular: bool = False
    offered: bool = False
    ms: int | None = None
    spent: int | None = None
    share: int | None = None
    struck: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    number: int
    white: Cell | None
    black: Cell | None


def format_moves(game: Game, state: State, style: Style) -> tuple[str, ...]:
    """Return the standing moves of `state`, the game's newest, in `style`: one text for each ply.

    Cached by the digest of the record, which is unique to this state.
    """
    key = f"sheet:{game.digest}:{style.form}:{style.language}"
    write: list[str] | None = cache.get(key)
    if write is None:
        write = _write(state, style)
        cache.set(key, write, _A_DAY)
    return tuple(write)


def _write(state: State, style: Style) -> list[str]:
    rules: Rules = state.rules
    texts, before = [], state.line.start
    for ply in state.line.plies:
        # An irregular move is outside the rules: it keeps its original text.
        if ply.irregular:
            texts.append(ply.text)
        else:
            texts.append(rules.write(before, rules.read(before, ply.text), style))
        before = ply.position
    return texts


def rows(state: State, texts: tuple[str, ...], *, current: int, link: Callable[[int], str]) -> list[Row]:
    """Return the sheet: `texts` are the standing moves, `current` the ply shown on the board."""
    times = {move_time.ply: move_time for move_time in move_times(state)}
    longest = max((move_time.spent or 0 for move_time in times.values()), default=0) or 1
    cells: dict[int, Cell] = {}
    for record in state.plies:
        cell = cells.get(record.number, Cell(record.number))
        if record.struck:
            cells[record.number] = replace(cell, struck=(*cell.struck, record.text))
        else:
            time = times[record.number]
            cells[record.number] = replace(
                cell,
                text=texts[record.number - 1],
                href=link(record.number),
                current=record.number == current,
                irregular=record.irregular,
                offered=record.offered,
                ms=time.left,
                spent=time.spent,
                share=None if time.spent is None else max(1, 100 * time.spent // longest),
            )
    shift = 0 if state.line.start.turn is Side.WHITE else 1
    last = max(cells, default=0)
    return [
        Row((first + shift + 1) // 2, cells.get(first), cells.get(first + 1))
        for first in range(1 - shift, last + 1, 2)
    ]
