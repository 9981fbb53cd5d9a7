"""Bytes as lines and back, so that nothing of a line that stays is changed: encoding, mark and line ends."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from tavleya.decoding import decode
from tavleya.messages import Message

_ENDS = re.compile(r"\r\n|\r|\n")
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


@dataclass(frozen=True, slots=True)
class Writing:
    """How the bytes of a file were written: its encoding, the mark before it and what stands after its end."""

    encoding: str = "utf-8"
    mark: bytes = b""
    after: bytes = b""


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line without its end, and the end: CR, LF, CRLF, or nothing after the last."""

    text: str
    end: str


def split(data: bytes) -> tuple[tuple[TextLine, ...], Writing, Message | None]:
    """The lines, how they were written, and a warning if the encoding is a guess.  Raises BadInput for no text."""
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
    """Raises UnicodeEncodeError for a letter that the file's encoding does not have."""
    text = "".join(line.text + line.end for line in lines)
    return writing.mark + text.encode(writing.encoding) + writing.after
