"""A PGN reader that is strict about moves and tolerant about everything else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tavleya.errors import DomainError, Problem
from tavleya.languages import DEFAULT
from tavleya.messages import Message
from tavleya.rules.chess import ChessRules
from tavleya.rules.contract import LineOfPlay, Move, Ply, Position, Rules
from tavleya.rules.filegame import BLACK_WON, BOTH_LOST, DRAWN, UNKNOWN, WHITE_WON, FileGame, FileReading, side_line
from tavleya.rules.messages import say
from tavleya.rules.pgn.tokens import Token, TokenKind, tokenize
from tavleya.rules.registry import SPECS, rules_for, spec_of

_NUMBER = re.compile(r"^(?P<number>\d{1,6})(?:(?:\.+|…)(?P<rest>.*))?$")
_DOTS = re.compile(r"^(?P<number>)(?:\.+|…)(?P<rest>.*)$")
#: Signs that are separated from their move: `exd6 e.p.`, `Kb1 (=)`, `Qf7 ++`, `e4 !?`.
_SIGN = re.compile(r"^(?:\(=\)|=|\+\+?|#|[!?]{1,2}|\(?[eе]\.?[pр]\.?\)?)$")
#: Null moves of programs: ChessBase, SCID, UCI and others.
_NULL_MOVES = frozenset({"--", "Z0", "0000", "@@@@"})
_GLYPH = re.compile(r"^(.*?)([!?]{1,2})$")


def read_pgn(text: str, *, language: str = DEFAULT, rules: Rules | None = None) -> FileReading:
    """Read and replay every game of `text`; faults and doubts are in the FileReading.

    `language` is that of the piece letters: English in PGN; a score sheet without any tags is read in its own language.
    The tag `Variant "Tavreli"` makes a game of tavreli, with moves in canonical text.  Games without that tag are games
    of `rules` (by default chess), and so are those whose tag names the same game.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    games: list[FileGame] = []
    problems: list[Problem] = []
    warnings: list[Problem] = []
    for number, tokens in enumerate(_split(tokenize(text)), 1):
        reader = _GameReader(number, text, language, rules or ChessRules())
        games.append(reader.read(tokens))
        problems += reader.problems
        warnings += reader.warnings
    return FileReading(tuple(games), in_order(problems), in_order(warnings))


def _variant_game(variant: str) -> str | None:
    """Return the game of a value of the tag `Variant`, in small letters; None if no game has it."""
    return next(
        (
            spec.game
            for spec in SPECS.values()
            if variant in (spec.pgn_variant.lower(), *map(str.lower, spec.pgn_names))
        ),
        None,
    )


def in_order(problems: list[Problem]) -> tuple[Problem, ...]:
    """Return the problems of a file by line."""
    return tuple(sorted(problems, key=lambda problem: problem.line or 0))


def _split(tokens: Iterator[Token]) -> Iterator[list[Token]]:
    """Yield the tokens of each game: a game ends with its result, or where tags begin again."""
    game: list[Token] = []
    depth, played, ended = 0, False, False
    for token in tokens:
        begins_game = token.kind is TokenKind.TAG and (played or _has_event(game, token))
        if game and (begins_game or (ended and token.kind in (TokenKind.TAG, TokenKind.WORD, TokenKind.OPEN))):
            yield game
            game, depth, played, ended = [], 0, False, False
        game.append(token)
        depth = max(depth + (token.kind is TokenKind.OPEN) - (token.kind is TokenKind.CLOSE), 0)
        played = played or token.kind in (TokenKind.WORD, TokenKind.OPEN)
        ended = ended or (depth == 0 and token.kind is TokenKind.WORD and bool(in_movetext(token.text)))
    if game:
        yield game


def _has_event(game: list[Token], token: Token) -> bool:
    """Return whether tags without moves are followed by those of another game."""
    return token.text == "Event" and any(tag.kind is TokenKind.TAG and tag.text == "Event" for tag in game)


@dataclass(frozen=True, slots=True)
class _Place:
    """A place in the file: line and column, both from 1."""

    line: int
    column: int | None = None

    def further(self, characters: int) -> _Place:
        return _Place(self.line, (self.column or 1) + characters)


