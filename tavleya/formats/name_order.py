"""The order of family and given names without a comma, detected from a whole column.

`John Smith` and `Иванов Иван Иванович` are both usual.  Common given names, initials, patronymics and family names in
capitals show the order of a list; a comma decides by itself (`Smith, John`).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tavleya.formats.given_names import GIVEN_NAMES
from tavleya.formats.names import PersonName, sounds, split_name

#: Given names by sound, in any script.
_KNOWN = frozenset(map(sounds, GIVEN_NAMES.split()))
_PATRONYMIC = re.compile(
    r"\w{2,}(?:вич|вна|чна|ічна|ovich|evich|ovych|evych|ovna|evna|ivna)\Z", re.IGNORECASE
)
_INITIAL = re.compile(r"(?:-?[^\W\d_]\.)+\Z|[^\W\d_]\Z")
#: Particles of a family name.
_PARTICLES = frozenset(
    [
        "af", "al", "am", "auf", "aus", "bin", "da", "dal", "de", "degli", "del", "della", "den",
        "der", "des", "di", "do", "dos", "du", "el", "ibn", "la", "las", "le", "los", "op", "san",
        "te", "ten", "ter", "'t", "van", "vom", "von", "vd", "zu", "zum", "zur",
    ]
)  # fmt: skip
_SUFFIXES = frozenset(["jr", "sr", "ii", "iii", "iv"])


class NameOrder(StrEnum):
    FAMILY_FIRST = "family_first"
    GIVEN_FIRST = "given_first"


@dataclass(frozen=True, slots=True)
class OrderGuess:
    """`example`: a name for which the order matters, empty if there is none; `certain`: the names agree."""

    order: NameOrder
    certain: bool
    example: str = ""


def guess_order(names: Iterable[str]) -> OrderGuess:
    """Return the order that most names show; family name first if none shows any.

    Without any sign, it is certain only for Cyrillic, where lists have the family name first.
    """
    ambiguous = [
        text for text in (" ".join(name.split()) for name in names) if "," not in text and " " in text
    ]
    votes = {text: order for text in ambiguous if (order := _order_of(text)) is not None}
    count = sum(order is NameOrder.GIVEN_FIRST for order in votes.values())
    family = len(votes) - count
    order = NameOrder.GIVEN_FIRST if count > family else NameOrder.FAMILY_FIRST
    if not votes:
        latin = next((text for text in ambiguous if text[0] < "\u0400"), "")
        return OrderGuess(order, not latin, latin)
    example = next(text for text, vote in votes.items() if vote is order or count == family)
    return OrderGuess(order, max(count, family) >= 4 * min(count, family), example)


def split_in_order(text: str, order: NameOrder) -> PersonName:
    """Return the parts of a name; with a comma the family name is before it, whatever the order."""
    text = " ".join(text.split())
    if order is NameOrder.FAMILY_FIRST or "," in text or " " not in text:
        return split_name(text)
    words = text.split(" ")
    if len(words) > 2 and _PATRONYMIC.match(words[1]):
        return PersonName(" ".join(words[2:]), words[0], words[1])
    if len(words) > 2 and _PATRONYMIC.match(words[-1]) and not _PATRONYMIC.match(words[0]):
        return split_name(text)
    last = len(words) - 1
    if last > 1 and words[last].strip(".").casefold() in _SUFFIXES:
        last -= 1
    begins = next((at for at in range(1, last) if words[at] in _PARTICLES), last)
    return PersonName(" ".join(words[begins:]), " ".join(words[:begins]))


def split_single(text: str) -> PersonName:
    """Return the parts of a single name, in the order that it shows itself."""
    return split_in_order(text, guess_order([text]).order)


def _order_of(text: str) -> NameOrder | None:
    """Return the order that one name shows; None if it shows none or both."""
    words = text.split(" ")
    first, rest = words[0], words[1:]
    if _PATRONYMIC.match(rest[-1]) and len(words) > 2:
        return NameOrder.FAMILY_FIRST
    if _PATRONYMIC.match(rest[0]):
        return NameOrder.GIVEN_FIRST if len(words) > 2 else None
    capitals = [len(word) > 2 and word.isupper() and "." not in word for word in words]
    if capitals[0] != capitals[-1]:
        return NameOrder.FAMILY_FIRST if capitals[0] else NameOrder.GIVEN_FIRST
    if bool(_INITIAL.match(first)) != bool(_INITIAL.match(words[-1])):
        return NameOrder.GIVEN_FIRST if _INITIAL.match(first) else NameOrder.FAMILY_FIRST
    if words[0] in _PARTICLES:
        return NameOrder.FAMILY_FIRST
    if any(word in _PARTICLES for word in rest[:-1]):
        return NameOrder.GIVEN_FIRST
    begins, ends = _is_given(first), any(map(_is_given, rest))
    if begins == ends:
        return None
    return NameOrder.GIVEN_FIRST if begins else NameOrder.FAMILY_FIRST


def _is_given(word: str) -> bool:
    return any(sounds(part) in _KNOWN for part in word.split("-"))
