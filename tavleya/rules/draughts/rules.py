"""Draughts as an implementation of the rules interface: Russian, unless a subclass has another board."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from tavleya.messages import Message
from tavleya.rules.contract import (
    AmbiguousMove,
    ClaimKind,
    ClaimVerdict,
    Ending,
    EndingKind,
    IllegalMove,
    LineOfPlay,
    Move,
    Ply,
    Position,
    Rules,
    StatusKind,
    Style,
    Touch,
    TouchObligation,
    UnreadableMove,
)
from tavleya.rules.draughts import claims
from tavleya.rules.draughts.displace import displace, read_displacement
from tavleya.rules.draughts.draws import LAWS, DrawLaw, Positions
from tavleya.rules.draughts.fen import ReadPosition, read_position
from tavleya.rules.draughts.matching import matches
from tavleya.rules.draughts.messages import say
from tavleya.rules.draughts.notation import read_written
from tavleya.rules.draughts.position import DraughtsMove, DraughtsPosition
from tavleya.rules.draughts.reasons import nearest, reason
from tavleya.rules.draughts.touch_move import bound_moves
from tavleya.sides import Side

_LOST: Mapping[StatusKind, EndingKind] = {
    StatusKind.BLOCKED: EndingKind.BLOCKED,
    StatusKind.NO_PIECES: EndingKind.NO_PIECES,
}


@dataclass(frozen=True, slots=True)
class DraughtsRules(Rules):
    """`variant` selects the draws by counters: `seed003`, or `fmjd64`, which has more of them.

    The other options change single numbers of it: moves by each side, 0 = no such draw, None = as in the variant.
    `agreement_after` is the number of moves by each side before which no draw may be agreed.  A subclass for another
    board has its positions (`kind`) and draws by variant (`laws`).
    """

    game: ClassVar[str] = "draughts"
    kind: ClassVar[type[DraughtsPosition]] = DraughtsPosition
    laws: ClassVar[Mapping[str, DrawLaw]] = LAWS

    variant: str = "seed003"
    kings_only: int | None = None
    short_ending: int | None = None
    three_kings: int | None = None
    main_road: int | None = None
    agreement_after: int | None = None
    law: DrawLaw = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.variant not in self.laws:
            raise ValueError(f"variant {self.variant!r}")
        options = {
            EndingKind.KINGS_ONLY: self.kings_only,
            EndingKind.SHORT_ENDING: self.short_ending,
            EndingKind.THREE_KINGS: self.three_kings,
            EndingKind.MAIN_ROAD: self.main_road,
        }
        numbers = {kind: moves for kind, moves in options.items() if moves is not None}
        for moves in (*numbers.values(), self.agreement_after or 0):
            if type(moves) is not int or moves < 0:
                raise ValueError(f"number of moves {moves!r}")
        law = self.laws[self.variant].changed(numbers)
        if self.agreement_after is not None:
            law = replace(law, agreement_after=self.agreement_after)
        object.__setattr__(self, "law", law)

    def start(self) -> DraughtsPosition:
        return self.kind.start()

    def position(self, text: str) -> DraughtsPosition:
        """Read algebraic or numeric PDN FEN; a handicap is a start position without some men (ways.7)."""
        return self.read_position(text).position

    def read_position(self, text: str) -> ReadPosition:
        """Read a position as `position` does, with the doubts about its text."""
        return read_position(text, self.kind)

    def read(self, position: Position, text: str, *, language: str = "") -> DraughtsMove:
        at = _draughts_position(position)
        written = read_written(text, at.board)
        draughts_moves = matches(at, written)
        if len(draughts_moves) == 1:
            return draughts_moves[0]
        if draughts_moves:
            candidates = tuple(move.text for move in draughts_moves)
            raise AmbiguousMove(
                say("ambiguous_move.draughts", text=text.strip(), candidates=", ".join(candidates)),
                candidates,
            )
        raise IllegalMove(reason(at, written), nearest(at, written))

    def write(self, position: Position, move: Move, style: Style) -> str:
        """Write a move: `long` has every stop of a capturing piece; every other form is the canonical text."""
        assert isinstance(move, DraughtsMove)
        return move.full_text if style.form == "long" else move.text

    def explain(self, position: Position, text: str, *, language: str = "") -> Message | None:
        try:
            self.read(position, text, language=language)
        except (UnreadableMove, IllegalMove, AmbiguousMove) as problem:
            return problem.message
        return None

    def bound_moves(self, position: Position, touches: Iterable[Touch]) -> TouchObligation:
        return bound_moves(_draughts_position(position), touches)

    def displace(self, position: Position, text: str, *, by: Side | None = None) -> DraughtsPosition:
        """Displace pieces, see `displace.displace`; `by` is the acting side, by default the one to move."""
        return displace(_draughts_position(position), text, by)

    def touched_by(self, position: Position, text: str) -> tuple[Touch, ...]:
        return tuple(Touch(square) for square in read_displacement(text, self.kind.board).path[:1])

    def stands_as(self, position: Position, text: str) -> None:
        """Return None: only the opponent decides whether a violation is accepted (violations 4)."""

    def can_mate(self, position: Position, side: Side) -> bool:
        """Return True: no position of draughts rules out a win by law; counters end the game (draws 1)."""
        return True

    def ending(self, line: LineOfPlay) -> Ending | None:
        """Return the ending.

        A win or loss by the last ply has priority over a counter that expires on the same ply.
        """
        status = line.position.status()
        if status.over:
            return Ending(_LOST[status.kind], status.winner, "result.2")
        positions = _positions(line)
        occurrences = self.law.occurrences(positions)
        if len(occurrences) >= self.law.repetition:
            return Ending(EndingKind.REPETITION, None, self.law.repetition_article, occurrences)
        due = self.law.due(positions)
        if due is None:
            return None
        counter, run = due
        return Ending(counter.kind, None, counter.article, run.proof)

    def claim(self, line: LineOfPlay, kind: ClaimKind, intended: str | None = None) -> ClaimVerdict:
        """Return the verdict.  Draws are automatic in draughts; it lists the plies, or the missing number."""
        if intended is not None:
            move = self.read(line.position, intended)
            line = line.add(Ply(move.text, line.position.play(move)))
        return claims.decide(self.law, _positions(line), kind)

    def agreement_bar(self, line: LineOfPlay) -> Message | None:
        """Return why a draw may not be agreed yet, or None."""
        moves, count = self.law.agreement_after, len(line.plies) // 2
        return say("agreement_too_early", moves=moves, made=count) if count < moves else None


def _draughts_position(position: Position) -> DraughtsPosition:
    assert isinstance(position, DraughtsPosition)
    return position


def _positions(line: LineOfPlay) -> Positions:
    return tuple(_draughts_position(position) for position in line.positions)
