"""A strict FEN reader: text that cannot be a chess position is refused with a reason."""

import chess

from tavleya.messages import Message
from tavleya.rules.chess.messages import say
from tavleya.rules.chess.position import ChessPosition
from tavleya.rules.contract import BadPosition

_LONGEST = 120

# In Chess960 a right may name the file of its rook (X-FEN, Shredder-FEN); otherwise it belongs to the outermost one.
_RIGHTS = ("KQkq-", "KQkqABCDEFGHabcdefgh-")
_BAD_RIGHTS = (say("bad_castling_rights.letters"), say("bad_castling_rights.files"))

_REFUSED: tuple[tuple[chess.Status, Message], ...] = (
    (chess.STATUS_EMPTY, say("empty_board")),
    (chess.STATUS_NO_WHITE_KING, say("no_white_king")),
    (chess.STATUS_NO_BLACK_KING, say("no_black_king")),
    (chess.STATUS_TOO_MANY_KINGS, say("two_kings")),
    (chess.STATUS_PAWNS_ON_BACKRANK, say("pawn_on_last_rank")),
    (chess.STATUS_BAD_CASTLING_RIGHTS, say("bad_castling_rights")),
    (chess.STATUS_INVALID_EP_SQUARE, say("bad_en_passant")),
)

_KINGLESS = (chess.STATUS_NO_WHITE_KING, chess.STATUS_NO_BLACK_KING)

_OBJECTIONS: tuple[tuple[chess.Status, Message], ...] = (
    (chess.STATUS_OPPOSITE_CHECK, say("opposite_check")),
    (chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK, say("impossible_check")),
    (chess.STATUS_TOO_MANY_WHITE_PAWNS | chess.STATUS_TOO_MANY_BLACK_PAWNS, say("too_many_pawns")),
    (chess.STATUS_TOO_MANY_WHITE_PIECES | chess.STATUS_TOO_MANY_BLACK_PIECES, say("too_many_pieces.chess")),
)


def read(text: str, *, chess960: bool = False, kings_taken: bool = False) -> ChessPosition:
    """Read `text`; `start` is the starting position.  Missing trailing fields get their usual values.

    Positions that only an irregular move can create are accepted, because a game may reach them; one without a king
    only with `kings_taken`.
    """
    if text.strip() == "start":
        return ChessPosition.start()
    if len(text) > _LONGEST:
        raise _bad(say("fen_too_long"))
    fields = text.split()
    if len(fields) > 2 and not set(fields[2]) <= set(_RIGHTS[chess960]):
        raise _bad(_BAD_RIGHTS[chess960])
    try:
        board = chess.Board(" ".join(fields), chess960=chess960)
    except ValueError:
        # The library's error text uses its own terms; the wrong field is enough.
        raise _bad(say("bad_fen")) from None
    status = board.status()
    for flag, message in _REFUSED:
        if status & flag and not (kings_taken and flag in _KINGLESS):
            raise _bad(message)
    return ChessPosition(board)


def objections(position: ChessPosition) -> tuple[Message, ...]:
    status = position.board.status()
    return tuple(message for flags, message in _OBJECTIONS if status & flags)


def _bad(reason: Message) -> BadPosition:
    return BadPosition(say("bad_position", reason=reason), reason=reason.code)
