"""User-facing messages of `tournaments`, by key."""

from tavleya.formats.messages import say as say_formats
from tavleya.law.messages import say as say_law
from tavleya.messages import N_, Catalogue
from tavleya.messages import say as say_common

SENTENCES = {
    "adjourned_not_drawn": N_(
        "A later round was paired with this adjourned game as a draw. The report will say so."
    ),
    "all_rounds_paired": N_("The section has %(rounds)s rounds, and all are paired."),
    "already_entered": N_("%(player)s is already entered."),
    "already_expelled": N_("This player has already been expelled."),
    "already_finished.one_board": N_("One of these boards already has a result."),
    "already_finished.reported": N_(
        "This board already has a result: “%(result)s”. If it is wrong, tell an arbiter."
    ),
    "already_paired": N_("This section has already been paired."),
    "already_paired.registrations_closed": N_("This section has been paired: no more players can join."),
    "already_paired.round_robin": N_("A round robin is paired as a whole."),
    "already_withdrawn": N_("This player has already withdrawn."),
    "already_withdrawn.team": N_("This team has already withdrawn."),
    "bad_colour": N_("The colour must be white or black."),
    "bad_field": N_("%(field)s: %(problem)s"),
    "bad_later_ratings": N_("Name each round from the second on once, with the rating from then on."),
    "bad_link": N_("This link is not valid."),
    "bad_match_terms.added": N_("From 1 to %(most)s games can be added."),
    "bad_match_terms.counting": N_("A match is scored game by game or as one result."),
    "bad_match_terms.games": N_("A match must have 1 to %(most)s games."),
    "bad_match_terms.system": N_("This format does not set matches here."),
    "bad_number.starting_number": N_("Starting numbers begin at 1."),
    "bad_rating": N_("“%(rating)s” is not a valid rating."),
    "bad_rating_list": N_(
        "“%(name)s” is not a valid name for a rating list: use two to ten capital letters and digits."
    ),
    "bad_rounds": N_("The last round cannot come before the first."),
    "bad_scope": N_("Openings are not drawn this way from this table."),
    "bad_seed": N_("A seed must have 16 to 64 characters."),
    "bad_table": N_("Tables are numbered from 1."),
    "bad_tie_value": N_("Places are counted from 1, and values are at most 100,000."),
    "bad_token": N_("This token is not valid."),
    "board_is_live": N_("This game is recorded move by move: its result comes from the board."),
    "board_order_stands": N_(
        "A round has been published: the board order is fixed, and players can only be added after it."
    ),
    "boards_are_set": N_("The boards of this match have already been set."),
    "broadcast_delay_in_play": N_(
        "Games are being played: with a longer delay pages go back to what was on the boards then."
    ),
    "broadcast_delay_in_play.shorter": N_(
        "Games are being played: with a shorter delay what has been held back is public at once."
    ),
    "bye_decided": N_("An official has already decided on this round: please speak to the arbiter."),
    "bye_decided_already": N_("This bye has already been decided."),
    "bye_has_no_game": N_("This player has no opponent in this round."),
    "bye_in_round_robin": N_("A round robin has no byes, only forfeits."),
    "cannot_meet_all": N_("Too few rounds are left for these players to meet everyone: %(players)s."),
    "cannot_qualify_from": N_("Players qualify from the standings of another section of the event."),
    "changed_meanwhile": N_("This board has been changed in the meantime: its result is now “%(result)s”."),
    "changes_too_fast": N_("The section changed while it was being paired. Try again."),
    "correction_not_late": N_("This result can still be corrected in the tournament."),
    "correction_too_late": N_(
        "Later rounds were paired with this result: it stands in the tournament and can be corrected for the "
        "rating report only."
    ),
    "correction_too_late.boards": N_(
        "Later rounds were paired with these boards: they stand in the tournament, and only the rating report can say "
        "how they were played."
    ),
    "differs_from_rules": N_(
        "This round is not as the rules pair it. Here: %(drawn)s. By the rules: %(ruled)s."
    ),
    "draft_changed": N_("This draft has been changed in the meantime. Check it again."),
    "draft_stale": N_(
        "Results, players or rules have changed since this round was paired. Re-pair it, or check it and confirm."
    ),
    "draw_has_begun": N_("An opening has already been drawn."),
    "draw_is_bound": N_("The seed has been committed and can no longer be changed."),
    "duplicate_player": N_("%(player)s is already in the event."),
    "earlier_round_is_draft": N_("An earlier round has not been published yet."),
    "ends_before_start": N_("The event cannot end before it starts."),
    "exchange_of_numbers": N_(
        "%(one)s gets starting number %(second)s, and %(other)s number %(number)s. The report will say so."
    ),
    "expires_too_early": N_("The expiry must be in the future."),
    "fewer_rounds_than_paired": N_("Round %(number)s has been paired: the section cannot have fewer rounds."),
    "file_too_large": N_("The file is larger than 5 MB."),
    "fixed_by_mode": N_(
        "%(mode)s: this has been fixed since round 1 was paired. To change it, leave the mode in the settings."
    ),
    "game_in_progress": N_("The game at board %(board)s is in progress: record this once it is over."),
    "game_not_offered": N_("This service does not offer the game “%(game)s”."),
    "games_refused": N_("The file was not imported. See the problems listed."),
    "groups_uneven": N_("The same number of players must qualify from each group."),
    "illegal_pairing": N_("This pairing is not legal: %(reasons)s"),
    "in_another_team.named": N_("%(player)s already plays for %(team)s."),
    "job_begun": N_("This file is already being imported."),
    "knockout_is_over": N_("The final has been played."),
    "last_organiser": N_("An event must keep an organiser."),
    "later_round_paired": N_("A later round was paired with this result: it can only be corrected."),
    "leaving_mode": N_(
        "%(mode)s cannot be entered again. Every page and print of the section will say that it was left."
    ),
    "line_up_outdated": N_("%(player)s is in a line-up of match %(match)s but is no longer playing."),
    "match_decided": N_("The match has been decided by its games."),
    "match_forfeited": N_("This match has been forfeited."),
    "match_not_level": N_("The match is not level, or has games left to play."),
    "matches_undecided": N_("These matches are not decided yet: %(matches)s."),
    "meetings_broken": N_("This round does not fit a round robin: %(why)s"),
    "member_twice": N_("A player can appear only once in the team's order."),
    "next_stage_begun": N_(
        "A different player would advance, and the next match has begun. The result stands in the tournament "
        "and can be corrected for the rating report only."
    ),
    "no_acceleration": N_("This system has no acceleration."),
    "no_acceleration.game_points": N_("Acceleration needs match points as the score that ranks the teams."),
    "no_drafts": N_("There is no draft to discard."),
    "no_draw": N_("Openings are not drawn in this section."),
    "no_half_byes": N_("%(player)s is not entitled to half-point byes."),
    "no_language": N_("An event needs at least one language, and none twice."),
    "no_match_terms": N_("Set the number of games per match first."),
    "no_mode": N_("This section is not in a mode that can be left."),
    "no_name": N_("Enter a text in at least one language."),
    "no_national_list": N_("Name the list of national ratings."),
    "no_open_boards": N_("Every board of this match has a result."),
    "no_result_yet.round": N_("There is no result to correct yet."),
    "no_result_yet.verification": N_("This board has no result yet: there is nothing to verify."),
    "no_round_to_come": N_("All rounds are paired."),
    "no_rounds_planned": N_("Enter the number of rounds."),
    "no_rounds_to_come": N_("There are only %(rounds)s rounds to come that the player could miss."),
    "no_such_bye": N_("No bye was requested for this round."),
    "no_such_event": N_("There is no such event."),
    "no_such_job": N_("File not found."),
    "no_such_match": N_("There is no such match."),
    "no_such_pairing": N_("Board not found."),
    "no_such_player": N_("There is no such player."),
    "no_such_player.in_event": N_("There is no such player in this event."),
    "no_such_registration": N_("There is no such player in this section."),
    "no_such_restore_point": N_("There is no such restore point."),
    "no_such_role": N_("This person has no such role in the event."),
    "no_such_round": N_("There is no such round."),
    "no_such_round_planned": N_("The section has no round %(number)s."),
    "no_such_rule": N_("There is no such rule."),
    "no_such_section": N_("There is no such section."),
    "no_such_team": N_("There is no such team."),
    "no_such_token": N_("There is no such token."),
    "no_such_upload": N_("File not found."),
    "no_such_user": N_("There is no such user."),
    "no_table": N_("There is no table here that could be declared final."),
    "no_unrated_rating": N_("Enter the rating that unrated opponents count with."),
    "nobody_chosen": N_("No player has been selected."),
    "nobody_named": N_("Choose who did not appear."),
    "not_a_forfeit": N_("A forfeit is +/-, -/+ or -/-."),
    "not_a_knockout": N_("This section is not a knockout."),
    "not_a_pdf": N_("“%(name)s” is not a PDF file."),
    "not_a_round_robin": N_("This section is not a round robin."),
    "not_a_simul": N_("This section is not a simultaneous display."),
    "not_a_swiss": N_("This section is not a Swiss."),
    "not_all_met": N_("These players have not met as often as they should: %(pairs)s."),
    "not_at_a_board": N_("One of these players has no board in this round."),
    "not_at_a_board.requested_bye": N_("Cancel the requested bye first, then assign the player a board."),
    "not_of_teams": N_("This section has no teams."),
    "not_playing": N_("This player is no longer in the tournament."),
    "not_playing.named": N_("%(player)s is no longer playing."),
    "not_reportable": N_("Players report a win, a draw or a loss; call an arbiter otherwise."),
    "not_the_last_round": N_("Round %(number)s is not the last one."),
    "not_the_next_round": N_("The next round is round %(number)s."),
    "not_tied_for_a_place": N_(
        "A play-off is for at least two players with equal points who stand next to each other in the standings."
    ),
    "not_withdrawn": N_("This player has not withdrawn."),
    "not_your_registration": N_("You can only request this for yourself."),
    "nothing_differs": N_("These boards were paired so: nothing differs."),
    "number_taken": N_("The starting number %(number)s is taken."),
    "numbered_twice": N_("A player can have one starting number only."),
    "numbers_move": N_("This changes the starting numbers of %(count)s players."),
    "numbers_of_unequal": N_("Only players of the same rating can exchange their starting numbers."),
    "numbers_stand": N_("Round 4 has been paired: starting numbers can no longer change (FIDE C.04.2)."),
    "odd_win": N_("The Baku acceleration needs a win worth two draws."),
    "opponents_fixed": N_(
        "In this section only the colours of a board can be changed: the opponents are fixed."
    ),
    "opponents_fixed.teams": N_("Players can only change places within the match of their teams."),
    "other_game.section": N_("This game does not match the game of the section."),
    "pair_ruled_already": N_("There is already a restriction for these two players: remove it first."),
    "pairing_runs": N_("This section is being paired right now."),
    "play_off_early": N_(
        "First settle the boards without a result or under appeal (round.board): %(boards)s."
    ),
    "play_off_is_on": N_("One of these players is in a play-off that is not over."),
    "points_changed": N_("A penalty has changed the points of board %(board)s: undo that ruling first."),
    "reason_missing": N_("Give a reason."),
    "reason_missing.award": N_("Give the reason for awarding the match."),
    "reason_missing.correction": N_("Give the reason for the correction."),
    "reason_missing.expulsion": N_("Give the reason for the expulsion."),
    "reason_missing.forfeit": N_("Give the reason for the forfeit."),
    "reason_missing.undoing_round": N_("Give the reason for undoing the round."),
    "recorded_live": N_(
        "The moves of board %(board)s were recorded live, with the colours and clocks of the two players."
    ),
    "regime_not_in_force": N_("“%(regime)s” is not yet in force on the first day of the event."),
    "regime_of_other_game": N_("“%(regime)s” belongs to a different game from the section's."),
    "rehearsal_not_published": N_("This is a rehearsal and cannot be published."),
    "restriction_after_pairing": N_(
        "The section is paired: confirm that its pairing restrictions are to be changed."
    ),
    "results_missing": N_("These boards have no result yet: %(boards)s."),
    "role_not_granted": N_("This role cannot be granted."),
    "round_closed": N_("The round is closed: its results can only be corrected."),
    "round_has_results": N_(
        "These boards have begun or have a result: %(boards)s. Confirm that they are to be undone."
    ),
    "round_is_public": N_("A round has already been published."),
    "round_not_open": N_("The round is not published yet."),
    "round_paired_already": N_("Round %(number)s has already been paired."),
    "round_status": N_("The round is %(status)s: this cannot be done now."),
    "round_status.draft": N_("The round is already a draft."),
    "rounds_not_over": N_("Rounds that are not closed yet: %(rounds)s."),
    "rounds_out_of_order": N_("Round %(number)s must begin after round %(earlier)s."),
    "rounds_to_come": N_(
        "Rounds paired: %(played)s; planned: %(planned)s. Change the number of rounds if no more will be played."
    ),
    "rounds_to_come.openings": N_("There are rounds whose openings are still to be drawn."),
    "same_board": N_("These two play each other: swap their colours."),
    "same_name": N_("%(player)s is already in the event: is it the same person?"),
    "same_opponents": N_("The players of board %(board)s keep their result. If it is wrong, correct it."),
    "same_result.corrected": N_("This is already the result."),
    "same_upload": N_("This file has already been added."),
    "schedule_begun": N_("A round of this schedule has been published: it can no longer be discarded."),
    "seats_differ": N_("These boards must have the same players as in the pairing, each of them once."),
    "second_half_bye": N_("This is not the player's first half-point bye."),
    "second_reader_is_first": N_("You entered this result yourself: another person must verify it."),
    "section_has_games": N_("Games have started: this can no longer be changed."),
    "section_not_empty.rounds": N_("The section already has rounds."),
    "seed_is_shown": N_("The seed has already been revealed."),
    "seed_is_shown.no_drawing": N_("The seed has been revealed: no more openings can be drawn from it."),
    "settled_by_pairing": N_("The section has been paired: confirm the change."),
    "settled_by_pairing.rounds": N_(
        "With this change the rules would have paired these rounds differently: %(rounds)s. Confirm the change."
    ),
    "slug_reserved": N_("“%(slug)s” cannot be an address: choose another word."),
    "slug_taken.event": N_("There is an event at the address “%(slug)s” already."),
    "slug_taken.section": N_("There is a section at the address “%(slug)s” already."),
    "sole_organiser": N_("Appoint another organiser first: %(events)s."),
    "sole_owner": N_("Appoint another owner first: %(organisations)s."),
    "standings_moved": N_("The standings have changed in the meantime. Check them again."),
    "start_not_settled": N_("Set the start position of the section first, or have positions drawn."),
    "table_changed": N_("The table has changed since you opened this page. Check it again."),
    "table_not_final": N_("This table has not been declared final."),
    "table_of_other_game": N_("No openings are drawn from this table in the section's game."),
    "table_open": N_("The table cannot be final while these boards are open (round.board): %(boards)s."),
    "table_taken": N_("Table %(board)s is already taken by another player."),
    "team_name_taken": N_("There is already a team “%(name)s”."),
    "team_not_in_match": N_("This team does not play this match."),
    "team_number_taken": N_("The team number %(number)s is taken."),
    "team_withdrew": N_("This team has withdrawn."),
    "template_not_published": N_("This is a template and cannot be published."),
    "time_is_past": N_("This time is past."),
    "token_name_taken": N_("You already have a token with this name."),
    "token_of_nobody": N_("A token belongs to a person."),
    "too_few_players.knockout": N_("A knockout needs at least two players."),
    "too_few_players.round": N_("Fewer than two players can be paired in this round."),
    "too_few_players.round_robin": N_("A round robin needs at least two players."),
    "too_few_players.simul": N_("There is no opponent to play."),
    "too_long.announcement": N_("An announcement can have at most %(most)s letters."),
    "too_many_corrections": N_("%(mode)s: results of the last %(rounds)s rounds at most can be corrected."),
    "too_many_uploads": N_("An event can have at most %(most)s such files. Remove one first."),
    "took_too_long.file": N_("The file takes too long to process. Split it into smaller files."),
    "took_too_long.pairing": N_("The pairing takes too long for this server."),
    "two_required_opponents": N_(
        "Player %(number)s would have to meet two opponents in one round: remove one of the restrictions."
    ),
    "typed_by_another": N_("This was entered by another account. Sign in with that account to send it."),
    "undo_instead": N_("In this system the round is undone and re-paired instead."),
    "undo_too_late": N_(
        "This can no longer be undone: too much time has passed, or something has changed since."
    ),
    "unknown_bye": N_("“%(kind)s” is not a type of bye."),
    "unknown_field": N_("“%(field)s” cannot be changed here."),
    "unknown_forfeit": N_("Choose the team that lost the match."),
    "unknown_language": N_("The languages here are %(languages)s."),
    "unknown_rule": N_("Choose whether the players are kept apart or must meet."),
    "unknown_scope": N_("A token needs at least one scope."),
    "upload_too_large": N_("“%(name)s” is larger than %(most)s MB."),
    "upload_too_large.pixels": N_("“%(name)s” has too many pixels. Use a smaller image."),
    "word_is_added": N_("The public addition has already been set."),
}

say = Catalogue(SENTENCES, lower=(say_common, say_formats, say_law))
