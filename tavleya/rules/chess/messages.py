"""User-facing messages of `tavleya.rules.chess`, by key."""

from tavleya.messages import N_, Catalogue
from tavleya.rules.messages import say as say_rules

SENTENCES = {
    "ambiguous_move.chess": N_("“%(text)s” fits several moves: %(candidates)s."),
    "bad_castling_rights": N_("The castling rights include a king or rook that is not on its square."),
    "bad_castling_rights.files": N_("The castling rights must be letters of KQkq, files of rooks, or a dash."),
    "bad_castling_rights.letters": N_("The castling rights must be letters of KQkq, or a dash."),
    "bad_en_passant": N_("No pawn can have passed the square given for en passant."),
    "bad_fen": N_("The text is not FEN."),
    "bad_position": N_("This is not a valid chess position: %(reason)s"),
    "blocked.chess": N_("The path is blocked on %(squares)s."),
    "cannot_displace": N_("“%(text)s” does not describe what was done on the board: %(reason)s"),
    "castling_blocked": N_("There is a piece between king and rook on %(squares)s."),
    "castling_blocked.way": N_("There is a piece in the way of king or rook on %(squares)s."),
    "castling_in_check.chess": N_("The king is in check from the %(attacker)s on %(square)s and cannot castle."),
    "castling_into_check.chess": N_("The king would land on %(over)s, attacked by the %(attacker)s on %(square)s."),
    "castling_king_moved": N_("The king has moved and cannot castle."),
    "castling_no_rook": N_("There is no rook on %(square)s to castle with."),
    "castling_no_rook.wing": N_("There is no rook on that side to castle with."),
    "castling_not_allowed": N_("Castling is not possible here."),
    "castling_right_lost": N_("The king or that rook has moved: the right to castle is lost."),
    "castling_through_check.chess": N_("The king would pass %(over)s, attacked by the %(attacker)s on %(square)s."),
    "check_stays": N_("The king is in check from the %(attacker)s on %(square)s and would still be."),
    "double_step": N_("The pawn on %(square)s has already moved."),
    "empty_board": N_("The board is empty."),
    "en_passant_gone": N_(
        "En passant is possible only at once, after the opponent's double step: on %(square)s it is not."
    ),
    "fen_too_long": N_("The text is too long for a position."),
    "fifty_right": N_("No pawn move or capture in the last %(moves)s moves by each side."),
    "fifty_wrong": N_("Moves by each side since the last pawn move or capture: %(moves)s; needed: 50."),
    "impossible_check": N_("No legal move can have led to this check."),
    "king_cannot_move": N_("Castling is not legal and the king has no move."),
    "letter_case": N_("Piece letters are capitals and file letters are lower case."),
    "mate_marked_check": N_("Marked as check, but it is mate."),
    "must_castle": N_("The king and then the rook were touched: castling on that side."),
    "must_move": N_("The piece on %(square)s was touched and must be moved."),
    "must_move_king": N_("Castling on that side is illegal: the king must make another move."),
    "must_take": N_("The opponent's piece on %(square)s was touched and must be captured."),
    "must_take_with": N_(
        "The piece on %(own)s and the opponent's piece on %(foreign)s were touched: the first must capture the second."
    ),
    "no_black_king": N_("Black has no king."),
    "no_piece": N_("There is no piece on %(square)s."),
    "no_promotion": N_("Only a pawn that reaches the last rank is promoted."),
    "no_such_claim.chess": N_("Chess has no draw claim “%(kind)s”."),
    "no_such_piece": N_("The player to move has no %(piece)s that “%(text)s” could mean."),
    "no_white_king": N_("White has no king."),
    "none_can_move.chess": N_("None of the touched pieces can be moved or captured."),
    "none_can_reach": N_("No %(piece)s can go to %(square)s."),
    "not_check": N_("Marked as check, but it does not give check."),
    "not_en_passant": N_("Marked “e.p.”, but it is not an en passant capture."),
    "not_mate": N_("Marked as mate, but it is not mate."),
    "nothing_touched.chess": N_("No piece was touched on purpose."),
    "opposite_check": N_("The side that is not to move is in check."),
    "origin_missing": N_("The square of departure must be written."),
    "other_notation": N_(
        "“%(text)s” is not algebraic notation: such a score sheet may not be used as evidence (Appendix C). "
        "Warn the player."
    ),
    "other_piece": N_("The piece on %(square)s is a %(piece)s, not a %(written)s."),
    "own_king_in_check": N_("On %(to)s the king would be in check from the %(attacker)s on %(square)s."),
    "own_piece": N_("%(square)s is occupied by the player's own %(piece)s."),
    "pawn_file_missing": N_("A pawn capture on %(square)s must be written with the file of departure (C.9.3)."),
    "pawn_letter": N_("Pawn moves are written without a letter (C.4)."),
    "pawn_on_first_rank": N_("A pawn cannot stand on its first rank."),
    "pawn_on_last_rank": N_("A pawn stands on the first or the last rank."),
    "pawn_takes_nothing": N_("A pawn moves diagonally only to capture, and there is nothing to capture on %(square)s."),
    "pinned": N_(
        "The %(piece)s on %(from)s is pinned: the king would be in check from the %(attacker)s on %(square)s."
    ),
    "promotion_missing": N_("The pawn reaches %(square)s: the promotion piece is missing (C.11)."),
    "promotion_piece": N_("A pawn promotes to a queen, rook, bishop or knight."),
    "repetition_right": N_("The position appears for the third time or more (%(count)s times)."),
    "repetition_wrong": N_("The position has not appeared three times (%(count)s only)."),
    "same_square": N_("The piece must leave its square."),
    "takes_king": N_("A king is never captured."),
    "takes_nothing.sign": N_("Marked as a capture, but nothing is captured."),
    "too_many_pawns": N_("A side has more than eight pawns."),
    "too_many_pieces.chess": N_("A side has more than sixteen pieces."),
    "two_kings": N_("A side has more than one king."),
    "unknown_form": N_("There is no notation form “%(form)s”."),
    "unknown_language.letters": N_("There is no table of piece letters for “%(language)s”."),
    "unreadable_move.chess": N_("“%(text)s” is not a move in algebraic notation."),
    "way_of_moving": N_("The %(piece)s on %(from)s does not move to %(to)s."),
    "wrong_colour": N_("The %(piece)s on %(square)s is the opponent's."),
}

say = Catalogue(SENTENCES, lower=(say_rules,))
