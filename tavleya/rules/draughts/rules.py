"""Draughts as an implementation of the rules interface: Russian, unless a subclass has another board."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import ClassVar

from tavleya.errors import BadInput
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
from tavleya.rules.draughts.draws import LAWS, DrawLaw, Positions
from tavleya.rules.draughts.generator import Board
from tavleya.rules.draughts.messages import say
from tavleya.rules.draughts.notation import ReadPosition, WrittenMove, fold, matches, read_position, read_written
from tavleya.rules.draughts.position import DraughtsMove, DraughtsPosition, HopFault, TakeInProgress
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
        draughts_position = _draughts_position(position)
        written = read_written(text, draughts_position.board)
        moves = matches(draughts_position, written)
        if len(moves) == 1:
            return moves[0]
        if moves:
            candidates = tuple(move.text for move in moves)
            raise AmbiguousMove(
                say("ambiguous_move.draughts", text=text.strip(), candidates=", ".join(candidates)), candidates
            )
        raise IllegalMove(reason(draughts_position, written), nearest(draughts_position, written))

    def write(self, position: Position, move: Move, style: Style) -> str:
        """Write a move: `long` has every stop of a capturing piece; every other form is the canonical text."""
        assert isinstance(move, DraughtsMove)
        return move.full_text if style.form == "long" else move.text

    def bound_moves(self, position: Position, touches: Iterable[Touch]) -> TouchObligation:
        return bound_moves(_draughts_position(position), touches)

    def displace(self, position: Position, text: str, *, by: Side | None = None) -> DraughtsPosition:
        """Displace pieces, see the function `displace`; `by` is the acting side, by default the one to move."""
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
        return decide(self.law, _positions(line), kind)

    def agreement_bar(self, line: LineOfPlay) -> Message | None:
        """Return why a draw may not be agreed yet, or None."""
        moves, count = self.law.agreement_after, len(line.plies) // 2
        return say("agreement_too_early", moves=moves, made=count) if count < moves else None


def _draughts_position(position: Position) -> DraughtsPosition:
    assert isinstance(position, DraughtsPosition)
    return position


def _positions(line: LineOfPlay) -> Positions:
    return tuple(_draughts_position(position) for position in line.positions)


# Reasons why a written move is not legal: one sentence, with a separate code for each.

_SHOWN = 4


def reason(position: DraughtsPosition, written: WrittenMove) -> Message:
    """Return the first reason why the move as written is not legal; it must not be legal."""
    moves = position.legal_moves()
    if not moves:
        return say("game_over.no_move")
    if written.from_file:
        return say("no_such_short_move", file=written.from_file, square=written.target)
    return _wrong_squares(position, written) or (_capture_refusal if moves[0].raw[2] else _step_refusal)(
        position, written
    )


def _wrong_squares(position: DraughtsPosition, written: WrittenMove) -> Message | None:
    for name in written.squares:
        if name not in position.board.bit:
            return say("light_square", square=name)
    origin = position.board.bit[written.origin]
    if origin & position.empty:
        return say("no_man_there", square=written.origin)
    if not origin & position.owned(position.turn):
        return say("not_your_man", square=written.origin)
    return None


def _step_refusal(position: DraughtsPosition, written: WrittenMove) -> Message:
    """Return why the step is impossible for the piece; no capture is possible."""
    origin, target = written.origin, written.target
    if len(written.squares) > 2:
        return say("nothing_to_take", square=origin)
    way = position.board.between(origin, target)
    if way is None:
        return _fault(HopFault.NOT_DIAGONAL, origin, target, target)
    if not position.board.bit[target] & position.empty:
        return _fault(HopFault.OCCUPIED, origin, target, target)
    if position.board.bit[origin] & position.kings(position.turn):
        return _barred(position, origin, target, way)
    own = [name for name in way if position.board.bit[name] & position.owned(position.turn)]
    if len(way) == 1 and own:
        return _fault(HopFault.OWN_MAN, origin, target, own[0])
    if way:
        return _fault(HopFault.TOO_FAR, origin, target, target)
    return say("men_go_forward", origin=origin, target=target)


def _barred(position: DraughtsPosition, origin: str, target: str, way: Iterable[str]) -> Message:
    """Return the obstacle of a king's quiet move along a diagonal to a free square."""
    return say(
        "way_barred",
        square=next(name for name in way if not position.board.bit[name] & position.empty),
        origin=origin,
        target=target,
    )


