"""The languages of the service: the one list, read by the engines, the settings, forms and commands alike.

A new language is a line here, a catalogue (`locale/<code>`) and, for laws in it, the files of the law books.
What has no catalogue or law file falls back to `DEFAULT`, whose texts stand in the program.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Script(StrEnum):
    """ISO 15924: what the letters of files (a–h or а–з) are written in."""

    LATIN = "Latn"
    CYRILLIC = "Cyrl"


@dataclass(frozen=True, slots=True)
class Language:
    """`code` is ISO 639-1; `name` is what its speakers call it, `english` its English name.

    `headings` are further headings that columns with names in it have in lists of players, folded as `folded` does.
    """

    code: str
    name: str
    english: str
    script: Script = Script.LATIN
    headings: tuple[str, ...] = ()


#: In the order in which they are offered.
LANGUAGES: tuple[Language, ...] = (
    Language("ru", "Русский", "Russian", Script.CYRILLIC, ("имя по русски",)),
    Language("en", "English", "English", Script.LATIN, ("имя по английски", "латиницей")),
    Language("uk", "Українська", "Ukrainian", Script.CYRILLIC, ("ім я українською",)),
)

#: The language of the texts in the program, and of the formats that are read by machines.
DEFAULT = "en"


def codes() -> tuple[str, ...]:
    return tuple(one.code for one in LANGUAGES)


def choices() -> list[tuple[str, str]]:
    """Code and name, as settings and forms take them."""
    return [(one.code, one.name) for one in LANGUAGES]


def name_of(code: str) -> str:
    """What its speakers call a language; the code itself of one that is not in the list."""
    return next((one.name for one in LANGUAGES if one.code == code), code)


def is_cyrillic(code: str) -> bool:
    """Whether the language is written in Cyrillic; False for one that is not in the list."""
    return any(one.code == code and one.script is Script.CYRILLIC for one in LANGUAGES)


def first_in(script: Script) -> str:
    """The language that letters of `script` are taken for where nothing else tells."""
    if script is Script.LATIN:
        return DEFAULT
    return next((one.code for one in LANGUAGES if one.script is script), DEFAULT)


def default_first(given: Iterable[str] | None = None) -> list[str]:
    """`given` (all languages by default) with `DEFAULT` before the others."""
    return sorted(codes() if given is None else given, key=lambda code: code != DEFAULT)
