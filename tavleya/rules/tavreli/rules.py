"""Tavreli as an implementation of the rules interface."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from tavleya.errors import BadInput
from tavleya.languages import is_cyrillic
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
    Position,
    Rules,
    StatusKind,
    Style,
    Touch,
    TouchObligation,
)
from tavleya.rules.tavreli import explaining
from tavleya.rules.tavreli.explaining import (
    CYRILLIC_FILES,
    Wording,
    castling_wing,
    illegality_reason,
    two_alphabets,
    wordings,
)
from tavleya.rules.tavreli.messages import say
from tavleya.rules.tavreli.pieces import (
    ALL,
    BIT,
    CORNERS,
    NAMES,
    ROOK,
    SQUARE_OF,
    VOLHV_HOME,
    Rulings,
    TavreliMove,
    castling_of,
    distance,
    move_of,
)
from tavleya.rules.tavreli.position import START, TavreliPosition, read_text
from tavleya.sides import Side


@dataclass(frozen=True)
class TavreliRules(Rulings, Rules):
    """The rules of tavreli; its fields are the options of a federation (see `Rulings`)."""

    game: ClassVar[str] = "tavreli"

    def start(self) -> TavreliPosition:
        return read_text(START, self)

    def position(self, text: str) -> TavreliPosition:
        return read_text(text, self)

    def read(self, position: Position, text: str, *, language: str = "") -> TavreliMove:
        return read(_tavreli_position(position), text, language)

    def write(self, position: Position, move: Move, style: Style) -> str:
        assert isinstance(move, TavreliMove)
        return write(_tavreli_position(position), move, style)

    def bound_moves(self, position: Position, touches: Iterable[Touch]) -> TouchObligation:
        return bound_moves(_tavreli_position(position), touches)

    def displace(self, position: Position, text: str) -> TavreliPosition:
        return explaining.displace(_tavreli_position(position), explaining.only_wording(text))

    def touched_by(self, position: Position, text: str) -> tuple[Touch, ...]:
        return explaining.touched_by(_tavreli_position(position), explaining.only_wording(text))

    def stands_as(self, position: Position, text: str) -> None:
        """Return None: every illegal move is undone (7.4)."""

    def can_mate(self, position: Position, side: Side) -> bool:
        """Return True: no piece ever leaves the board (3.1), so mate is never ruled out."""
        return True

    def ending(self, line: LineOfPlay) -> Ending | None:
        """Return checkmate (5.1) or stalemate (5.2) by the last ply; repetition and 50 moves need a claim."""
        status = line.position.status()
        if status.kind is StatusKind.CHECKMATE:
            return Ending(EndingKind.CHECKMATE, status.winner, "5.1")
        if status.kind is StatusKind.STALEMATE:
            return Ending(EndingKind.STALEMATE, None, "5.2")
        return None

    def claim(self, line: LineOfPlay, kind: ClaimKind, intended: str | None = None) -> ClaimVerdict:
        """Decide a claim.  `intended`: the announced move.  Raises: the errors of `read` if it is not legal."""
        positions = tuple(_tavreli_position(position) for position in line.positions)
        over = positions[-1].status().over
        if intended is not None:
            positions += (positions[-1].play(self.read(positions[-1], intended)),)
        return claim(positions, kind, over=over)


def _tavreli_position(position: Position) -> TavreliPosition:
    assert isinstance(position, TavreliPosition)
    return position


# Touch-move (4.1–4.5): the moves a player must choose from after pieces were touched.
#
# Only deliberate touches count, in their order; a square represents its tower, because the top piece moves
# a tower.


def bound_moves(position: TavreliPosition, touches: Iterable[Touch]) -> TouchObligation:
    """Return the obligation of the player to move after `touches`, in the order in which they were made.

    Raises: BadInput for an invalid square.
    """
    touched = _deliberate_touches(touches)
    if not touched:
        return _free(position, say("nothing_touched.tavreli"), "4.1")
    own = [square for square in touched if position.own & BIT[square]]
    if position.rulings.touched_opponent_binds:
        duty = _cover_touched_opponent(position, touched, own)
        if duty:
            return duty
    for index, square in enumerate(own):
        if square == position.own_volhv:
            duty = _volhv_duty(position, own[:index], own[index + 1 :])
        else:
            duty = _tower_duty(position, square)
        if duty:
            return duty
    return _free(position, say("none_can_move.tavreli"), "4.4")


def _deliberate_touches(touches: Iterable[Touch]) -> list[int]:
    touched: list[int] = []
    for touch in touches:
        square = SQUARE_OF.get(touch.square)
        if square is None:
            raise BadInput(say("no_square", square=touch.square[:12]))
        if not touch.adjusting and square not in touched:
            touched.append(square)
    return touched


def _moves_from(position: TavreliPosition, square: int) -> tuple[TavreliMove, ...]:
    """Return moves of the tower, without castling, which is a move of the volhv (3.9)."""
    return tuple(move for move in position.legal_moves() if move.origin == square and not move.castling)


def _tower_duty(position: TavreliPosition, square: int) -> TouchObligation | None:
    moves = _moves_from(position, square)
    if not moves:
        return None
    return TouchObligation(moves, say("touched_first", square=NAMES[square]), "4.2", NAMES[square])


def _volhv_duty(position: TavreliPosition, earlier: list[int], later: list[int]) -> TouchObligation | None:
    """Return the obligation from a touched volhv; touches before and after it decide about castling."""
    volhv = position.own_volhv
    common = {"square": NAMES[volhv]}
    if any(_may_castle(position, square) for square in earlier):
        moves = _moves_from(position, volhv)
        reason = say("ratoborets_before_volhv", **common)
    else:
        moves = tuple(move for move in position.legal_moves() if move.origin == volhv)
        reason = say("volhv_touched", **common)
        if not moves and any(_may_castle(position, square) for square in later):
            # Castling was intended and the volhv has no move at all: 4.3 frees the player, also from the ratoborets.
            return _free(position, say("volhv_cannot_move", **common), "4.3")
    return TouchObligation(moves, reason, "4.3", NAMES[volhv]) if moves else None


def _may_castle(position: TavreliPosition, square: int) -> bool:
    """Return whether an own ratoborets is on this corner, so that touching it with the volhv means castling."""
    black = position.black
    return position.towers[square][0] == ROOK | black and bool(CORNERS[black] & BIT[square])


def _cover_touched_opponent(position: TavreliPosition, touched: list[int], own: list[int]) -> TouchObligation | None:
    """Return the obligation about the first touched opponent's piece that can be covered, if the federation has it."""
    first_own = own[:1]
    for square in touched:
        if not position.their & BIT[square]:
            continue
        covering = tuple(move for move in position.legal_moves() if move.target == square)
        moves = tuple(move for move in covering if move.origin in first_own) or (() if own else covering)
        if moves:
            return TouchObligation(moves, say("opponent_touched", square=NAMES[square]), "4.2", NAMES[square])
    return None