def _capture_refusal(position: DraughtsPosition, written: WrittenMove) -> Message:
    """Return why the written move does not capture, or not completely, although a capture is compulsory."""
    moves = position.legal_moves()
    piece_moves = tuple(move for move in moves if move.origin == written.origin)
    if len(written.squares) == 2 and any(_stops_on(move, written.target) for move in piece_moves):
        return _unfinished(written.target, piece_moves)
    take = TakeInProgress.begin(position, written.origin)
    for end in written.squares[1:]:
        start = take.at
        fault = take.hop(end)
        if fault is None:
            continue
        if fault[0] is HopFault.TAKES_NOTHING and not take.taken:
            return _compulsory(moves)
        return _fault(fault[0], start, end, fault[1])
    if take.can_go_on():
        return _unfinished(take.at, piece_moves or moves)
    count, most = take.taken.bit_count(), moves[0].raw[2].bit_count()
    if position.board.majority and count < most:
        takes = _join_texts(move.text for move in moves)
        return say("take_too_small", count=count, most=most, takes=takes)
    # Every hop was possible, but the last has no continuation: the king had squares from which it could continue.
    stops = {position.board.name[bit] for move in piece_moves for route in move.routes for bit in route[1:-1]}
    return say("king_must_go_on", square=take.at, stops=", ".join(sorted(stops)))


def _stops_on(move: DraughtsMove, square: str) -> bool:
    return any(move.board.bit[square] in route[1:-1] for route in move.routes)


def _unfinished(square: str, moves: Iterable[DraughtsMove]) -> Message:
    return say("take_not_finished", square=square, takes=_join_texts(move.full_text for move in moves))


def _compulsory(moves: Iterable[DraughtsMove]) -> Message:
    return say("take_compulsory", takes=_join_texts(move.text for move in moves))


def _join_texts(texts: Iterable[str]) -> str:
    all_texts = list(texts)
    return ", ".join(all_texts[:_SHOWN]) + (" …" if len(all_texts) > _SHOWN else "")


def _fault(fault: HopFault, origin: str, target: str, square: str) -> Message:
    return say(fault.value, origin=origin, target=target, square=square)


def nearest(position: DraughtsPosition, written: WrittenMove | None) -> tuple[str, ...]:
    """Return legal moves similar to the text: same origin first, then same target, then by common squares."""
    if written is None:
        return ()

    def likeness(move: DraughtsMove) -> tuple[int, str]:
        score = 4 * (move.origin == written.origin and not written.from_file)
        score += 4 * (move.target == written.target) + len({*move.squares} & {*written.squares})
        score += sum(a == b for a, b in zip(move.text, "-".join(written.squares), strict=False)) >= 4
        return -score, move.text

    ranked = sorted((likeness(move), move.text) for move in position.legal_moves())
    return tuple(text for (score, _), text in ranked[:_SHOWN] if score < 0)


# The obligation of a player after touching men (moves.11–14).


def bound_moves(position: DraughtsPosition, touches: Iterable[Touch]) -> TouchObligation:
    """Return the obligation to move the first touched own man that has a legal move, to any square.

    Men that cannot move, and the opponent's men, do not bind: the rules name only own men.  Raises: BadInput for an
    invalid square.
    """
    legal = position.legal_moves()
    duty = None
    for touch in touches:
        if touch.square not in position.board.grid.places:
            raise BadInput(say("no_such_square", square=touch.square[:12]))
        if touch.adjusting or duty:
            continue
        moves = tuple(move for move in legal if move.origin == touch.square)
        if moves:
            message = say("touched_man_moves", square=touch.square)
            duty = TouchObligation(moves, message, "moves.11", touch.square)
    return duty or TouchObligation(legal, say("free_choice"), "moves.11", free=True)


# Verdicts on draws by counters and repetition.

_COUNTED: Mapping[ClaimKind, EndingKind] = {
    ClaimKind.KINGS_ONLY: EndingKind.KINGS_ONLY,
    ClaimKind.SHORT_ENDING: EndingKind.SHORT_ENDING,
    ClaimKind.PIECE_BALANCE: EndingKind.PIECE_BALANCE,
    ClaimKind.THREE_KINGS: EndingKind.THREE_KINGS,
    ClaimKind.MAIN_ROAD: EndingKind.MAIN_ROAD,
}


def decide(law: DrawLaw, positions: Positions, kind: ClaimKind) -> ClaimVerdict:
    """Return whether the draw of `kind` is due at the last position.

    A counter is proved or refuted by the first and the last ply that it counts (by the last alone if it counts none), a
    repetition by the plies after which the position occurred.  Raises: BadInput if the law has no such draw.
    """
    if kind is ClaimKind.REPETITION:
        return _repetition(law, positions)
    run = law.run(_COUNTED[kind], positions) if kind in _COUNTED else None
    if run is None:
        raise BadInput(say("no_such_claim.draughts"), kind=kind.value)
    count, needed = run.plies // 2, run.needed // 2
    message = say("counter_run_out" if run.due else "counter_running", made=count, needed=needed)
    return ClaimVerdict(run.due, kind, run.proof, message)


