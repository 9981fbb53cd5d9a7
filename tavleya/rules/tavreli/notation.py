"""Interpretation of a written move as the one legal move that it means, and notation of moves."""

from tavleya.errors import BadInput
from tavleya.languages import is_cyrillic
from tavleya.messages import Message
from tavleya.rules.contract import AmbiguousMove, IllegalMove, StatusKind, Style
from tavleya.rules.tavreli.explaining import castling_wing, illegality_reason
from tavleya.rules.tavreli.geometry import NAMES, VOLHV_HOME, distance
from tavleya.rules.tavreli.move import ALL, TavreliMove, castling_of, move_of
from tavleya.rules.tavreli.position import TavreliPosition
from tavleya.rules.tavreli.wording import CYRILLIC_FILES, Wording, two_alphabets, wordings

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


def explain(position: TavreliPosition, text: str, language: str = "") -> Message | None:
    try:
        read(position, text, language)
    except BadInput as problem:
        return problem.message
    return None


def nearest(position: TavreliPosition, wording: Wording) -> tuple[str, ...]:
    """Return legal moves that the writer may have meant: same squares first, then same origin or same target."""
    if wording.castling:
        near = [move for move in position.legal_moves() if move.castling or move.origin == position.own_volhv]
        near.sort(key=lambda move: (not move.castling, move.text))
        return tuple(move.text for move in near[:_SUGGESTIONS])

    def far(move: TavreliMove) -> tuple[int, int, int, str]:
        changed = (move.origin != wording.origin) + (move.target != wording.target)
        away = distance(move.origin, wording.origin) + distance(move.target, wording.target)
        return (changed, away, abs(move.lifted - (wording.lifted or ALL)), move.text)

    near = [m for m in position.legal_moves() if m.origin == wording.origin or m.target == wording.target]
    return tuple(move.text for move in sorted(near, key=far)[:_SUGGESTIONS])


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
    return {"K": "♔", "Q": "♕", "R": "♖", "B": "♗", "N": "♘", "P": "♙"}.get(
        figure.kind, figure.kind
    ) + move.text


def _move(position: TavreliPosition, wording: Wording) -> TavreliMove:
    wing = castling_wing(position, wording)
    if wing:
        home = VOLHV_HOME[position.black]
        return castling_of(home, home + 2 * wing)
    height = len(position.towers[wording.origin])
    lifted = ALL if wording.lifted in (None, height) else wording.lifted
    return move_of(wording.origin, wording.target, lifted or ALL)