def _free(position: TavreliPosition, reason: Message, article: str) -> TouchObligation:
    return TouchObligation(position.legal_moves(), reason, article, free=True)


# Interpretation of a written move as the one legal move that it means, and notation of moves.

_SUGGESTIONS = 5
_TO_CYRILLIC = str.maketrans(dict(zip("abcdefgh", CYRILLIC_FILES, strict=True)))


def read(position: TavreliPosition, text: str, language: str = "") -> TavreliMove:
    """Read a move.  Raises: UnreadableMove; IllegalMove; AmbiguousMove if Cyrillic letters have two legal readings."""
    readings = wordings(text, language)
    legal = [_move(position, wording) for wording in readings if illegality_reason(position, wording) is None]
    if len(legal) > 1:
        raise AmbiguousMove(two_alphabets(text), tuple(move.text for move in legal))
    if legal:
        return legal[0]
    reason = illegality_reason(position, readings[0])
    assert reason is not None
    raise IllegalMove(reason, nearest(position, readings[0]))


def nearest(position: TavreliPosition, wording: Wording) -> tuple[str, ...]:
    """Return legal moves that the writer may have meant: same squares first, then same origin or same target."""
    if wording.castling:
        moves = [move for move in position.legal_moves() if move.castling or move.origin == position.own_volhv]
        moves.sort(key=lambda move: (not move.castling, move.text))
        return tuple(move.text for move in moves[:_SUGGESTIONS])

    def order_key(move: TavreliMove) -> tuple[int, int, int, str]:
        changed = (move.origin != wording.origin) + (move.target != wording.target)
        steps = distance(move.origin, wording.origin) + distance(move.target, wording.target)
        return (changed, steps, abs(move.lifted - (wording.lifted or ALL)), move.text)

    moves = [move for move in position.legal_moves() if move.origin == wording.origin or move.target == wording.target]
    return tuple(move.text for move in sorted(moves, key=order_key)[:_SUGGESTIONS])


