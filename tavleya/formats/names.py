"""Names of people in several scripts: parts, sort keys, search keys; addresses made from names."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from tavleya.languages import default_first

# Addresses of events and sections: suggestions from a name, and reserved words.

LONGEST = 60
#: First words after `/desk/`, and after `/desk/<event>/` or `/events/<event>/`, that are pages.
RESERVED_EVENTS = frozenset({"keys", "new-event", "organisations", "suggest"})
RESERVED_SECTIONS = frozenset(
    {
        "archive", "boards", "calls", "claims", "decisions", "displays", "edit", "fees", "files", "games", "hand-off",
        "jobs", "links", "log", "messages", "new-section", "notifications", "officials", "organisation", "people",
        "publish", "queue", "rehearse", "repeat", "rulings", "template", "tokens", "undo", "webhooks",
    }
)  # fmt: skip


def suggest_slug(names: Mapping[str, str], kind: str = "") -> str:
    """Suggest an address from the name, preferably the English one: `Кубок весны 2026` gives `kubok-vesny-2026`.

    `kind`, the type of the named object, is the prefix if the name is too short or has no usable letters: section `A`
    gives `section-a`.  Without it, the result is empty in that case.
    """
    short = ""
    for language in default_first(names):
        words = "".join(letter if letter.isascii() else " " for letter in latin(names[language]))
        slug = ""
        for word in words.split():
            longer = f"{slug}-{word}" if slug else word[:LONGEST]
            if len(longer) > LONGEST:
                break
            slug = longer
        if len(slug) >= 2:
            return slug
        short = short or slug
    return f"{kind}-{short}".strip("-") if kind else ""


# Cyrillic in Latin letters, in the most frequent spelling of results; not a standard, only for search.
_LATIN = {
    "а": "a", "б": "b", "в": "v", "г": "g", "ґ": "g", "д": "d", "е": "e", "є": "ye", "ж": "zh", "з": "z", "и": "i",
    "і": "i", "ї": "yi", "й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s",
    "т": "t", "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "",
    "э": "e", "ю": "yu", "я": "ya",
}  # fmt: skip

# Spellings of one sound, unified so that a search does not depend on the spelling.
_SOUNDS = (
    ("shch", "š"), ("sch", "š"), ("sh", "š"), ("tch", "č"), ("ch", "č"), ("kh", "h"), ("zh", "ž"), ("ts", "c"),
    ("tz", "c"), ("ck", "k"), ("ph", "f"), ("x", "ks"), ("w", "v"), ("j", "y"), ("q", "k"),
    ("ye", "e"), ("yo", "e"), ("yu", "u"), ("ya", "a"), ("iy", "i"), ("yy", "i"), ("y", "i"),
)  # fmt: skip

# Letters whose Russian and Ukrainian alphabetical order differs from Unicode.
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
        """The name as in printed lists: `Carlsen, Magnus` in Latin letters, `Куперман И.` in Cyrillic."""
        first = " ".join(part for part in (self.given, self.patronymic) if part)
        latin_script = self.family[:1].casefold() < "\u0400"
        return f"{self.family}, {first}" if first and latin_script else self.full


def split_name(text: str) -> PersonName:
    """Split `Carlsen, Magnus`, `Куперман И.`, `Романов В.А.`, `Иванов Иван Иванович` (family name first)."""
    text = " ".join(text.split())
    if "," in text:
        family, _, given = text.partition(",")
        return PersonName(family.strip(), given.strip())
    parts = text.split(" ")
    return PersonName(parts[0], parts[1] if len(parts) > 1 else "", " ".join(parts[2:]))


def split_at_comma(text: str) -> PersonName:
    """Split `Carlsen, Magnus`; `Praggnanandhaa R` is whole: FIDE's lists do not say which word is the family name."""
    return split_name(text) if "," in text else PersonName(text.strip())