class _GameReader:
    """Reader of one game: tags first, then the moves until an error."""

    def __init__(self, number: int, text: str, language: str, rules: Rules) -> None:
        self.number, self.text, self.language = number, text, language
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []
        self.tags: dict[str, str] = {}
        self.rules = rules
        self.notes = NoteBook()
        self.plies: list[Ply] = []
        self.texts: list[str] = []
        self.result = ""
        self.broken = False
        self.odd_numbers = False

    def read(self, tokens: list[Token]) -> FileGame:
        line = tokens[0].line
        for token in tokens:
            if token.kind is TokenKind.TAG:
                self._tag(token)
        start = self._start(line)
        self.position: Position = start
        self._movetext([token for token in tokens if token.kind is not TokenKind.TAG])
        return FileGame(
            number=self.number,
            line=line,
            tags=MappingProxyType(self.tags),
            game=self.rules.game,
            start=start.text(),
            line_of_play=LineOfPlay(start, tuple(self.plies)),
            texts=tuple(self.texts),
            result=self._result(tokens[-1].line),
            comments=MappingProxyType(self.notes.comments),
            marks=MappingProxyType(self.notes.marks),
            termination=self.tags.get("Termination", ""),
            clocks=MappingProxyType(self.notes.clocks),
            elapsed=MappingProxyType(self.notes.elapsed),
            variations=MappingProxyType(self.notes.variations),
        )

    def _problem(self, message: Message, place: _Place, ply: int | None = None) -> None:
        self.problems.append(Problem(message, line=place.line, column=place.column, game=self.number, ply=ply))

    def _warn(self, message: Message, place: _Place, ply: int | None = None) -> None:
        self.warnings.append(Problem(message, line=place.line, column=place.column, game=self.number, ply=ply))

    def _place(self, token: Token) -> _Place:
        return _Place(token.line, token.start - self.text.rfind("\n", 0, token.start))

    def _tag(self, token: Token) -> None:
        if token.text in self.tags and self.tags[token.text] != token.value:
            self._warn(say("tag_twice.first_counts", tag=token.text), self._place(token))
        self.tags.setdefault(token.text, token.value)

    def _start(self, line: int) -> Position:
        """Return the start position.  If it is unreadable, the game is broken and the usual position replaces it."""
        variant = self.tags.get("Variant", "")
        game = _variant_game(variant.lower()) if variant else self.rules.game
        if game is None:
            self._problem(say("unknown_variant", variant=variant), _Place(line))
            self.broken = True
            return self.rules.start()
        if game != self.rules.game:
            self.rules = rules_for(game)
        fen = self.tags.get("FEN", "")
        if not fen and spec_of(self.rules.game).start_varies:
            self._warn(say("start_missing"), _Place(line))
        try:
            start = self.rules.position(fen) if fen else self.rules.start()
        except DomainError as problem:
            self._problem(problem.message, _Place(line))
            self.broken = True
            return self.rules.start()
        if isinstance(self.rules, ChessRules):
            for objection in self.rules.objections(start):
                self._warn(objection, _Place(line))
        return start

    def _movetext(self, tokens: list[Token]) -> None:
        variations: list[Token] = []
        for token in tokens:
            if token.kind is TokenKind.TROUBLE:
                assert token.trouble is not None, "a trouble token has its message"
                self._problem(token.trouble, self._place(token))
            elif token.kind is TokenKind.OPEN:
                variations.append(token)
            elif token.kind is TokenKind.CLOSE:
                self._close(variations, token)
            elif not variations:
                self._token(token)
        if variations:
            self._problem(say("unclosed_variation"), self._place(variations[0]))

    def _close(self, variations: list[Token], token: Token) -> None:
        if not variations:
            self._problem(say("stray_sign", sign=")"), self._place(token))
            return
        opening = variations.pop()
        if not variations and not self.broken:
            self.notes.variation(len(self.plies), self.text[opening.end : token.start])

    def _token(self, token: Token) -> None:
        if self.broken and token.kind is not TokenKind.WORD:
            return  # it belongs to moves that could not be read
        if token.kind is TokenKind.COMMENT:
            self.notes.comment(len(self.plies), token.text)
        elif token.kind is TokenKind.NAG:
            self.notes.mark(len(self.plies), token.text)
        else:
            self._word(token.text, self._place(token))

    def _word(self, word: str, place: _Place) -> None:
        """Process a blank-separated word, which may be a move number with text attached."""
        match = (
            None
            if self.broken or in_movetext(word) or word in _NULL_MOVES
            else _NUMBER.match(word) or _DOTS.match(word)
        )
        if match is None:
            self._plain(word, place)
            return
        if match["number"]:
            self._number(int(match["number"]), place)
        if match["rest"]:
            self._plain(match["rest"], place.further(match.start("rest")))

    def _plain(self, word: str, place: _Place) -> None:
        """Process a result, a sign or a move."""
        if result := in_movetext(word):
            self.result = result
        elif self._is_double_loss(word):
            self.result = BOTH_LOST
        elif self.broken:
            return
        elif word in _NULL_MOVES:
            self.broken = True  # later moves belong to no game that was played
            self._warn(say("null_move", move=word), place, len(self.plies) + 1)
        elif _SIGN.match(word):
            if word[0] in "=(!?":
                self.notes.mark(len(self.plies), OFFER if "=" in word else word)
        else:
            self._move(word, place)

    def _is_double_loss(self, word: str) -> bool:
        """Return whether `0-0` is the result: the tag says so, and castling is impossible here."""
        return (
            SPELLINGS.get(word) == BOTH_LOST
            and SPELLINGS.get(self.tags.get("Result", "")) == BOTH_LOST
            and self.rules.explain(self.position, word) is not None
        )

    def _number(self, number: int, place: _Place) -> None:
        expected = self._expected_number()
        if expected is None or number == expected or self.odd_numbers:
            return
        self.odd_numbers = True
        self._warn(say("move_number", number=number, expected=expected), place, len(self.plies) + 1)

    def _expected_number(self) -> int | None:
        """Return the number of the next move; the last field of the position text in chess and tavreli."""
        last = self.position.text().rpartition(" ")[2]
        return int(last) if last.isdigit() else None

    def _move(self, word: str, place: _Place) -> None:
        ply = len(self.plies) + 1
        try:
            move = self._read(word, place, ply)
        except DomainError as problem:
            self.broken = True
            self._problem(problem.message, place, ply)
            return
        self.position = self.position.play(move)
        self.plies.append(Ply(move.text, self.position))
        self.texts.append(word)

    def _read(self, word: str, place: _Place, ply: int) -> Move:
        if not isinstance(self.rules, ChessRules):
            match = _GLYPH.match(word)
            if match is None:
                return self.rules.read(self.position, word)
            move = self.rules.read(self.position, match[1])
            self.notes.mark(ply, match[2])
            return move
        reading = self.rules.read_token(self.position, word, language=self.language)
        if reading.comment:
            self.notes.mark(ply, reading.comment)
        if reading.offer:
            self.notes.mark(ply, OFFER)
        for warning in reading.warnings:
            self._warn(warning, place, ply)
        return reading.move

    def _result(self, line: int) -> str:
        """Return the result of the movetext, else of the tag; warn if they or the board disagree."""
        written = self.tags.get("Result", "")
        tag = SPELLINGS.get(written, "")
        if written and not tag and written != "?":
            self._warn(say("unknown_result", result=written), _Place(line))
        if not self.result:
            self._warn(say("result_missing"), _Place(line))
        result = self.result or tag or UNKNOWN
        if result == UNKNOWN and tag == BOTH_LOST:
            # PGN cannot express it: the tag has it, the moves end with an asterisk.
            result = BOTH_LOST
        if tag and result != tag:
            self._warn(say("result_differs", tag=tag, result=result), _Place(line))
        self._compare_with_board(result, line)
        return result

    def _compare_with_board(self, result: str, line: int) -> None:
        status = self.position.status()
        if self.broken or not status.over or result == UNKNOWN:
            return
        due = "1/2-1/2" if status.winner is None else "1-0" if status.winner == "white" else "0-1"
        if result != due:
            self._warn(say("result_against_board", due=due, result=result), _Place(line), len(self.plies))


