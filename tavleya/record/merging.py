"""Score sheets and their comparison: differences, the meaning of each claim, and reconstruction (tavreli 8.5).

One walk handles one sheet or several.  A ply is accepted if all sheets with a legal reading of it agree.  A ply that is
unreadable on all sheets is searched among the legal moves: the later words of the sheets decide, if they can.  Where
the sheets differ, each claim is continued by its own sheet and the others.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tavleya.errors import BadInput, DomainError
from tavleya.messages import Message
from tavleya.record.messages import say
from tavleya.record.state import State
from tavleya.rules.contract import Ply, Position, Rules
from tavleya.rules.registry import spec_of

# Score sheets: their text split into plies in the writer's own words (tavreli 8.1).
#
# Words have no positions: their meaning depends on the moves before them and on the other sheet.


class Keeper(StrEnum):
    """The writer of the sheet: a player, or the arbiter or their assistant (8.5)."""

    WHITE = "white"
    BLACK = "black"
    ARBITER = "arbiter"


@dataclass(frozen=True, slots=True)
class Word:
    """The text of a sheet for one half-move; empty for an open line.  `offered`: marked with “=” (8.1).

    `line` is its line in the entered text, from 1; 0 for a missing word.
    """

    text: str
    offered: bool = False
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Sheet:
    """`words[n]` is the text for half-move n + 1.  `language` is that of its piece letters; `result` as written."""

    keeper: Keeper
    words: tuple[Word, ...]
    language: str = ""
    result: str = ""
    warnings: tuple[Message, ...] = ()


_SQUARE = r"[a-hа-зA-HА-З6][1-8збЗБліl]"
_DASH = r"[-‐‑‒–—―−:xхXХ×]"
_SPREAD = re.compile(rf"({_SQUARE})\s*({_DASH})\s*(?={_SQUARE})")
_COUNT_BEFORE = re.compile(rf"(\(\s*\d{{1,2}}\s*\))\s+(?={_SQUARE})")
# A number in brackets behind a move belongs to it, unless it precedes the squares of the next one.
_COUNT_AFTER = re.compile(rf"({_SQUARE})\s+(?=\(\s*\d{{1,2}}\s*\)(?!\s*{_SQUARE}))")
_MATE = re.compile(r"\+\s+\+")
_COMMENT = re.compile(r"(?P<open>\{)[^}]*(?P<close>\})?|;[^\n]*")
_REST_OF_LINE = re.compile(r";[^\n]*")
_EN_PASSANT = re.compile(r"(?<!\s)\s+(?=[eе]\.\s?[pр]\.?)", re.IGNORECASE)
_OFFER = re.compile(r"\(\s*=\s*\)|(?<=[1-8+#!?])=(?![A-Za-zА-Яа-я])|(?<!\S)=(?!\S)")
_NUMBER = re.compile(r"(\d{1,3})\s*(\.{1,3}|…|\))?")
_JOINED = re.compile(r"(\d{1,3})(\.{1,3}|…)(?=[^\s.])")
_RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "½-½", "1/2", "½", "1:0", "0:1", "2-0", "0-2", "1-1", "*"})
_BLANKS = frozenset({"?", "??", "--", "—", "–", "-", "_", "___", "[?]", "n/a"})
_NEXT_IS_BLACK = frozenset({"...", "…", ".."})
_FARTHEST = 6  # maximum lead (plies) of a move number; a larger one is a slip of the pen


def read_sheet(game: str, keeper: Keeper, text: str, language: str = "") -> Sheet:
    """Split an entered or pasted score sheet into half-moves.  Never raises: an invalid move is a word too.

    Move numbers reveal omitted half-moves.
    """
    words: list[Word] = []
    warnings: list[Message] = []
    result = ""
    for chunk, line in _tokens(game, text):
        number = _number(chunk, len(words))
        if chunk == "=":
            if words:
                words[-1] = replace(words[-1], offered=True)
        elif _is_result(game, chunk):
            result = chunk
        elif number is not None:
            missing = 2 * (number - 1) - len(words)
            if 0 < missing <= _FARTHEST:
                words += [Word("")] * missing
            elif missing not in (0, -1):
                warnings.append(say("number_out_of_order", number=number, expected=len(words) // 2 + 1))
        elif chunk in _NEXT_IS_BLACK:
            if len(words) % 2 == 0:
                words.append(Word(""))
        elif chunk in _BLANKS:
            words.append(Word("", line=line))
        elif chunk.strip("!?+#") or not words:
            words.append(Word(chunk, line=line))
    return Sheet(keeper, tuple(words), language, result, tuple(warnings))


def _tokens(game: str, text: str) -> Iterator[tuple[str, int]]:
    """Yield the tokens of the text, each with its line."""
    text = _COMMENT.sub(_without_comment, text)
    text = _OFFER.sub(" = ", text)
    text = _MATE.sub("++", text)
    if spec_of(game).written.by_squares:
        text = _SPREAD.sub(r"\1\2", text)
        text = _COUNT_BEFORE.sub(r"\1", text)
        text = _COUNT_AFTER.sub(r"\1", text)
    else:
        text = _EN_PASSANT.sub("", text)
    for number, line in enumerate(text.split("\n"), start=1):
        for word in line.split():
            joined = _JOINED.match(word)
            if joined:
                yield joined[0], number
            yield word[joined.end() :] if joined else word, number


def _without_comment(comment: re.Match[str]) -> str:
    """Return the line ends of a comment.

    An unclosed brace is not a comment; the rest then has no comments in braces.
    """
    if comment["open"] and not comment["close"]:
        return _REST_OF_LINE.sub(" ", comment[0])
    return " " + "\n" * comment[0].count("\n")


def _number(chunk: str, so_far: int) -> int | None:
    """Return a move number, with its dot, or without one if it fits."""
    match = _NUMBER.fullmatch(chunk)
    if not match:
        return None
    number = int(match[1])
    if match[2]:
        return number
    return number if abs(2 * (number - 1) - so_far) <= _FARTHEST and number > 0 else None


def _is_result(game: str, chunk: str) -> bool:
    # 0-0 is castling in games with castling.
    return chunk in _RESULTS or (chunk == "0-0" and not spec_of(game).castles)


LOOK_AHEAD = 40  # plies
WIDEST = 2500  # lines followed at once; a gap with more stays open


class MoveSource(StrEnum):
    """The source of a ply of the merged score."""

    AGREED = "agreed"  # on every sheet that reaches it, and there are several
    SINGLE = "single"  # on one sheet alone: the others are behind, or unreadable there
    RECONSTRUCTED = "reconstructed"  # on no sheet; only this move fits the later ones
    CHOSEN = "chosen"  # the sheets differ here, and this claim is the supported one


@dataclass(frozen=True, slots=True)
class MergedPly:
    number: int
    text: str
    source: MoveSource
    offered: frozenset[Keeper] = frozenset()


@dataclass(frozen=True, slots=True)
class SheetClaim:
    """The claim of one sheet at the ply where they differ, and its consequences.

    `canonical` is empty and `why` has the reason if it is not playable.  `own` and `others`: how many of the remaining
    half-moves (`own_left`, `others_left`) of this sheet and of the others can be read after it.
    """

    keeper: Keeper
    written: str
    canonical: str = ""
    why: Message | None = None
    position: str = ""
    own: int = 0
    own_left: int = 0
    others: int = 0
    others_left: int = 0


@dataclass(frozen=True, slots=True)
class SheetDifference:
    """The sheets differ at ply `number`.

    `supported`: the only claim that agrees with the later moves of the others.
    """

    number: int
    claims: tuple[SheetClaim, ...]
    supported: Keeper | None


@dataclass(frozen=True, slots=True)
class Gap:
    """Ply `number` is unreadable on all sheets; `candidates` fit the later moves (several, or none)."""

    number: int
    candidates: tuple[str, ...]
    why: Message | None = None


@dataclass(frozen=True, slots=True)
class Merge:
    """The merged score as far as it reaches.

    `stopped`: the gap that could not be bridged, or the last of `differences` without a supported claim; None: it
    reaches the end of the longest sheet.  `lengths`: half-moves on each sheet.
    """

    plies: tuple[MergedPly, ...]
    differences: tuple[SheetDifference, ...]
    gaps: tuple[Gap, ...]
    stopped: Gap | SheetDifference | None
    position: Position
    lengths: tuple[tuple[Keeper, int], ...]

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(ply.text for ply in self.plies)

    @property
    def agreed(self) -> int:
        """The number of half-moves before the first difference."""
        return self.differences[0].number - 1 if self.differences else len(self.plies)

    @property
    def marks_differ(self) -> tuple[int, ...]:
        """The plies with a draw offer (“=”) on one sheet only, although the other reaches them (8.1)."""
        lengths = {keeper: length for keeper, length in self.lengths if keeper is not Keeper.ARBITER}
        return tuple(
            ply.number
            for ply in self.plies
            if any(
                (keeper in ply.offered) != bool(ply.offered - {Keeper.ARBITER})
                for keeper, length in lengths.items()
                if length >= ply.number
            )
        )


def merge(rules: Rules, start: Position, sheets: Sequence[Sheet]) -> Merge:
    """Merge the sheets from `start` on."""
    walk = _Walk(rules, start, tuple(sheets))
    walk.run()
    return Merge(
        plies=tuple(walk.plies),
        differences=tuple(walk.differences),
        gaps=tuple(walk.gaps),
        stopped=walk.stopped,
        position=walk.position,
        lengths=tuple((sheet.keeper, len(sheet.words)) for sheet in sheets),
    )


class _Walk:
    """The walk of `merge`: the current position and the results so far."""

    def __init__(self, rules: Rules, start: Position, sheets: tuple[Sheet, ...]) -> None:
        self.rules, self.position, self.sheets = rules, start, sheets
        self.length = max((len(sheet.words) for sheet in sheets), default=0)
        self.plies: list[MergedPly] = []
        self.differences: list[SheetDifference] = []
        self.gaps: list[Gap] = []
        self.stopped: Gap | SheetDifference | None = None

    def run(self) -> None:
        while self.stopped is None and len(self.plies) < self.length:
            self._step(len(self.plies))

    def _step(self, index: int) -> None:
        sheets = [sheet for sheet in self.sheets if _word(sheet, index)]
        claims = [self._claim(sheet, index) for sheet in sheets]
        canonicals = {claim.canonical for claim in claims if claim.canonical}
        if not canonicals:
            self._cross_gap(index, claims)
        elif len(canonicals) == 1 and all(claim.canonical for claim in claims):
            self._take(canonicals.pop(), MoveSource.AGREED if len(claims) > 1 else MoveSource.SINGLE)
        else:
            self._settle_difference(index, claims)

    def _claim(self, sheet: Sheet, index: int) -> SheetClaim:
        written = _word(sheet, index)
        try:
            canonical = self.rules.read(self.position, written, language=sheet.language).text
        except BadInput as problem:
            return SheetClaim(sheet.keeper, written, why=problem.message)
        return SheetClaim(sheet.keeper, written, canonical)

    def _settle_difference(self, index: int, claims: list[SheetClaim]) -> None:
        followed_claims = [self._follow(claim, index) for claim in claims]
        difference = SheetDifference(index + 1, tuple(followed_claims), _supported(followed_claims))
        self.differences.append(difference)
        if difference.supported is None:
            self.stopped = difference
            return
        chosen = next(claim for claim in followed_claims if claim.keeper is difference.supported)
        self._take(chosen.canonical, MoveSource.CHOSEN)

    def _follow(self, claim: SheetClaim, index: int) -> SheetClaim:
        """Return the claim with its consequences."""
        if not claim.canonical:
            return claim
        after = self._after(self.position, claim.canonical)
        own = [sheet for sheet in self.sheets if sheet.keeper is claim.keeper]
        others = [sheet for sheet in self.sheets if sheet.keeper is not claim.keeper]
        return SheetClaim(
            claim.keeper,
            claim.written,
            claim.canonical,
            position=after.text(),
            own=self._reads_on(after, own, index + 1),
            own_left=_left(own, index + 1),
            others=self._reads_on(after, others, index + 1),
            others_left=_left(others, index + 1),
        )

    def _reads_on(self, position: Position, sheets: list[Sheet], index: int) -> int:
        """Return how many consecutive words, from `index` on, have a legal reading."""
        count = 0
        while readings := self._readings(position, sheets, index + count):
            position = self._after(position, readings[0])
            count += 1
        return count

    def _cross_gap(self, index: int, claims: list[SheetClaim]) -> None:
        candidates = self._bridge(index)
        reason = next((claim.why for claim in claims if claim.why), None)
        gap = Gap(index + 1, tuple(candidates), reason)
        self.gaps.append(gap)
        if len(candidates) == 1:
            self._take(candidates[0], MoveSource.RECONSTRUCTED)
        else:
            self.stopped = gap

    def _bridge(self, index: int) -> list[str]:
        """Return the legal moves after which the sheets can be read further."""
        lines = [(move.text, self.position.play(move)) for move in self.position.legal_moves()]
        for ahead in range(index + 1, min(self.length, index + 1 + LOOK_AHEAD)):
            following = [
                (first, self._after(position, text))
                for first, position in lines
                for text in self._readings(position, self.sheets, ahead)
            ]
            # There are no words, or only unreadable ones: any move is possible.
            if not following and sum(len(position.legal_moves()) for _, position in lines) <= WIDEST:
                following = [
                    (first, position.play(move)) for first, position in lines for move in position.legal_moves()
                ]
            if not following:
                return sorted({first for first, _ in lines})
            lines = _distinct(following)
            if len({first for first, _ in lines}) == 1:
                break
        return sorted({first for first, _ in lines})

    def _readings(self, position: Position, sheets: Sequence[Sheet], index: int) -> list[str]:
        """Return the meanings of the sheets' words at `index` in `position`."""
        readings: list[str] = []
        for sheet in sheets:
            written = _word(sheet, index)
            if not written:
                continue
            try:
                text = self.rules.read(position, written, language=sheet.language).text
            except BadInput:
                continue
            if text not in readings:
                readings.append(text)
        return readings

    def _take(self, text: str, source: MoveSource) -> None:
        index = len(self.plies)
        offered = frozenset(
            sheet.keeper for sheet in self.sheets if index < len(sheet.words) and sheet.words[index].offered
        )
        self.position = self._after(self.position, text)
        self.plies.append(MergedPly(index + 1, text, source, offered))

    def _after(self, position: Position, text: str) -> Position:
        return position.play(self.rules.read(position, text))


