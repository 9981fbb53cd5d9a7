"""User-facing messages of `arbiter`, by key."""

from games.messages import say as say_games
from tavleya.law.messages import say as say_law
from tavleya.messages import N_, Catalogue
from tavleya.record.messages import say as say_record
from tournaments.messages import say as say_tournaments

SENTENCES = {
    "advice_has_no_effect": N_("There is nothing to undo."),
    "already_a_member": N_("This person is already on the committee."),
    "already_appealed": N_("This player has already appealed against this ruling."),
    "already_superseded": N_("This ruling has already been superseded."),
    "amendment_missing": N_("An amended ruling must name the one ruling that replaces it."),
    "answer_missing.board": N_("Choose how the question is answered."),
    "appeal_decided": N_("This appeal has already been decided or withdrawn."),
    "bad_appeal_regulation": N_("Set a time for appeals of at least one minute, and who decides them."),
    "bad_feed": N_("Choose where the moves of this game come from."),
    "bad_instant": N_("Enter a valid date and time."),
    "bad_move_number": N_("Enter the number of the sealed move, from 1."),
    "bad_number": N_("Enter a number."),
    "bad_ply.on_line": N_("Line %(line)s, %(ply)s %(move)s: %(why)s"),
    "board_shows_other_moves": N_("The electronic board shows other moves."),
    "boards_alike": N_(
        "More than one board has the number %(number)s: open the right one and enter its result there."
    ),
    "boards_out_of_order": N_("The last board must not come before the first."),
    "chair_taken": N_("The committee has exactly one chair, and the chair is not a reserve member."),
    "decided_again": N_("Ruling %(number)s is decided again from its facts."),
    "decision_missing": N_("Enter the decision and its reasons."),
    "deposit_missing": N_("An appeal is accepted only with the deposit: %(deposit)s."),
    "due_missing": N_("Enter when the game will be resumed."),
    "exclusion_withdrawn": N_("The exclusion from the event is withdrawn."),
    "facts_changed": N_("The facts have changed since you opened this page: check the ruling again."),
    "fields_marked": N_("Nothing has been saved. Correct the marked fields."),
    "fine_not_owed": N_("The ruling was undone: this fine is not due."),
    "fine_noted_so": N_("This is already recorded."),
    "forfeit_stays": N_(
        "The forfeit on board %(board)s of round %(round)s stays, because that game can no longer be played."
    ),
    "forfeited": N_("Forfeited: the player is excluded from the event."),
    "forfeited_round": N_("Forfeited: the player is excluded from the round."),
    "grounds_missing": N_("State what is wrong with the ruling."),
    "hearing_in_the_past": N_("The hearing must be in the future."),
    "later_entries_depend": N_("Entries after this ruling depend on it. Undo the rulings after it first."),
    "later_ruling_rests": N_(
        "Ruling %(number)s rests on this ruling and cannot be decided again from its facts: %(why)s "
        "Undo ruling %(number)s first."
    ),
    "negative_time.reading": N_("A clock cannot be set to less than zero."),
    "new_game_begun": N_("The new game that this ruling ordered has begun: rule on that game."),
    "no_board": N_("This game is not on a board of a round."),
    "no_envelope": N_("There is no such envelope."),
    "no_reading": N_("Enter the reading of at least one clock."),
    "no_reading_given": N_("Enter the times to be set."),
    "no_result_chosen": N_("Choose a result."),
    "no_sheet_chosen": N_("Choose whose score sheet it is."),
    "no_such_appeal": N_("There is no such appeal."),
    "no_such_board": N_("Board not found."),
    "no_such_board_question": N_("This question has been answered or is no longer open."),
    "no_such_finding": N_("This has been settled, or the score sheet no longer shows it."),
    "no_such_fine": N_("This ruling imposes no fine."),
    "no_such_member": N_("There is no such member."),
    "no_such_point": N_("There is no such point on the checklist."),
    "no_such_ruling": N_("There is no such ruling."),
    "no_such_session": N_("There is no such session."),
    "nobody.on_duty": N_("Only a person can be on duty."),
    "not_announced_ahead": N_("The start and end of a session must be announced before it starts."),
    "not_decided": N_("This appeal has not been decided yet."),
    "not_heard_yet": N_("The appeal has not been heard yet."),
    "not_on_duty": N_("You are not on duty."),
    "not_on_panel": N_("You are not on the panel that decides this appeal."),
    "not_ticked": N_("This is not ticked."),
    "not_to_be_taken": N_("What this board shows cannot be entered by itself."),
    "on_duty_already": N_("You are on duty already."),
    "paper_not_read": N_("Enter what is written on the paper in the envelope."),
    "points_withdrawn": N_("The points that the ruling gave or deducted are withdrawn."),
    "position_by_hand": N_(
        "A position can be entered by hand only on boards whose moves are not recorded live."
    ),
    "read_later": N_("That time has not come yet."),
    "reading_too_long": N_("No clock can show that much time."),
    "reason_missing.happening": N_("Describe what happened."),
    "reason_missing.result": N_("Give the reason for changing the result."),
    "reason_missing.stopping": N_("Give the reason for stopping the clocks."),
    "reason_missing.undoing_ruling": N_("Give the reason for undoing the ruling."),
    "record_replaced": N_(
        "The board was recorded as it was really played since: rulings in the earlier record stay."
    ),
    "replay_withdrawn": N_("The annulled game counts again, and its replay is annulled."),
    "result_becomes": N_("The result becomes %(result)s."),
    "result_kept": N_("The game keeps the result %(result)s."),
    "result_stays": N_("The result %(result)s was entered later and stays."),
    "result_taken_back": N_("The result is withdrawn: the game has none."),
    "result_unreadable": N_("Type the number of the board and its result, for example: 12 1-0."),
    "rounds_withdrawn": N_("The exclusion from rounds is withdrawn."),
    "ruling_counts_less": N_(
        "Ruling %(number)s counted as offence no. %(was)s and now counts as no. %(count)s."
    ),
    "ruling_too_late": N_(
        "Later rounds were paired with this result, so it stands in the tournament. Record the ruling as "
        "advice and correct the result for the rating report."
    ),
    "ruling_undone": N_("Ruling %(number)s has been undone; everything is as it was before it."),
    "ruling_undone.later_kept": N_("Ruling %(number)s has been undone. All later entries are kept."),
    "session_ends_before_start": N_("A session must end after it starts."),
    "session_has_begun": N_("This session has begun: its times can no longer be changed."),
    "sessions_overlap": N_("It overlaps another session of this section."),
    "stale.appeal": N_("This appeal has changed since you opened the page. Check it again."),
    "suggestion_too_old": N_("This suggestion is out of date: type the command again."),
    "ticked_already": N_("This item is ticked already."),
    "time_given_back": N_("At the board, add %(time)s to the clock of %(side)s."),
    "time_given_back.followed": N_("The clock of %(side)s gets %(time)s back."),
    "time_taken_back": N_("At the board, take %(time)s off the clock of %(side)s."),
    "time_taken_back.followed": N_("The clock of %(side)s loses the %(time)s that the ruling gave."),
}

say = Catalogue(SENTENCES, lower=(say_games, say_law, say_record, say_tournaments))
