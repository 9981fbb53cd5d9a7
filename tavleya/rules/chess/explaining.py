"""Explanation of illegal moves: one sentence, with a code for each reason."""

import chess

from tavleya.messages import Message
from tavleya.rules.chess.castling import emptied, homes, passed
from tavleya.rules.chess.messages import say
from tavleya.rules.chess.position import ChessPosition
from tavleya.rules.chess.tokens import Token
from tavleya.rules.letters import PIECE_NAMES

_NEAREST = 4


def explain(position: ChessPosition, token: Token, text: str) -> Message:
    """Return the reason that forbids the move; `token` must not match a legal move of `position`."""
    board = position.shared_board
    if token.castling:
        return _castling(board, token.castling == "0-0")
    if token.promotion in ("K", "P"):
        return say("promotion_piece")
    to = chess.parse_square(token.to)
    if token.origin:
        return _from_square(position, chess.parse_square(token.origin), to, token)
    return _without_origin(position, to, token, text)


def _from_square(position: ChessPosition, origin: chess.Square, to: chess.Square, token: Token) -> Message:
    board = position.shared_board
    piece = board.piece_at(origin)
    square = chess.square_name(origin)
    if piece is None:
        return say("no_piece", square=square)
    if piece.color != board.turn:
        return say("wrong_colour", piece=_name(piece.piece_type), square=square)
    if token.kind and piece.symbol().upper() != token.kind:
        return say(
            "other_piece", square=square, piece=_name(piece.piece_type), written=PIECE_NAMES[token.kind]
        )
    return _reason(board, origin, to, token)


def _without_origin(position: ChessPosition, to: chess.Square, token: Token, text: str) -> Message:
    board = position.shared_board
    kind = chess.PIECE_SYMBOLS.index((token.kind or "P").lower())
    own = [
        square
        for square in board.pieces(kind, board.turn)
        if (not token.from_file or chess.FILE_NAMES[chess.square_file(square)] == token.from_file)
        and (not token.from_rank or chess.square_rank(square) == int(token.from_rank) - 1)
    ]
    if not own:
        return say("no_such_piece", piece=_name(kind), text=text)
    if kind == chess.PAWN and not token.from_file and _pawn_takes(board, to):
        return say("pawn_file_missing", square=chess.square_name(to))
    reasons = {square: _reason(board, square, to, token) for square in own}
    # The intended piece would get there except for its king, or for an obstacle.
    for square in sorted(own, key=lambda square: _RANKING.get(reasons[square].code, 0)):
        if len(own) == 1 or reasons[square].code in _RANKING:
            return reasons[square]
    return say("none_can_reach", piece=_name(kind), square=chess.square_name(to))


#: The order of preference among the reasons of several pieces, lowest first; unlisted ones fit every piece.
_RANKING = {"promotion_missing": 1, "no_promotion": 1, "pinned": 2, "check_stays": 2, "own_king_in_check": 2,
            "own_piece": 3, "en_passant_gone": 3, "blocked": 4}  # fmt: skip


def _pawn_takes(board: chess.Board, to: chess.Square) -> bool:
    return any(
        move.to_square == to
        and board.piece_type_at(move.from_square) == chess.PAWN
        and board.is_capture(move)
        for move in board.generate_legal_moves()
    )


def _reason(board: chess.Board, origin: chess.Square, to: chess.Square, token: Token) -> Message:
    """Return why the player's piece on `origin` may not go to `to` as in `token`."""
    kind = board.piece_type_at(origin)
    assert kind is not None, "the caller found a piece there"
    if origin == to:
        return say("same_square")
    target = board.piece_at(to)
    if (
        board.chess960
        and kind == chess.KING
        and target == chess.Piece(chess.ROOK, board.turn)
        and token.origin
    ):
        return _castling(board, to > origin)
    if target and target.color == board.turn:
        return say("own_piece", square=chess.square_name(to), piece=_name(target.piece_type))
    if target and target.piece_type == chess.KING:
        return say("takes_king")
    if kind == chess.KING and abs(to - origin) == 2 and origin in (chess.E1, chess.E8) and not board.chess960:
        return _castling(board, to > origin)
    if not _moves_so(board, origin, to):
        return _way_of_moving(board, origin, to, kind)
    if promotion := _promotion_trouble(origin, to, kind, token):
        return promotion
    return _king_trouble(board, origin, to, kind)


def _moves_so(board: chess.Board, origin: chess.Square, to: chess.Square) -> bool:
    """Return whether the piece moves like that, regardless of its king."""
    return any(board.is_pseudo_legal(chess.Move(origin, to, promotion)) for promotion in (None, chess.QUEEN))


def _way_of_moving(
    board: chess.Board, origin: chess.Square, to: chess.Square, kind: chess.PieceType
) -> Message:
    if kind == chess.PAWN:
        return _pawn_way(board, origin, to)
    if kind in (chess.BISHOP, chess.ROOK, chess.QUEEN) and to in _lines(kind, origin):
        return _blocked(board, chess.SquareSet.between(origin, to))
    return say(
        "way_of_moving", piece=_name(kind), **{"from": chess.square_name(origin)}, to=chess.square_name(to)
    )


def _lines(kind: chess.PieceType, square: chess.Square) -> chess.SquareSet:
    """Return the squares that a line piece reaches from `square` on an empty board."""
    board = chess.Board(None)
    board.set_piece_at(square, chess.Piece(kind, chess.WHITE))
    return board.attacks(square)


def _blocked(board: chess.Board, between: chess.SquareSet) -> Message:
    in_way = [square for square in between if board.piece_type_at(square)]
    return say("blocked.chess", squares=", ".join(chess.square_name(square) for square in in_way))