def _word(sheet: Sheet, index: int) -> str:
    return sheet.words[index].text if index < len(sheet.words) else ""


def _left(sheets: Sequence[Sheet], index: int) -> int:
    return max((len(sheet.words) - index for sheet in sheets), default=0)


def _supported(claims: Sequence[SheetClaim]) -> Keeper | None:
    """Return the claim that the other sheets' later words confirm to the end, or the only playable one.

    None if another claim is equally good.  A claim without later words on other sheets is not supported against
    another legal one.
    """
    legal = [claim for claim in claims if claim.canonical]
    if len({claim.canonical for claim in legal}) == 1:
        return legal[0].keeper
    best = [
        claim
        for claim in legal
        if claim.others_left > 0 and claim.others >= claim.others_left and claim.own >= claim.own_left
    ]
    if len({claim.canonical for claim in best}) == 1:
        return best[0].keeper
    return None


def _distinct(lines: list[tuple[str, Position]]) -> list[tuple[str, Position]]:
    """Return one line for each first move and position after it: the way there does not matter."""
    lines_by_position = {(first, position.text()): (first, position) for first, position in lines}
    return list(lines_by_position.values())


# Comparison of a list of moves from a board or a program at the venue with the record.


class ListRelation(StrEnum):
    """The relation of a list to the current plies of the record."""

    SAME = "same"
    OLDER = "older"  # the record continues after it
    AHEAD = "ahead"  # it continues after the record
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True)
class Comparison:
    """`ply`: the first different half-move (from 1); 0 if there is none."""

    held: ListRelation
    ply: int = 0


def hold_against(state: State, moves: Sequence[str]) -> Comparison:
    """Compare the whole reported game, from its start position, with the record."""
    for number, (ply, text) in enumerate(zip(state.line.plies, moves, strict=False), 1):
        if ply.text != text and not _same(state, state.line.positions[number - 1], ply, text):
            return Comparison(ListRelation.DIFFERS, number)
    if len(moves) == state.ply:
        return Comparison(ListRelation.SAME)
    return Comparison(ListRelation.OLDER if len(moves) < state.ply else ListRelation.AHEAD)


def _same(state: State, before: Position, ply: Ply, text: str) -> bool:
    """Return whether another text is the same move; an irregular move is identified by its resulting position."""
    try:
        if not ply.irregular:
            return state.rules.read(before, text).text == ply.text
        return state.rules.displace(before, text).text() == ply.position.text()
    except DomainError:
        return False