def folded(text: str) -> str:
    """Remove case, accents, ё and punctuation; keep the words in order, with one space between."""
    text = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е")
    plain = []
    for letter in text:
        # Remove the accent of a Latin letter; й and ї are separate letters.
        plain.append(unicodedata.normalize("NFD", letter)[0] if letter < "\u0400" else letter)
    return " ".join("".join(letter if letter.isalnum() else " " for letter in plain).split())


def sort_key(name: PersonName) -> str:
    """Return a key that sorts by code points in alphabetical order (ё with е)."""
    return "".join(_ORDER.get(letter, letter) for letter in folded(name.full))[:260]


#: Ukrainian and Russian letters outside of the alphabet's range in Unicode, with their preceding letters.
_AFTER = {"ё": "е", "є": "е", "і": "и", "ї": "и", "ґ": "г"}


def alphabetical(name: str) -> tuple[tuple[str, bool], ...]:
    """Return a sort key for the order of the Cyrillic alphabets, ignoring case."""
    return tuple((_AFTER.get(letter, letter), letter in _AFTER) for letter in name.casefold())


def identity(name: PersonName, birth_year: int | None) -> str:
    """Return the folded name and year of birth.  Equal keys are the same person, if nothing else is known."""
    return f"{folded(name.full)}|{birth_year or ''}"[:260]


def tell_apart(people: Iterable[tuple[str, Sequence[str | int]]]) -> list[str | int]:
    """Return for each name and its details what distinguishes it from equal names; empty if no other is equal.

    It is the first detail that all people of the name have and no two share, else the last one.
    """
    people = list(people)
    by_name: dict[str, list[int]] = {}
    for index, (name, _details) in enumerate(people):
        by_name.setdefault(name, []).append(index)
    notes: list[str | int] = [""] * len(people)
    for indexes in by_name.values():
        kinds = [*zip(*(people[index][1] for index in indexes), strict=True)] if len(indexes) > 1 else []
        if kinds:
            kind = next((kind for kind in kinds if all(kind) and len(set(kind)) == len(kind)), kinds[-1])
            for index, detail in zip(indexes, kind, strict=True):
                notes[index] = detail
    return notes


def latin(text: str) -> str:
    """Return the folded text in Latin letters."""
    return "".join(_LATIN.get(letter, letter) for letter in folded(text))


def sounds(text: str) -> str:
    """Fold a text to its approximate sound: `Карлсен` and `Carlsen`, `Шмидт` and `Schmidt` become equal."""
    key = latin(text)
    for spelling, sound in _SOUNDS:
        key = key.replace(spelling, sound)
    key = _hard_c(key)
    return "".join(letter for index, letter in enumerate(key) if index == 0 or letter != key[index - 1])


def _hard_c(key: str) -> str:
    """Replace a Latin `c` before a, o, u or a consonant by k (`c` from `ts` rarely precedes these)."""
    letters = []
    for index, letter in enumerate(key):
        following = key[index + 1 : index + 2]
        letters.append("k" if letter == "c" and following not in ("e", "i", "") else letter)
    return "".join(letters)


def search_key(texts: Iterable[str]) -> str:
    """Return the search key of a player: each word as written, in Latin letters and by its sound."""
    words: dict[str, None] = {}
    for text in texts:
        for form in (folded(text), latin(text), sounds(text)):
            words.update(dict.fromkeys(form.split()))
    return " ".join(["", *words])


def search_words(query: str) -> tuple[tuple[str, ...], ...]:
    """Return for each word of a query its forms, one of which must begin a word of the search key."""
    return tuple(tuple(dict.fromkeys((folded(word), latin(word), sounds(word)))) for word in folded(query).split())


# Check whether two lists can describe the same person under one number.
#
# A mistyped number belongs to another person. Therefore a number joins two players only if no other known
# data contradicts it. A name alone never joins players.

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
    facts = ((described.birth_year, other.birth_year), (described.sex, other.sex), (described.fide_id, other.fide_id))
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
    unmatched = list(longer)
    for word in sorted(shorter, key=len, reverse=True):
        counterpart = _counterpart(word, unmatched)
        if counterpart is None:
            return False
        unmatched.remove(counterpart)
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
