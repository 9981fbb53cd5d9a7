"""What `core.rules.pdn` says to people, by key."""

from __future__ import annotations

from common.messages import N_, Catalogue
from core.rules.messages import say as say_rules

SENTENCES = {
    "bad_tag.pdn": N_("“%(text)s” is not a tag."),
    "comment_not_closed": N_("A comment is opened here and never closed."),
    "moves_after_draw": N_("The game was drawn by the rules after this move."),
    "other_game_type": N_("Game type %(type)s is not Russian draughts, which is 25."),
    "result_against_position": N_("The last position is won for one side, the result is %(result)s."),
    "results_differ": N_("The tag says %(tag)s, the moves end with %(end)s."),
    "stray_character": N_("“%(text)s” means nothing here."),
    "tag_twice": N_("The tag %(tag)s stands twice."),
    "unknown_result.tag": N_("“%(tag)s” is not a result."),
    "variation_not_closed": N_("A variation is opened here and never closed."),
    "variation_not_opened": N_("A variation is closed that was never opened."),
}

say = Catalogue(SENTENCES, lower=(say_rules,))
