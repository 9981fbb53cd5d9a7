"""A whole score sheet read by the rules, with repairs of damaged moves if the rules leave a single possibility."""

import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache
from types import MappingProxyType

from tavleya.errors import BadInput, Problem
from tavleya.rules.contract import LineOfPlay, Move, Position, Rules, StatusKind
from tavleya.rules.filegame import BLACK_WON, DASH, DRAWN, LOOK_ALIKES, UNKNOWN, WHITE_WON
from tavleya.rules.messages import say
from tavleya.rules.registry import spec_of
from tavleya.rules.spec import WrittenMoves
from tavleya.sides import Side

# Candidates for a damaged move: the legal moves whose notation can be confused with the signs on the sheet.
#
# Nothing is parsed. Every legal move is written in the notation of the sheet and compared with the token
# sign by sign; signs that a hand or a scanner confuses match at a cost.

#: Signs that are confused, in addition to similar letters.  An italic д looks like a 6 to a scanner, as б does.
_CONFUSED = ("1lIiіІ|", "3Ззэ", "6б", "6д", "0OoОо", "4чЧ", "8В", "5S")
_SAME = {frozenset(pair) for pair in LOOK_ALIKES.items()} | {
    frozenset((first, second)) for group in _CONFUSED for first in group for second in group if first != second
}
_BETWEEN = re.compile(r"[-‐‑‒–—―−xXхХ×:]")
_MARKS = re.compile(r"(?:\+\s?\+|[+#!?=]|\(\s*=\s*\)|\(?[eе]\.\s?[pр]\.?\)?)+$")
_CHECKS = (StatusKind.CHECK, StatusKind.CHECKMATE)


def cost(rules: Rules, position: Position, move: Move, token: str, *, language: str = "") -> int | None:
    """Return the number of wrong signs of `token` if it means `move`; None if it cannot."""
    bare = "".join(token.split())
    marks = _MARKS.search(bare)
    bare = bare[: marks.start()] if marks else bare
    strict = spec_of(rules.game).written.capture_sign
    costs = [
        price
        for written in _spellings(rules, position, move, language)
        if (price := _signs_apart(bare, written, strict)) is not None
    ]
    if not costs:
        return None
    check = bool(marks and "+" in marks[0])
    return min(costs) + (check and position.play(move).status().kind not in _CHECKS)


def _spellings(rules: Rules, position: Position, move: Move, language: str) -> Iterator[str]:
    """Yield the move without marks, in the notations possible on a sheet of this game."""
    for text in spec_of(rules.game).written.spellings(rules, position, move, language):
        yield _MARKS.sub("", "".join(text.split()))


def _signs_apart(token: str, written: str, capture_sign: bool) -> int | None:
    """Return the number of signs of `written` that differ in `token`; None if they cannot be confused.

    `capture_sign`: the sign between the squares counts too.
    """
    signs, expected = _BETWEEN.sub("", token), _BETWEEN.sub("", written)
    if len(signs) != len(expected):
        return None
    differences = 0
    for sign, expected_sign in zip(signs, expected, strict=True):
        if sign == expected_sign:
            continue
        if frozenset((sign, expected_sign)) not in _SAME and sign.lower() != expected_sign.lower():
            return None
        differences += 1
    return differences + (capture_sign and _marks_capture(token) != _marks_capture(written))


def _marks_capture(text: str) -> bool:
    """Return whether the sign between the squares marks a capture."""
    return any(sign in text for sign in "xXхХ×:")


@dataclass(frozen=True, slots=True)
class ReadingProposal:
    """A legal move that a token may mean; `cost` is the number of misread signs."""

    move: Move
    cost: int


def propose(rules: Rules, position: Position, token: str, *, language: str = "") -> tuple[ReadingProposal, ...]:
    """Return the legal moves that `token` matches, likeliest first; an exact match has no cost."""
    proposals = [
        ReadingProposal(move, price)
        for move in position.legal_moves()
        if (price := cost(rules, position, move, token, language=language)) is not None
    ]
    return tuple(sorted(proposals, key=lambda proposal: (proposal.cost, proposal.move.text)))


# Tokenizer for score sheets: moves, move numbers, a result and remarks, with their places.
#
# Unlike in files, moves contain blanks (`г2 – г3`, `exd6 e.p.`), numbers may lack their dot or be split (`1
# 8 .`), and a scanner misreads signs. Every possible move is a move token, however damaged.


class TokenKind(Enum):
    MOVE = auto()
    NUMBER = auto()
    RESULT = auto()
    REMARK = auto()


@dataclass(frozen=True, slots=True)
class SheetToken:
    """A token of the sheet: `text` as written, with single blanks; `line` and `column` from 1."""

    kind: TokenKind
    text: str
    line: int
    column: int


_RESULT = (
    rf"(?P<white>1\s*(?:{DASH}|:)\s*0)|(?P<black>0\s*(?:{DASH}|:)\s*1)|"
    rf"(?P<drawn>(?:1/2|½)\s*(?:{DASH}|:)\s*(?:1/2|½))"
)
_RESULTS = {"white": WHITE_WON, "black": BLACK_WON, "drawn": DRAWN}