def _pawn_way(board: chess.Board, origin: chess.Square, to: chess.Square) -> Message:
    forward = 8 if board.turn else -8
    home = 1 if board.turn else 6
    steps = 2 if chess.square_rank(origin) == home else 1
    if to - origin in (forward, 2 * forward)[:steps]:
        return _blocked(board, chess.SquareSet([*chess.SquareSet.between(origin, to), to]))
    if to - origin == 2 * forward:
        return say("double_step", square=chess.square_name(origin))
    if chess.square_distance(origin, to) == 1 and chess.square_file(origin) != chess.square_file(to):
        if (to > origin) == board.turn and chess.square_rank(origin) != chess.square_rank(to):
            return _pawn_takes_nothing(board, origin, to)
    return say(
        "way_of_moving",
        piece=PIECE_NAMES["P"],
        **{"from": chess.square_name(origin)},
        to=chess.square_name(to),
    )


def _pawn_takes_nothing(board: chess.Board, origin: chess.Square, to: chess.Square) -> Message:
    beside = board.piece_at(chess.square(chess.square_file(to), chess.square_rank(origin)))
    if chess.square_rank(origin) == (4 if board.turn else 3) and beside == chess.Piece(
        chess.PAWN, not board.turn
    ):
        return say("en_passant_gone", square=chess.square_name(to))
    return say("pawn_takes_nothing", square=chess.square_name(to))


def _promotion_trouble(
    origin: chess.Square, to: chess.Square, kind: chess.PieceType, token: Token
) -> Message | None:
    last = kind == chess.PAWN and chess.square_rank(to) in (0, 7)
    if last and not token.promotion:
        return say("promotion_missing", square=chess.square_name(to))
    if token.promotion and not last:
        return say("no_promotion")
    return None


def _king_trouble(
    board: chess.Board, origin: chess.Square, to: chess.Square, kind: chess.PieceType
) -> Message:
    """Explain why the move would leave the player's own king attacked: the attacker and the cause."""
    after = board.copy(stack=False)
    promotion = chess.QUEEN if kind == chess.PAWN and chess.square_rank(to) in (0, 7) else None
    after.push(chess.Move(origin, to, promotion))
    king = after.king(board.turn)
    assert king is not None, "every position has both kings"
    attacker = min(after.attackers(not board.turn, king))
    values = {
        "piece": _name(kind),
        "from": chess.square_name(origin),
        "attacker": _name(after.piece_type_at(attacker) or chess.PAWN),
        "square": chess.square_name(attacker),
        "to": chess.square_name(to),
    }
    if kind == chess.KING:
        return say("own_king_in_check", **values)
    if attacker in board.checkers():
        return say("check_stays", **values)
    return say("pinned", **values)


def _castling(board: chess.Board, kingside: bool) -> Message:
    """Return the condition of castling that fails (3.8.2; Guidelines II.3 in Chess960)."""
    home, corner = homes(board, kingside)
    if home is None or board.king(board.turn) != home:
        return say("castling_king_moved")
    if corner is None:
        return say("castling_no_rook.wing")
    if board.piece_at(corner) != chess.Piece(chess.ROOK, board.turn):
        return say("castling_no_rook", square=chess.square_name(corner))
    if not board.clean_castling_rights() & chess.BB_SQUARES[corner]:
        return say("castling_right_lost")
    in_way = emptied(home, corner, board.turn, kingside) & board.occupied
    if in_way:
        return say(
            "castling_blocked" if not board.chess960 else "castling_blocked.way",
            squares=", ".join(map(chess.square_name, in_way)),
        )
    return _castling_attacked(board, passed(home, board.turn, kingside))


def _castling_attacked(board: chess.Board, way: list[chess.Square]) -> Message:
    """Return the attacked square of the king's way; without one, the rook was the shield."""
    for square in way:
        attackers = board.attackers(not board.turn, square)
        if not attackers:
            continue
        attacker = min(attackers)
        values = {
            "over": chess.square_name(square),
            "attacker": _name(board.piece_type_at(attacker) or chess.PAWN),
            "square": chess.square_name(attacker),
        }
        if square == way[0]:
            return say("castling_in_check.chess", **values)
        if square == way[-1]:
            return say("castling_into_check.chess", **values)
        return say("castling_through_check.chess", **values)
    return say("castling_not_allowed")


def _name(kind: chess.PieceType) -> Message:
    return PIECE_NAMES[chess.piece_symbol(kind).upper()]


def nearest(position: ChessPosition, token: Token) -> tuple[str, ...]:
    """Return the legal moves closest to the text, best first: to the same square, or one file or rank off."""
    board = position.shared_board
    if token.castling:
        return tuple(sorted(move.uci() for move in position.library_moves() if board.is_castling(move)))
    scored = sorted(filter(None, (_distance(board, move, token) for move in position.library_moves())))
    return tuple(text for *_, text in scored[:_NEAREST])


def _distance(board: chess.Board, move: chess.Move, token: Token) -> tuple[int, bool, int, str] | None:
    """Return the distance of `move` from the text, None if they are not similar: smaller is nearer."""
    moved = chess.piece_symbol(board.piece_type_at(move.from_square) or chess.PAWN).upper()
    other_piece = token.kind not in ("", moved)
    other_origin = token.origin not in ("", chess.square_name(move.from_square))
    slip = chess.square_distance(chess.parse_square(token.to), move.to_square)
    if slip > 1 or (slip == 1 and (other_piece or other_origin)):
        return None
    return (slip + other_piece + other_origin, other_piece, slip, move.uci())
