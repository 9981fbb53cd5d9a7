"""Explanation of illegal moves: one sentence, with a code for each reason."""

from dataclasses import replace

import chess

from tavleya.messages import Message
from tavleya.rules.chess.messages import say
from tavleya.rules.chess.position import (
    ChessMove,
    ChessPosition,
    castling_gap,
    castling_goals,
    castling_homes,
    king_path,
)
from tavleya.rules.chess.tokens import Token, parse
from tavleya.rules.contract import Touch, UnreadableMove
from tavleya.rules.filegame import PIECE_NAMES

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
        return say("other_piece", square=square, piece=_name(piece.piece_type), written=PIECE_NAMES[token.kind])
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
        move.to_square == to and board.piece_type_at(move.from_square) == chess.PAWN and board.is_capture(move)
        for move in board.generate_legal_moves()
    )


def _reason(board: chess.Board, origin: chess.Square, to: chess.Square, token: Token) -> Message:
    """Return why the player's piece on `origin` may not go to `to` as in `token`."""
    kind = board.piece_type_at(origin)
    assert kind is not None, "the caller found a piece there"
    if origin == to:
        return say("same_square")
    target = board.piece_at(to)
    if board.chess960 and kind == chess.KING and target == chess.Piece(chess.ROOK, board.turn) and token.origin:
        return _castling(board, to > origin)
    if target and target.color == board.turn:
        return say("own_piece", square=chess.square_name(to), piece=_name(target.piece_type))
    if target and target.piece_type == chess.KING:
        return say("takes_king")
    if kind == chess.KING and abs(to - origin) == 2 and origin in (chess.E1, chess.E8) and not board.chess960:
        return _castling(board, to > origin)
    if not _is_pseudo_legal(board, origin, to):
        return _way_of_moving(board, origin, to, kind)
    if promotion := _promotion_trouble(origin, to, kind, token):
        return promotion
    return _king_trouble(board, origin, to, kind)


def _is_pseudo_legal(board: chess.Board, origin: chess.Square, to: chess.Square) -> bool:
    """Return whether the piece moves like that, regardless of its king."""
    return any(board.is_pseudo_legal(chess.Move(origin, to, promotion)) for promotion in (None, chess.QUEEN))


def _way_of_moving(board: chess.Board, origin: chess.Square, to: chess.Square, kind: chess.PieceType) -> Message:
    if kind == chess.PAWN:
        return _pawn_way(board, origin, to)
    if kind in (chess.BISHOP, chess.ROOK, chess.QUEEN) and to in _lines(kind, origin):
        return _blocked(board, chess.SquareSet.between(origin, to))
    return say("way_of_moving", piece=_name(kind), **{"from": chess.square_name(origin)}, to=chess.square_name(to))


def _lines(kind: chess.PieceType, square: chess.Square) -> chess.SquareSet:
    """Return the squares that a line piece reaches from `square` on an empty board."""
    board = chess.Board(None)
    board.set_piece_at(square, chess.Piece(kind, chess.WHITE))
    return board.attacks(square)


def _blocked(board: chess.Board, between: chess.SquareSet) -> Message:
    obstacles = [square for square in between if board.piece_type_at(square)]
    return say("blocked.chess", squares=", ".join(chess.square_name(square) for square in obstacles))


def _pawn_way(board: chess.Board, origin: chess.Square, to: chess.Square) -> Message:
    forward = 8 if board.turn else -8
    home_rank = 1 if board.turn else 6
    steps = 2 if chess.square_rank(origin) == home_rank else 1
    if to - origin in (forward, 2 * forward)[:steps]:
        return _blocked(board, chess.SquareSet([*chess.SquareSet.between(origin, to), to]))
    if to - origin == 2 * forward:
        return say("double_step", square=chess.square_name(origin))
    if chess.square_distance(origin, to) == 1 and chess.square_file(origin) != chess.square_file(to):
        if (to > origin) == board.turn and chess.square_rank(origin) != chess.square_rank(to):
            return _pawn_takes_nothing(board, origin, to)
    return say("way_of_moving", piece=PIECE_NAMES["P"], **{"from": chess.square_name(origin)}, to=chess.square_name(to))


