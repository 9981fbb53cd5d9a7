"""Side-by-side view of score sheets for a reader: the meaning of every word, and the continuation of each claim (8.5).

`merging` decides the played moves; this module only presents them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tavleya.errors import BadInput
from tavleya.messages import Message
from tavleya.record.merging import Merge, SheetDifference
from tavleya.record.results import Result, win_for
from tavleya.record.sheets import Keeper, Sheet
from tavleya.rules.contract import AmbiguousMove, Ending, LineOfPlay, Ply, Position, Rules
from tavleya.sides import Side


class CellAgreement(StrEnum):
    """The relation of a word of a sheet to the merged score."""

    SAME = "same"
    OTHER = "other"  # a different legal move than in the merged score
    BAD = "bad"  # not playable there
    OPEN = "open"  # the sheet has nothing there, but continues
    OWN = "own"  # behind the end of the merged score: read by this sheet alone
    LOST = "lost"  # behind an unplayable word: the meaning is unknown


@dataclass(frozen=True, slots=True)
class SheetCell:
    """One word of one sheet.  `canonical` if it is playable, else `why`; `line` of the entered text."""

    number: int
    text: str
    standing: CellAgreement
    offered: bool = False
    canonical: str = ""
    why: Message | None = None
    line: int = 0


def cells(rules: Rules, start: Position, sheet: Sheet, merged: Merge) -> tuple[SheetCell, ...]:
    """Return every half-move of `sheet`, read in the position of the merged score.

    Behind the end of the merged score it is read by the sheet alone.
    """
    position: Position | None = start
    sheet_cells: list[SheetCell] = []
    for number, word in enumerate(sheet.words, start=1):
        ply = merged.plies[number - 1].text if number <= len(merged.plies) else ""
        cell = SheetCell(number, word.text, CellAgreement.OPEN, word.offered, line=word.line)
        if position is None:
            cell = _as(cell, CellAgreement.LOST if word.text else CellAgreement.OPEN)
        elif word.text:
            cell = _read(rules, position, cell, sheet.language, ply)
        onward = ply or cell.canonical
        position = position.play(rules.read(position, onward)) if position and onward else None
        sheet_cells.append(cell)
    return tuple(sheet_cells)


def _as(
    cell: SheetCell, standing: CellAgreement, canonical: str = "", why: Message | None = None
) -> SheetCell:
    return SheetCell(cell.number, cell.text, standing, cell.offered, canonical, why, cell.line)


def _read(rules: Rules, position: Position, cell: SheetCell, language: str, ply: str) -> SheetCell:
    try:
        canonical = rules.read(position, cell.text, language=language).text
    except AmbiguousMove as error:
        # Ambiguous by itself; if the score has one of its meanings, that is the meaning.
        if ply in error.candidates:
            return _as(cell, CellAgreement.SAME, ply)
        return _as(cell, CellAgreement.BAD, why=error.message)
    except BadInput as problem:
        message = rules.explain(position, cell.text, language=language) or problem.message
        return _as(cell, CellAgreement.BAD, why=message)
    if not ply:
        return _as(cell, CellAgreement.OWN, canonical)
    return _as(cell, CellAgreement.SAME if canonical == ply else CellAgreement.OTHER, canonical)


@dataclass(frozen=True, slots=True)
class Continuation:
    """The continuation of a claim by its sheet: `after` the claim itself, `last` after all readable moves.

    `plies` counts the half-moves to `last` from the start.  `ending`: how the rules end the game there.  `written` is
    the result on that sheet, `implied` the result of the ending, or else the written one.
    """

    keeper: Keeper
    after: Position
    last: Position
    plies: int
    moves: tuple[str, ...]
    ending: Ending | None
    written: str
    implied: Result | None


def continuations(
    rules: Rules, start: Position, sheets: Sequence[Sheet], merged: Merge, difference: SheetDifference
) -> tuple[Continuation, ...]:
    """Return the continuation of each playable claim of `difference` by its sheet."""
    line = LineOfPlay(start)
    for ply in merged.plies[: difference.number - 1]:
        line = _add(rules, line, ply.text)
    by_keeper = {sheet.keeper: sheet for sheet in sheets}
    return tuple(
        _followed(rules, line, by_keeper[claim.keeper], claim.canonical)
        for claim in difference.claims
        if claim.canonical
    )


def _followed(rules: Rules, line: LineOfPlay, sheet: Sheet, first: str) -> Continuation:
    line = _add(rules, line, first)
    after, ending = line.position, rules.ending(line)
    while ending is None and len(line.plies) < len(sheet.words):
        try:
            move = rules.read(line.position, sheet.words[len(line.plies)].text, language=sheet.language)
        except BadInput:
            break
        line = _add(rules, line, move.text)
        ending = rules.ending(line)
    moves = tuple(ply.text for ply in line.plies)
    implied = result_of(ending) or written_result(sheet.result)
    return Continuation(sheet.keeper, after, line.position, len(moves), moves, ending, sheet.result, implied)


def _add(rules: Rules, line: LineOfPlay, text: str) -> LineOfPlay:
    move = rules.read(line.position, text)
    return line.add(Ply(move.text, line.position.play(move)))


def result_of(ending: Ending | None) -> Result | None:
    """Return the result of an ending by the rules."""
    if ending is None:
        return None
    return win_for(ending.winner) if ending.winner else Result.DRAW


_WRITTEN = {
    "1-0": Side.WHITE,
    "1:0": Side.WHITE,
    "2-0": Side.WHITE,
    "0-1": Side.BLACK,
    "0:1": Side.BLACK,
    "0-2": Side.BLACK,
}
_DRAWN = frozenset({"1/2-1/2", "½-½", "1/2", "½", "1-1"})


def written_result(text: str) -> Result | None:
    """Return the result written on a sheet; None for `*` and for results that do not belong to a played game."""
    if text in _DRAWN:
        return Result.DRAW
    side = _WRITTEN.get(text)
    return win_for(side) if side else None
