"""User-facing messages about regulations, by key."""

from tavleya.messages import N_

SENTENCES = {
    "a_fine": N_("a fine of %(amount)s %(currency)s"),
    "a_warning": N_("a warning"),
    "after_moves": N_("moves by each side before it: %(moves)s"),
    "any_time": N_("at any time"),
    "bad_regulation": N_("“%(value)s” cannot be the value of the regulation “%(key)s”."),
    "called_by_anybody": N_("called by the arbiter or a player"),
    "called_by_player": N_("called by a player alone"),
    "claim_below": N_("a claim with less than %(minutes)s min left"),
    "control_of_other_rate": N_("This time control is %(rate)s; the laws selected are for %(laws)s."),
    "control_rated_below": N_(
        "In %(moves)s moves this time control gives %(minutes)s min: games are rated only between players below "
        "%(rating)s."
    ),
    "default_time_zero": N_("none: a player absent at the start loses"),
    "fines_of": N_("%(amounts)s %(currency)s"),
    "half_and_gain": N_("half of the claimant's time, %(loses)s at most, and %(gains)s to the opponent"),
    "minutes": N_("%(minutes)s min"),
    "minutes_seconds": N_("%(minutes)s min %(seconds)s s"),
    "no_default_time": N_("as the arbiter decides"),
    "no_such_article": N_("There is no article “%(id)s”."),
    "no_such_article.named": N_(
        "There is no article “%(id)s” in these laws, nor in the regulations of the event."
    ),
    "no_such_book": N_("There is no such law book."),
    "not_played": N_("no claim"),
    "nothing": N_("nothing"),
    "out_of_event": N_("expulsion from the event"),
    "points_of": N_("%(win)s for a win, %(draw)s for a draw, %(loss)s for a loss"),
    "points_off": N_("%(points)s points deducted from the game score"),
    "points_to_opponent": N_("%(points)s points added to the opponent's game score"),
    "rate_blitz": N_("blitz"),
    "rate_classical": N_("standard play"),
    "rate_rapid": N_("rapid play"),
    "rounds_not_played": N_("exclusion from the next rounds: %(rounds)s"),
    "seconds": N_("%(seconds)s s"),
    "steps": "%(number)s. %(step)s",
    "steps.more": "%(before)s; %(number)s. %(step)s",
    "taken_back_only": N_("retracted without a penalty"),
    "the_game": N_("loss of the game"),
    "time_after_stop": N_("after a stop"),
    "time_as_penalty": N_("a penalty"),
    "time_for_defective_clocks": N_("defective clocks"),
    "time_for_wrong_setting": N_("wrong setting of the clocks"),
    "time_off": N_("%(time)s off the player's time"),
    "time_on_clocks": N_("time on the clocks"),
    "time_to_opponent": N_("%(time)s to the opponent"),
    "unknown_regime": N_("There is no set of rules “%(regime)s”."),
    "unknown_regulation": N_("There is no regulation “%(key)s”."),
    "until_below": N_("until less than %(minutes)s min are left without a bonus of %(seconds)s s"),
}
