"""User-facing messages of `tavleya.rules.pdn`, by key."""

from tavleya.messages import N_, Catalogue
from tavleya.rules.messages import say as say_rules

SENTENCES = {
    "bad_tag.pdn": N_("“%(text)s” is not a tag."),
    "comment_not_closed": N_("A comment starts here and is never closed."),
    "moves_after_draw": N_("The game was drawn by rule after this move."),
    "other_game_type": N_("The game type is %(type)s; %(expected)s was expected."),
    "result_against_position": N_("The last position is won for one side, the result is %(result)s."),
    "results_differ": N_("The tag says %(tag)s, the moves end with %(end)s."),
    "stray_character": N_("“%(text)s” has no meaning here."),
    "tag_twice": N_("The tag %(tag)s appears twice."),
    "unknown_result.tag": N_("“%(tag)s” is not a result."),
    "variation_not_closed": N_("A variation starts here and is never closed."),
    "variation_not_opened": N_("A variation ends here that never started."),
}

say = Catalogue(SENTENCES, lower=(say_rules,))
