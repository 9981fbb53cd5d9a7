"""The languages of the service: the single list for engines, settings, forms and commands.

A new language is a line here, a catalogue (`locale/<code>`) and, for laws in it, the files of the law books.  Without a
catalogue or law file, the language falls back to `DEFAULT`, whose texts are in the program.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Script(StrEnum):
    """ISO 15924: the script of the letters for files (a–h or а–з)."""

    LATIN = "Latn"
    CYRILLIC = "Cyrl"


@dataclass(frozen=True, slots=True)
class Language:
    """`code` is ISO 639-1; `name` is the native name, `english` the English name.

    `headings` are additional headings of name columns in player lists, folded as by `folded`.
    """

    code: str
    name: str
    english: str
    script: Script = Script.LATIN
    headings: tuple[str, ...] = ()


#: In the order of the menus.
LANGUAGES: tuple[Language, ...] = (
    Language("ru", "Русский", "Russian", Script.CYRILLIC, ("имя по русски",)),
    Language("en", "English", "English", Script.LATIN, ("имя по английски", "латиницей")),
    Language("uk", "Українська", "Ukrainian", Script.CYRILLIC, ("ім я українською",)),
)

#: The language of the texts in the program, and of machine-readable formats.
DEFAULT = "en"


def codes() -> tuple[str, ...]:
    return tuple(language.code for language in LANGUAGES)


def choices() -> list[tuple[str, str]]:
    """Return code and name, for settings and forms."""
    return [(language.code, language.name) for language in LANGUAGES]


def name_of(code: str) -> str:
    """Return the native name of a language; the code itself if it is not in the list."""
    return next((language.name for language in LANGUAGES if language.code == code), code)


def is_cyrillic(code: str) -> bool:
    """Return whether the language is written in Cyrillic; False if it is not in the list."""
    return any(language.code == code and language.script is Script.CYRILLIC for language in LANGUAGES)


def first_in(script: Script) -> str:
    """Return the default language of `script`."""
    if script is Script.LATIN:
        return DEFAULT
    return next((language.code for language in LANGUAGES if language.script is script), DEFAULT)


def default_first(items: Iterable[str] | None = None) -> list[str]:
    """Return `items` (all languages by default) with `DEFAULT` first."""
    return sorted(codes() if items is None else items, key=lambda code: code != DEFAULT)
