"""User-facing messages of `tavleya.rules`, by key."""

from collections.abc import Mapping
from types import MappingProxyType

from tavleya.messages import N_, Catalogue

#: Names of the endings by the rules of the board (`tavleya.rules.contract.EndingKind`).
ENDING_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "checkmate": N_("by checkmate"),
        "stalemate": N_("by stalemate"),
        "blocked": N_("all pieces are blocked"),
        "no_pieces": N_("no pieces are left"),
        "dead": N_("dead position"),
        "repetition": N_("by threefold repetition"),
        "fivefold": N_("by fivefold repetition"),
        "fifty_moves": N_("by the fifty-move rule"),
        "seventy_five_moves": N_("by the seventy-five-move rule"),
        "kings_only": N_("fifteen moves with kings alone"),
        "short_ending": N_("the moves allowed in this ending have been played"),
        "piece_balance": N_("the balance of pieces has not changed"),
        "three_kings": N_("three kings did not win in time"),
        "main_road": N_("the main diagonal was held"),
    }
)

SENTENCES = {
    "agreement_too_early": N_("Moves by each side before a draw may be agreed: %(moves)s; made: %(made)s."),
    "bad_tag.pdn": N_("“%(text)s” is not a tag."),
    "bad_tag.pgn": N_("This is not a tag: a name and a value in quotation marks are expected."),
    "black_to_move": N_("Black to move."),
    "comment_not_closed": N_("A comment starts here and is never closed."),
    "move_and_reason": N_("“%(move)s”: %(reason)s"),
    "move_number": N_("Move number %(number)s stands where %(expected)s is due."),
    "moves_after_draw": N_("The game was drawn by rule after this move."),
    "no_game": N_("There is no game in this file."),
    "no_square": N_("There is no square “%(square)s”."),
    "no_start_position": N_("Start positions of Chess960 have numbers from 0 to 959."),
    "no_such_opening": N_("The opening table “%(table)s” has no line %(code)s."),
    "no_such_table": N_("There is no opening table “%(table)s”."),
    "null_move": N_("“%(move)s” is a null move: the game is imported up to this point, with its result."),
    "other_game": N_("This is a game of %(game)s."),
    "other_game_type": N_("The game type is %(type)s; %(expected)s was expected."),
    "piece_bishop": N_("bishop"),
    "piece_king": N_("king"),
    "piece_knight": N_("knight"),
    "piece_on": N_("%(piece)s: %(squares)s"),
    "piece_over": N_("%(upper)s over %(lower)s"),
    "piece_pawn": N_("pawn"),
    "piece_queen": N_("queen"),
    "piece_rook": N_("rook"),
    "result_against_board": N_("By the rules the final position is %(due)s; the file says %(result)s."),
    "result_against_position": N_("The last position is won for one side, the result is %(result)s."),
    "result_differs": N_("The tag says %(tag)s but the moves end with %(result)s, which is used."),
    "result_missing": N_("The moves do not end with a result."),
    "results_differ": N_("The tag says %(tag)s, the moves end with %(end)s."),
    "sheet_too_damaged": N_("No reading of the whole sheet was found from here."),
    "square_empty": N_("%(square)s: empty"),
    "square_holds": N_("%(square)s: %(pieces)s"),
    "start_missing": N_("The tag FEN is missing: the game is read from the start position of its rules."),
    "stray_character": N_("“%(text)s” has no meaning here."),
    "stray_sign": N_("“%(sign)s” has no meaning here."),
    "tag_twice": N_("The tag %(tag)s appears twice."),
    "tag_twice.first_counts": N_("The tag %(tag)s appears twice; the first one is used."),
    "towers_from_top": N_("Towers, from the top down:"),
    "unclosed_comment": N_("A comment starts here with { and is never closed."),
    "unclosed_variation": N_("A variation starts here with ( and is never closed."),
    "unknown_game": N_("There is no game “%(game)s”."),
    "unknown_option": N_("The rules of this game have no such option: %(problem)s."),
    "unknown_result": N_("“%(result)s” is not a result."),
    "unknown_result.tag": N_("“%(tag)s” is not a result."),
    "unknown_variant": N_("The variant “%(variant)s” is not supported."),
    "variation_not_closed": N_("A variation starts here and is never closed."),
    "variation_not_opened": N_("A variation ends here that never started."),
    "white_to_move": N_("White to move."),
}

say = Catalogue(SENTENCES)
