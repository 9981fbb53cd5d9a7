"""Names of people in several scripts: parts, keys to sort by, keys to find by."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

# Cyrillic in Latin letters, the way names are most often spelled in results; not a standard, only for finding.
_LATIN = {
    "а": "a", "б": "b", "в": "v", "г": "g", "ґ": "g", "д": "d", "е": "e", "є": "ye", "ж": "zh", "з": "z", "и": "i",
    "і": "i", "ї": "yi", "й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s",
    "т": "t", "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "",
    "э": "e", "ю": "yu", "я": "ya",
}  # fmt: skip

# Spellings of one sound, brought together so that a search need not guess which was used.
_SOUNDS = (
    ("shch", "š"), ("sch", "š"), ("sh", "š"), ("tch", "č"), ("ch", "č"), ("kh", "h"), ("zh", "ž"), ("ts", "c"),
    ("tz", "c"), ("ck", "k"), ("ph", "f"), ("x", "ks"), ("w", "v"), ("j", "y"), ("q", "k"),
    ("ye", "e"), ("yo", "e"), ("yu", "u"), ("ya", "a"), ("iy", "i"), ("yy", "i"), ("y", "i"),
)  # fmt: skip

# Letters that the alphabets of Russian and Ukrainian have elsewhere than Unicode has them.
_ORDER = {"ґ": "г\uffff", "є": "е\uffff", "і": "и\uffff", "ї": "и\uffff\uffff"}


@dataclass(frozen=True, slots=True)
class PersonName:
    """The parts of a name as written.  `family` alone is enough."""

    family: str
    given: str = ""
    patronymic: str = ""

    @property
    def full(self) -> str:
        return " ".join(part for part in (self.family, self.given, self.patronymic) if part)

    @property
    def listed(self) -> str:
        """As lists print it: `Carlsen, Magnus` where Latin letters are used, `Куперман И.` where Cyrillic."""
        first = " ".join(part for part in (self.given, self.patronymic) if part)
        latin_script = self.family[:1].casefold() < "\u0400"
        return f"{self.family}, {first}" if first and latin_script else self.full


def split_name(text: str) -> PersonName:
    """`Carlsen, Magnus`, `Куперман И.`, `Романов В.А.`, `Иванов Иван Иванович` (family name first)."""
    text = " ".join(text.split())
    if "," in text:
        family, _, given = text.partition(",")
        return PersonName(family.strip(), given.strip())
    parts = text.split(" ")
    return PersonName(parts[0], parts[1] if len(parts) > 1 else "", " ".join(parts[2:]))


def folded(text: str) -> str:
    """Case, accents, ё and punctuation aside; words in order, one space between."""
    text = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е")
    plain = []
    for letter in text:
        # An accent comes off a Latin letter; й and ї are letters of their own.
        plain.append(unicodedata.normalize("NFD", letter)[0] if letter < "\u0400" else letter)
    return " ".join("".join(letter if letter.isalnum() else " " for letter in plain).split())


def sort_key(name: PersonName) -> str:
    """To sort by code points as the alphabet has it (ё with е)."""
    return "".join(_ORDER.get(letter, letter) for letter in folded(name.full))[:260]


def identity(name: PersonName, birth_year: int | None) -> str:
    """Name and year of birth, folded: who has the same is the same person, if nothing else is known."""
    return f"{folded(name.full)}|{birth_year or ''}"[:260]


def latin(text: str) -> str:
    """Folded and in Latin letters."""
    return "".join(_LATIN.get(letter, letter) for letter in folded(text))


def sounds(text: str) -> str:
    """Folded to how it sounds, roughly: `Карлсен` and `Carlsen`, `Шмидт` and `Schmidt` come out the same."""
    key = latin(text)
    for spelling, sound in _SOUNDS:
        key = key.replace(spelling, sound)
    key = _hard_c(key)
    return "".join(letter for at, letter in enumerate(key) if at == 0 or letter != key[at - 1])


def _hard_c(key: str) -> str:
    """A Latin `c` before a, o, u or a consonant sounds as k (those of `ts` stand before any letter, rarely there)."""
    letters = []
    for at, letter in enumerate(key):
        following = key[at + 1 : at + 2]
        letters.append("k" if letter == "c" and following not in ("e", "i", "") else letter)
    return "".join(letters)


def search_key(texts: Iterable[str]) -> str:
    """Everything a player may be found by: each word as written, in Latin letters and by its sound."""
    words: dict[str, None] = {}
    for text in texts:
        for form in (folded(text), latin(text), sounds(text)):
            words.update(dict.fromkeys(form.split()))
    return " ".join(["", *words])


def search_words(query: str) -> tuple[tuple[str, ...], ...]:
    """For each word of a query the forms of which one must begin a word of the search key."""
    return tuple(
        tuple(dict.fromkeys((folded(word), latin(word), sounds(word)))) for word in folded(query).split()
    )
