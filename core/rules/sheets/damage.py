"""What a damaged move can have been: the legal moves whose writing the signs on the sheet can be mistaken for.

Nothing is parsed here.  Every legal move is written as the sheet's notation writes it, and laid over the token sign by
sign; signs that a hand or a scanner takes for one another fit at a price.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from common.languages import DEFAULT, is_cyrillic
from core.rules.contract import Game, Move, Position, Rules, StatusKind, Style
from core.rules.letters import LOOK_ALIKES

#: Signs that are taken for one another, on top of letters that look alike.  An italic д is a 6 to a scanner, as б is.
_CONFUSED = ("1lIiіІ|", "3Ззэ", "6б", "6д", "0OoОо", "4чЧ", "8В", "5S")
_SAME = {frozenset(pair) for pair in LOOK_ALIKES.items()} | {
    frozenset((one, other)) for group in _CONFUSED for one in group for other in group if one != other
}
_BETWEEN = re.compile(r"[-‐‑‒–—―−xXхХ×:]")
_MARKS = re.compile(r"(?:\+\s?\+|[+#!?=]|\(\s*=\s*\)|\(?[eе]\.\s?[pр]\.?\)?)+$")
_CHECKS = (StatusKind.CHECK, StatusKind.CHECKMATE)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A legal move that a token may mean; `cost` is the number of signs that must have been something else."""

    move: Move
    cost: int


def propose(rules: Rules, position: Position, token: str, *, language: str = "") -> tuple[Proposal, ...]:
    """The legal moves that `token` fits, likeliest first; one that it says outright costs nothing."""
    found = [
        Proposal(move, price)
        for move in position.legal_moves()
        if (price := cost(rules, position, move, token, language=language)) is not None
    ]
    return tuple(sorted(found, key=lambda proposal: (proposal.cost, proposal.move.text)))


def cost(rules: Rules, position: Position, move: Move, token: str, *, language: str = "") -> int | None:
    """How many signs of `token` are wrong if it means `move`; None where it cannot."""
    bare = "".join(token.split())
    marks = _MARKS.search(bare)
    bare = bare[: marks.start()] if marks else bare
    costs = [
        price
        for written in _spellings(rules, position, move, language)
        if (price := _signs_apart(bare, written, rules.game)) is not None
    ]
    if not costs:
        return None
    check = bool(marks and "+" in marks[0])
    return min(costs) + (check and position.play(move).status().kind not in _CHECKS)


def _spellings(rules: Rules, position: Position, move: Move, language: str) -> Iterable[str]:
    """The move without marks, in the forms that a sheet of this game may have."""
    if rules.game is Game.CHESS:
        written = (
            rules.write(position, move, Style(form, language or DEFAULT)) for form in ("short", "long")
        )
        return [_MARKS.sub("", "".join(text.split())) for text in written]
    if rules.game is Game.DRAUGHTS:
        return {move.text, rules.write(position, move, Style("long"))}
    return _of_tavreli(position, move, language)


def _of_tavreli(position: Position, move: Move, language: str) -> Iterator[str]:
    """The book's form and today's; the book's Cyrillic files on sheets in Cyrillic, Latin ones on others."""
    squares, bracket, count = move.text.partition("(")
    if position.figures().get(move.squares[1]) and "0" not in squares:
        squares = squares.replace("-", "x")
    for text in {squares + bracket + count, bracket + count + squares}:
        if not language or is_cyrillic(language):
            yield text.translate(_TO_BOOK)
        if not is_cyrillic(language):
            yield text


_TO_BOOK = str.maketrans("abcdefghx", "абвгдежзх")


def _signs_apart(token: str, written: str, game: Game) -> int | None:
    """Signs of `written` that stand otherwise in `token`; None where they cannot be mistaken for each other."""
    signs, expected = _BETWEEN.sub("", token), _BETWEEN.sub("", written)
    if len(signs) != len(expected):
        return None
    apart = 0
    for sign, due in zip(signs, expected, strict=True):
        if sign == due:
            continue
        if frozenset((sign, due)) not in _SAME and sign.lower() != due.lower():
            return None
        apart += 1
    # In chess the sign of a capture may be left out (C.9).
    return apart + (game is not Game.CHESS and _built(token) != _built(written))


def _built(text: str) -> bool:
    """Whether the sign between the squares says that something stood on the second."""
    return any(sign in text for sign in "xXхХ×:")