# Clock times in PGN comments: `[%clk 1:29:57]` (left after the move) and `[%emt 0:00:12]` (used for it).

_COMMAND = re.compile(r"\[%(clk|emt)\s+([\d:.,]{1,16})\s*\]")
_TIME = re.compile(r"^(?:(?:(\d{1,4}):)?(\d{1,3}):)?(\d{1,3})(?:[.,](\d{1,3}))?$")


@dataclass(frozen=True, slots=True)
class TimedComment:
    """A comment without its clock commands; times in milliseconds, None if the comment has no such time."""

    text: str
    clock: int | None = None
    elapsed: int | None = None


def read_times(comment: str) -> TimedComment:
    """Extract the clock commands from `comment`; a command with an unreadable time remains in the text."""
    times: dict[str, int] = {}

    def extract(match: re.Match[str]) -> str:
        milliseconds = _milliseconds(match[2])
        if milliseconds is None:
            return match[0]
        times[match[1]] = milliseconds
        return " "

    text = _COMMAND.sub(extract, comment)
    return TimedComment(" ".join(text.split()), times.get("clk"), times.get("emt"))


def _milliseconds(text: str) -> int | None:
    match = _TIME.match(text)
    if match is None:
        return None
    hours, minutes, seconds = (int(part or 0) for part in match.group(1, 2, 3))
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((match[4] or "0").ljust(3, "0"))


