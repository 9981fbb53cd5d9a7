"""User-facing messages of `tavleya.record`, by key."""

from tavleya.messages import N_, Catalogue

SENTENCES = {
    "adjourned": N_("This game is adjourned. It continues when it is resumed."),
    "after_the_end": N_("There is a line after the end of the record."),
    "already_called": N_("The arbiter has been called for this and is on the way."),
    "already_finished": N_("This game already has a result: %(result)s."),
    "already_started": N_("This game has already begun."),
    "announced_move": N_("You announced %(move)s with your claim, and it must be played."),
    "annulled": N_("This game has been annulled."),
    "bad_entry": N_("This is not a valid entry of a game record."),
    "bad_ply": N_("Half-move %(ply)s, %(move)s: %(why)s"),
    "bad_ruling": N_("This is not a ruling."),
    "bad_sheet": N_("This is not a score sheet."),
    "bad_text": N_("This is not a text of an entry."),
    "bound_move": N_("By the arbiter's ruling you must choose one of these moves: %(moves)s."),
    "call_text_missing": N_("State why you are calling the arbiter."),
    "call_text_too_long": N_("This is too long."),
    "cannot_replay": N_("Entry %(seq)s cannot follow the entries before it: %(problem)s"),
    "clock_not_pressed": N_("The last move is not completed: its clock has not been pressed."),
    "clocks_stopped": N_("The clocks are stopped; the arbiter starts them again."),
    "commitment_differs.in_record": N_(
        "The sealed move opened in entry %(seq)s is not the one that was committed to."
    ),
    "digest_differs": N_("Entry %(seq)s is not as it was written."),
    "empty": N_("It is empty."),
    "end_differs": N_("The last line does not match the lines before it."),
    "envelope_closed": N_("A sealed move is in its envelope: it must be made on the board first."),
    "header_differs": N_("The header differs in “%(name)s”."),
    "header_does_not_fit": N_("The header does not match the number of lines or the last digest."),
    "missing_entry": N_("Found entry %(seq)s where entry %(expected)s was expected."),
    "missing_ruling": N_("Found ruling %(number)s where ruling %(expected)s was expected."),
    "missing_rulings": N_("The entries belong to rulings that are not in the file."),
    "move_is_legal": N_("%(move)s is a legal move: play it as one."),
    "no_end": N_("The record is cut off: it has no end."),
    "no_offer": N_("There is no draw offer to answer."),
    "no_result_yet": N_("This game has no result to correct."),
    "no_such_reason": N_("This is not a reason to call the arbiter."),
    "not_json": N_("This line is not an object in JSON."),
    "not_paused": N_("The clocks of this game are not stopped."),
    "not_started": N_("This game has not begun."),
    "nothing_to_press": N_("None of your moves is waiting for the clock to be pressed."),
    "number_out_of_order": N_("Found move number %(number)s where %(expected)s was expected."),
    "offer_stands": N_("Your draw offer stands until it is answered."),
    "out_of_turn": N_("It is not your turn to move."),
    "reading_differs": N_("The clock times in entry %(seq)s do not match the clocks."),
    "restoring_position": N_(
        "The opponent is restoring the position on their own time; their clock is running."
    ),
    "ruling_differs": N_("Ruling %(number)s does not match the entries it names."),
    "same_result": N_("This is already the result of the game."),
    "sealed_on_board": N_("The move made on the board is the sealed move and cannot be changed."),
    "text_differs": N_("A text of entry %(seq)s is not the one that was written."),
    "unknown_format": N_("This is not a game record."),
    "unknown_line": N_("This line has an unknown type."),
    "unknown_result.reported": N_("“%(result)s” is not a valid result."),
    "unknown_version": N_("This record has version %(version)s; supported here: %(known)s."),
}

say = Catalogue(SENTENCES)
