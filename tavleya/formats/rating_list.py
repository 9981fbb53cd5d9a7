"""FIDE's rating lists, line by line: XML, and the text form with columns under their headings.

A list has hundreds of thousands of lines: all functions are streams and keep one player at a time.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO
from xml.etree import ElementTree

from tavleya.errors import BadInput
from tavleya.formats.messages import say
from tavleya.messages import Message

PACES = ("standard", "rapid", "blitz")
_HEADINGS = re.compile(r"ID Number|\S+")
_MONTH = re.compile(r"[A-Z]{3}[0-9]{2}\Z")
_NAMES = {
    "ID Number": "fide_id", "Name": "name", "Fed": "federation", "Sex": "sex", "Tit": "title", "WTit": "women_title",
    "OTit": "other_titles", "FOA": "foa", "SRtng": "standard", "SGm": "standard_games", "SK": "standard_k",
    "RRtng": "rapid", "RGm": "rapid_games", "Rk": "rapid_k", "BRtng": "blitz", "BGm": "blitz_games", "BK": "blitz_k",
    "B-day": "birth_year", "Flag": "flag",
}  # fmt: skip
_TAGS = {
    "fideid": "fide_id", "name": "name", "country": "federation", "sex": "sex", "title": "title",
    "w_title": "women_title", "o_title": "other_titles", "foa_title": "foa", "rating": "standard",
    "games": "standard_games", "k": "standard_k", "rapid_rating": "rapid", "rapid_games": "rapid_games",
    "rapid_k": "rapid_k", "blitz_rating": "blitz", "blitz_games": "blitz_games", "blitz_k": "blitz_k",
    "birthday": "birth_year", "flag": "flag",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """One player of a list.  `ratings`, `games`, `ks` are by pace; a pace without a rating is absent."""

    fide_id: int
    name: str
    federation: str
    sex: str
    title: str
    women_title: str
    other_titles: str
    ratings: Mapping[str, int]
    games: Mapping[str, int]
    ks: Mapping[str, int]
    birth_year: int | None
    active: bool


@dataclass(frozen=True, slots=True)
class Skipped:
    """A line (1-based; for XML the player's number) that is not a player."""

    line: int
    message: Message


def read_list(source: IO[bytes], *, pace: str = "standard") -> Iterator[ListedPlayer | Skipped]:
    """Yield the players of a list in either form.  `pace`: the pace of a list with only one.

    Raises: BadInput ("no_rating_list").
    """
    first = source.readline()
    if first.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        yield from _read_xml(_Rest(first, source), pace)
    else:
        yield from _read_text(first, source, pace)


def _not_a_list() -> BadInput:
    return BadInput(say("no_rating_list"))


def _read_text(first: bytes, lines: Iterable[bytes], pace: str) -> Iterator[ListedPlayer | Skipped]:
    columns = _columns(_decoded(first), pace)
    for number, line in enumerate(lines, start=2):
        text = _decoded(line).rstrip("\r\n")
        if text.strip():
            yield _player({name: text[place].strip() for name, place in columns}, number)


def _columns(header: str, pace: str) -> list[tuple[str, slice]]:
    """Return the columns; each reaches from its heading to the next."""
    matches = list(_HEADINGS.finditer(header.rstrip()))
    columns = []
    for index, match in enumerate(matches):
        end = matches[index + 1].start() if index + 1 < len(matches) else None
        name = _NAMES.get(match.group()) or _single_pace_column(match.group(), pace)
        if name:
            columns.append((name, slice(match.start(), end)))
    if not {"fide_id", "name"} <= {name for name, _ in columns}:
        raise _not_a_list()
    return columns


def _single_pace_column(heading: str, pace: str) -> str | None:
    """Return the field of a heading in a list of one pace, whose ratings are under the month, such as `NOV26`."""
    if _MONTH.match(heading):
        return pace
    return {"Gms": f"{pace}_games", "Game": f"{pace}_games", "K": f"{pace}_k"}.get(heading)


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")


class _Rest:
    """A stream whose first line has already been read."""

    def __init__(self, first: bytes, source: IO[bytes]) -> None:
        self._first, self._source = first, source

    def read(self, size: int = -1) -> bytes:
        if self._first:
            first, self._first = self._first, b""
            return first
        return self._source.read(size)


def _read_xml(source: _Rest, pace: str) -> Iterator[ListedPlayer | Skipped]:
    number = 0
    try:
        # The file comes from the administrator, and expat stops expanding entities.
        events = ElementTree.iterparse(source, events=("start", "end"))  # noqa: S314
        _, root = next(events)
        for event, element in events:
            if event == "end" and element.tag == "player":
                number += 1
                yield _player(_texts(element, pace), number)
                root.clear()
    except (ElementTree.ParseError, StopIteration):
        raise _not_a_list() from None
    if not number:
        raise _not_a_list()


def _texts(element: ElementTree.Element, pace: str) -> dict[str, str]:
    texts = {_TAGS[child.tag]: (child.text or "").strip() for child in element if child.tag in _TAGS}
    if pace != "standard" and "rapid" not in texts:
        for name in ("", "_games", "_k"):
            texts[pace + name] = texts.pop("standard" + name, "")
    return texts


def _player(texts: Mapping[str, str], line: int) -> ListedPlayer | Skipped:
    number = texts.get("fide_id", "")
    name = " ".join(texts.get("name", "").split())
    if not (number.isascii() and number.isdigit() and 0 < int(number) < 10**11) or not name:
        return Skipped(line, say("no_player_on_line"))
    year = _number(texts, "birth_year")
    return ListedPlayer(
        int(number),
        name,
        texts.get("federation", "").upper(),
        {"M": "m", "F": "f", "W": "f"}.get(texts.get("sex", "").upper(), ""),
        texts.get("title", "").upper(),
        texts.get("women_title", "").upper(),
        texts.get("other_titles", ""),
        {pace: rating for pace in PACES if (rating := _number(texts, pace))},
        {pace: games for pace in PACES if (games := _number(texts, f"{pace}_games"))},
        {pace: k for pace in PACES if (k := _number(texts, f"{pace}_k"))},
        year if 1800 <= year <= 2200 else None,
        "i" not in texts.get("flag", "").lower(),
    )


def _number(texts: Mapping[str, str], name: str) -> int:
    text = texts.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 0
