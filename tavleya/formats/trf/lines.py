"""Conversion of bytes to lines and back that preserves unchanged lines: encoding, mark and line ends."""

import codecs
import re
from dataclasses import dataclass

from tavleya.decoding import decode
from tavleya.messages import Message

_ENDS = re.compile(r"\r\n|\r|\n")
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


@dataclass(frozen=True, slots=True)
class Writing:
    """The byte format of a file: its encoding, the mark at its start, and the bytes after its end."""

    encoding: str = "utf-8"
    mark: bytes = b""
    after: bytes = b""


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line without its end, and the end: CR, LF, CRLF, or empty after the last line."""

    text: str
    end: str


def split(data: bytes) -> tuple[tuple[TextLine, ...], Writing, Message | None]:
    """Return the lines, the byte format, and a warning if the encoding is a guess.

    Raises: BadInput if it is not text.
    """
    text, guess = decode(data)
    mark, encoding = next(((mark, name) for mark, name in _MARKS if data.startswith(mark)), (b"", "utf-8"))
    if guess is not None:
        encoding = str(guess.params["encoding"])
    rest = text.encode(encoding)
    writing = Writing(encoding, mark, data[len(mark) + len(rest) :])
    lines, start = [], 0
    for end in _ENDS.finditer(text):
        lines.append(TextLine(text[start : end.start()], end.group()))
        start = end.end()
    if start < len(text):
        lines.append(TextLine(text[start:], ""))
    return tuple(lines), writing, guess


def join(lines: tuple[TextLine, ...], writing: Writing) -> bytes:
    """Return the bytes.  Raises: UnicodeEncodeError for a letter outside the file's encoding."""
    text = "".join(line.text + line.end for line in lines)
    return writing.mark + text.encode(writing.encoding) + writing.after
