"""What `core.record` says to people, by key."""

from __future__ import annotations

from common.messages import N_, Catalogue

SENTENCES = {
    "adjourned": N_("This game is adjourned; it goes on when it is resumed."),
    "after_the_end": N_("There is a line after the end."),
    "already_called": N_("The arbiter has been called for this and is on his way."),
    "already_finished": N_("This game has its result, %(result)s."),
    "already_started": N_("This game has already begun."),
    "announced_move": N_("You announced %(move)s with your claim, and it must be played."),
    "annulled": N_("This game has been annulled."),
    "bad_entry": N_("This is no entry of a record."),
    "bad_ply": N_("Ply %(ply)s, %(move)s: %(why)s"),
    "bad_ruling": N_("This is no ruling."),
    "bad_sheet": N_("This is no score sheet."),
    "bound_move": N_("By the arbiter's ruling you choose from these moves: %(moves)s."),
    "call_text_missing": N_("Write why the arbiter is called."),
    "call_text_too_long": N_("This is too long."),
    "cannot_replay": N_("Entry %(seq)s cannot follow what stands before it: %(problem)s"),
    "clock_not_pressed": N_("The last move is not completed: its clock has not been pressed."),
    "clocks_stopped": N_("The clocks are stopped; the arbiter starts them again."),
    "commitment_differs.in_record": N_(
        "The sealed move opened in entry %(seq)s is not the one that was committed to."
    ),
    "digest_differs": N_("Entry %(seq)s is not as it was written."),
    "empty": N_("There is nothing in it."),
    "end_differs": N_("The end does not fit the lines before it."),
    "envelope_closed": N_("A sealed move lies in its envelope: it is made on the board first."),
    "header_differs": N_("The header says something else in “%(name)s”."),
    "header_does_not_fit": N_("The header counts other lines, or another last digest."),
    "missing_entry": N_("Entry %(seq)s stands where entry %(expected)s is expected."),
    "missing_ruling": N_("Ruling %(number)s stands where ruling %(expected)s is expected."),
    "missing_rulings": N_("The entries belong to rulings that are not in the file."),
    "move_is_legal": N_("%(move)s is a legal move; it is played as one."),
    "no_end": N_("The record is cut off: it has no end."),
    "no_offer": N_("There is no offer of a draw to answer."),
    "no_result_yet": N_("This game has no result that could be corrected."),
    "no_such_reason": N_("An arbiter is not called for this reason."),
    "not_json": N_("This line is not an object in JSON."),
    "not_paused": N_("The clocks of this game are not stopped."),
    "not_started": N_("This game has not begun."),
    "nothing_to_press": N_("There is no move of yours that waits for the clock to be pressed."),
    "number_out_of_order": N_("Move number %(number)s stands where move %(expected)s is expected."),
    "offer_stands": N_("Your offer of a draw stands until it is answered."),
    "other_records": N_("The header counts other records, or another digest of their ends."),
    "out_of_turn": N_("It is not your turn to move."),
    "reading_differs": N_("The clocks did not show at entry %(seq)s what it says."),
    "restoring_position": N_(
        "The opponent is putting the position right in his own time; his clock is running."
    ),
    "ruling_differs": N_("Ruling %(number)s does not fit the entries that it names."),
    "same_result": N_("This is the result that the game has."),
    "sealed_on_board": N_("The move made on the board is the sealed move; it stays so."),
    "unknown_format": N_("This is no record of a game."),
    "unknown_line": N_("This line is of no known type."),
    "unknown_result.reported": N_("“%(result)s” is no result."),
    "unknown_version": N_("This record is of version %(version)s; version %(known)s is known here."),
}

say = Catalogue(SENTENCES)