def _pawn_takes_nothing(board: chess.Board, origin: chess.Square, to: chess.Square) -> Message:
    beside = board.piece_at(chess.square(chess.square_file(to), chess.square_rank(origin)))
    if chess.square_rank(origin) == (4 if board.turn else 3) and beside == chess.Piece(chess.PAWN, not board.turn):
        return say("en_passant_gone", square=chess.square_name(to))
    return say("pawn_takes_nothing", square=chess.square_name(to))


def _promotion_trouble(origin: chess.Square, to: chess.Square, kind: chess.PieceType, token: Token) -> Message | None:
    promotes = kind == chess.PAWN and chess.square_rank(to) in (0, 7)
    if promotes and not token.promotion:
        return say("promotion_missing", square=chess.square_name(to))
    if token.promotion and not promotes:
        return say("no_promotion")
    return None


def _king_trouble(board: chess.Board, origin: chess.Square, to: chess.Square, kind: chess.PieceType) -> Message:
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
    king_home, rook_home = castling_homes(board, kingside)
    if king_home is None or board.king(board.turn) != king_home:
        return say("castling_king_moved")
    if rook_home is None:
        return say("castling_no_rook.wing")
    if board.piece_at(rook_home) != chess.Piece(chess.ROOK, board.turn):
        return say("castling_no_rook", square=chess.square_name(rook_home))
    if not board.clean_castling_rights() & chess.BB_SQUARES[rook_home]:
        return say("castling_right_lost")
    obstacles = castling_gap(king_home, rook_home, board.turn, kingside) & board.occupied
    if obstacles:
        return say(
            "castling_blocked" if not board.chess960 else "castling_blocked.way",
            squares=", ".join(map(chess.square_name, obstacles)),
        )
    return _castling_attacked(board, king_path(king_home, board.turn, kingside))


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
    letter = chess.piece_symbol(board.piece_type_at(move.from_square) or chess.PAWN).upper()
    other_piece = token.kind not in ("", letter)
    other_origin = token.origin not in ("", chess.square_name(move.from_square))
    slip = chess.square_distance(chess.parse_square(token.to), move.to_square)
    if slip > 1 or (slip == 1 and (other_piece or other_origin)):
        return None
    return (slip + other_piece + other_origin, other_piece, slip, move.uci())


# Irregular moves: they are executed on the board as played, and the turn passes (FIDE Laws 7.5).


def displace(position: ChessPosition, text: str, language: str = "") -> ChessPosition:
    """Return the position after the piece was moved as in `text`, regardless of the rules.

    A piece on the target square is removed; a pawn on the last rank becomes the written piece, by default a queen
    (7.5.2); castling moves king and rook.  Castling rights follow the pieces, and there is no en passant.  A captured
    king is off the board until a ruling corrects the position.  Raises: UnreadableMove if the text is ambiguous, or
    leaves a pawn on its first rank.
    """
    board = position.board
    token = _as_castling(board, parse(text, language)[0])
    touched = (_castle if token.castling else _carry)(board, token, text)
    board.castling_rights = board.clean_castling_rights() & ~touched
    board.ep_square = None
    if board.turn == chess.BLACK:
        board.fullmove_number += 1
    board.turn = not board.turn
    return ChessPosition(board)


def touched_by(position: ChessPosition, text: str) -> tuple[Touch, ...]:
    """Return the moved piece, then the opponent's displaced piece; king and rook of a castling, in this order.

    Raises: UnreadableMove as in `displace`.
    """
    token = parse(text)[0]
    board = position.shared_board
    if token.castling:
        rank = 0 if board.turn else 7
        squares = [chess.square(4, rank), chess.square(7 if token.castling == "0-0" else 0, rank)]
    else:
        to = chess.parse_square(token.to)
        squares = [_origin(board, token, text)]
        if board.color_at(to) == (not board.turn):
            squares.append(to)
    return tuple(Touch(chess.square_name(square)) for square in squares)


def stands_as(position: ChessPosition, text: str) -> ChessMove | None:
    """Return the promotion to a queen that an unreplaced pawn on the last rank counts as (7.5.2)."""
    token = parse(text)[0]
    if token.castling or token.promotion or token.kind not in ("", "P"):
        return None
    board = position.shared_board
    promotion = chess.Move(_origin(board, token, text), chess.parse_square(token.to), chess.QUEEN)
    return ChessMove(promotion.uci()) if board.is_legal(promotion) else None


