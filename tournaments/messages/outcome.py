"""What `outcome` says to people, by key."""

from __future__ import annotations

from tavleya.messages import N_

SENTENCES = {
    "adjourned_not_drawn": N_(
        "A later round was paired with this adjourned game as a draw. The report will say so."
    ),
    "already_finished.reported": N_(
        "This board already has a result: “%(result)s”. If it is wrong, tell an arbiter."
    ),
    "awards_approved": N_("The list of prizes has been approved: cancel the approval to change it."),
    "bad_tie_value": N_("Places are counted from 1, and values are at most 100,000."),
    "board_is_live": N_("This game is recorded move by move: its result comes from the board."),
    "bye_has_no_game": N_("This player has no opponent in this round."),
    "changed_meanwhile": N_("This board has been changed in the meantime: its result is now “%(result)s”."),
    "correction_not_late": N_("This result can still be corrected in the tournament."),
    "correction_too_late": N_(
        "Later rounds were paired with this result: it stands in the tournament and can be corrected for the "
        "rating report only."
    ),
    "fide_id_again": N_("FIDE ID %(fide_id)s appears twice."),
    "later_round_paired": N_("A later round was paired with this result: it can only be corrected."),
    "list_changed": N_("A newer rating list has been loaded in the meantime. Check the changes again."),
    "no_awards": N_("No list of prizes has been approved."),
    "no_prizes": N_("There are no prizes here yet."),
    "no_result_yet.round": N_("There is no result to correct yet."),
    "no_result_yet.verification": N_("This board has no result yet: there is nothing to verify."),
    "no_rounds_to_come": N_("There are only %(rounds)s rounds to come that the player could miss."),
    "no_such_category": N_("There is no such category."),
    "no_table": N_("There is no table here that could be declared final."),
    "not_a_forfeit": N_("A forfeit is +/-, -/+ or -/-."),
    "not_in_rating_list": N_("FIDE ID %(fide_id)s is not in the rating list."),
    "not_reportable": N_("Players report a win, a draw or a loss; call an arbiter otherwise."),
    "not_tied_for_a_place": N_(
        "A play-off is for at least two players with equal points who stand next to each other in the standings."
    ),
    "play_off_early": N_(
        "First settle the boards without a result or under appeal (round.board): %(boards)s."
    ),
    "play_off_is_on": N_("One of these players is in a play-off that is not over."),
    "rating_list_refused": N_("The rating list was refused: too many of its lines are not players."),
    "rating_list_too_large": N_("The file is larger than %(most)s MB."),
    "reason_missing": N_("Give a reason."),
    "reason_missing.correction": N_("Give the reason for the correction."),
    "round_closed": N_("The round is closed: its results can only be corrected."),
    "round_not_open": N_("The round is not published yet."),
    "rounds_not_over": N_("Rounds that are not closed yet: %(rounds)s."),
    "rounds_to_come": N_(
        "Rounds paired: %(played)s; planned: %(planned)s. Change the number of rounds if no more will be played."
    ),
    "same_result.corrected": N_("This is already the result."),
    "second_reader_is_first": N_("You entered this result yourself: another person must verify it."),
    "slug_taken.category": N_("There is a category at the address “%(slug)s” already."),
    "table_changed": N_("The table has changed since you opened this page. Check it again."),
    "table_not_final": N_("This table has not been declared final."),
    "table_not_final.prizes": N_(
        "The table has not been declared final: approve the list as provisional, or wait."
    ),
    "table_open": N_("The table cannot be final while these boards are open (round.board): %(boards)s."),
    "too_many_prizes": N_("That is more prizes than a list can have."),
    "unknown_list": N_("There is no category “%(key)s”."),
    "unknown_pace": N_("“%(pace)s” must be standard, rapid or blitz."),
    "zip_broken": N_("The ZIP file is damaged or encrypted."),
    "zip_empty": N_("The ZIP file is empty."),
    "zip_too_large": N_("The file in the ZIP is larger than %(most)s MB."),
}
