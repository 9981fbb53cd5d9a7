"""What a damaged move can have been: the legal moves whose writing the signs on the sheet can be mistaken for.

Nothing is parsed here.  Every legal move is written as the sheet's notation writes it, and laid over the token sign by
sign; signs that a hand or a scanner takes for one another fit at a price.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tavleya.rules.contract import Move, Position, Rules, StatusKind
from tavleya.rules.letters import LOOK_ALIKES
from tavleya.rules.registry import spec_of

#: Signs that are taken for one another, on top of letters that look alike.  An italic д is a 6 to a scanner, as б is.
_CONFUSED = ("1lIiіІ|", "3Ззэ", "6б", "6д", "0OoОо", "4чЧ", "8В", "5S")
_SAME = {frozenset(pair) for pair in LOOK_ALIKES.items()} | {
    frozenset((one, other)) for group in _CONFUSED for one in group for other in group if one != other
}
_BETWEEN = re.compile(r"[-‐‑‒–—―−xXхХ×:]")
_MARKS = re.compile(r"(?:\+\s?\+|[+#!?=]|\(\s*=\s*\)|\(?[eе]\.\s?[pр]\.?\)?)+$")
_CHECKS = (StatusKind.CHECK, StatusKind.CHECKMATE)


@dataclass(frozen=True, slots=True)
class ReadingProposal:
    """A legal move that a token may mean; `cost` is the number of signs that must have been something else."""

    move: Move
    cost: int


def propose(
    rules: Rules, position: Position, token: str, *, language: str = ""
) -> tuple[ReadingProposal, ...]:
    """The legal moves that `token` fits, likeliest first; one that it says outright costs nothing."""
    found = [
        ReadingProposal(move, price)
        for move in position.legal_moves()
        if (price := cost(rules, position, move, token, language=language)) is not None
    ]
    return tuple(sorted(found, key=lambda proposal: (proposal.cost, proposal.move.text)))


def cost(rules: Rules, position: Position, move: Move, token: str, *, language: str = "") -> int | None:
    """How many signs of `token` are wrong if it means `move`; None where it cannot."""
    bare = "".join(token.split())
    marks = _MARKS.search(bare)
    bare = bare[: marks.start()] if marks else bare
    strict = spec_of(rules.game).written.capture_sign
    costs = [
        price
        for written in _spellings(rules, position, move, language)
        if (price := _signs_apart(bare, written, strict)) is not None
    ]
    if not costs:
        return None
    check = bool(marks and "+" in marks[0])
    return min(costs) + (check and position.play(move).status().kind not in _CHECKS)


def _spellings(rules: Rules, position: Position, move: Move, language: str) -> Iterator[str]:
    """The move without marks, in the forms that a sheet of this game may have."""
    for text in spec_of(rules.game).written.spellings(rules, position, move, language):
        yield _MARKS.sub("", "".join(text.split()))


def _signs_apart(token: str, written: str, capture_sign: bool) -> int | None:
    """Signs of `written` that stand otherwise in `token`; None where they cannot be mistaken for each other.

    `capture_sign`: the sign between the squares counts too.
    """
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
    return apart + (capture_sign and _built(token) != _built(written))


def _built(text: str) -> bool:
    """Whether the sign between the squares says that something stood on the second."""
    return any(sign in text for sign in "xXхХ×:")
