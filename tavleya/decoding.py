"""Decoding of uploaded text files, with a warning if the encoding is a guess."""

import codecs
import re

from tavleya.errors import BadInput
from tavleya.messages import Message, say

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
#: Control characters that no text file contains; tab, line ends and form feed are text.
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")
#: The end-of-file mark of old DOS programs.
_DOS_END = "\x1a"
#: Two adjacent letters beyond ASCII, and a single one between ASCII letters.
_HIGH_PAIR = re.compile(rb"[\xc0-\xff]{2}")
_HIGH_ALONE = re.compile(rb"(?<=[A-Za-z])[\xc0-\xff](?![\xc0-\xff])|(?<![\xc0-\xff])[\xc0-\xff](?=[A-Za-z])")


def decode(data: bytes) -> tuple[str, Message | None]:
    """Return the text of `data` without a byte order mark, and a warning if the encoding is a guess.

    UTF-8, or UTF-16 with its mark; otherwise a single-byte Windows encoding: Cyrillic, or Western if letters beyond
    ASCII occur only singly between Latin ones (`Réti`).  Raises: BadInput if the data is not text.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _text(data[len(mark) :], encoding), None
    try:
        return _checked(data.decode("utf-8")), None
    except UnicodeDecodeError:
        encoding = _guess(data)
    return _text(data, encoding), say("guessed_encoding", encoding=encoding)


def _guess(data: bytes) -> str:
    """Return the likely encoding.

    A Cyrillic word is a run of high bytes; in Western names they occur singly between Latin letters.
    """
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
