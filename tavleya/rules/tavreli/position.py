"""A position of tavreli: the towers, bitboards of their tops, and all data that the next move depends on."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from typing import NoReturn

from tavleya.rules.contract import BadPosition, Figure, Move, Status, StatusKind
from tavleya.rules.tavreli import generation
from tavleya.rules.tavreli.board import Lift, TavreliBoard
from tavleya.rules.tavreli.generation import carry
from tavleya.rules.tavreli.messages import say
from tavleya.rules.tavreli.pieces import (
    BIT,
    BLACK,
    CODE_OF,
    FIGURES,
    FORWARD,
    LAST_RANK_OF,
    LIMITS,
    NAMES,
    NOTHING,
    NOWHERE,
    PROMOTED,
    RATNIK,
    RATNIKS,
    ROOK,
    SIGNS,
    SQUARE_OF,
    VOLHV,
    VOLHV_HOME,
    Rulings,
    TavreliMove,
    castling_of,
    is_ratnik,
    move_of,
    name_of,
    side_of,
)
from tavleya.sides import Side


class TavreliPosition(TavreliBoard):
    """A board with its possible moves."""

    __slots__ = ()

    after = carry

    # --- interface methods ------------------------------------------------------------------------------------

    @property
    def turn(self) -> Side:
        return Side.BLACK if self.black else Side.WHITE

    def legal_moves(self) -> tuple[TavreliMove, ...]:
        if self._legal is None:
            moves = []
            for origin, lifted, targets in self.lifts():
                while targets:
                    target = targets.bit_length() - 1
                    targets ^= BIT[target]
                    moves.append(move_of(origin, target, lifted))
            home = self.own_volhv
            moves += [castling_of(home, target) for target in generation.castlings(self)]
            self._legal = tuple(sorted(moves, key=_by_text))
        return self._legal

    def play(self, move: Move) -> TavreliPosition:
        assert isinstance(move, TavreliMove)
        return self.after(move.origin, move.target, move.lifted)

    def status(self) -> Status:
        if self.can_move():
            return Status(StatusKind.CHECK if self.checkers() else StatusKind.ONGOING)
        if self.checkers():
            return Status(StatusKind.CHECKMATE, self.turn.other)
        return Status(StatusKind.STALEMATE)

    def repetition_key(self) -> Hashable:
        """Return towers with colours, identities and promotion, side to move, rights, and en passant if it is legal."""
        return (*self.towers, self.black, self.rights, self.en_passant_square())

    def text(self) -> str:
        return _write(self, self.en_passant_square())

    def figures(self) -> Mapping[str, tuple[Figure, ...]]:
        return {
            NAMES[square]: tuple(FIGURES[code] for code in tower) for square, tower in enumerate(self.towers) if tower
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TavreliPosition):
            return NotImplemented
        return self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self.repetition_key())

    def _value(self) -> tuple[object, ...]:
        return (self.repetition_key(), self.halfmoves, self.fullmoves, self.rulings)

    def __repr__(self) -> str:
        return f"<TavreliPosition {self.text()}>"

    # --- methods for this package ----------------------------------------------------------------------------

    def lifts(self) -> list[Lift]:
        """Return legal moves by origin and number lifted, without castling; computed once."""
        if self._lifts is None:
            self._lifts = generation.lifts(self)
        return self._lifts

    def can_move(self) -> bool:
        # If castling is possible, the rook or the volhv can also move towards the other.
        return bool(self.lifts())

    def en_passant_square(self) -> int:
        """Return the crossed square if an en passant capture is legal now, else NOWHERE."""
        return self.crossed if self.crossed != NOWHERE and generation.en_passant(self) else NOWHERE


def _by_text(move: TavreliMove) -> str:
    return move.text


# Reader of position texts, which refuses absurd positions with the reason.

#: All pieces except the two volhvs.
TALLEST = 30

_SIDES = {"w": 0, "b": BLACK}
_SIDE_NAMES = {Side.WHITE: say("side_white"), Side.BLACK: say("side_black")}
_TOKEN = re.compile(
    r"(?P<gap>[1-8])"
    r"|(?P<piece>P[RNBQH]|\+[RNBQH]|[KQRBN]|p[rnbqh]|\+[rnbqh]|[kqrbn])"
    r"|\((?P<tower>[^()]*)\)"
)
_PIECES = re.compile(r"P[RNBQH]|\+[RNBQH]|[KQRBN]|p[rnbqh]|\+[rnbqh]|[kqrbn]")


def read_text(text: str, rulings: Rulings) -> TavreliPosition:
    """Return the position that `text` describes.  Raises: BadPosition with the reason.

    Positions that need an irregular move (volhvs side by side, the volhv of the side that has just moved attacked) are
    accepted, because such a move may be in force.
    """
    fields = (START if text.strip() == "start" else text).split()
    if len(fields) != 7:
        _refuse("position_fields")
    board, side, castling, double, crossed, halfmoves, fullmoves = fields
    towers = _read_board(board)
    if side not in _SIDES:
        _refuse("position_side", side=side)
    _check_towers(towers, rulings)
    rights = _read_rights(castling, CASTLING, "castling") | _read_rights(double, DOUBLE, "double")
    _check_rights(towers, rights)
    black = _SIDES[side]
    crossed_square = _read_crossed(crossed, towers, black)
    if not _is_count(halfmoves) or not _is_count(fullmoves) or int(fullmoves) < 1:
        _refuse("position_counters")
    return TavreliPosition(rulings, towers, black, rights, crossed_square, int(halfmoves), int(fullmoves))


def _refuse(key: str, /, **params: object) -> NoReturn:
    raise BadPosition(say(key, **params))


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 7


def _read_board(board: str) -> list[bytes]:
    ranks = board.split("/")
    if len(ranks) != 8:
        _refuse("position_ranks", count=len(ranks))
    towers: list[bytes] = []
    for number, rank in zip(range(1, 9), reversed(ranks), strict=True):
        row = _read_rank(rank, number)
        if len(row) != 8:
            _refuse("rank_width", rank=number, count=len(row))
        towers += row
    return towers


def _read_rank(rank: str, number: int) -> list[bytes]:
    towers: list[bytes] = []
    offset = 0
    while offset < len(rank):
        token = _TOKEN.match(rank, offset)
        if not token:
            if rank[offset] in "()":
                _refuse("tower_brackets", rank=number)
            _refuse_piece(rank[offset:], number)
        offset = token.end()
        if token["gap"]:
            towers += [NOTHING] * int(token["gap"])
        else:
            towers.append(_read_tower(token["piece"] or token["tower"], number))
    return towers


def _read_tower(signs: str, number: int) -> bytes:
    if not signs:
        _refuse("tower_empty", rank=number)
    pieces = _PIECES.findall(signs)
    if "".join(pieces) != signs:
        _refuse_piece(signs, number)
    return bytes(CODE_OF[sign] for sign in pieces)


def _refuse_piece(signs: str, number: int) -> NoReturn:
    _refuse("unknown_piece", signs=signs[:12], rank=number)


def _check_towers(towers: list[bytes], rulings: Rulings) -> None:
    for square, tower in enumerate(towers):
        if len(tower) > TALLEST:
            _refuse("tower_too_tall", square=NAMES[square], count=len(tower))
        for code in tower[1:]:
            _check_covered(square, code, rulings)
        if tower and is_ratnik(tower[0]) and rulings.promote_when_uncovered == "always":
            if BIT[square] & LAST_RANK_OF[tower[0] & BLACK]:
                _refuse("ratnik_unpromoted", square=NAMES[square])
    pieces = b"".join(towers)
    for black in (0, BLACK):
        _check_counts(pieces, black)


def _check_counts(pieces: bytes, black: int) -> None:
    """Check that there is one volhv, and that no kind of ratnik and no total of the other pieces exceeds its limit."""
    side_name = _SIDE_NAMES[side_of(black)]
    volhvs = pieces.count(VOLHV | black)
    if not volhvs:
        _refuse("no_volhv", side=side_name)
    if volhvs > 1:
        _refuse("two_volhvs", side=side_name, count=volhvs)
    for kind, limit in LIMITS.items():
        count = _count(pieces, kind | black)
        if kind & RATNIK and count > limit:
            _refuse("too_many_ratniks", side=side_name, count=count, sign=SIGNS[kind | black], limit=limit)
    others = sum(_count(pieces, kind | black) for kind in LIMITS if not kind & RATNIK) - 1
    if others > 7:
        _refuse("too_many_pieces.tavreli", side=side_name, count=others)


def _count(pieces: bytes, code: int) -> int:
    """Return the number of a piece; a promoted ratnik counts as a ratnik."""
    return pieces.count(code) + (pieces.count(code | PROMOTED) if code & RATNIK else 0)


def _check_covered(square: int, code: int, rulings: Rulings) -> None:
    if code & ~BLACK == VOLHV:
        _refuse("volhv_covered", square=NAMES[square])
    if code & PROMOTED and rulings.demote_when_covered == "always":
        _refuse("promoted_covered", piece=name_of(code), square=NAMES[square])


def _read_rights(field: str, squares: dict[str, int], name: str) -> int:
    rights = 0
    if field == "-":
        return rights
    for letter in field:
        if letter not in squares or rights & BIT[squares[letter]]:
            _refuse(f"{name}_field", field=field, letters="".join(squares))
        rights |= BIT[squares[letter]]
    return rights


def _check_rights(towers: list[bytes], rights: int) -> None:
    for letter, square in CASTLING.items():
        if not rights & BIT[square]:
            continue
        black = BLACK if letter.islower() else 0
        home = VOLHV_HOME[black]
        if towers[home] != bytes((VOLHV | black,)) or towers[square][-1:] != bytes((ROOK | black,)):
            _refuse("castling_contradicts_board", letter=letter)
    for letter, square in DOUBLE.items():
        black = BLACK if letter.islower() else 0
        if rights & BIT[square] and towers[square][-1:] != bytes((RATNIKS[square & 7] | black,)):
            _refuse("double_contradicts_board", letter=letter, square=NAMES[square])


def _read_crossed(field: str, towers: list[bytes], black: int) -> int:
    if field == "-":
        return NOWHERE
    crossed = SQUARE_OF.get(field, NOWHERE)
    mover = BLACK - black  # the side that made the double step
    if crossed == NOWHERE or crossed >> 3 != (5 if mover else 2):
        _refuse("en_passant_field", square=field)
    forward = FORWARD[mover]
    tower = towers[crossed + forward]
    if (
        towers[crossed]
        or towers[crossed - forward]
        or not tower
        or not is_ratnik(tower[0])
        or tower[0] & BLACK != mover
    ):
        _refuse("en_passant_contradicts_board", square=field)
    return crossed


# Writer of position texts: `<board> <side> <castling> <double> <ep> <half> <full>`.
#
# The board is from rank 8 to rank 1 with `/` between, digits for empty squares, a lone piece plain and a
# tower in `( )` from the top down. `castling` is a subset of KQkq; `double` has the files of the ratniks
# that have never left their squares, A–H white and a–h black; `ep` is the crossed square, only if an en
# passant capture is legal.

START = "rnbqkbnr/prpnpbpqphpbpnpr/8/8/8/8/PRPNPBPQPHPBPNPR/RNBQKBNR w KQkq ABCDEFGHabcdefgh - 0 1"

CASTLING = {"K": SQUARE_OF["h1"], "Q": SQUARE_OF["a1"], "k": SQUARE_OF["h8"], "q": SQUARE_OF["a8"]}
DOUBLE = {letter: 8 + file for file, letter in enumerate("ABCDEFGH")} | {
    letter: 48 + file for file, letter in enumerate("abcdefgh")
}


def _write(position: TavreliBoard, crossed: int) -> str:
    """Return the text.  `crossed`: the square of a legal en passant capture, or NOWHERE."""
    return " ".join(
        (
            "/".join(_write_rank(position.towers[first : first + 8]) for first in range(56, -8, -8)),
            "b" if position.black else "w",
            "".join(letter for letter, square in CASTLING.items() if position.rights & BIT[square]) or "-",
            "".join(letter for letter, square in DOUBLE.items() if position.rights & BIT[square]) or "-",
            NAMES[crossed] if crossed != NOWHERE else "-",
            str(position.halfmoves),
            str(position.fullmoves),
        )
    )


def _write_rank(towers: list[bytes]) -> str:
    parts, gap = [], 0
    for tower in towers:
        if not tower:
            gap += 1
            continue
        if gap:
            parts.append(str(gap))
            gap = 0
        signs = "".join(SIGNS[code] for code in tower)
        parts.append(signs if len(tower) == 1 else f"({signs})")
    if gap:
        parts.append(str(gap))
    return "".join(parts)
