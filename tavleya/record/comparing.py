"""Score sheets side by side as a reader sees them: every word with what it means there, and where each way leads (8.5).

`merging` decides what was played; here the same is laid out, nothing is decided.
"""

from __future__ import annotations

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
    """How a word of a sheet stands towards the merged score."""

    SAME = "same"
    OTHER = "other"  # it says another legal move than the merged score has
    BAD = "bad"  # it cannot be played there
    OPEN = "open"  # the sheet has nothing there, though it goes on
    OWN = "own"  # behind the end of the merged score: read on by this sheet alone
    LOST = "lost"  # behind a word that cannot be played: nobody can say what it means


@dataclass(frozen=True, slots=True)
class SheetCell:
    """One word of one sheet.  `canonical` where it can be played, `why` where not; `line` of the typed text."""

    number: int
    text: str
    standing: CellAgreement
    offered: bool = False
    canonical: str = ""
    why: Message | None = None
    line: int = 0


def cells(rules: Rules, start: Position, sheet: Sheet, merged: Merge) -> tuple[SheetCell, ...]:
    """Every half-move of `sheet`, read where the merged score stands then, and behind its end by the sheet alone."""
    position: Position | None = start
    found: list[SheetCell] = []
    for number, word in enumerate(sheet.words, start=1):
        ply = merged.plies[number - 1].text if number <= len(merged.plies) else ""
        cell = SheetCell(number, word.text, CellAgreement.OPEN, word.offered, line=word.line)
        if position is None:
            cell = _as(cell, CellAgreement.LOST if word.text else CellAgreement.OPEN)
        elif word.text:
            cell = _read(rules, position, cell, sheet.language, ply)
        onward = ply or cell.canonical
        position = position.play(rules.read(position, onward)) if position and onward else None
        found.append(cell)
    return tuple(found)


def _as(
    cell: SheetCell, standing: CellAgreement, canonical: str = "", why: Message | None = None
) -> SheetCell:
    return SheetCell(cell.number, cell.text, standing, cell.offered, canonical, why, cell.line)


def _read(rules: Rules, position: Position, cell: SheetCell, language: str, ply: str) -> SheetCell:
    try:
        canonical = rules.read(position, cell.text, language=language).text
    except AmbiguousMove as several:
        # Not clear by itself; where the score has one of its meanings, that is what it says.
        if ply in several.candidates:
            return _as(cell, CellAgreement.SAME, ply)
        return _as(cell, CellAgreement.BAD, why=several.message)
    except BadInput as problem:
        why = rules.explain(position, cell.text, language=language) or problem.message
        return _as(cell, CellAgreement.BAD, why=why)
    if not ply:
        return _as(cell, CellAgreement.OWN, canonical)
    return _as(cell, CellAgreement.SAME if canonical == ply else CellAgreement.OTHER, canonical)


@dataclass(frozen=True, slots=True)
class Continuation:
    """Where a claim leads if its sheet is followed: `after` the claim itself, `last` after all that can be read on.

    `plies` counts the half-moves to `last` from the start.  `ending`: how the rules end the game there.  `written` is
    the result on that sheet as it stands there, `implied` what follows from the ending, or else from what is written.
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
    """What each playable claim of `difference` would mean, each followed through its own sheet."""
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
    """The result that an ending by the rules brings."""
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
    """The result that stands on a sheet; None for none (`*`) and for what is no result of a game that was played."""
    if text in _DRAWN:
        return Result.DRAW
    side = _WRITTEN.get(text)
    return win_for(side) if side else None
