"""User-facing messages of `tavleya.formats`, by key."""

from tavleya.messages import N_, Catalogue
from tavleya.messages import say as say_common

SENTENCES = {
    "bad_cell": N_("“%(text)s” cannot be read as %(column)s."),
    "bad_workbook": N_("The workbook cannot be read. Save it again as XLSX or as CSV."),
    "column_birth": N_("a year of birth"),
    "column_blitz": N_("a blitz rating"),
    "column_board": N_("a fixed board"),
    "column_byes": N_("rounds with a bye, such as 2 or 2:0"),
    "column_club": N_("a club"),
    "column_family": N_("a family name"),
    "column_federation": N_("a federation of three letters"),
    "column_fide_id": N_("a FIDE ID"),
    "column_given": N_("a given name"),
    "column_given_first": N_("a name"),
    "column_lichess_rating": N_("a lichess rating"),
    "column_name": N_("a name"),
    "column_name_en": N_("a name in English"),
    "column_name_ru": N_("a name in Russian"),
    "column_name_uk": N_("a name in Ukrainian"),
    "column_national_id": N_("a national ID"),
    "column_national_rating": N_("a national rating"),
    "column_number": N_("a starting number"),
    "column_patronymic": N_("a patronymic"),
    "column_rapid": N_("a rapid rating"),
    "column_rating": N_("a rating"),
    "column_sex": N_("a sex (m or f)"),
    "column_team": N_("a team"),
    "column_title": N_("a title"),
    "columns_twice": N_(
        "Columns “%(first)s” and “%(second)s” say the same: the first is used where it is filled."
    ),
    "duplicate_in_file": N_("%(player)s: the same player or number as on line %(line)s."),
    "empty_file": N_("The file is empty."),
    "family_name_first": N_(
        "It is not clear which part of the names is first: “%(name)s” is read as family name %(family)s, given name "
        "%(given)s. If that is wrong, choose the other order."
    ),
    "foot_lines": N_("Lines ignored below the list: %(lines)s."),
    "formula_cell": N_("“%(text)s” looks like a formula."),
    "given_name_first": N_(
        "The names have the given name first: “%(name)s” is read as family name %(family)s, given name %(given)s."
    ),
    "list_too_large": N_("The file is larger than %(most)s MB."),
    "money_left_out": N_("Amounts are not imported: %(columns)s."),
    "name_missing": N_("The player has no name."),
    "name_too_long": N_("The name is longer than 80 characters."),
    "no_games": N_("There are no games in the file."),
    "no_header": N_("The first line must have column headings, one of them for the players' names."),
    "no_own_list": N_(
        "The first line must have headings for the rating and for the player's number or FIDE ID."
    ),
    "no_player_on_line": N_("No player here has a FIDE ID."),
    "no_players": N_("There are no players in the file."),
    "no_rating_list": N_("This is not a FIDE rating list in TXT or XML."),
    "no_rating_on_line": N_("The line has no number or no rating."),
    "not_a_list": N_("This is not a list of players in a layout that can be read."),
    "old_workbook": N_("This workbook has the old format XLS or the format ODS. Save it as XLSX or as CSV."),
    "other_sheets": N_("Only the sheet “%(sheet)s” was read; the others were ignored: %(others)s."),
    "pairing_with_oneself": N_("A player cannot be paired with themselves."),
    "round_missing": N_("The game does not say in which round it was played."),
    "several_tournaments": N_("The list has players of several tournaments: %(names)s."),
    "too_many_cells": N_("The line has more columns than there are headings."),
    "too_many_columns": N_("A list can have at most %(most)s columns."),
    "too_many_rows": N_("A file can have at most %(most)s players."),
    "trf_bye_contradicts": N_(
        "Round %(round)s: player %(number)s has a bye here but “%(mark)s” on the player's own line."
    ),
    "trf_bye_kind": N_("“%(kind)s” is not a type of bye: use F, H or Z."),
    "trf_does_not_fit": N_("“%(text)s” does not fit its %(width)s columns of the TRF."),
    "trf_fide_id_twice": N_("FIDE ID %(fide_id)s is already on line %(first)s."),
    "trf_forfeit_of_nobody": N_("Round %(round)s: a forfeit without an opponent is a bye."),
    "trf_forfeit_without_colour": N_(
        "Round %(round)s against %(opponent)s: a forfeit without a colour; player %(white)s is assumed to have White."
    ),
    "trf_line_too_long": N_("A line must have at most %(most)s characters."),
    "trf_misaligned": N_("Column %(column)s of a player's line must be blank."),
    "trf_name_missing": N_("The player has no name."),
    "trf_no_matches": N_("Round %(round)s: the boards do not form matches between two teams each."),
    "trf_not_by_points": N_("The standings of the file (212) are not by points first: %(listed)s."),
    "trf_number": N_("“%(text)s” is not a whole number."),
    "trf_opponent_mismatch": N_("Round %(round)s: the line of player %(opponent)s does not show this game."),
    "trf_opponent_self": N_("Round %(round)s: a player cannot be paired with themselves."),
    "trf_opponent_unknown": N_("Round %(round)s: there is no player %(opponent)s."),
    "trf_player_count": N_("The file says %(said)s players and has %(found)s."),
    "trf_player_twice": N_("Starting rank %(number)s is already on line %(first)s."),
    "trf_points": N_("“%(text)s” is not a valid number of points."),
    "trf_points_differ": N_("The file says %(said)s points; the results give %(points)s, which are used."),
    "trf_rating": N_("%(rating)s is outside the range of ratings."),
    "trf_refused": N_("The tournament report was not imported. See the problems listed."),
    "trf_remedy.bye_instead": N_("Imported as a bye with the points of the result, or with none."),
    "trf_remedy.bye_left_out": N_("The bye is ignored; the player's own line is used."),
    "trf_remedy.colour_of_the_other": N_(
        "The colour follows from the opponent's line; if that has none, the lower starting rank has White."
    ),
    "trf_remedy.colours_by_rank": N_("The lower starting rank has White."),
    "trf_remedy.left_blank": N_("Treated as blank."),
    "trf_remedy.line_left_out": N_("The line is ignored."),
    "trf_remedy.no_opponent": N_("Imported as a bye without an opponent."),
    "trf_remedy.result_of_the_other": N_("The result is the one on the opponent's line."),
    "trf_remedy.result_unknown": N_("The pairing is kept, and the result is unknown until it is entered."),
    "trf_remedy.rounds_of_the_lines": N_("The tournament has as many rounds as the longest line."),
    "trf_results_contradict": N_(
        "Round %(round)s against %(opponent)s: “%(mark)s” and “%(theirs)s” contradict each other."
    ),
    "trf_round_cell": N_("“%(text)s” is not a valid round entry."),
    "trf_rounds_filled": N_("Rounds %(rounds)s are blank: imported as zero-point byes."),
    "trf_rounds_planned": N_("A tournament must have 1 to %(most)s rounds."),
    "trf_same_colour": N_("Round %(round)s: this player and %(opponent)s have the same colour."),
    "trf_scoring": N_("“%(text)s” is not a valid score for a result."),
    "trf_starting_rank": N_("Starting ranks begin at 1."),
    "trf_too_many_rounds": N_("The line has %(rounds)s rounds but the tournament has %(planned)s."),
    "trf_without_players": N_("The file has no player lines (001)."),
    "trf_without_teams": N_("The file has no teams (310 or 013)."),
    "two_fide_ids": N_("%(player)s has two different FIDE IDs in the file."),
    "unknown_column": N_("The column “%(heading)s” is unknown and was ignored."),
    "usernames": N_("lichess gives user names, not names: put the names right before play begins."),
    "workbook_too_large": N_("The workbook is larger than it may be when unpacked."),
}

say = Catalogue(SENTENCES, lower=(say_common,))
