"""User-facing messages of `tavleya.rules.pgn`, by key."""

from tavleya.messages import N_, Catalogue
from tavleya.rules.messages import say as say_rules

SENTENCES = {
    "bad_tag.pgn": N_("This is not a tag: a name and a value in quotation marks are expected."),
    "null_move": N_("“%(move)s” is a null move: the game is imported up to this point, with its result."),
    "result_against_board": N_("By the rules the final position is %(due)s; the file says %(result)s."),
    "result_differs": N_("The tag says %(tag)s but the moves end with %(result)s, which is used."),
    "result_missing": N_("The moves do not end with a result."),
    "start_missing": N_("The tag FEN is missing: the game is read from the start position of its rules."),
    "stray_sign": N_("“%(sign)s” has no meaning here."),
    "tag_twice.first_counts": N_("The tag %(tag)s appears twice; the first one is used."),
    "unclosed_comment": N_("A comment starts here with { and is never closed."),
    "unclosed_variation": N_("A variation starts here with ( and is never closed."),
    "unknown_result": N_("“%(result)s” is not a result."),
    "unknown_variant": N_("The variant “%(variant)s” is not supported."),
}

say = Catalogue(SENTENCES, lower=(say_rules,))