@cache
def _pattern(game: str) -> re.Pattern[str]:
    moves = spec_of(game).written.pattern
    return re.compile(rf"(?P<result>(?:\(\s*)?(?:{_RESULT})\s*\)?\.?(?!\w))|{moves}|(?P<word>\S+)", re.MULTILINE)


def tokenize(text: str, game: str) -> tuple[SheetToken, ...]:
    """Return all of `text` except blanks, in order.  A result has its usual text (`1-0`), a number only its digits."""
    return tuple(_tokens(text, game))


def _tokens(text: str, game: str) -> Iterator[SheetToken]:
    move_like = spec_of(game).written.move_like
    for match in _pattern(game).finditer(text):
        start = match.start()
        line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
        token_text = " ".join(match[0].split())
        kind = TokenKind[match.lastgroup.upper()] if match.lastgroup in ("move", "number") else TokenKind.REMARK
        if match["result"]:
            kind = TokenKind.RESULT
            token_text = next(result for name, result in _RESULTS.items() if match[name])
        elif kind is TokenKind.NUMBER:
            token_text = "".join(sign for sign in token_text if sign.isdigit())
        elif kind is TokenKind.MOVE and move_like is not None and not move_like.match(token_text):
            kind = TokenKind.REMARK
        elif match["word"] and any(map(str.isdigit, token_text)):
            kind = TokenKind.MOVE  # an unusual move, but a word with a digit is not a remark
        yield SheetToken(kind, token_text, line, column)


#: The limits of a search for readings of the whole sheet: positions and readings.
_POSITIONS, _READINGS = 4000, 32


_NOTHING: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SheetReading:
    """The result of reading a sheet: the line of play, and its doubts.

    `tokens` are the moves as written.  `mended` are the plies with misread signs, and the written text.  `readings` are
    the ways to read the whole sheet, by number of wrong signs; the first is the line.  Without any, the
    line ends before the token named in `problems`.  `remarks` are words that are not moves.
    """

    line: LineOfPlay
    tokens: tuple[str, ...]
    result: str = UNKNOWN
    mended: Mapping[int, str] = field(default_factory=lambda: _NOTHING)
    readings: tuple[tuple[str, ...], ...] = ()
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def moves(self) -> tuple[str, ...]:
        """The canonical texts of the plies read."""
        return tuple(ply.text for ply in self.line.plies)

    @property
    def open(self) -> Mapping[int, tuple[str, ...]]:
        """The plies (1-based) in which the readings differ, with all their moves."""
        plies = (sorted(set(texts)) for texts in zip(*self.readings, strict=True))
        return {index: tuple(texts) for index, texts in enumerate(plies, start=1) if len(texts) > 1}


def read_sheet(
    rules: Rules, text: str, *, language: str = "", start: Position | None = None, decided: Mapping[int, str] = _NOTHING
) -> SheetReading:
    """Read the moves of one game from `text`.

    `language` is that of the sheet's letters; a tavreli sheet with letters that only the book's files have is read as
    Russian.  `decided` are plies (1-based) whose move a user has decided (canonical text), where the sheet is
    ambiguous.  Never raises because of the content.
    """
    all_tokens = tokenize(text, rules.game)
    tokens = tuple(token for token in all_tokens if token.kind is TokenKind.MOVE)
    written = spec_of(rules.game).written
    language = language or _language_of_letters(written, tokens)
    sheet = _Sheet(rules, tokens, language, start or rules.start(), decided)
    line, readings = sheet.read()
    return SheetReading(
        line=line,
        tokens=tuple(token.text for token in tokens),
        result=_result(written, all_tokens, line),
        mended=MappingProxyType(sheet.mended(line)),
        readings=readings,
        problems=sheet.problems(line),
        warnings=_numbers(all_tokens, line.start),
        remarks=tuple(token.text for token in all_tokens if token.kind is TokenKind.REMARK),
    )


def _language_of_letters(written: WrittenMoves, tokens: tuple[SheetToken, ...]) -> str:
    """Return the language that the letters of a sheet reveal, or an empty text."""
    used = frozenset("".join(token.text for token in tokens))
    return next((language for language, letters in written.telltale.items() if letters & used), "")


def _result(written: WrittenMoves, tokens: tuple[SheetToken, ...], line: LineOfPlay) -> str:
    """Return the written result; in draughts also the sign after the last move: x won by it, = drawn."""
    results = [token.text for token in tokens if token.kind is TokenKind.RESULT]
    if results:
        return results[-1]
    moves = [token.text for token in tokens if token.kind is TokenKind.MOVE]
    if written.result_signs and len(moves) == len(line.plies) > 0:
        if moves[-1][-1] == "=":
            return DRAWN
        if moves[-1][-1] in "xх":
            return BLACK_WON if line.position.turn is Side.WHITE else WHITE_WON
    return UNKNOWN


