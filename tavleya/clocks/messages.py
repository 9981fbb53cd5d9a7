"""User-facing messages of `tavleya.clocks`, by key."""

from tavleya.messages import N_, Catalogue

SENTENCES = {
    "bonus_out_of_range": N_("The increment must be a whole number of seconds, at most one hour."),
    "bonus_without_kind": N_("Choose how the increment is added."),
    "clock_already_running": N_("A clock is already running."),
    "clock_already_started": N_("The clocks have already been started."),
    "clock_instant_needed": N_("A running clock can only be changed at a stated instant."),
    "clock_instant_too_early": N_("That instant lies before the running clock was started."),
    "clock_last_period": N_("This time control has no further period."),
    "clock_not_enough_time": N_("The clock does not have that much time left to take away."),
    "clock_not_running": N_("The clocks are stopped."),
    "clock_not_started": N_("The clocks have not been started yet."),
    "clock_nothing_gained": N_("No move has been completed whose increment could be deducted."),
    "clock_reading_grew": N_(
        "This clock shows more than it had at the last press, and this time control adds nothing to it."
    ),
    "clock_state_unreadable": N_("This is not a stored clock: %(problem)s."),
    "clock_time_negative": N_("A clock cannot be set to less than zero."),
    "control_last_period_counts_moves": N_("The last period must cover all the remaining moves."),
    "control_new_time_contradicts_carry": N_("A clock that adds the next period at zero cannot discard unused time."),
    "control_per_move_is_days": N_("Correspondence play has a whole number of days per move and nothing else."),
    "control_period_count": N_("A time control must have one to %(most)s periods."),
    "control_period_without_moves": N_("Every period except the last needs a number of moves."),
    "control_unreadable": N_("This is not a stored time control: %(problem)s."),
    "period_moves_out_of_range": N_("The number of moves in a period must be from 1 to %(most)s."),
    "period_time_out_of_range": N_("The time of a period must be a whole number of seconds, at most 24 hours."),
    "time_control_ambiguous": N_("“%(text)s” is ambiguous: %(candidates)s."),
    "time_control_empty": N_("Enter a time control, such as 90+30."),
    "time_control_option_unknown": N_("A time control has no option “%(option)s”."),
    "time_control_tag_unreadable": N_(
        "“%(text)s” is not a time control as game files write it, such as 40/6000+30:900+30."
    ),
    "time_control_too_long": N_("A time control can have at most %(most)s characters."),
    "time_control_unreadable": N_(
        "“%(text)s” is not a time control. Write, for example, 90+30, 15 min, 60 d10 or 40/90+30:30+30."
    ),
}

say = Catalogue(SENTENCES)
