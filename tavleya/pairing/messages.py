"""User-facing messages of `tavleya.pairing`, by key."""

from tavleya.messages import N_, Catalogue
from tavleya.messages import say as say_common

SENTENCES = {
    "C1.met": N_("C1: %(one)s and %(other)s met in round %(round)s."),
    "C1.waiver": N_("players %(one)s and %(other)s have met (C1)"),
    "C10": N_("C10: more players would get a colour difference beyond two."),
    "C10.dubov": N_("C10: more players who floated up in the previous round would float up again."),
    "C10.team_swiss": N_("C10: more opponents of upfloaters would be teams that floated in the previous round."),
    "C11": N_("C11: more players would get the same colour three times in a row."),
    "C12": N_("C12: more players would not get the colour they prefer."),
    "C13": N_("C13: more players would not get a colour they strongly prefer."),
    "C14": N_("C14: more players who floated down in the previous round would float down again."),
    "C15": N_("C15: more opponents of moved-down players would float up for the second round running."),
    "C16": N_("C16: more players who floated down two rounds ago would float down."),
    "C17": N_("C17: more opponents of moved-down players would float up as two rounds ago."),
    "C18": N_("C18: moved-down players who floated in the previous round would meet lower scores."),
    "C19": N_("C19: players who floated up in the previous round would meet higher scores."),
    "C2.excluded": N_("C2: these players may not have it: %(players)s."),
    "C2.waiver": N_("player %(one)s has already had a pairing-allocated bye or a forfeit win (C2)"),
    "C20": N_("C20: moved-down players who floated two rounds ago would meet lower scores."),
    "C21": N_("C21: players who floated up two rounds ago would meet higher scores."),
    "C3.equal": N_("C3: %(one)s and %(other)s have the same absolute colour preference."),
    "C3.same_colour": N_(
        "C3: %(one)s and %(other)s have the same absolute colour preference and neither is a topscorer."
    ),
    "C3.team_swiss": N_("C3: the teams not yet paired could then not all be paired."),
    "C3.waiver": N_("players %(one)s and %(other)s must both have the same colour (C3)"),
    "C4": N_("C4: the players not yet paired could then not all be paired, with the bye where C5 wants it."),
    "C4.rest": N_("C4: the players not yet paired could then not all be paired."),
    "C4.team_swiss": N_("C4: more teams would have to float up."),
    "C5": N_("C5: the pairing-allocated bye would go to a higher score."),
    "C5.burstein": N_("C5: more players would have to float down from this bracket."),
    "C5.dubov": N_("C5: more players would have to float up."),
    "C5.lowest": N_("C5: this is the lowest score that leaves all others a legal pairing."),
    "C5.team_swiss": N_("C5: teams with lower scores would have to float up."),
    "C6": N_("C6: more players would have to float down from this bracket."),
    "C6.burstein": N_("C6: players with higher scores would have to float down."),
    "C6.dubov": N_("C6: players with lower scores would have to float up."),
    "C6.team_swiss": N_("C6: what is left of the next scoregroup could not be paired as well."),
    "C7": N_("C7: players with higher scores would have to float down."),
    "C7.burstein": N_("C7: the next bracket would pair fewer of its players, or leave over higher scores."),
    "C7.dubov": N_("C7: more players would not get the colour they prefer."),
    "C7.team_swiss": N_("C7: more teams that floated in the previous round would float up."),
    "C8": N_("C8: the next bracket would pair fewer of its players, or leave over higher scores."),
    "C8.burstein": N_("C8: more players would not get the colour they prefer."),
    "C8.dubov": N_("C8: more players who have floated up as often as allowed would float up again."),
    "C8.team_swiss": N_("C8: more teams would not get the colour they prefer."),
    "C9": N_("C9: the bye would go to a player with more unplayed rounds."),
    "C9.dubov": N_("C9: players who have floated up more often would float up again."),
    "C9.team_swiss": N_("C9: more teams would not get a colour they strongly prefer."),
    "absent_paired": N_("Player %(number)s is paired but does not play this round."),
    "against_colours": N_("Players %(one)s and %(other)s both get the colour opposite to the one they are due."),
    "apart": N_("The arbiter keeps %(one)s and %(other)s apart."),
    "apart.waiver": N_("players %(one)s and %(other)s are kept apart by the arbiter"),
    "bad_draw_record": N_("This is not a record of drawn openings."),
    "bad_match_points": N_(
        "A won match must be worth more than a drawn one, and a drawn match no less than a lost one."
    ),
    "bad_option": N_("“%(value)s” cannot be chosen for “%(name)s”."),
    "board_left_out": N_("Only a team's last boards may be left empty."),
    "board_order": N_("The player at board %(board)s must be placed above the preceding player."),
    "both_preferences": N_("Both get the colour they prefer."),
    "bracket": N_("Bracket of %(score)s points: %(residents)s residents, moved down: %(moved_down)s."),
    "bracket.upfloaters": N_("Bracket of %(score)s points: %(residents)s residents, moved up: %(upfloaters)s."),
    "burstein.above": N_("%(one)s is paired in a higher bracket before the other player's bracket is reached."),
    "burstein.first": N_("The opponent with the weakest opposition still available."),
    "burstein.order": N_("All criteria are met equally well, but that pairing comes later in the order of Article 4."),
    "burstein.places": N_(
        "By opposition (Buchholz, Sonneborn-Berger, pairing number), "
        "%(one)s is number %(place)s of the bracket and %(other)s number %(second)s."
    ),
    "burstein.seeding": N_("This is one of the first rounds, which are paired by the Dutch system."),
    "bye": N_("The bye goes to %(one)s, with a score of %(score)s."),
    "bye.largest_number": N_(
        "Among those who may receive it and leave the others a legal pairing: the lowest score, "
        "then the largest pairing number."
    ),
    "bye.least_opposition": N_(
        "Among those who may receive it and leave the others a legal pairing: the lowest score, "
        "then the most games played, then the lowest ranking by opposition."
    ),
    "bye.most_games": N_(
        "Among those who may receive it and leave the others a legal pairing: the lowest score, "
        "then the most games played, then the largest pairing number."
    ),
    "bye.most_matches": N_(
        "Among those that may receive it and leave the others a legal pairing: the lowest score, "
        "then the most matches played, then the largest pairing number."
    ),
    "bye_not_lowest": N_("C5: player %(number)s has the bye although a player with a lower score has not had one."),
    "cannot_pair": N_("No pairing leaves every other player with an opponent."),
    "cannot_pair.because": N_("This round cannot be paired: %(reason)s %(remedy)s"),
    "colour_three_times": N_("Player %(number)s would have the same colour in three rounds running."),
    "colours_alternate": N_("Colours alternate to the last round in which they differed."),
    "draw_is_another": N_("Draw %(number)s gives opening %(due)s; %(code)s was recorded."),
    "draw_left_out": N_("Draw %(expected)s is missing: draw %(number)s is in its place."),
    "dubov.first": N_("The first opponent still available by pairing number."),
    "dubov.order": N_("All criteria are met equally well, but that pairing comes later by Articles 3.2.4 to 3.2.6."),
    "dubov.order_of_upfloaters": N_(
        "All criteria are met equally well, but those upfloaters come later in the order of Article 4.2."
    ),
    "dubov.others_stuck": N_("the others could then not all be paired."),
    "dubov.shifted": N_("Shifted between the subgroups, so that they are equal and can be paired: %(players)s."),
    "dubov.subgroups": N_(
        "%(one)s is number %(place)s of the first subgroup (average rating of opponents %(aro)s), opposite %(other)s."
    ),
    "edition_unavailable": N_("The 2017 edition needs py4swiss, which is not installed here."),
    "exchanged": N_("Exchanged between S1 and S2: %(to_s2)s for %(to_s1)s. Without the exchange: %(reason)s"),
    "first": N_("The first opponent still available in the order of Article 4."),
    "float": N_("%(one)s would have to float down to the bracket of %(other)s. %(reason)s"),
    "has_bye": N_("%(one)s has the pairing-allocated bye."),
    "higher_ranked_preference": N_("The higher-ranked player's preference is granted."),
    "initial_colour": N_("The higher-ranked player's pairing number and the initial colour decide."),
    "instead": N_("Instead of %(other)s: %(reason)s"),
    "kept_apart": N_("Players %(one)s and %(other)s are kept apart by the arbiter."),
    "lim.colours": N_("more players would not get the colour they are due."),
    "lim.first": N_("The first opponent still available in the order of exchanges of Article 4."),
    "lim.float": N_("One of them would have to float to another scoregroup, and as few players float as possible."),
    "lim.floater": N_(
        "%(one)s floated into this scoregroup and gets the first opponent the others can spare, "
        "preferably one who is due the other colour."
    ),
    "lim.floaters_alone": N_("Only players who floated are left here: %(floaters)s."),
    "lim.group": N_("Scoregroup of %(score)s points: %(residents)s residents, floated in: %(floaters)s."),
    "lim.order": N_(
        "That pairing gives more players a colour they are not due, or comes later in the order of Articles 3 and 4."
    ),
    "met_too_often": N_("Players %(one)s and %(other)s have already met as often as they should."),
    "met_with_colours": N_("Players %(one)s and %(other)s have met with the same colours."),
    "molter_players": N_(
        "Teams of %(players)s players cannot play a Molter with an odd number of teams: an even number is needed."
    ),
    "molter_rounds": N_("%(teams)s teams have too few opponents for %(rounds)s rounds of a Molter."),
    "moved_down": N_("%(one)s was moved down to this bracket and gets the first opponent the criteria allow."),
    "needless_bye": N_("There is a pairing-allocated bye although the number of players is even."),
    "no_matching": N_("In every pairing some player is left without an opponent permitted by C1–C3."),
    "no_waiver": N_("No single waiver would help."),
    "nobody": N_("no one"),
    "nobody_for_bye": N_(
        "No player may receive the pairing-allocated bye: every player has already had one, or a forfeit win (C2)."
    ),
    "not_of_the_team": N_("The player at board %(board)s is not in the team."),
    "not_paired_now": N_("Player %(number)s is not paired in this round."),
    "not_seated": N_("Player %(number)s has no board."),
    "not_two_teams": N_("A Scheveningen match is played by two teams."),
    "order": N_("All criteria are met equally well, but that candidate comes later in the order of Article 4."),
    "paired": N_("%(one)s and %(other)s do meet."),
    "player_twice": N_("Player %(number)s is in the section twice."),
    "rematch": N_("C1: players %(one)s and %(other)s have met before, in round %(round)s."),
    "same_colour": N_("C3: players %(one)s and %(other)s both must have %(side)s, and neither is a topscorer."),
    "same_colour.always": N_("C3: players %(one)s and %(other)s both must have %(side)s."),
    "seated_twice.counted": N_("Player %(number)s is on %(times)s boards."),
    "second_bye": N_(
        "C2: player %(number)s may not have the pairing-allocated bye after the bye or forfeit win of round %(round)s."
    ),
    "seed_is_another": N_("The seed does not match the published SHA-256."),
    "seed_not_shown": N_("The seed has not been revealed yet."),
    "stronger_preference": N_("The stronger preference is granted."),
    "subgroups": N_("%(one)s is number %(place)s of S1, %(other)s number %(second)s of S2."),
    "table.met": N_("Players %(one)s and %(other)s have already met, in round %(round)s."),
    "table.team_mates": N_("Players %(one)s and %(other)s are of the same team."),
    "table.team_met": N_("Player %(player)s has already met team %(team)s, in round %(round)s."),
    "team_swiss.colour_difference": N_("The team with the lower colour difference has White."),
    "team_swiss.first_alternates": N_("The first-ranked team alternates the colour of its last match."),
    "team_swiss.first_preference": N_("The first-ranked team's preference is granted."),
    "team_swiss.initial_colour": N_("The first-ranked team's pairing number and the initial colour decide."),
    "team_swiss.members": N_("%(one)s is number %(place)s of the top members by pairing number, opposite %(other)s."),
    "team_swiss.only_preference": N_("The only colour preference is granted."),
    "team_swiss.order": N_(
        "All criteria are met equally well, but that pairing comes later in the order of Article 3.6."
    ),
    "team_swiss.order_of_upfloaters": N_(
        "All criteria are met equally well, but those upfloaters come later in the order of Article 3.5."
    ),
    "team_swiss.other_alternates": N_("The other team alternates the colour of its last match."),
    "team_swiss.stuck": N_("the other teams of the bracket could then not all be paired."),
    "teams_uneven": N_("Teams need the same number of players: one has %(one)s, another %(other)s."),
    "third_colour": N_(
        "Player %(number)s gets %(side)s for the third time in a row, or a colour difference beyond two."
    ),
    "too_few_teams": N_("A team event needs at least two teams."),
    "too_many_boards": N_("A match has %(boards)s boards."),
    "uneven_rounds": N_("Some players have more past rounds than others; all need the same number."),
    "unknown_player": N_("There is no player %(number)s in the section."),
    "waiver_list": N_("%(one)s; %(more)s"),
    "waivers": N_("It could be paired if this were waived: %(waive)s."),
    "waivers.several": N_("It could be paired if all of these were waived: %(waive)s."),
    "wider_difference": N_("Both preferences are absolute; the wider colour difference decides."),
}

say = Catalogue(SENTENCES, lower=(say_common,))
