"""Parser of a written move, before its legality is checked: squares, number lifted, castling.

Two systems of file letters are in use: Latin a–h, and the book's Cyrillic а б в г д е ж з.  Some letters look the same
and mean different files (Cyrillic е is the sixth file, Latin e the fifth), so a text can have two readings.
"""

import re
from dataclasses import dataclass

from tavleya.languages import is_cyrillic
from tavleya.messages import Message
from tavleya.rules.contract import UnreadableMove
from tavleya.rules.tavreli.geometry import NOWHERE, SQUARE_OF
from tavleya.rules.tavreli.messages import say
from tavleya.rules.tavreli.pieces import BISHOP, HELGI, KNIGHT, QUEEN, RATNIK, ROOK, VOLHV

CYRILLIC_FILES = "абвгдежз"


@dataclass(frozen=True, slots=True)
class Wording:
    """One reading of a text.  `lifted` is None without a number, `kind` 0 without a figurine.

    Castling has `castling` of +1 (short) or -1 (long) and no squares.
    """

    origin: int = NOWHERE
    target: int = NOWHERE
    lifted: int | None = None
    castling: int = 0
    kind: int = 0


_BOOK_FILES = dict(zip(CYRILLIC_FILES, "abcdefgh", strict=True))
_CYRILLIC = frozenset("абвгдежзсн")
# Cyrillic look-alikes of Latin files, and the reverse.  A 6 for a file is left to the reader of whole sheets, because
# scanners read both б and д as 6.
_LATIN_READING = {letter: letter for letter in "abcdefgh"} | {
    "а": "a",
    "в": "b",
    "с": "c",
    "е": "e",
    "н": "h",
}
_BOOK_READING = _BOOK_FILES | {"a": "a", "e": "f"}
_RANKS = {rank: rank for rank in "12345678"} | {"з": "3", "б": "6", "l": "1", "i": "1", "і": "1"}
_FIGURINES = dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", (VOLHV, QUEEN, ROOK, BISHOP, KNIGHT, RATNIK) * 2, strict=True))
_FIGURINES["h"] = HELGI  # no sign is printed for it

_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))
#: A longer text is never a move.
_LONGEST = 80
_ENDING = re.compile(r"[\s+#!?=]+$|\s*\$\d+$|\s*\b(?:e\.?p\.?|мат|шах|mate)$")
_NUMBER = re.compile(r"^\d+\s*(?:\.{1,3}|…)\s*")
_CASTLING = re.compile(r"[0oо](?:\s*-?\s*[0oо]){1,2}")
_MOVE = re.compile(
    r"(?:\(\s*(?P<before>\d{1,2})\s*\)\s*)?"
    r"(?P<figurine>[♔-♟h]\ufe0e?)?\s*"
    r"(?P<from_file>[a-hа-зсн])(?P<from_rank>[1-8збliі])"
    r"(?P<between>\s*[-:xх×]?\s*)"
    r"(?P<to_file>[a-hа-зсн])(?P<to_rank>[1-8збliі])"
    r"\.?(?:\s*\(\s*(?P<after>\d{1,2})\s*\))?"
)


def wordings(text: str, language: str = "") -> tuple[Wording, ...]:
    """Return the readings of `text`, the likeliest first.  Raises: UnreadableMove.

    In `ru` and `uk`, letters that are all Cyrillic are the book's files; in other languages they are look-alikes of
    Latin ones.  Without a language such a text has both readings, unless its layout is the book's.
    """
    if len(text) > _LONGEST:
        raise UnreadableMove(say("unreadable_move.tavreli", text=text.strip()[:40]))
    sub = _NUMBER.sub("", text.translate(_DASHES).strip().lower())
    while (shorter := _ENDING.sub("", sub)) != sub:
        sub = shorter
    if _CASTLING.fullmatch(sub):
        wings = sum(letter in "0oо" for letter in sub)
        return (Wording(castling=1 if wings == 2 else -1),)
    match = _MOVE.fullmatch(sub)
    if not match:
        raise UnreadableMove(say("unreadable_move.tavreli", text=text.strip()[:40]))
    counts = {int(count) for count in (match["before"], match["after"]) if count}
    if len(counts) > 1:
        raise UnreadableMove(say("two_counts", text=text.strip()[:40]))
    lifted = counts.pop() if counts else None
    kind = _FIGURINES[match["figurine"][0]] if match["figurine"] else 0
    results = []
    for files in _systems(match, language):
        origin = SQUARE_OF[files[match["from_file"]] + _RANKS[match["from_rank"]]]
        target = SQUARE_OF[files[match["to_file"]] + _RANKS[match["to_rank"]]]
        wording = Wording(origin, target, lifted, kind=kind)
        if wording not in results:
            results.append(wording)
    return tuple(results)


def only_wording(text: str) -> Wording:
    """Return the only reading of `text`.  Raises: UnreadableMove if there is none, or more than one."""
    results = wordings(text)
    if len(results) > 1:
        raise UnreadableMove(two_alphabets(text))
    return results[0]


def two_alphabets(text: str) -> Message:
    return say("two_alphabets", text=text.strip())


def _systems(match: re.Match[str], language: str) -> list[dict[str, str]]:
    """Return the systems of file letters in which the two squares can be read."""
    files = {match["from_file"], match["to_file"]}
    if not files <= _LATIN_READING.keys():
        if files <= _BOOK_READING.keys():
            return [_BOOK_READING]
        raise UnreadableMove(say("mixed_alphabets"))
    if not files <= _CYRILLIC or not files <= _BOOK_READING.keys():
        return [_LATIN_READING]
    book_layout = match["before"] or match["between"] != match["between"].strip()
    if book_layout or is_cyrillic(language):
        return [_BOOK_READING]
    return [_LATIN_READING] if language else [_BOOK_READING, _LATIN_READING]
