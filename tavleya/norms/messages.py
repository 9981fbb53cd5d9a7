"""User-facing messages of `tavleya.norms`, by key."""

from tavleya.messages import N_, Catalogue

SENTENCES = {
    "norm_average": N_("Average rating of the opponents: %(has)s, at least %(needs)s."),
    "norm_foreign": N_("Other federations among the opponents: %(has)s, at least %(needs)s."),
    "norm_games": N_("Games: %(has)s, at least %(needs)s."),
    "norm_of_title": N_("Opponents with the title or a higher one: %(has)s, at least %(needs)s."),
    "norm_one": N_("Opponents of one federation: %(has)s, at most %(needs)s."),
    "norm_own": N_("Opponents of the player's own federation: %(has)s, at most %(needs)s."),
    "norm_percent": N_("Percentage score: %(has)s, at least %(needs)s."),
    "norm_performance": N_("Rating performance: %(has)s, at least %(needs)s."),
    "norm_players": N_("Players in the tournament: %(has)s, at least %(needs)s."),
    "norm_titled": N_("Opponents with a title: %(has)s, at least %(needs)s."),
    "norm_to_come_foreign": N_("Opponents from at least %(n)s more other federations."),
    "norm_to_come_of_title": N_("At least %(n)s opponents with the title or a higher one."),
    "norm_to_come_one": N_("At most %(n)s more opponents of the federation met most often."),
    "norm_to_come_own": N_("At most %(n)s more opponents of the player's own federation."),
    "norm_to_come_titled": N_("At least %(n)s opponents with a title."),
    "norms_field": N_("Unknown field in the norms file: %(field)s."),
    "norms_unreadable": N_("The file is neither TOML nor JSON: %(why)s."),
}

say = Catalogue(SENTENCES)
