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
    "black_to_move": N_("Black to move."),
    "move_and_reason": N_("“%(move)s”: %(reason)s"),
    "move_number": N_("Move number %(number)s stands where %(expected)s is due."),
    "no_game": N_("There is no game in this file."),
    "no_square": N_("There is no square “%(square)s”."),
    "no_start_position": N_("Start positions of Chess960 have numbers from 0 to 959."),
    "no_such_opening": N_("The opening table “%(table)s” has no line %(code)s."),
    "no_such_table": N_("There is no opening table “%(table)s”."),
    "other_game": N_("This is a game of %(game)s."),
    "piece_bishop": N_("bishop"),
    "piece_king": N_("king"),
    "piece_knight": N_("knight"),
    "piece_on": N_("%(piece)s: %(squares)s"),
    "piece_over": N_("%(upper)s over %(lower)s"),
    "piece_pawn": N_("pawn"),
    "piece_queen": N_("queen"),
    "piece_rook": N_("rook"),
    "square_empty": N_("%(square)s: empty"),
    "square_holds": N_("%(square)s: %(pieces)s"),
    "towers_from_top": N_("Towers, from the top down:"),
    "unknown_game": N_("There is no game “%(game)s”."),
    "unknown_option": N_("The rules of this game have no such option: %(problem)s."),
    "white_to_move": N_("White to move."),
}

say = Catalogue(SENTENCES)
