"""Portable Draughts Notation 3.0 (pure): a tolerant reader, and a writer of moves in the notation of the game.

Accepted in addition to the standard: results as `2-0`, `1-1`, `0-2`; `x` and a missing separator in moves; numbers
without dots; `(!)`, NAGs, `;` and `%` lines; tags without a FEN; a missing result.  Variations are kept as unchecked
text.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from types import MappingProxyType

from tavleya.errors import Problem
from tavleya.messages import Message
from tavleya.rules.contract import AmbiguousMove, BadPosition, IllegalMove, LineOfPlay, Ply, Rules, UnreadableMove
from tavleya.rules.diagrams import Chapter, chapters
from tavleya.rules.draughts import DraughtsPosition, DraughtsRules
from tavleya.rules.draughts.notation import fold
from tavleya.rules.filegame import (
    BLACK_WON,
    BOTH_LOST,
    DRAWN,
    UNKNOWN,
    WHITE_WON,
    FileGame,
    FileReading,
    Notes,
    side_line,
)
from tavleya.rules.messages import say
from tavleya.rules.pgn.reading import in_order, read_times, write_time
from tavleya.rules.pgn.writing import quoted
from tavleya.rules.registry import spec_of
from tavleya.sides import Side

# Tokenizer for PDN text, with line numbers and without the rules of draughts.


class TokenKind(Enum):
    TAG = auto()  # text is the name, value the value
    COMMENT = auto()
    NAG = auto()
    MARK = auto()
    OPEN = auto()
    CLOSE = auto()
    WORD = auto()  # a move, a number or a result
    BAD_TAG = auto()
    OPEN_COMMENT = auto()  # a brace that is never closed
    STRAY = auto()


@dataclass(frozen=True, slots=True)
class Token:
    kind: TokenKind
    text: str
    line: int
    place: int  # of the first character in the text
    end: int  # just after the last character
    value: str = ""


_TOKEN = re.compile(
    r"""
      (?P<SPACE>\s+)
    | (?P<ESCAPE>(?:^)%[^\n]*)
    | (?P<TAG>\[[ \t]*(?P<name>[^\s\["\]]{1,80})[ \t]*"(?P<value>(?:[^"\\\n]|\\.)*)"[ \t]*\])
    | (?P<BAD_TAG>\[[^\n]*)
    | (?P<COMMENT>\{[^}]*\})
    | (?P<OPEN_COMMENT>\{[^\n]*)
    | (?P<REST>;[^\n]*)
    | (?P<NAG>\$\d{1,3})
    | (?P<MARK>\([!?]{1,2}\)|[!?]{1,3})
    | (?P<OPEN>\()
    | (?P<CLOSE>\))
    | (?P<WORD>[^\s\[\](){};$!?]+[!?]{0,3})
    | (?P<STRAY>.)
    """,
    re.VERBOSE | re.MULTILINE,
)
#: After an unclosed brace, no comment is searched: otherwise each further one would read the rest again.
_UNCLOSED = re.compile(_TOKEN.pattern.replace(r"\{[^}]*\}", "(?!)"), _TOKEN.flags)
_NUMBERED = re.compile(r"(\d{1,4})?\.+")


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of `text`: every character except white space and move numbers belongs to exactly one."""
    line, place, pattern = 1, 0, _TOKEN
    while match := pattern.match(text, place):
        place = match.end()
        kind, raw = match.lastgroup or "", match.group()
        # `name` and `value` are inside TAG, which closes last and so is the last group.
        if kind == "TAG":
            yield Token(TokenKind.TAG, match["name"], line, *match.span(), _unescaped(match["value"]))
        elif kind == "COMMENT":
            yield Token(TokenKind.COMMENT, " ".join(raw[1:-1].split()), line, *match.span())
        elif kind == "REST":
            yield Token(TokenKind.COMMENT, raw[1:].strip(), line, *match.span())
        elif kind == "WORD":
            word = _NUMBERED.sub("", raw, count=1) if _NUMBERED.match(raw) else raw
            if word and not word.isdigit():
                yield Token(TokenKind.WORD, word, line, match.end() - len(word), match.end())
        elif kind not in ("SPACE", "ESCAPE"):
            if kind == "OPEN_COMMENT":
                pattern = _UNCLOSED
            yield Token(TokenKind[kind], raw, line, *match.span())
        line += raw.count("\n")


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)


_RESULTS = {
    "1-0": WHITE_WON,
    "2-0": WHITE_WON,
    "0-1": BLACK_WON,
    "0-2": BLACK_WON,
    "1/2-1/2": DRAWN,
    "1/2": DRAWN,
    "0.5-0.5": DRAWN,
    "1-1": DRAWN,
    "0-0": BOTH_LOST,
    "*": UNKNOWN,
}
_AFTER_MOVE = frozenset({"x", "=", "+", "#", "++"})


def decode(data: bytes) -> str:
    """Decode a file: UTF-8 as the standard requires, otherwise the Cyrillic code page of old programs."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1251", errors="replace")


def read_pdn(text: str, rules: DraughtsRules | None = None) -> FileReading:
    """Read and replay every game of `text`; faults become Problems, and the reader continues with the next game."""
    return _Reader(rules or DraughtsRules(), text.removeprefix("\ufeff")).read()


def result_of(text: str) -> str | None:
    """Return the value of `filegame.RESULTS` for a written result, or None."""
    return _RESULTS.get(fold(text).replace("½", "1/2").replace("1⁄2", "1/2").replace(" ", ""))


@dataclass(slots=True)
class _OpenGame:
    """The game being read."""

    number: int
    line: int
    start: DraughtsPosition
    tags: dict[str, str] = field(default_factory=dict)
    plies: list[Ply] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    marks: dict[int, tuple[str, ...]] = field(default_factory=dict)
    result: str | None = None
    in_moves: bool = False
    lost_track: bool = False  # a move could not be played: later ones are skipped
    depth: int = 0  # of nested variations
    opened: Token | None = None  # the outermost open variation
    clocks: dict[int, int] = field(default_factory=dict)
    elapsed: dict[int, int] = field(default_factory=dict)
    variations: dict[int, tuple[str, ...]] = field(default_factory=dict)

    @property
    def position(self) -> DraughtsPosition:
        last = self.plies[-1].position if self.plies else self.start
        assert isinstance(last, DraughtsPosition)
        return last


class _Reader:
    def __init__(self, rules: DraughtsRules, text: str) -> None:
        self.rules = rules
        self.game_type = spec_of(rules.game).pdn_type.partition(",")[0]
        self.text = text
        self.games: list[FileGame] = []
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []
        self.open: _OpenGame | None = None

    def _new_game(self, token: Token) -> _OpenGame:
        return _OpenGame(len(self.games) + 1, token.line, self.rules.start())

    def read(self) -> FileReading:
        for token in tokens(self.text):
            self._take(token)
        self._close()
        return FileReading(tuple(self.games), in_order(self.problems), in_order(self.warnings))

    def _take(self, token: Token) -> None:
        if token.kind in (TokenKind.TAG, TokenKind.BAD_TAG):
            self._tag(token)
        elif token.kind in (TokenKind.STRAY, TokenKind.OPEN_COMMENT):
            self._malformed(token)
        elif token.kind is TokenKind.COMMENT:
            self._comment(token)
        elif token.kind is TokenKind.OPEN:
            self._begin_variation(token)
        elif token.kind is TokenKind.CLOSE:
            self._end_variation(token)
        elif not (self.open and self.open.depth):
            if token.kind is TokenKind.WORD:
                self._word(token)
            else:
                self._mark(token.text)

    # ---- tags

    def _tag(self, token: Token) -> None:
        if self.open is None or self.open.in_moves or self._begins_again(self.open, token):
            self._close()
            self.open = self._new_game(token)
        if token.kind is TokenKind.BAD_TAG:
            self._problem(token, "bad_tag.pdn", text=token.text[:60])
        else:
            self._set_tag(self.open, token)

    def _begins_again(self, game: _OpenGame, token: Token) -> bool:
        """Return whether tags without moves are followed by those of another game."""
        return token.text in game.tags and token.text in ("Event", next(iter(game.tags)))

    def _set_tag(self, game: _OpenGame, token: Token) -> None:
        name = token.text
        if name in game.tags:
            self._warn(token.line, "tag_twice", tag=name)
        game.tags[name] = token.value
        if name.upper() == "FEN":
            self._set_start(game, token)
        elif name.upper() == "GAMETYPE" and token.value.split(",")[0].strip() not in ("", self.game_type):
            game.lost_track = True
            self._problem(token, "other_game_type", type=token.value[:40], expected=self.game_type)

    def _set_start(self, game: _OpenGame, token: Token) -> None:
        try:
            read_position = self.rules.read_position(token.value)
        except BadPosition as problem:
            game.lost_track = True
            self.problems.append(Problem(problem.message, line=token.line, game=game.number))
            return
        game.start = read_position.position
        for warning in read_position.warnings:
            self.warnings.append(Problem(warning, line=token.line, game=game.number))

    # ---- moves

    def _game_in_moves(self, token: Token) -> _OpenGame:
        """Return the game whose moves are being read, a new one without tags if the last has ended."""
        if self.open is None or self.open.result is not None:
            self._close()
            self.open = self._new_game(token)
        self.open.in_moves = True
        return self.open

    def _word(self, token: Token) -> None:
        if fold(token.text) in _AFTER_MOVE and self.open is not None and self.open.plies:
            self._mark(token.text)
            return
        game = self._game_in_moves(token)
        result = result_of(token.text)
        if result is not None:
            game.result = result
        elif not game.lost_track:
            self._move(game, token)

    def _move(self, game: _OpenGame, token: Token) -> None:
        position = game.position
        try:
            move = self.rules.read(position, token.text)
        except (UnreadableMove, IllegalMove, AmbiguousMove) as problem:
            game.lost_track = True
            self._bad_move(game, token, problem.message)
            return
        game.plies.append(Ply(move.text, position.play(move)))
        game.texts.append(token.text)
        marks = token.text[len(token.text.rstrip("!?")) :]
        if marks:
            self._mark(marks)

    def _bad_move(self, game: _OpenGame, token: Token, reason: Message) -> None:
        message = say("move_and_reason", move=token.text[:40], reason=reason).coded(reason.code)
        ply = len(game.plies) + 1
        column = self._column(token)
        self.problems.append(Problem(message, line=token.line, column=column, game=game.number, ply=ply))

    def _mark(self, mark: str) -> None:
        game = self.open
        if game is not None and game.plies and not game.lost_track:
            ply = len(game.plies)
            game.marks[ply] = (*game.marks.get(ply, ()), mark.strip("()"))

    def _comment(self, token: Token) -> None:
        if self.open is None:
            self.open = self._new_game(token)
        game = self.open
        if game.depth:
            return
        ply, timed = len(game.plies), read_times(token.text)
        if timed.text:
            game.comments[ply] = " ".join(filter(None, (game.comments.get(ply), timed.text)))
        if timed.clock is not None:
            game.clocks[ply] = timed.clock
        if timed.elapsed is not None:
            game.elapsed[ply] = timed.elapsed

    def _begin_variation(self, token: Token) -> None:
        game = self._game_in_moves(token)
        if not game.depth:
            game.opened = token
        game.depth += 1

    def _end_variation(self, token: Token) -> None:
        game = self._game_in_moves(token) if self.open is None else self.open
        if game.depth and game.opened is not None:
            game.depth -= 1
            if not game.depth:
                ply, text = len(game.plies), side_line(self.text[game.opened.end : token.place])
                game.variations[ply] = (*game.variations.get(ply, ()), text)
        else:
            self._problem(token, "variation_not_opened")

    def _malformed(self, token: Token) -> None:
        self._game_in_moves(token)
        if token.kind is TokenKind.OPEN_COMMENT:
            self._problem(token, "comment_not_closed")
        else:
            self._problem(token, "stray_character", text=token.text[:20])

    # ---- the end of a game

    def _close(self) -> None:
        game, self.open = self.open, None
        if game is None:
            return
        if game.depth and game.opened is not None:
            self.problems.append(Problem(say("variation_not_closed"), line=game.opened.line, game=game.number))
        self.games.append(
            FileGame(
                number=game.number,
                line=game.line,
                tags=MappingProxyType(game.tags),
                game=self.rules.game,
                start=game.start.text(),
                line_of_play=LineOfPlay(game.start, tuple(game.plies)),
                texts=tuple(game.texts),
                result=self._result(game),
                comments=MappingProxyType(game.comments),
                marks=MappingProxyType(game.marks),
                termination=game.tags.get("Termination", ""),
                clocks=MappingProxyType(game.clocks),
                elapsed=MappingProxyType(game.elapsed),
                variations=MappingProxyType(game.variations),
            )
        )

    def _result(self, game: _OpenGame) -> str:
        tag = game.tags.get("Result", "").strip()
        tagged = result_of(tag) if tag else None
        if tag and tagged is None:
            self._doubt(game, "unknown_result.tag", tag=tag[:20])
        if game.result is not None and tagged is not None and game.result != tagged:
            self._doubt(game, "results_differ", tag=tagged, end=game.result)
        result = game.result if game.result not in (None, UNKNOWN) else tagged or UNKNOWN
        assert result is not None
        if not game.lost_track:
            self._check_end(game, result)
        return result

    def _check_end(self, game: _OpenGame, result: str) -> None:
        winner = game.position.status().winner
        if winner is not None and result != (WHITE_WON if winner is Side.WHITE else BLACK_WON):
            self._doubt(game, "result_against_position", result=result)
        due = self.rules.law.first_due((game.start, *(_draughts(ply) for ply in game.plies)))
        if due is not None and due < len(game.plies):
            self.warnings.append(Problem(say("moves_after_draw"), line=game.line, game=game.number, ply=due))

    def _doubt(self, game: _OpenGame, key: str, /, **params: object) -> None:
        self.warnings.append(Problem(say(key, **params), line=game.line, game=game.number))

    def _warn(self, line: int, key: str, /, **params: object) -> None:
        number = self.open.number if self.open else None
        self.warnings.append(Problem(say(key, **params), line=line, game=number))

    def _problem(self, token: Token, key: str, /, **params: object) -> None:
        number, column = self.open.number if self.open else None, self._column(token)
        self.problems.append(Problem(say(key, **params), line=token.line, column=column, game=number))

    def _column(self, token: Token) -> int:
        return token.place - self.text.rfind("\n", 0, token.place)


def _draughts(ply: Ply) -> DraughtsPosition:
    assert isinstance(ply.position, DraughtsPosition)
    return ply.position


# Writer: results from White's side.

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
    tags = {name: value for name, value in chapter.tags.items() if name not in ("FEN", "SetUp")}
    tags |= {"Result": chapter.result, "GameType": spec_of(rules.game).pdn_type}
    if chapter.line.start != rules.start():
        tags |= {"SetUp": "1", "FEN": chapter.line.start.text()}
    ordered = [name for name in _FIRST_TAGS if name in tags]
    ordered += [name for name in tags if name not in _FIRST_TAGS]
    head = "".join(f'[{name} "{quoted(tags[name])}"]\n' for name in ordered)
    words = [*_movetext(chapter.line, chapter.notes)]
    if chapter.irregular:
        words.append(_comment(f"irregular: {chapter.irregular}"))
    words.append(chapter.result)
    return f"{head}\n{_wrapped(words)}\n\n"


def _movetext(line: LineOfPlay, notes: Notes) -> Iterator[str]:
    yield from _comments(notes, 0)
    number, number_due, white = 0, True, line.start.turn is Side.BLACK
    for index, ply in enumerate(line.plies, start=1):
        white = not white
        if white or not number:
            number += 1
        if white or number_due:
            yield f"{number}." if white else f"{number}..."
        marks = notes.marks.get(index, ())
        yield ply.text + "".join(mark for mark in marks if mark[:1] in "!?")
        yield from (mark for mark in marks if mark.startswith("$"))
        annotations = [*_comments(notes, index), *(f"({text})" for text in notes.variations.get(index, ()))]
        yield from annotations
        number_due = bool(annotations)


def _comments(notes: Notes, ply: int) -> Iterator[str]:
    """Yield the comment of a ply, with its times."""
    words = []
    if ply in notes.clocks:
        words.append(f"[%clk {write_time(notes.clocks[ply])}]")
    if ply in notes.elapsed:
        words.append(f"[%emt {write_time(notes.elapsed[ply])}]")
    if notes.comments.get(ply):
        words.append(notes.comments[ply])
    if words:
        yield _comment(" ".join(words))


def _comment(text: str) -> str:
    plain = " ".join(text.split()).replace("{", "(").replace("}", ")")
    return f"{{{plain}}}"


def _wrapped(words: list[str]) -> str:
    """Wrap words to lines of at most 80 characters; a longer word gets its own line and is not cut."""
    return "\n".join(textwrap.wrap(" ".join(words), _WIDTH, break_long_words=False, break_on_hyphens=False))
