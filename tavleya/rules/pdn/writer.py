"""Writer for PDN 3.0: moves in the notation of the game, results from White's side."""

import textwrap
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from tavleya.rules.contract import LineOfPlay, Rules
from tavleya.rules.diagrams import Chapter, chapters
from tavleya.rules.filegame import UNKNOWN, Notes
from tavleya.rules.pgn.reading import write_time
from tavleya.rules.registry import spec_of
from tavleya.sides import Side

_FIRST_TAGS = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
_WIDTH = 80
_NO_TAGS: Mapping[str, str] = MappingProxyType({})


def write_pdn(
    rules: Rules,
    line: LineOfPlay,
    *,
    tags: Mapping[str, str] = _NO_TAGS,
    result: str = UNKNOWN,
    notes: Notes | None = None,
) -> str:
    """Return one game as PDN text, followed by an empty line.

    The standard permits only legal moves.  An irregular one is written in a comment, and the game continues as another
    one from the position after it (`tavleya.rules.diagrams`), so that every reader accepts the file; nothing is
    omitted.
    """
    return "".join(_chapter(rules, chapter) for chapter in chapters(line, tags, result, notes or Notes()))


def _chapter(rules: Rules, chapter: Chapter) -> str:
    own = {"Result": chapter.result, "GameType": spec_of(rules.game).pdn_type}
    if chapter.line.start != rules.start():
        own |= {"SetUp": "1", "FEN": chapter.line.start.text()}
    values = {name: value for name, value in chapter.tags.items() if name not in ("FEN", "SetUp")}
    every = values | own
    ordered = [name for name in _FIRST_TAGS if name in every]
    ordered += [name for name in every if name not in _FIRST_TAGS]
    head = "".join(f'[{name} "{_quoted(every[name])}"]\n' for name in ordered)
    words = [*_words(chapter.line, chapter.notes)]
    if chapter.irregular:
        words.append(_comment(f"irregular: {chapter.irregular}"))
    words.append(chapter.result)
    return f"{head}\n{_wrapped(words)}\n\n"


def _words(line: LineOfPlay, notes: Notes) -> Iterator[str]:
    yield from _beside(notes, 0)
    number, numbered, white = 0, False, line.start.turn is Side.BLACK
    for index, ply in enumerate(line.plies, start=1):
        white = not white
        if white or not number:
            number += 1
        if white or not numbered:
            yield f"{number}." if white else f"{number}..."
        marks = notes.marks.get(index, ())
        yield ply.text + "".join(mark for mark in marks if mark[:1] in "!?")
        yield from (mark for mark in marks if mark.startswith("$"))
        beside = [*_beside(notes, index), *(f"({text})" for text in notes.variations.get(index, ()))]
        yield from beside
        numbered = not beside


def _beside(notes: Notes, at: int) -> Iterator[str]:
    """Yield the comment of a ply, with its times."""
    words = []
    if at in notes.clocks:
        words.append(f"[%clk {write_time(notes.clocks[at])}]")
    if at in notes.elapsed:
        words.append(f"[%emt {write_time(notes.elapsed[at])}]")
    if notes.comments.get(at):
        words.append(notes.comments[at])
    if words:
        yield _comment(" ".join(words))


def _comment(text: str) -> str:
    plain = " ".join(text.split()).replace("{", "(").replace("}", ")")
    return f"{{{plain}}}"


def _quoted(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _wrapped(words: list[str]) -> str:
    """Wrap words to lines of at most 80 characters; a longer word gets its own line and is not cut."""
    return "\n".join(textwrap.wrap(" ".join(words), _WIDTH, break_long_words=False, break_on_hyphens=False))
