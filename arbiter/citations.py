"""Articles as people cite them: `tavreli:7.4` is “Tavreli 7.4”."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext

from common.messages import N_

_BOOKS: Mapping[str, str] = MappingProxyType(
    {"tavreli": N_("Tavreli"), "chess": N_("FIDE Laws"), "draughts": N_("Draughts")}
)

# The parts of the draughts code are named, not numbered.
_PARTS: Mapping[str, str] = MappingProxyType(
    {
        "moves": N_("moves"),
        "takes": N_("taking"),
        "first-move": N_("the first move"),
        "violations": N_("violations"),
        "draws": N_("draws"),
        "result": N_("the result"),
        "notation": N_("notation"),
        "marks": N_("marks"),
        "ways": N_("ways of play"),
    }
)

# The appendices of the tavreli rules have Cyrillic letters.
_APPENDICES = str.maketrans({"A": "А", "B": "Б", "V": "В", "G": "Г"})


def cite(article: str) -> str:
    """`FIDE Laws 7.5.1`, `Tavreli В.3`, `Draughts, violations 4.2`; what is no article id stays as it is."""
    book, _, number = article.partition(":")
    if book not in _BOOKS or not number:
        return article
    name = gettext(_BOOKS[book])
    if book == "tavreli":
        return f"{name} {number.translate(_APPENDICES)}"
    part, _, item = number.partition(".")
    if part in _PARTS:
        return ", ".join((name, f"{gettext(_PARTS[part])} {item}".strip()))
    return f"{name} {number}"
