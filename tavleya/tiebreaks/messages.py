"""User-facing messages of `tavleya.tiebreaks`, by key."""

from tavleya.messages import N_, Catalogue

SENTENCES = {
    "bad_scoring": N_("“%(name)s: %(value)s” is not a valid number of half-points for a result."),
    "bad_scoring_bye": N_("A bye cannot be worth more than a win."),
    "bad_scoring_draws": N_("Two draws cannot be worth more than a win and a loss together."),
    "bad_scoring_order": N_("A win must be worth more than a draw, and a draw no less than a loss."),
    "bad_tiebreak": N_("“%(text)s” is not a tie-break code. Examples: BH, BH/C1, SB, KS/L-1."),
    "tiebreak_modifier": N_("%(name)s does not take the modifier “%(modifier)s”."),
    "tiebreak_needs_boards": N_("%(name)s needs the results of every board, which were not recorded."),
    "tiebreak_needs_ratings": N_("%(name)s is not applied because a player is unrated (C.07, Article 10)."),
    "tiebreak_needs_rounds": N_("%(name)s needs the order of the rounds, which was not recorded."),
    "tiebreak_needs_teams": N_("%(name)s is for team tournaments (C.07 11-13)."),
    "tiebreak_not_in_edition": N_("%(name)s is not in the tie-break regulations of %(edition)s."),
    "tiebreak_not_in_round_robin": N_("%(name)s must not be used in a round robin (C.07 8)."),
    "tiebreak_only_in_round_robin": N_("%(name)s is for round robins (C.07 9.2)."),
    "tiebreak_part_bye": N_("Round %(round)s, bye: %(units)s."),
    "tiebreak_part_cut": N_("%(part)s Left out by the modifier."),
    "tiebreak_part_cut_unplayed": N_(
        "%(part)s Left out by the modifier: a voluntarily unplayed round goes first (C.07 16.5)."
    ),
    "tiebreak_part_dummy": N_(
        "Round %(round)s was not played and counts as a game against a dummy opponent (C.07 16.4): %(units)s."
    ),
    "tiebreak_part_forfeit": N_("Round %(round)s, forfeit, %(opponent)s: %(units)s."),
    "tiebreak_part_game": N_("Round %(round)s, %(opponent)s: %(units)s."),
    "tiebreak_part_own": N_("Round %(round)s: %(units)s."),
    "unknown_tiebreak": N_("There is no tie-break “%(name)s”."),
}

say = Catalogue(SENTENCES)
