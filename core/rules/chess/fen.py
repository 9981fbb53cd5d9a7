"""FEN read strictly: what cannot be a chess position is refused with a reason."""

from __future__ import annotations

import chess

from common.messages import N_, Message
from core.rules.chess.position import ChessPosition
from core.rules.contract import BadPosition

_LONGEST = 120

# In Chess960 a right may name the file of its rook (X-FEN, Shredder-FEN); without, it is that of the outermost one.
_RIGHTS = ("KQkq-", "KQkqABCDEFGHabcdefgh-")
_BAD_RIGHTS = (
    Message("bad_castling_rights", N_("The castling rights must be letters of KQkq, or a dash.")),
    Message(
        "bad_castling_rights", N_("The castling rights must be letters of KQkq, files of rooks, or a dash.")
    ),
)

_REFUSED: tuple[tuple[chess.Status, Message], ...] = (
    (chess.STATUS_EMPTY, Message("empty_board", N_("The board is empty."))),
    (chess.STATUS_NO_WHITE_KING, Message("no_white_king", N_("White has no king."))),
    (chess.STATUS_NO_BLACK_KING, Message("no_black_king", N_("Black has no king."))),
    (chess.STATUS_TOO_MANY_KINGS, Message("two_kings", N_("A side has more than one king."))),
    (
        chess.STATUS_PAWNS_ON_BACKRANK,
        Message("pawn_on_last_rank", N_("A pawn stands on the first or the last rank.")),
    ),
    (
        chess.STATUS_BAD_CASTLING_RIGHTS,
        Message(
            "bad_castling_rights", N_("The castling rights name a king or a rook that is not on its square.")
        ),
    ),
    (
        chess.STATUS_INVALID_EP_SQUARE,
        Message("bad_en_passant", N_("No pawn can have passed the square given for en passant.")),
    ),
)

_OBJECTIONS: tuple[tuple[chess.Status, Message], ...] = (
    (chess.STATUS_OPPOSITE_CHECK, Message("opposite_check", N_("The side that is not to move is in check."))),
    (
        chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK,
        Message("impossible_check", N_("No move can have given this check.")),
    ),
    (
        chess.STATUS_TOO_MANY_WHITE_PAWNS | chess.STATUS_TOO_MANY_BLACK_PAWNS,
        Message("too_many_pawns", N_("A side has more than eight pawns.")),
    ),
    (
        chess.STATUS_TOO_MANY_WHITE_PIECES | chess.STATUS_TOO_MANY_BLACK_PIECES,
        Message("too_many_pieces", N_("A side has more than sixteen men.")),
    ),
)


def read(text: str, *, chess960: bool = False) -> ChessPosition:
    """The position of `text`; `start` is the starting position.  Missing trailing fields take their usual values.

    Positions that only an irregular move can bring about are read, for a game may stand so.
    """
    if text.strip() == "start":
        return ChessPosition.start()
    if len(text) > _LONGEST:
        raise _bad(Message("fen_too_long", N_("The text is too long for a position.")))
    fields = text.split()
    if len(fields) > 2 and not set(fields[2]) <= set(_RIGHTS[chess960]):
        raise _bad(_BAD_RIGHTS[chess960])
    try:
        board = chess.Board(" ".join(fields), chess960=chess960)
    except ValueError:
        # The library's sentences speak of its own terms; the field that is wrong says enough.
        raise _bad(Message("bad_fen", N_("The text is not FEN."))) from None
    status = board.status()
    for flag, message in _REFUSED:
        if status & flag:
            raise _bad(message)
    return ChessPosition(board)


def objections(position: ChessPosition) -> tuple[Message, ...]:
    status = position.board.status()
    return tuple(message for flags, message in _OBJECTIONS if status & flags)


def _bad(reason: Message) -> BadPosition:
    return BadPosition(
        Message("bad_position", N_("This is no chess position: %(reason)s"), {"reason": reason}),
        reason=reason.code,
    )
