"""User-facing messages of `tavleya.rules.tavreli`, by key."""

from tavleya.messages import N_, Catalogue
from tavleya.rules.messages import say as say_rules

SENTENCES = {
    "another_piece": N_("The piece on %(square)s is another one: %(piece)s."),
    "blocked.tavreli": N_("The path from %(origin)s to %(target)s is blocked on %(square)s."),
    "castling_contradicts_board": N_(
        "The castling right “%(letter)s” needs the volhv and that ratoborets on their first squares."
    ),
    "castling_field": N_("“%(field)s” is not a list of castling rights: each of %(letters)s at most once, or “-”."),
    "castling_in_check.tavreli": N_("The volhv is in check and cannot castle: %(piece)s on %(attacker)s."),
    "castling_into_check.tavreli": N_(
        "The volhv cannot go to %(square)s, which is attacked: %(piece)s on %(attacker)s."
    ),
    "castling_lost": N_("Castling is lost: the volhv or both ratoborets have moved."),
    "castling_lost_there": N_("Castling with the ratoborets of %(square)s is lost: it has left its square."),
    "castling_not_there": N_("There is no volhv on %(volhv)s with a ratoborets on %(ratoborets)s to castle."),
    "castling_occupied": N_("Between the volhv and the ratoborets %(square)s is occupied."),
    "castling_rook_covered": N_("The ratoborets on %(square)s is covered and cannot castle now."),
    "castling_through_check.tavreli": N_(
        "The volhv cannot pass %(square)s, which is attacked: %(piece)s on %(attacker)s."
    ),
    "diagonal_onto_nothing": N_("A ratnik moves diagonally only to capture, and %(square)s is empty."),
    "diagonal_onto_own": N_(
        "A ratnik moves diagonally only to capture, and the tower on %(square)s belongs to its own side."
    ),
    "double_contradicts_board": N_(
        "The double step “%(letter)s” needs the ratnik of that file on %(square)s, under everything else."
    ),
    "double_field": N_("“%(field)s” is not a list of castling rights: each of %(letters)s at most once, or “-”."),
    "double_step_blocked": N_("The double step is blocked on %(square)s, which it would pass over."),
    "double_step_lost": N_("The ratnik on %(square)s has moved before and can no longer step by two."),
    "double_step_onto_opponent": N_("A ratnik cannot step straight onto the opponent's tower on %(square)s."),
    "en_passant_contradicts_board": N_("No ratnik can have crossed %(square)s in the last move."),
    "en_passant_field": N_("“%(square)s” cannot be a square that was just crossed."),
    "en_passant_from_tower": N_("The ratnik on %(square)s stands on a tower and cannot be taken en passant."),
    "exposes_volhv": N_("The move opens the volhv on %(square)s to attack: %(piece)s on %(attacker)s."),
    "fifty_moves_refuted": N_(
        "Moves by each side without a ratnik move or a new tower: %(count)s; needed: %(needed)s."
    ),
    "fifty_moves_upheld": N_("In the last %(count)s moves by each side no ratnik moved and no tower was built."),
    "frees_attacker": N_("The piece set free on %(attacker)s (%(piece)s) attacks the volhv on %(square)s."),
    "game_over.by_rules": N_("The game was already over by the rules."),
    "game_over_checkmate": N_("The game is over: it is checkmate."),
    "game_over_stalemate": N_("The game is over: it is stalemate."),
    "goes_nowhere": N_("A move must end on another square."),
    "lifts_none": N_("Of the pieces on %(square)s, %(height)s in all, %(lifted)s cannot be lifted."),
    "lifts_too_many": N_("Of the pieces on %(square)s, %(height)s in all, %(lifted)s cannot be lifted."),
    "mixed_alphabets": N_("The file letters belong to two alphabets: use а–з or a–h for both."),
    "no_such_claim.tavreli": N_("Tavreli has no such claim: %(kind)s."),
    "no_volhv": N_("%(side)s has no volhv."),
    "none_can_move.tavreli": N_("None of the touched pieces can move: any move may be played."),
    "not_its_way": N_("That is not how the piece moves: %(piece)s, %(origin)s to %(target)s."),
    "nothing_there": N_("There is nothing on %(square)s."),
    "nothing_touched.tavreli": N_("Pieces were touched only to adjust them: any move may be played."),
    "onto_volhv": N_("Nothing can stand on the volhv on %(square)s."),
    "opponent_touched": N_("The opponent's tower on %(square)s was touched and must be stood on."),
    "opponents_tower": N_("The tower on %(square)s is the opponent's: a tower belongs to its top piece."),
    "piece_count_all": N_("all %(count)s"),
    "piece_helgi": N_("helgi"),
    "piece_knyaz": N_("knyaz"),
    "piece_luchnik": N_("luchnik"),
    "piece_ratnik": N_("ratnik"),
    "piece_ratoborets": N_("ratoborets"),
    "piece_volhv": N_("volhv"),
    "piece_vsadnik": N_("vsadnik"),
    "position_counters": N_("The two counters are whole numbers, the move number at least 1."),
    "position_fields": N_(
        "A position has seven fields: board, side, castling, double steps, en passant and two counters."
    ),
    "position_ranks": N_("A board has eight ranks, not %(count)s."),
    "position_side": N_("The side to move is “w” or “b”, not “%(side)s”."),
    "promoted_covered": N_("A promoted %(piece)s is covered on %(square)s: it must have turned back into a ratnik."),
    "promotes_attacker": N_(
        "The ratnik uncovered on %(attacker)s is promoted (%(piece)s) and attacks the volhv on %(square)s."
    ),
    "rank_width": N_("Rank %(rank)s has %(count)s squares instead of eight."),
    "ratnik_blocked": N_("A ratnik cannot step straight onto the opponent's tower on %(square)s."),
    "ratnik_unpromoted": N_("The ratnik on top at %(square)s stands on its last rank and must be promoted."),
    "ratoborets_before_volhv": N_(
        "The ratoborets was touched before the volhv on %(square)s: the volhv moves, but does not castle."
    ),
    "repetition_refuted": N_("The position has arisen %(times)s× only, not three times (after moves: %(moves)s)."),
    "repetition_upheld": N_(
        "The same position with the same player to move has arisen %(times)s times (after moves: %(moves)s)."
    ),
    "side_black": N_("Black"),
    "side_white": N_("White"),
    "still_in_check": N_("The volhv on %(square)s stays in check: %(piece)s on %(attacker)s."),
    "too_many_pieces.tavreli": N_("%(side)s has %(count)s pieces besides volhv and ratniks, but there are only seven."),
    "too_many_ratniks": N_("%(side)s has %(count)s × “%(sign)s”, but there are only %(limit)s."),
    "touched_first": N_("The first touched piece that can move is on %(square)s."),
    "tower_brackets": N_("A tower on rank %(rank)s is not closed properly."),
    "tower_empty": N_("A tower on rank %(rank)s has no pieces."),
    "tower_too_tall": N_("On %(square)s stand %(count)s pieces, all there are but one volhv: no game comes to that."),
    "two_alphabets": N_("“%(text)s” means one move with Cyrillic file letters and another with Latin ones."),
    "two_counts": N_("“%(text)s” names two different numbers of pieces."),
    "two_volhvs": N_("%(side)s has %(count)s volhvs."),
    "unknown_piece": N_("“%(signs)s” on rank %(rank)s is not a piece."),
    "unreadable_move.tavreli": N_("“%(text)s” is not a move: write it as e2-e4, e2-e4(2) or 0-0."),
    "volhv_cannot_move": N_("The touched volhv has no legal move: any move may be played."),
    "volhv_covered": N_("Nothing can stand on the volhv on %(square)s."),
    "volhv_into_attack": N_("The volhv would stand attacked on %(square)s: %(piece)s on %(attacker)s."),
    "volhv_touched": N_("The volhv on %(square)s was touched: it moves, castling included."),
    "volhvs_adjacent": N_("The two volhvs may not stand side by side."),
}

say = Catalogue(SENTENCES, lower=(say_rules,))
