"""Bytes of an uploaded text file as text, with a warning where the encoding had to be guessed."""

from __future__ import annotations

import codecs
import re

from tavleya.errors import BadInput
from tavleya.messages import Message, say

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
#: Control characters that no text file holds; tab, line ends and form feed are text.
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")
#: What old DOS programs put after the end of a file.
_DOS_END = "\x1a"
#: A letter beyond ASCII with another one beside it, and one alone beside ASCII letters.
_HIGH_PAIR = re.compile(rb"[\xc0-\xff]{2}")
_HIGH_ALONE = re.compile(rb"(?<=[A-Za-z])[\xc0-\xff](?![\xc0-\xff])|(?<![\xc0-\xff])[\xc0-\xff](?=[A-Za-z])")


def decode(data: bytes) -> tuple[str, Message | None]:
    """The text of `data`, without a byte order mark, and a warning if the encoding is a guess.

    UTF-8, or UTF-16 with its mark; otherwise a single-byte Windows encoding: Cyrillic, or Western where letters
    beyond ASCII only stand alone between Latin ones (`Réti`).  Raises BadInput for what is no text.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _text(data[len(mark) :], encoding), None
    try:
        return _checked(data.decode("utf-8")), None
    except UnicodeDecodeError:
        encoding = _guess(data)
    warning = say("guessed_encoding", encoding=encoding)
    return _text(data, encoding), warning


def _guess(data: bytes) -> str:
    """A Cyrillic word is a run of high bytes; in Western names they stand alone among Latin letters."""
    alone, pairs = len(_HIGH_ALONE.findall(data)), len(_HIGH_PAIR.findall(data))
    return "windows-1252" if alone > pairs else "windows-1251"


def _text(data: bytes, encoding: str) -> str:
    try:
        return _checked(data.decode(encoding))
    except UnicodeDecodeError:
        raise BadInput(say("undecodable_file")) from None


def _checked(text: str) -> str:
    text = text.rstrip(_DOS_END)
    if _CONTROLS.search(text):
        raise BadInput(say("binary_file"))
    return text
