"""A second implementation of tavreli, slow and word for word from the rules, for comparison with the rules core.

It shares no code and no idea with the core: pieces remember whether they have moved, a move is made on a copy of the
board, and then the targets of every tower of the opponent are listed.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tavleya.rules.tavreli import TavreliRules


class Piece(NamedTuple):
    """`letter` is what it is now (P for a ratnik), `becomes` what a ratnik turns into."""

    letter: str
    white: bool
    becomes: str = ""
    moved: bool = True

    @property
    def promoted(self) -> bool:
        return bool(self.becomes) and self.letter != "P"

    @property
    def sign(self) -> str:
        text = f"+{self.letter}" if self.promoted else self.letter + self.becomes
        return text if self.white else text.lower()


Square = tuple[int, int]  # file and rank, 1 to 8
Tower = tuple[Piece, ...]  # from the top down

STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
LINES = {"R": STRAIGHT, "B": DIAGONAL, "Q": STRAIGHT + DIAGONAL, "H": STRAIGHT + DIAGONAL}
JUMPS = {"N": LEAPS, "H": LEAPS, "K": STRAIGHT + DIAGONAL}


def name(square: Square) -> str:
    return "abcdefgh"[square[0] - 1] + str(square[1])


def on_board(square: Square) -> bool:
    return 1 <= square[0] <= 8 and 1 <= square[1] <= 8


class Literal:
    def __init__(self, text: str, rules: TavreliRules) -> None:
        self.rules = rules
        board, side, castling, double, crossed, half, full = text.split()
        self.board: dict[Square, Tower] = {}
        for rank, row in zip(range(8, 0, -1), board.split("/"), strict=True):
            file = 1
            for part in re.findall(r"\([^)]*\)|\d|[+Pp]?[A-Za-z]", row):
                if part.isdigit():
                    file += int(part)
                    continue
                signs = re.findall(r"[+Pp]?[A-Za-z]", part)
                self.board[file, rank] = tuple(self._piece(sign) for sign in signs)
                file += 1
        self.white = side == "w"
        self.crossed = (("abcdefgh".index(crossed[0]) + 1, int(crossed[1]))) if crossed != "-" else None
        self.half, self.full = int(half), int(full)
        for letter in castling.strip("-"):
            rank = 1 if letter.isupper() else 8
            self._never_moved((5, rank))
            self._never_moved((8 if letter in "Kk" else 1, rank))
        for letter in double.strip("-"):
            self._never_moved(("abcdefgh".index(letter.lower()) + 1, 2 if letter.isupper() else 7))

    @staticmethod
    def _piece(sign: str) -> Piece:
        white, upper = sign[-1].isupper(), sign.upper()
        if len(upper) == 1:
            return Piece(upper, white)
        return Piece("P" if upper[0] == "P" else upper[1], white, upper[1])

    def _never_moved(self, square: Square) -> None:
        tower = self.board[square]
        self.board[square] = (*tower[:-1], tower[-1]._replace(moved=False))

    # --- targets of a tower ---------------------------------------------------------------------------------

    def attacked_from(self, square: Square) -> list[Square]:
        """Squares on which the top piece of the tower could take captive."""
        top = self.board[square][0]
        file, rank = square
        if top.letter == "P":
            ahead = rank + (1 if top.white else -1)
            return [target for target in ((file - 1, ahead), (file + 1, ahead)) if on_board(target)]
        targets = []
        for dx, dy in JUMPS.get(top.letter, []):
            targets.append((file + dx, rank + dy))
        for dx, dy in LINES.get(top.letter, []):
            target = (file + dx, rank + dy)
            while on_board(target):
                targets.append(target)
                if target in self.board:
                    break
                target = (target[0] + dx, target[1] + dy)
        return [target for target in targets if on_board(target)]

    def attacked(self, square: Square, by_white: bool) -> bool:
        return any(
            square in self.attacked_from(origin) for origin, tower in self.board.items() if tower[0].white == by_white
        )

    def volhv(self, white: bool) -> Square:
        return next(sq for sq, tower in self.board.items() if tower[0].letter == "K" and tower[0].white == white)

    def goes_to(self, square: Square) -> list[Square]:
        top = self.board[square][0]
        attacked = self.attacked_from(square)
        if top.letter != "P":
            return [target for target in attacked if not self._has_volhv(target)]
        targets = [
            target
            for target in attacked
            if (target in self.board and self.board[target][0].white != top.white) or self._en_passant(square, target)
        ]
        forward = 1 if top.white else -1
        step, double = (square[0], square[1] + forward), (square[0], square[1] + 2 * forward)
        if self._free_or_own(step):
            targets.append(step)
        if not top.moved and self._free_or_own(double):
            if step not in self.board or (self.rules.double_step_over_own and self.board[step][0].white == top.white):
                targets.append(double)
        return [target for target in targets if not self._has_volhv(target)]

    def _free_or_own(self, square: Square) -> bool:
        return on_board(square) and (square not in self.board or self.board[square][0].white == self.white)

    def _has_volhv(self, square: Square) -> bool:
        return square in self.board and self.board[square][0].letter == "K"

    def _en_passant(self, origin: Square, target: Square) -> bool:
        if target != self.crossed or target[0] == origin[0]:
            return False
        return self.rules.en_passant != "lone" or len(self.board[target[0], origin[1]]) == 1

    # --- making a move --------------------------------------------------------------------------------------

    def copy(self) -> Literal:
        twin = object.__new__(Literal)
        twin.__dict__.update(self.__dict__)
        twin.board = dict(self.board)
        return twin

    def carry(self, origin: Square, target: Square, count: int) -> Literal:
        after = self.copy()
        tower = self.board[origin]
        lifted, left = tower[:count], tower[count:]
        top = lifted[0]
        below = self.board.get(target, ())
        after.half += 1
        if top.letter == "P" or below:
            after.half = 0
        if self.rules.carried_ratnik_resets and any(piece.letter == "P" for piece in lifted):
            after.half = 0
        if self.rules.splitting_resets and left and count > 1:
            after.half = 0
        after.crossed = None
        if top.letter == "P" and abs(target[1] - origin[1]) == 2:
            passed = (origin[0], (origin[1] + target[1]) // 2)
            after.crossed = None if passed in self.board else passed
        if top.letter == "P" and origin[0] != target[0] and not below:
            behind = (target[0], origin[1])
            taken = len(self.board[behind]) if self.rules.en_passant == "tower" else 1
            below, stays = self.board[behind][:taken], self.board[behind][taken:]
            after._set(behind, stays)
            after.half = 0
        elif below:
            below = self._covered(below, top)
        after._set(origin, left)
        if left:
            after._promote(origin, uncovered=True)
        after._set(target, tuple(piece._replace(moved=True) for piece in lifted) + below)
        after._promote(target, uncovered=False)
        after.white = not self.white
        after.full += not self.white
        return after

    def castle(self, short: bool) -> Literal:
        rank = 1 if self.white else 8
        half = self.half + 1
        after = self.carry((5, rank), (7, rank) if short else (3, rank), 1)
        after.white = self.white
        after = after.carry((8, rank) if short else (1, rank), (6, rank) if short else (4, rank), 1)
        after.half, after.full = half, self.full + (not self.white)
        return after

    def _set(self, square: Square, tower: Tower) -> None:
        if tower:
            self.board[square] = tower
        else:
            self.board.pop(square, None)

    def _covered(self, tower: Tower, cover: Piece) -> Tower:
        top, rules = tower[0], self.rules
        demotion = rules.demote_when_covered
        if top.promoted and (demotion == "always" or (demotion == "opponent" and top.white != cover.white)):
            top = top._replace(letter="P")
        tower = (top, *tower[1:])
        bottom = tower[-1]
        if bottom.becomes and not rules.covered_ratnik_keeps_double_step:
            bottom = bottom._replace(moved=True)
        if bottom.letter == "R" and bottom.white != cover.white and not rules.captured_rook_keeps_castling:
            bottom = bottom._replace(moved=True)
        return (*tower[:-1], bottom)

    def _promote(self, square: Square, *, uncovered: bool) -> None:
        top, *rest = self.board[square]
        if top.letter != "P" or square[1] != (8 if top.white else 1):
            return
        allowed = self.rules.promote_when_uncovered
        if uncovered and (allowed == "never" or (allowed == "owner" and top.white != self.white)):
            return
        self.board[square] = (top._replace(letter=top.becomes), *rest)

    # --- legal moves and what follows from them -------------------------------------------------------------

    def legal(self) -> dict[str, Literal]:
        """Canonical text → the position after it."""
        positions = {}
        for origin, tower in list(self.board.items()):
            if tower[0].white != self.white:
                continue
            for target in self.goes_to(origin):
                for count in range(1, len(tower) + 1):
                    after = self.carry(origin, target, count)
                    if not after.attacked(after.volhv(self.white), by_white=not self.white):
                        suffix = f"({count})" if count < len(tower) else ""
                        positions[f"{name(origin)}-{name(target)}{suffix}"] = after
        for short in (True, False):
            if self._may_castle(short):
                positions["0-0" if short else "0-0-0"] = self.castle(short)
        return positions

    def _may_castle(self, short: bool) -> bool:
        rank = 1 if self.white else 8
        home, corner = (5, rank), (8 if short else 1, rank)
        if not (self._is_home(home, "K") and self._is_home(corner, "R")):
            return False
        between = range(6, 8) if short else range(2, 5)
        if any((file, rank) in self.board for file in between):
            return False
        way = range(5, 8) if short else range(3, 6)
        return not any(self.attacked((file, rank), by_white=not self.white) for file in way)

    def _is_home(self, square: Square, letter: str) -> bool:
        """Return whether that piece is alone on the square and has never moved."""
        tower = self.board.get(square, ())
        return len(tower) == 1 and tower[0] == Piece(letter, self.white, "", moved=False)

    def in_check(self) -> bool:
        return self.attacked(self.volhv(self.white), by_white=not self.white)

    def text(self) -> str:
        rows = []
        for rank in range(8, 0, -1):
            row = ""
            for file in range(1, 9):
                signs = "".join(piece.sign for piece in self.board.get((file, rank), ()))
                row += f"({signs})" if len(self.board.get((file, rank), ())) > 1 else signs or "."
            rows.append(re.sub(r"\.+", lambda dots: str(len(dots[0])), row))
        castling = "".join(
            letter
            for letter, corner in (("K", (8, 1)), ("Q", (1, 1)), ("k", (8, 8)), ("q", (1, 8)))
            if self._unmoved((5, corner[1]), "K") and self._unmoved(corner, "R")
        )
        double = "".join(
            letter
            for rank, letters in ((2, "ABCDEFGH"), (7, "abcdefgh"))
            for file, letter in enumerate(letters, 1)
            if self._unmoved((file, rank), "P")
        )
        crossed = name(self.crossed) if self.crossed and self._en_passant_is_legal() else "-"
        side = "w" if self.white else "b"
        return f"{'/'.join(rows)} {side} {castling or '-'} {double or '-'} {crossed} {self.half} {self.full}"

    def _unmoved(self, square: Square, letter: str) -> bool:
        bottom = self.board.get(square, (None,))[-1]
        return bottom is not None and bottom.letter == letter and not bottom.moved

    def _en_passant_is_legal(self) -> bool:
        return any(
            self.board[origin][0].letter == "P"
            and self.crossed in self.goes_to(origin)
            and origin[0] != self.crossed[0]
            and any(
                not after.attacked(after.volhv(self.white), by_white=not self.white)
                for after in (
                    self.carry(origin, self.crossed, count) for count in range(1, len(self.board[origin]) + 1)
                )
            )
            for origin, tower in self.board.items()
            if self.crossed and tower[0].white == self.white
        )
