"""What `arbiter` says to people, by key."""

from __future__ import annotations

from common.messages import N_, Catalogue
from core.law.messages import say as say_law
from core.record.messages import say as say_record
from games.messages import say as say_games
from tournaments.messages import say as say_tournaments

SENTENCES = {
    "advice_has_no_effect": N_("There is nothing here that could be undone."),
    "already_a_member": N_("This person sits in the committee already."),
    "already_appealed": N_("This player has appealed against this ruling already."),
    "already_superseded": N_("This ruling has been superseded already."),
    "amendment_missing": N_("An amended ruling has another ruling in its place, and only that."),
    "appeal_decided": N_("This appeal has been decided or withdrawn already."),
    "bad_appeal_regulation": N_("An appeal has a time of a minute or more, and somebody to decide."),
    "bad_instant": N_("This is no date and time."),
    "bad_move_number": N_("Write the number of the sealed move, from 1."),
    "bad_number": N_("This is no number."),
    "bad_ply.on_line": N_("Line %(line)s, %(ply)s %(move)s: %(why)s"),
    "bad_reading": N_("“%(text)s” is not the reading of a clock; write one like 1:05:09 or 5:09."),
    "boards_out_of_order": N_("The last board comes before the first."),
    "chair_taken": N_("The committee has one chair, who is no reserve."),
    "decision_missing": N_("Write the decision and its grounds."),
    "deposit_missing": N_("An appeal is taken with its deposit: %(deposit)s."),
    "due_missing": N_("Say when the game is resumed."),
    "facts_changed": N_("The facts have changed since you looked: look at the ruling again."),
    "fields_marked": N_("Nothing has been saved yet: see the marked fields."),
    "fine_not_owed": N_("The ruling was undone: this fine is not owed."),
    "fine_noted_so": N_("That is noted already."),
    "forfeited": N_("Forfeited: the player is excluded from the event."),
    "forfeited_round": N_("Forfeited: the player is excluded from the round."),
    "game_went_on": N_("The game has gone on since this ruling: it can no longer be undone."),
    "grounds_missing": N_("Say what is wrong with the ruling."),
    "hearing_in_the_past": N_("A hearing is held at a time still to come."),
    "negative_time.reading": N_("A clock cannot be set to less than zero."),
    "no_board": N_("This game is at no board of a round."),
    "no_envelope": N_("There is no such envelope."),
    "no_reading": N_("Write down what at least one of the clocks shows."),
    "no_reading_given": N_("Say what the clocks are to show."),
    "no_result_chosen": N_("Choose a result."),
    "no_sheet_chosen": N_("Say whose sheet it is."),
    "no_such_appeal": N_("There is no such appeal."),
    "no_such_finding": N_("This has been settled, or the score sheet no longer shows it."),
    "no_such_fine": N_("This ruling has laid no fine."),
    "no_such_member": N_("There is no such member."),
    "no_such_point": N_("There is no such point on the checklist."),
    "no_such_ruling": N_("There is no such ruling."),
    "no_such_session": N_("There is no such session."),
    "nobody.on_duty": N_("Only a person can be on duty."),
    "not_announced_ahead": N_("Start and end of a session are announced before it starts."),
    "not_decided": N_("This appeal has not been decided yet."),
    "not_heard_yet": N_("The appeal has not been heard yet."),
    "not_on_duty": N_("You are not on duty."),
    "not_on_panel": N_("You are not on the panel that decides this appeal."),
    "not_ticked": N_("This is not ticked."),
    "on_duty_already": N_("You are on duty already."),
    "paper_not_read": N_("Write down what stands on the paper in the envelope."),
    "position_by_hand": N_("The position is given by hand where the moves are not followed, and only there."),
    "read_later": N_("That time has not come yet."),
    "reading_too_long": N_("No clock shows that much."),
    "reason_missing.happening": N_("Write what happened."),
    "reason_missing.result": N_("Say why the result is changed."),
    "reason_missing.stopping": N_("Say why the clocks are stopped."),
    "reason_missing.undoing_ruling": N_("Say why the ruling is undone."),
    "result_taken_back": N_("The result is taken back: the game has none."),
    "ruling_too_late": N_(
        "Later rounds were paired by this result: it stands in the tournament. Write the ruling down "
        "as advice, and have the result corrected for the rating report."
    ),
    "ruling_undone": N_("Ruling %(number)s is undone; all is as it was before it."),
    "session_ends_before_start": N_("A session ends after it starts."),
    "session_has_begun": N_("This session has begun: its times stay as announced."),
    "sessions_overlap": N_("Another session of this section is at that time."),
    "stale.appeal": N_("Something was done about this appeal since you looked: look again."),
    "ticked_already": N_("This item is ticked already."),
    "time_given_back": N_("At the board the clock of %(side)s gets %(time)s back."),
    "time_taken_back": N_("At the board the clock of %(side)s is put back by %(time)s."),
}

say = Catalogue(
    SENTENCES,
    lower=(
        say_games,
        say_law,
        say_record,
        say_tournaments,
    ),
)
