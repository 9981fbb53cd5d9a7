"""Candidates for a damaged move: the legal moves whose notation can be confused with the signs on the sheet.

Nothing is parsed.  Every legal move is written in the notation of the sheet and compared with the token sign by sign;
signs that a hand or a scanner confuses match at a cost.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tavleya.rules.contract import Move, Position, Rules, StatusKind
from tavleya.rules.letters import LOOK_ALIKES
from tavleya.rules.registry import spec_of

#: Signs that are confused, in addition to similar letters.  An italic д looks like a 6 to a scanner, as б does.
_CONFUSED = ("1lIiіІ|", "3Ззэ", "6б", "6д", "0OoОо", "4чЧ", "8В", "5S")
_SAME = {frozenset(pair) for pair in LOOK_ALIKES.items()} | {
    frozenset((one, other)) for group in _CONFUSED for one in group for other in group if one != other
}
_BETWEEN = re.compile(r"[-‐‑‒–—―−xXхХ×:]")
_MARKS = re.compile(r"(?:\+\s?\+|[+#!?=]|\(\s*=\s*\)|\(?[eе]\.\s?[pр]\.?\)?)+$")
_CHECKS = (StatusKind.CHECK, StatusKind.CHECKMATE)


@dataclass(frozen=True, slots=True)
class ReadingProposal:
    """A legal move that a token may mean; `cost` is the number of misread signs."""

    move: Move
    cost: int


def propose(
    rules: Rules, position: Position, token: str, *, language: str = ""
) -> tuple[ReadingProposal, ...]:
    """Return the legal moves that `token` matches, likeliest first; an exact match has no cost."""
    reading_proposals = [
        ReadingProposal(move, price)
        for move in position.legal_moves()
        if (price := cost(rules, position, move, token, language=language)) is not None
    ]
    return tuple(sorted(reading_proposals, key=lambda proposal: (proposal.cost, proposal.move.text)))


def cost(rules: Rules, position: Position, move: Move, token: str, *, language: str = "") -> int | None:
    """Return the number of wrong signs of `token` if it means `move`; None if it cannot."""
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
    """Yield the move without marks, in the notations possible on a sheet of this game."""
    for text in spec_of(rules.game).written.spellings(rules, position, move, language):
        yield _MARKS.sub("", "".join(text.split()))


def _signs_apart(token: str, written: str, capture_sign: bool) -> int | None:
    """Return the number of signs of `written` that differ in `token`; None if they cannot be confused.

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
    """Return whether the sign between the squares marks a capture."""
    return any(sign in text for sign in "xXхХ×:")