def _repetition(law: DrawLaw, positions: Positions) -> ClaimVerdict:
    plies = law.occurrences(positions)
    upheld = len(plies) >= law.repetition
    if upheld:
        message = say("position_repeated", times=len(plies))
    else:
        message = say("position_not_repeated", times=len(plies), needed=law.repetition)
    return ClaimVerdict(upheld, ClaimKind.REPETITION, plies, message)


# Irregular moves: the physical action on the board, applied to the position whatever the rules.
#
# `c3-d5` carries the piece; `c3:e5` also removes the men it passed over; `c3-d4 -e5` and `c3:e5 -d4 -f6`
# list every removed man, and `c3:e5 -0` says that none was removed; `-e5` alone removes a man and moves
# nothing.

_MARKS = re.compile(r"[!?=x]+\Z")


@dataclass(frozen=True, slots=True)
class Displacement:
    """`path`: squares the piece passed, empty if none moved; `removed`: removed men, None if not stated."""

    path: tuple[str, ...]
    removed: tuple[str, ...] | None
    takes: bool


@cache
def _displacement_pattern(board: Board) -> re.Pattern[str]:
    square, sign = board.grid.pattern, "[-:x]" if board.grid.numbered else "[-:x]?"
    return re.compile(rf"((?:{square})(?:{sign}(?:{square}))+)?((?:\s*-(?:{square}|0))*)")


def read_displacement(text: str, board: Board) -> Displacement:
    """Read an action.  Raises: UnreadableMove."""
    folded = fold(text) if len(text) <= 200 else ""
    movement, _, rest = folded.partition(" ")
    match = _displacement_pattern(board).fullmatch(f"{_MARKS.sub('', movement)} {rest}".strip())
    if not match or not (match[1] or match[2]):
        step, take, _ = board.examples
        square = board.grid.find(step)[-1]
        raise _unclear("unreadable_deed", text=text[:40], step=step, take=take, square=square)
    path = board.grid.find(match[1] or "")
    removed = board.grid.find(match[2]) if match[2] else None
    return Displacement(path, removed, ":" in (match[1] or "") or "x" in (match[1] or ""))


def removed_by(position: DraughtsPosition, deed: Displacement) -> frozenset[str]:
    """Return the removed men: the listed ones, else the opponent's men that a capture passed over."""
    if deed.removed is not None:
        return frozenset(deed.removed)
    if not deed.takes:
        return frozenset()
    mover = _owner(position, deed.path[0]) or position.turn
    foes = position.owned(mover.other)
    passed = (
        name
        for start, end in zip(deed.path, deed.path[1:], strict=False)
        for name in position.board.between(start, end) or ()
    )
    return frozenset(name for name in passed if position.board.bit.get(name, 0) & foes)


def displace(position: DraughtsPosition, text: str, by: Side | None = None) -> DraughtsPosition:
    """Return the position after `by` (by default the side to move) executed `text`; the turn passes to the other side.

    A man that ends on its last row is crowned; a piece put on a light square is out of play (violations.3).  Raises:
    UnreadableMove if the action is unclear.
    """
    deed = read_displacement(text, position.board)
    boards = {side: [position.men(side), position.kings(side)] for side in (Side.WHITE, Side.BLACK)}
    for name in removed_by(position, deed):
        _take_off(boards, position, name)
    if deed.path:
        _carry(boards, position, deed)
    if not any(any(pair) for pair in boards.values()):
        raise _unclear("nothing_left")
    turn = (by or position.turn).other
    white, black = boards[Side.WHITE], boards[Side.BLACK]
    return type(position)(white[0], white[1], black[0], black[1], turn)


def _owner(position: DraughtsPosition, name: str) -> Side | None:
    bit = position.board.bit.get(name, 0)
    return next((side for side in Side if position.owned(side) & bit), None)


def _take_off(boards: dict[Side, list[int]], position: DraughtsPosition, name: str) -> None:
    side = _owner(position, name)
    if side is None:
        raise _unclear("nothing_to_remove", square=name)
    boards[side] = [squares & ~position.board.bit[name] for squares in boards[side]]


def _carry(boards: dict[Side, list[int]], position: DraughtsPosition, deed: Displacement) -> None:
    origin, target = deed.path[0], deed.path[-1]
    side = _owner(position, origin)
    if side is None:
        raise _unclear("nothing_to_move", square=origin)
    bit = position.board.bit[origin]
    if not (boards[side][0] | boards[side][1]) & bit:
        raise _unclear("moved_and_removed", square=origin)
    king = bool(boards[side][1] & bit)
    boards[side] = [squares & ~bit for squares in boards[side]]
    end = position.board.bit.get(target)
    if end is None:
        return
    if any(squares & end for pair in boards.values() for squares in pair):
        raise _unclear("square_held", square=target)
    crown = position.board.crown[side is Side.WHITE]
    boards[side][1 if king or end & crown else 0] |= end


def _unclear(key: str, /, **params: str) -> UnreadableMove:
    return UnreadableMove(say(key, **params))
