"""What `core.pairing` says to people, by key."""

from __future__ import annotations

from common.messages import N_, Catalogue
from common.messages import say as say_common

SENTENCES = {
    "C1.met": N_("C1: %(one)s and %(other)s met in round %(round)s."),
    "C1.waiver": N_("players %(one)s and %(other)s have met (C1)"),
    "C10": N_("C10: more players would get a colour difference beyond two."),
    "C11": N_("C11: more players would get the same colour three times in a row."),
    "C12": N_("C12: more players would not get the colour they prefer."),
    "C13": N_("C13: more players would not get a colour they strongly prefer."),
    "C14": N_("C14: more players who floated down in the previous round would float down again."),
    "C15": N_("C15: more opponents of moved-down players would float up for the second round running."),
    "C16": N_("C16: more players who floated down two rounds ago would float down."),
    "C17": N_("C17: more opponents of moved-down players would float up as two rounds ago."),
    "C18": N_("C18: moved-down players who floated in the previous round would meet lower scores."),
    "C19": N_("C19: players who floated up in the previous round would meet higher scores."),
    "C2.excluded": N_("C2: these may not have it: %(players)s."),
    "C2.waiver": N_("player %(one)s has already had a bye or a win without playing (C2)"),
    "C20": N_("C20: moved-down players who floated two rounds ago would meet lower scores."),
    "C21": N_("C21: players who floated up two rounds ago would meet higher scores."),
    "C3.same_colour": N_(
        "C3: %(one)s and %(other)s have the same absolute colour preference and neither is a topscorer."
    ),
    "C3.waiver": N_("players %(one)s and %(other)s must both have the same colour (C3)"),
    "C4": N_("C4: the players not yet paired could then not all be paired, with the bye where C5 wants it."),
    "C5": N_("C5: the pairing-allocated bye would go to a higher score."),
    "C5.lowest": N_("C5: this is the lowest score that leaves all others a legal pairing."),
    "C6": N_("C6: more players would have to float down from this bracket."),
    "C7": N_("C7: players with higher scores would have to float down."),
    "C8": N_("C8: the next bracket would pair fewer of its players, or leave over higher scores."),
    "C9": N_("C9: the bye would go to somebody with more unplayed rounds."),
    "absent_paired": N_("Player %(number)s is paired but does not play this round."),
    "apart": N_("The arbiter keeps %(one)s and %(other)s apart."),
    "apart.waiver": N_("players %(one)s and %(other)s are kept apart by the arbiter"),
    "bad_draw_record": N_("This is no record of drawn openings."),
    "bad_match_points": N_("A match won must be worth more than one drawn, and that no less than one lost."),
    "bad_option": N_("“%(value)s” cannot be chosen for “%(name)s”."),
    "board_left_out": N_("Only the last boards of a team may stay empty."),
    "board_order": N_("The player at board %(board)s must sit above the one before him."),
    "both_preferences": N_("Both get the colour they prefer."),
    "bracket": N_("Bracket of %(score)s points: %(residents)s residents, moved down: %(moved_down)s."),
    "bye": N_("The bye goes to %(one)s, with a score of %(score)s."),
    "cannot_pair": N_("Nobody can be paired so that all the others have an opponent."),
    "cannot_pair.because": N_("This round cannot be paired: %(reason)s %(remedy)s"),
    "colours_alternate": N_("Colours alternate to the last round in which they differed."),
    "draw_is_another": N_("Draw %(number)s gives line %(due)s; %(code)s was recorded."),
    "draw_left_out": N_("Draw %(expected)s is missing: draw %(number)s stands in its place."),
    "edition_unavailable": N_("The edition of 2017 needs py4swiss, which is not installed here."),
    "exchanged": N_("Between S1 and S2 were exchanged: %(to_s2)s for %(to_s1)s. Without: %(reason)s"),
    "first": N_("It is the first opponent in the order of article 4 who was still free."),
    "float": N_("%(one)s would have to float down to the bracket of %(other)s. %(reason)s"),
    "higher_ranked_preference": N_("The preference of the higher ranked player is granted."),
    "initial_colour": N_("The pairing number of the higher ranked player decides, by the initial colour."),
    "instead": N_("Instead of %(other)s: %(reason)s"),
    "kept_apart": N_("Players %(one)s and %(other)s are kept apart by the arbiter."),
    "moved_down": N_("%(one)s was moved down to it and gets the first opponent that the criteria allow."),
    "needless_bye": N_("There is a pairing-allocated bye although the number of players is even."),
    "no_bye": N_("Nobody can be given the bye so that the others can be paired."),
    "no_matching": N_("However they are paired, somebody stays without an opponent whom C1-C3 allow."),
    "no_waiver": N_("No single waiver is known to help."),
    "nobody": N_("nobody"),
    "nobody_for_bye": N_(
        "Nobody may have the pairing-allocated bye: everybody has had one, or a win without playing (C2)."
    ),
    "not_of_the_team": N_("The player at board %(board)s is not of the team."),
    "not_paired_now": N_("Player %(number)s is not paired in this round."),
    "not_seated": N_("Player %(number)s is not seated."),
    "order": N_("Every criterion is met as well, but that candidate comes later in the order of article 4."),
    "paired": N_("%(one)s and %(other)s do meet."),
    "player_twice": N_("Player %(number)s is in the section twice."),
    "rematch": N_("C1: players %(one)s and %(other)s have met before, in round %(round)s."),
    "same_colour": N_(
        "C3: players %(one)s and %(other)s both must have %(side)s, and neither is a topscorer."
    ),
    "seated_twice.counted": N_("Player %(number)s is seated %(times)s times."),
    "second_bye": N_(
        "C2: player %(number)s may not have the pairing-allocated bye: round %(round)s brought a win "
        "unplayed."
    ),
    "seed_is_another": N_("The seed is not the one whose SHA-256 was published before."),
    "seed_not_shown": N_("The seed has not been shown yet."),
    "stronger_preference": N_("The stronger preference is granted."),
    "subgroups": N_("%(one)s is number %(place)s of S1, %(other)s number %(second)s of S2."),
    "too_many_boards": N_("A match has %(boards)s boards."),
    "uneven_rounds": N_("Some players have more past rounds than others; all need the same number."),
    "unknown_player": N_("There is no player %(number)s in the section."),
    "waiver_list": N_("%(one)s; %(more)s"),
    "waivers": N_("It could be paired if this were waived: %(waive)s."),
    "waivers.several": N_("It could be paired if all of these were waived: %(waive)s."),
    "wider_difference": N_("Both preferences are absolute; the wider colour difference decides."),
}

say = Catalogue(SENTENCES, lower=(say_common,))
