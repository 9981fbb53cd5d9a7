"""User-facing messages about times, by key."""

from __future__ import annotations

from tavleya.messages import N_

SENTENCES = {
    "absence_excused": N_("The arbiter decides otherwise: the late player may play."),
    "board_is_imagined": N_("In this form of play the players have no common board."),
    "both_flags": N_("Both flags are down."),
    "both_flags_down": N_("Both flags are down: the arbiter decides under the article on it."),
    "cannot_mate": N_("The opponent cannot mate by any series of legal moves: the game is drawn."),
    "claim_pending": N_("A draw claim by %(side)s is waiting for a decision, which comes before the flag."),
    "clock_not_running.no_flag": N_("No clock is running on this board."),
    "clock_on_the_left": N_("The clock is on White's left."),
    "clock_on_the_right": N_("The clock is on White's right."),
    "clock_put_right": N_("The clocks were set incorrectly and are corrected."),
    "clock_replaced": N_("The clock is replaced; its readings stay in the record."),
    "complete_sheet": N_("The flag has fallen: the score sheet is completed at once."),
    "deducted": N_("%(side)s does not record the moves: %(time)s deducted before play."),
    "disturbed": N_("The game was disturbed from outside; neither player is at fault."),
    "envelope_closed.flag": N_(
        "A move is sealed and may have ended the game: open the envelope before ruling on the flag."
    ),
    "fell_first": N_("The flag of %(side)s fell first."),
    "flag_fell": N_("The flag of %(side)s has fallen."),
    "flag_is_the_opponents": N_("Under these rules it is the opponent who claims that a flag has fallen."),
    "flag_is_the_players": N_("Under these rules only a player may claim that a flag has fallen."),
    "flag_up": N_("The flag of %(side)s has not fallen."),
    "goes_on": N_("Play continues."),
    "has_moved": N_("%(side)s has made a move."),
    "increment_denied": N_("No time is added, and the game continues as it was."),
    "increment_introduced": N_(
        "From now on both players get %(seconds)s s per move; %(side)s gets %(time)s extra."
    ),
    "moves_made": N_("each side has made %(moves)s moves or more."),
    "must_record": N_("The moves are recorded."),
    "next_control": N_("Play continues; the next move is the first of the next time control."),
    "no_board_to_be_at": N_("In this form of play the players need not be present at a board."),
    "no_clock.to_set": N_("There is no clock to set: the board has none, or the game is over."),
    "no_duty": N_("not required"),
    "no_increment_request": N_("Under these rules no added time can be asked for."),
    "no_start_known": N_("Enter when play was due to begin."),
    "no_time_given": N_("Enter how much time is added or deducted."),
    "not_by_correspondence": N_("Only a correspondence game has days per move."),
    "not_his_move": N_("it is not %(side)s's turn to move."),
    "not_late_enough": N_("The default time is not over: %(minutes)s min are left."),
    "not_overdue": N_("The move is not overdue: %(hours)s h are left."),
    "not_there": N_("%(time)s after the start: not at the board within the default time."),
    "not_there.at_start": N_("Not at the board when play began."),
    "offer_declined": N_("The draw that the request offers is declined."),
    "offer_taken": N_("The request offers a draw, and it is accepted: the game is drawn."),
    "opponent_accepts": N_("The opponent lets it stand."),
    "opponent_decides": N_("Only the opponent decides whether it is corrected."),
    "order_unknown": N_("It cannot be established which flag fell first."),
    "overdue": N_("No move was received within %(days)s days."),
    "played_anew": N_("The game is annulled, and a new one is played."),
    "rules_decide": N_("The rules decide this; it is not for the arbiter to choose."),
    "set_up_again": N_("The pieces are set up correctly and a new game is started."),
    "short_of_time": N_("Less than %(minutes)s min left: the moves need not be recorded."),
    "transferred": N_("Play continues from the same position on a correctly placed board."),
    "unproven": N_("The records do not show that the time control was not met."),
}
