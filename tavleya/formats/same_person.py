"""Check whether two lists can describe the same person under one number.

A mistyped number belongs to another person.  Therefore a number joins two players only if no other known data
contradicts it.  A name alone never joins players.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher

from tavleya.formats.names import sounds

#: The minimum similarity, from 0 to 1, of spellings that count as one name (`Yuriy`, `Iurii`).
_ALIKE = 0.75


@dataclass(frozen=True, slots=True)
class Described:
    """The data of a person in one list.  `names`: the full name in each known script, with words in any order."""

    names: tuple[str, ...]
    birth_year: int | None = None
    sex: str = ""
    fide_id: int | None = None


def contradict(one: Described, other: Described) -> bool:
    """Return whether name, year of birth, sex or FIDE ID differ, if known in both."""
    facts = ((one.birth_year, other.birth_year), (one.sex, other.sex), (one.fide_id, other.fide_id))
    if any(first and second and first != second for first, second in facts):
        return True
    return not any(same_name(first, second) for first in one.names for second in other.names)


def same_name(one: str, other: str) -> bool:
    """Return whether two spellings can be one name: each word of the shorter is in the longer, as a word or an initial.

    `Карлсен М.` and `Magnus Carlsen` can; `Polgar Judit` and `Polgar Sofia`, or initials alone, cannot.
    """
    first, second = sounds(one).split(), sounds(other).split()
    shorter, longer = sorted((first, second), key=len)
    whole = False
    left = list(longer)
    for word in sorted(shorter, key=len, reverse=True):
        found = _counterpart(word, left)
        if found is None:
            return False
        left.remove(found)
        whole = whole or min(len(word), len(found)) > 1
    return whole


def _counterpart(word: str, words: Iterable[str]) -> str | None:
    """Return the most similar word that can correspond to `word`, or None."""
    likeness = {one: _likeness(word, one) for one in words}
    best = max(likeness, key=lambda one: likeness[one], default=None)
    return best if best is not None and likeness[best] >= _ALIKE else None


def _likeness(one: str, other: str) -> float:
    if min(len(one), len(other)) == 1:
        return _ALIKE if one[0] == other[0] else 0.0
    return SequenceMatcher(None, one, other).ratio()