def _numbers(tokens: tuple[SheetToken, ...], start: Position) -> tuple[Problem, ...]:
    """Return a warning for an unexpected move number: a move may be missing or repeated."""
    played, first = (0 if start.turn is Side.WHITE else 1), 1
    last = start.text().rpartition(" ")[2]
    if last.isdigit():
        first = int(last)
    for token in tokens:
        if token.kind is TokenKind.MOVE:
            played += 1
        elif token.kind is TokenKind.NUMBER and token.text != str(first + played // 2):
            message = say("move_number", number=token.text, expected=first + played // 2)
            return (Problem(message, line=token.line, column=token.column, ply=played + 1),)
    return ()


@dataclass(slots=True)
class _Step:
    """A position of the search, its cost, the untried moves from it, and whether one led to a reading of the sheet."""

    position: Position
    spent: int
    candidates: list[ReadingProposal]
    reached: bool = False


class _Sheet:
    """The search for a reading of all tokens."""

    def __init__(
        self, rules: Rules, tokens: tuple[SheetToken, ...], language: str, start: Position, decided: Mapping[int, str]
    ) -> None:
        self.rules, self.tokens, self.language, self.start = rules, tokens, language, start
        self.decided = decided
        self.furthest: tuple[Move, ...] = ()

    def read(self) -> tuple[LineOfPlay, tuple[tuple[str, ...], ...]]:
        """Return the best line, and every reading of the whole sheet that was found."""
        plain = None if self.decided and self.tokens else self._plainly()
        if plain is not None:
            return LineOfPlay.of(self.start, plain), (tuple(move.text for move in plain),)
        readings = self._search()
        if not readings:
            return LineOfPlay.of(self.start, self.furthest), ()
        readings.sort(key=lambda reading: (reading[0], [move.text for move in reading[1]]))
        return LineOfPlay.of(self.start, readings[0][1]), tuple(tuple(m.text for m in moves) for _, moves in readings)

    def _plainly(self) -> tuple[Move, ...] | None:
        """Return every token read literally; None if one is unreadable, or has a wrong sign."""
        position, moves = self.start, []
        for token in self.tokens:
            try:
                move = self.rules.read(position, token.text, language=self.language)
            except BadInput:
                return None
            if self._cost(position, move, token):
                return None
            moves.append(move)
            position = position.play(move)
        return tuple(moves)

    def _cost(self, position: Position, move: Move, token: SheetToken) -> int | None:
        return cost(self.rules, position, move, token.text, language=self.language)

    def _search(self) -> list[tuple[int, tuple[Move, ...]]]:
        """Return every reading of all tokens with its cost, depth first; failed positions are not tried again."""
        results: list[tuple[int, tuple[Move, ...]]] = []
        dead: set[tuple[int, Hashable]] = set()
        left = _POSITIONS
        moves: list[Move] = []
        steps = [_Step(self.start, 0, self._candidates(self.start, 0))]
        while steps:
            step = steps[-1]
            if not step.candidates or len(results) >= _READINGS:
                steps.pop()
                if not step.reached:
                    dead.add((len(steps), step.position.repetition_key()))
                if steps:
                    steps[-1].reached |= step.reached
                    moves.pop()
                continue
            candidate = step.candidates.pop(0)
            spent = step.spent + candidate.cost
            if len(steps) == len(self.tokens):
                results.append((spent, (*moves, candidate.move)))
                step.reached = True
                continue
            after = step.position.play(candidate.move)
            if len(steps) > len(self.furthest):
                self.furthest = (*moves, candidate.move)
            if left and (len(steps), after.repetition_key()) not in dead:
                left -= 1
                moves.append(candidate.move)
                steps.append(_Step(after, spent, self._candidates(after, len(steps))))
        return results

    def _candidates(self, position: Position, index: int) -> list[ReadingProposal]:
        if index + 1 in self.decided:
            text = self.decided[index + 1]
            return [ReadingProposal(move, 0) for move in position.legal_moves() if move.text == text]
        token = self.tokens[index].text
        candidates = list(propose(self.rules, position, token, language=self.language))
        try:
            literal_move = self.rules.read(position, token, language=self.language)
        except BadInput:
            return candidates
        if all(candidate.move != literal_move for candidate in candidates):
            candidates.insert(0, ReadingProposal(literal_move, 0))
        return candidates

    def mended(self, line: LineOfPlay) -> dict[int, str]:
        mended, before = {}, self.start
        for index, (ply, token) in enumerate(zip(line.plies, self.tokens, strict=False), start=1):
            move = next(move for move in before.legal_moves() if move.text == ply.text)
            if self._cost(before, move, token):
                mended[index] = token.text
            before = ply.position
        return mended

    def problems(self, line: LineOfPlay) -> tuple[Problem, ...]:
        """Return the problem of the first token that no reading passes."""
        ply = len(line.plies) + 1
        if ply > len(self.tokens):
            return ()
        token = self.tokens[ply - 1]
        explanation = self.rules.explain(line.position, token.text, language=self.language)
        reason = explanation or say("sheet_too_damaged")
        message = say("move_and_reason", move=token.text[:40], reason=reason).coded(reason.code)
        return (Problem(message, line=token.line, column=token.column, ply=ply),)
