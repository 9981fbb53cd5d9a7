"""What `core.formats` says to people, by key."""

from __future__ import annotations

from common.messages import N_, Catalogue
from common.messages import say as say_common

SENTENCES = {
    "bad_cell": N_("“%(text)s” cannot be read as %(column)s."),
    "column_birth": N_("a year of birth"),
    "column_blitz": N_("a blitz rating"),
    "column_club": N_("a club"),
    "column_family": N_("a family name"),
    "column_federation": N_("a federation of three letters"),
    "column_fide_id": N_("a FIDE number"),
    "column_given": N_("a given name"),
    "column_name": N_("a name"),
    "column_name_en": N_("a name in English"),
    "column_name_ru": N_("a name in Russian"),
    "column_name_uk": N_("a name in Ukrainian"),
    "column_number": N_("a starting number"),
    "column_patronymic": N_("a patronymic"),
    "column_rapid": N_("a rapid rating"),
    "column_rating": N_("a rating"),
    "column_sex": N_("a sex (m or f)"),
    "column_team": N_("a team"),
    "column_title": N_("a title"),
    "duplicate_in_file": N_("%(player)s: the same player or number as on line %(line)s."),
    "empty_file": N_("There is nothing in the file."),
    "name_missing": N_("The player has no name."),
    "name_too_long": N_("The name is longer than 80 letters."),
    "no_games": N_("There are no games in the file."),
    "no_header": N_("The first line has no headings that name a column with the players' names."),
    "no_player_on_line": N_("There is no player with a FIDE number here."),
    "no_players": N_("There are no players in the file."),
    "no_rating_list": N_("This is no FIDE rating list, in text or XML."),
    "pairing_with_oneself": N_("Nobody plays against himself."),
    "round_missing": N_("The game does not say in which round it was played."),
    "too_many_cells": N_("The line has more cells than there are headings."),
    "too_many_rows": N_("A file may have %(most)s players."),
    "trf_bye_contradicts": N_(
        "Round %(round)s: player %(number)s has a bye here and “%(mark)s” on his own line."
    ),
    "trf_bye_kind": N_("“%(kind)s” is no kind of bye (F, H, Z)."),
    "trf_does_not_fit": N_("“%(text)s” does not fit its %(width)s columns of the TRF."),
    "trf_fide_id_twice": N_("FIDE number %(fide_id)s is on line %(first)s already."),
    "trf_forfeit_of_nobody": N_("Round %(round)s: a forfeit without an opponent is a bye."),
    "trf_forfeit_without_colour": N_(
        "Round %(round)s against %(opponent)s: a forfeit without a colour; player %(white)s is taken to have White."
    ),
    "trf_misaligned": N_("Column %(column)s of a player's line must be blank."),
    "trf_name_missing": N_("The player has no name."),
    "trf_no_matches": N_("Round %(round)s: the boards are not those of teams that each meet one other."),
    "trf_number": N_("“%(text)s” is no whole number."),
    "trf_opponent_mismatch": N_("Round %(round)s: player %(opponent)s is not said to have met this one."),
    "trf_opponent_self": N_("Round %(round)s: nobody plays against himself."),
    "trf_opponent_unknown": N_("Round %(round)s: there is no player %(opponent)s."),
    "trf_player_count": N_("The file says %(said)s players and has %(found)s."),
    "trf_player_twice": N_("Starting rank %(number)s is on line %(first)s already."),
    "trf_points": N_("“%(text)s” is no number of points."),
    "trf_points_differ": N_("%(said)s points are written; the results make %(points)s, which count."),
    "trf_rating": N_("%(rating)s is out of the range of ratings."),
    "trf_refused": N_("The tournament report was not taken: see what is wrong in it."),
    "trf_remedy.bye_instead": N_("Taken as a bye with the points of the result, or with none."),
    "trf_remedy.bye_left_out": N_("The bye is left out; the player's own line counts."),
    "trf_remedy.colour_of_the_other": N_(
        "The colour is the one that the opponent's line leaves; if it has none, the lower starting rank has White."
    ),
    "trf_remedy.colours_by_rank": N_("The lower starting rank has White."),
    "trf_remedy.left_blank": N_("Taken as if nothing were written there."),
    "trf_remedy.line_left_out": N_("The line is left out."),
    "trf_remedy.no_opponent": N_("Taken as a bye without an opponent."),
    "trf_remedy.result_of_the_other": N_("The result is the one on the opponent's line."),
    "trf_remedy.result_unknown": N_("The opponents are kept, and the result is unknown until it is entered."),
    "trf_remedy.rounds_of_the_lines": N_("The tournament has as many rounds as the longest line."),
    "trf_results_contradict": N_(
        "Round %(round)s against %(opponent)s: “%(mark)s” and “%(theirs)s” cannot both be."
    ),
    "trf_round_cell": N_("“%(text)s” is no round of a player."),
    "trf_rounds_filled": N_("Nothing is written for rounds %(rounds)s: taken as zero-point byes."),
    "trf_rounds_planned": N_("A tournament has 1 to %(most)s rounds."),
    "trf_same_colour": N_("Round %(round)s: this player and %(opponent)s have the same colour."),
    "trf_scoring": N_("“%(text)s” does not say what a result gives."),
    "trf_starting_rank": N_("Starting ranks begin with 1."),
    "trf_too_many_rounds": N_("The line has %(rounds)s rounds, the tournament %(planned)s."),
    "trf_without_players": N_("The file has no player lines (001)."),
    "trf_without_teams": N_("The file has no teams (310 or 013)."),
    "two_fide_ids": N_("%(player)s has two different FIDE numbers in the file."),
    "unknown_column": N_("The column “%(heading)s” is not known and was left out."),
}

say = Catalogue(SENTENCES, lower=(say_common,))
