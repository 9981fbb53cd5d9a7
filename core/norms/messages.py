"""What `core.norms` says to people, by key."""

from __future__ import annotations

from common.messages import N_, Catalogue

SENTENCES = {
    "norm_average": N_("Average rating of the opponents: %(has)s, at least %(needs)s."),
    "norm_foreign": N_("Other federations among the opponents: %(has)s, at least %(needs)s."),
    "norm_games": N_("Games: %(has)s, at least %(needs)s."),
    "norm_of_title": N_("Opponents with the title or a higher one: %(has)s, at least %(needs)s."),
    "norm_one": N_("Opponents of one federation: %(has)s, at most %(needs)s."),
    "norm_own": N_("Opponents of the player's own federation: %(has)s, at most %(needs)s."),
    "norm_percent": N_("Percentage score: %(has)s, at least %(needs)s."),
    "norm_performance": N_("Rating performance: %(has)s, at least %(needs)s."),
    "norm_titled": N_("Opponents with a title: %(has)s, at least %(needs)s."),
    "norms_field": N_("Unknown field in the norms file: %(field)s."),
    "norms_unreadable": N_("The file is neither TOML nor JSON: %(why)s."),
}

say = Catalogue(SENTENCES)
