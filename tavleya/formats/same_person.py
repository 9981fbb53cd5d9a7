"""Check whether two lists can describe the same person under one number.

A mistyped number belongs to another person.  Therefore a number joins two players only if no other known data
contradicts it.  A name alone never joins players.
"""

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


def contradict(described: Described, other: Described) -> bool:
    """Return whether name, year of birth, sex or FIDE ID differ, if known in both."""
    facts = (
        (described.birth_year, other.birth_year),
        (described.sex, other.sex),
        (described.fide_id, other.fide_id),
    )
    if any(first and second and first != second for first, second in facts):
        return True
    return not any(same_name(first, second) for first in described.names for second in other.names)


def same_name(name: str, other: str) -> bool:
    """Return whether two spellings can be one name: each word of the shorter is in the longer, as a word or an initial.

    `Карлсен М.` and `Magnus Carlsen` can; `Polgar Judit` and `Polgar Sofia`, or initials alone, cannot.
    """
    first, second = sounds(name).split(), sounds(other).split()
    shorter, longer = sorted((first, second), key=len)
    whole = False
    left = list(longer)
    for word in sorted(shorter, key=len, reverse=True):
        counterpart = _counterpart(word, left)
        if counterpart is None:
            return False
        left.remove(counterpart)
        whole = whole or min(len(word), len(counterpart)) > 1
    return whole


def _counterpart(word: str, words: Iterable[str]) -> str | None:
    """Return the most similar word that can correspond to `word`, or None."""
    likeness = {name: _likeness(word, name) for name in words}
    best = max(likeness, key=lambda name: likeness[name], default=None)
    return best if best is not None and likeness[best] >= _ALIKE else None


def _likeness(first: str, second: str) -> float:
    if min(len(first), len(second)) == 1:
        return _ALIKE if first[0] == second[0] else 0.0
    return SequenceMatcher(None, first, second).ratio()
