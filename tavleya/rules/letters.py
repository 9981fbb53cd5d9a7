"""Letters of the pieces in the languages of score sheets, and similar letters of two alphabets.

FIDE Laws C.3 lets each player write the letters of their own country, so the language belongs to the score sheet: the
Cyrillic К is a knight on a Russian sheet and looks exactly like the K of an English king; R is a rook in English and a
king in French.  Nothing here guesses: a reader requests the letters of one language.
"""

from collections.abc import Mapping
from types import MappingProxyType

from tavleya.languages import DEFAULT
from tavleya.messages import Message
from tavleya.rules.messages import say

KINDS = "KQRBN"

#: A pattern for the sign between two squares: any dash.
DASH = "[-‐‑‒–—―−]"

_PIECES = {
    "en": {"K": "K", "Q": "Q", "R": "R", "B": "B", "N": "N", "P": "P"},
    "ru": {"K": "Кр", "Q": "Ф", "R": "Л", "B": "С", "N": "К", "P": "п"},
    "uk": {"K": "Кр", "Q": "Ф", "R": "Т", "B": "С", "N": "К", "P": "п"},
    "de": {"K": "K", "Q": "D", "R": "T", "B": "L", "N": "S", "P": "B"},
    "fr": {"K": "R", "Q": "D", "R": "T", "B": "F", "N": "C", "P": "P"},
    "nl": {"K": "K", "Q": "D", "R": "T", "B": "L", "N": "P", "P": "p"},
    "es": {"K": "R", "Q": "D", "R": "T", "B": "A", "N": "C", "P": "P"},
    "pl": {"K": "K", "Q": "H", "R": "W", "B": "G", "N": "S", "P": "p"},
    "it": {"K": "R", "Q": "D", "R": "T", "B": "A", "N": "C", "P": "P"},
}

#: Language → kind (`K Q R B N`, and `P` for lists) → its letter or letters on a score sheet.
PIECE_LETTERS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {language: MappingProxyType(letters) for language, letters in _PIECES.items()}
)

#: Kind → printed figurine (C.3 recommends them for print); both colours are read, the outlined ones are written.
FIGURINES: Mapping[str, str] = MappingProxyType(dict(zip("KQRBNP", "♔♕♖♗♘♙", strict=True)))
FIGURINE_KINDS: Mapping[str, str] = MappingProxyType(dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP", strict=True)))

#: Cyrillic letter → the Latin letter that looks the same in print.
LOOK_ALIKES: Mapping[str, str] = MappingProxyType(
    dict(zip("АВЕКМНОРСТХаеорсухіІ", "ABEKMHOPCTXaeopcyxiI", strict=True))
)
_TO_LATIN = str.maketrans(dict(LOOK_ALIKES))
_TO_CYRILLIC = str.maketrans({latin: cyrillic for cyrillic, latin in LOOK_ALIKES.items()})

PIECE_NAMES: Mapping[str, Message] = MappingProxyType(
    {
        "K": say("piece_king"),
        "Q": say("piece_queen"),
        "R": say("piece_rook"),
        "B": say("piece_bishop"),
        "N": say("piece_knight"),
        "P": say("piece_pawn"),
    }
)


def to_latin(text: str) -> str:
    """Replace Cyrillic letters with similar Latin ones: `е4` entered in Cyrillic becomes `e4`."""
    return text.translate(_TO_LATIN)


def to_cyrillic(text: str) -> str:
    """Replace Latin letters with similar Cyrillic ones: a Latin `K` on a Russian sheet becomes a `К`."""
    return text.translate(_TO_CYRILLIC)


def piece_prefixes(language: str) -> tuple[Mapping[str, str], ...]:
    """Return the possible letters of pieces on a sheet in `language`: letter → kind, in tables of decreasing priority.

    They are the letters of the language, then similar ones, then figurines, then English letters that the language does
    not use (many players mix them in), and similar ones.
    """
    known_values = PIECE_LETTERS.get(language, PIECE_LETTERS[DEFAULT])
    own = {letter: kind for kind, letter in known_values.items() if kind in KINDS}
    english = {letter: kind for kind, letter in PIECE_LETTERS[DEFAULT].items() if kind in KINDS}
    alike = {variant: kind for letter, kind in own.items() for variant in _variants(letter)}
    english_alike = {variant: kind for letter, kind in english.items() for variant in _variants(letter)}
    return (own, alike, dict(FIGURINE_KINDS), english, english_alike)


def _variants(letter: str) -> set[str]:
    """Return every spelling of `letter` with some characters from the other alphabet."""
    variants = {""}
    for character in letter:
        choices = {character, to_latin(character), to_cyrillic(character)}
        variants = {done + choice for done in variants for choice in choices}
    return variants