def _carry(board: chess.Board, token: Token, text: str) -> chess.Bitboard:
    origin, to = _origin(board, token, text), chess.parse_square(token.to)
    piece, target = board.piece_at(origin), board.piece_at(to)
    if piece is None:
        raise _refusal(text, say("no_piece", square=chess.square_name(origin)))
    if origin == to:
        raise _refusal(text, say("same_square"))
    board.halfmove_clock = 0 if target or piece.piece_type == chess.PAWN else board.halfmove_clock + 1
    if piece.piece_type == chess.PAWN:
        piece = _pawn_on(piece, to, token, text)
    board.remove_piece_at(origin)
    board.set_piece_at(to, piece)
    return chess.BB_SQUARES[origin] | chess.BB_SQUARES[to] | _rights_of_king(piece)


def _pawn_on(pawn: chess.Piece, to: chess.Square, token: Token, text: str) -> chess.Piece:
    rank = chess.square_rank(to)
    if rank == (7 if pawn.color else 0):
        kind = token.promotion if token.promotion not in ("", "K", "P") else "Q"
        return chess.Piece(chess.PIECE_SYMBOLS.index(kind.lower()), pawn.color)
    if rank in (0, 7):
        raise _refusal(text, say("pawn_on_first_rank"))
    return pawn


def _rights_of_king(piece: chess.Piece) -> chess.Bitboard:
    """Return the squares whose castling rights end with a move of this piece."""
    if piece.piece_type != chess.KING:
        return chess.BB_EMPTY
    return chess.BB_RANK_1 if piece.color else chess.BB_RANK_8


def _castle(board: chess.Board, token: Token, text: str) -> chess.Bitboard:
    kingside = token.castling == "0-0"
    king_from, rook_from = castling_homes(board, kingside)
    king, rook = chess.Piece(chess.KING, board.turn), chess.Piece(chess.ROOK, board.turn)
    if king_from is None or rook_from is None or board.piece_at(king_from) != king:
        raise _cannot_castle(text)
    king_to, rook_to = castling_goals(board.turn, kingside)
    others = board.occupied & ~chess.BB_SQUARES[king_from] & ~chess.BB_SQUARES[rook_from]
    if board.piece_at(rook_from) != rook or others & (chess.BB_SQUARES[king_to] | chess.BB_SQUARES[rook_to]):
        raise _cannot_castle(text)
    for square in (king_from, rook_from):
        board.remove_piece_at(square)
    board.set_piece_at(king_to, king)
    board.set_piece_at(rook_to, rook)
    board.halfmove_clock += 1
    return _rights_of_king(king)


def _cannot_castle(text: str) -> UnreadableMove:
    return _refusal(text, say("castling_not_allowed"))


def _as_castling(board: chess.Board, token: Token) -> Token:
    """Return a castling token if the king takes its own rook (Chess960); any other token unchanged."""
    if not board.chess960 or not token.origin:
        return token
    origin, to = chess.parse_square(token.origin), chess.parse_square(token.to)
    king, rook = chess.Piece(chess.KING, board.turn), chess.Piece(chess.ROOK, board.turn)
    if board.piece_at(origin) != king or board.piece_at(to) != rook:
        return token
    return replace(token, castling="0-0" if to > origin else "0-0-0")


def _origin(board: chess.Board, token: Token, text: str) -> chess.Square:
    """Return the square of the only piece that the text can mean."""
    if token.origin:
        return chess.parse_square(token.origin)
    kind = chess.PIECE_SYMBOLS.index((token.kind or "P").lower())
    squares = [
        square
        for square in board.pieces(kind, board.turn)
        if token.from_file in ("", chess.FILE_NAMES[chess.square_file(square)])
        and token.from_rank in ("", chess.RANK_NAMES[chess.square_rank(square)])
    ]
    if len(squares) != 1:
        raise _refusal(text, say("origin_missing"))
    return squares[0]


def _refusal(text: str, reason: Message) -> UnreadableMove:
    return UnreadableMove(say("cannot_displace", text=text, reason=reason), text=text, reason=reason.code)
