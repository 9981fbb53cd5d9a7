"""Writer for PGN: the seven tag roster, moves in the export form, comments with clock times."""

import re
from collections.abc import Iterable, Iterator, Mapping

from tavleya.rules.contract import LineOfPlay, Ply, Position, Rules, Style
from tavleya.rules.diagrams import Chapter, chapters
from tavleya.rules.filegame import BOTH_LOST, UNKNOWN, Notes
from tavleya.rules.pgn.reading import write_time
from tavleya.rules.registry import spec_of
from tavleya.sides import Side

#: The seven tags of every PGN game, in their order, and their values for "unknown".
ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
#: Characters of a line: PGN allows 80 with the line end.
WIDTH = 79


def write_pgn(
    rules: Rules, line: LineOfPlay, *, tags: Mapping[str, str], result: str = UNKNOWN, notes: Notes | None = None
) -> str:
    """Return one game as PGN text, followed by an empty line.

    PGN readers cannot continue after an irregular move: the moves end before it, a comment contains it in coordinate
    form, and the game continues as another one from the position after it (`tavleya.rules.diagrams`).  PGN has no game
    lost by both: the tag says `0-0` and the moves end with an asterisk.  The tags `Result`, `Variant`, `SetUp` and
    `FEN` are set here.
    """
    return "".join(_chapter(rules, chapter) for chapter in chapters(line, tags, result, notes or Notes()))


def _chapter(rules: Rules, chapter: Chapter) -> str:
    ending = UNKNOWN if chapter.result == BOTH_LOST else chapter.result
    body = [*_movetext(rules, chapter.line, chapter.notes)]
    if chapter.irregular:
        body += _braced(["irregular:", chapter.irregular])
    return "\n".join(
        [*_tags(rules, chapter.line, chapter.tags, chapter.result), "", *_wrapped([*body, ending]), "", ""]
    )


def _tags(rules: Rules, line: LineOfPlay, tags: Mapping[str, str], result: str) -> Iterator[str]:
    own = {"Result": result}
    if variant := spec_of(rules.game).pgn_variant:
        own["Variant"] = variant
    if spec_of(rules.game).start_varies or line.start.text() != rules.start().text():
        own |= {"SetUp": "1", "FEN": line.start.text()}
    others = {name: value for name, value in tags.items() if name not in ROSTER and name not in _OWN_TAGS}
    roster = {name: tags.get(name, "").strip() or unknown for name, unknown in ROSTER.items()}
    for name, value in {**roster, **own, **others}.items():
        yield f'[{name} "{quoted(value)}"]'


_OWN_TAGS = ("Result", "Variant", "SetUp", "FEN")


def quoted(value: str) -> str:
    """Return the value of a tag on one line, with escaped quotation marks and backslashes."""
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _movetext(rules: Rules, line: LineOfPlay, notes: Notes) -> Iterator[str]:
    """Yield words that must not be broken: numbers, moves, marks, words of comments."""
    style = Style(spec_of(rules.game).pgn_moves)
    yield from _comment(notes, 0)
    number_due = True
    before = line.start
    for index, ply in enumerate(line.plies, 1):
        if before.turn is Side.WHITE or number_due:
            yield f"{_number(before)}{'.' if before.turn is Side.WHITE else '...'}"
        yield _move_text(rules, before, ply, style)
        yield from _marks(notes.marks.get(index, ()))
        annotations = [*_comment(notes, index), *_side_lines(notes, index)]
        yield from annotations
        number_due = bool(annotations)
        before = ply.position


def _move_text(rules: Rules, before: Position, ply: Ply, style: Style) -> str:
    move = next(move for move in before.legal_moves() if move.text == ply.text)
    return rules.write(before, move, style)


def _number(position: Position) -> str:
    """Return the number of the next move: the last field of the position text, in chess and in tavreli."""
    return position.text().rpartition(" ")[2]


def _marks(marks: Iterable[str]) -> Iterator[str]:
    """Yield numeric marks unchanged, `!?` by its number; signs that PGN lacks, such as the draw offer, as a comment."""
    for mark in marks:
        if mark in _NAGS or _NAG.match(mark):
            yield _NAGS.get(mark, mark)
        else:
            yield from _braced(mark.replace("}", ")").split())


_NAG = re.compile(r"^\$\d{1,3}$")
_NAGS = {"!": "$1", "?": "$2", "!!": "$3", "??": "$4", "!?": "$5", "?!": "$6"}


def _comment(notes: Notes, ply: int) -> Iterator[str]:
    words = []
    if ply in notes.clocks:
        words.append(f"[%clk {write_time(notes.clocks[ply])}]")
    if ply in notes.elapsed:
        words.append(f"[%emt {write_time(notes.elapsed[ply])}]")
    words += notes.comments.get(ply, "").replace("{", "(").replace("}", ")").split()
    yield from _braced(words)


def _side_lines(notes: Notes, ply: int) -> Iterator[str]:
    for text in notes.variations.get(ply, ()):
        yield from f"({text})".split()


def _braced(words: list[str]) -> Iterator[str]:
    """Yield the words of one comment with its braces; a clock command is one word, with its spaces."""
    if words:
        words = ["{" + words[0], *words[1:]]
        yield from (*words[:-1], words[-1] + "}")


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """Yield lines of at most WIDTH characters, if the words permit."""
    line = ""
    for word in words:
        # At the start of a line these would be an escape and the next game, also inside a comment.
        if line and len(line) + 1 + len(word) > WIDTH and not word.startswith(("%", "[Event")):
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line