def write(position: TavreliPosition, move: TavreliMove, style: Style) -> str:
    """Write a move.  `canonical`, `short`, `long`: today's `a2-a8(2)`; `book`: `(2) а2 х а8+`; `figurine`: with ♖.

    The book marks a move to an occupied square with х, check with + and mate with ++.  In languages with Cyrillic
    letters, its file letters and its х are Cyrillic.
    """
    if style.form == "book":
        return _book(position, move, is_cyrillic(style.language))
    if style.form == "figurine":
        return _figurine(position, move)
    return move.text


def _book(position: TavreliPosition, move: TavreliMove, cyrillic: bool) -> str:
    after = position.play(move)
    mark = {StatusKind.CHECK: "+", StatusKind.CHECKMATE: "++"}.get(after.status().kind, "")
    if move.castling:
        return move.text + mark
    count = f"({move.lifted}) " if move.lifted else ""
    builds = len(after.towers[move.target]) > (move.lifted or len(position.towers[move.origin]))
    between = ("х" if cyrillic else "x") if builds else "–"
    squares = f"{NAMES[move.origin]} {between} {NAMES[move.target]}"
    return count + (squares.translate(_TO_CYRILLIC) if cyrillic else squares) + mark


def _figurine(position: TavreliPosition, move: TavreliMove) -> str:
    if move.castling:
        return move.text
    figure = position.figures()[NAMES[move.origin]][0]
    # There is no printed sign for the helgi: its letter replaces it.
    return {"K": "♔", "Q": "♕", "R": "♖", "B": "♗", "N": "♘", "P": "♙"}.get(figure.kind, figure.kind) + move.text


def _move(position: TavreliPosition, wording: Wording) -> TavreliMove:
    wing = castling_wing(position, wording)
    if wing:
        home = VOLHV_HOME[position.black]
        return castling_of(home, home + 2 * wing)
    height = len(position.towers[wording.origin])
    lifted = ALL if wording.lifted in (None, height) else wording.lifted
    return move_of(wording.origin, wording.target, lifted or ALL)


# Endings of a game by the board alone, and draw claims decided from the record.

FIFTY_MOVES = 100  # plies


def claim(positions: tuple[TavreliPosition, ...], kind: ClaimKind, *, over: bool) -> ClaimVerdict:
    """Decide the claim on the last of `positions`: on the board, or after an announced move.

    `over` says that the game had ended before the claim.
    """
    if kind not in (ClaimKind.REPETITION, ClaimKind.FIFTY_MOVES):
        raise BadInput(say("no_such_claim.tavreli", kind=kind.value))
    if over:
        return ClaimVerdict(False, kind, (), say("game_over.by_rules"))
    if kind is ClaimKind.REPETITION:
        return _repetition(positions)
    return _fifty_moves(positions)


def _repetition(positions: tuple[TavreliPosition, ...]) -> ClaimVerdict:
    # The whole game is searched: a tower can be dismantled again, so no ply makes an earlier position unreachable, not
    # even one that restarts the count of 50 moves.
    last = positions[-1]
    last_key, turn = last.repetition_key(), last.turn
    plies = tuple(
        ply for ply, position in enumerate(positions) if position.turn is turn and position.repetition_key() == last_key
    )
    upheld = len(plies) >= 3
    message_key = "repetition_upheld" if upheld else "repetition_refuted"
    message = say(message_key, times=len(plies), moves=_format_plies(plies, positions[0].turn))
    return ClaimVerdict(upheld, ClaimKind.REPETITION, plies, message)


def _fifty_moves(positions: tuple[TavreliPosition, ...]) -> ClaimVerdict:
    last = len(positions) - 1
    count = positions[-1].halfmoves
    first = max(last - count + 1, 1)
    if count >= FIFTY_MOVES:
        return ClaimVerdict(True, ClaimKind.FIFTY_MOVES, (first, last), say("fifty_moves_upheld", count=count // 2))
    return ClaimVerdict(
        False,
        ClaimKind.FIFTY_MOVES,
        (last - count,) if last > count else (),
        say("fifty_moves_refuted", count=count // 2, needed=FIFTY_MOVES // 2),
    )


def _format_plies(plies: tuple[int, ...], first: Side) -> str:
    """Return the moves after which it occurred, by number: `0, 2…, 4…`; 0 is the start, dots mark Black's moves."""
    halves = [ply + (first is not Side.WHITE) for ply in plies if ply]
    texts = [f"{(half + 1) // 2}{'.' if half % 2 else '…'}" for half in halves]
    return ", ".join([*(["0"] if 0 in plies else []), *texts])