def write_time(milliseconds: int) -> str:
    """Return `h:mm:ss`, with thousandths only if there are any; never below zero, which PGN cannot express."""
    seconds, thousandths = divmod(max(milliseconds, 0), 1000)
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{text}.{thousandths:03}".rstrip("0") if thousandths else text


# Spellings of results in files, and their canonical form.

_SPELLINGS = {
    WHITE_WON: ("1-0", "1:0", "+-", "+:-", "+/-", "1-0F"),
    BLACK_WON: ("0-1", "0:1", "-+", "-:+", "-/+", "0-1F"),
    DRAWN: ("1/2-1/2", "1/2", "½-½", "½:½", "½", "0.5-0.5", "1/2:1/2", "=-="),
    BOTH_LOST: ("0-0", "0:0", "-/-", "-:-"),
    UNKNOWN: ("*",),
}

#: Spelling → one of RESULTS.
SPELLINGS: Mapping[str, str] = MappingProxyType(
    {spelling: result for result, spellings in _SPELLINGS.items() for spelling in spellings}
)


def in_movetext(word: str) -> str:
    """Return the result of `word` at the end of a game, or an empty text: `0-0` there is castling."""
    result = SPELLINGS.get(word, "")
    return "" if result == BOTH_LOST else result


# Annotations of a game: comments, marks, clock times and side lines, by ply.

#: A draw offered with the move: the sign of app. C, which PGN lacks and stores as a comment.
OFFER = "(=)"


class NoteBook:
    """Notes collected while a game is read."""

    def __init__(self) -> None:
        self._comments: dict[int, list[str]] = {}
        self._marks: dict[int, list[str]] = {}
        self._variations: dict[int, list[str]] = {}
        self.clocks: dict[int, int] = {}
        self.elapsed: dict[int, int] = {}

    def comment(self, ply: int, comment: str) -> None:
        """Keep `comment` without its clock commands; a second one at the same ply is appended."""
        timed = read_times(comment)
        if timed.text == OFFER:
            self.mark(ply, OFFER)
        elif timed.text:
            self._comments.setdefault(ply, []).append(timed.text)
        if timed.clock is not None:
            self.clocks[ply] = timed.clock
        if timed.elapsed is not None:
            self.elapsed[ply] = timed.elapsed

    def mark(self, ply: int, mark: str) -> None:
        self._marks.setdefault(ply, []).append(mark)

    def variation(self, ply: int, text: str) -> None:
        self._variations.setdefault(ply, []).append(side_line(text))

    @property
    def comments(self) -> dict[int, str]:
        return {ply: " ".join(texts) for ply, texts in self._comments.items()}

    @property
    def marks(self) -> dict[int, tuple[str, ...]]:
        return {ply: tuple(marks) for ply, marks in self._marks.items()}

    @property
    def variations(self) -> dict[int, tuple[str, ...]]:
        return {ply: tuple(texts) for ply, texts in self._variations.items()}
