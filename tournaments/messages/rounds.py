"""What `rounds` says to people, by key."""

from __future__ import annotations

from tavleya.messages import N_

SENTENCES = {
    "all_rounds_paired": N_("The section has %(rounds)s rounds, and all are paired."),
    "already_paired.round_robin": N_("A round robin is paired as a whole."),
    "bad_colour": N_("The colour must be white or black."),
    "bad_table": N_("Tables are numbered from 1."),
    "bye_in_round_robin": N_("A round robin has no byes, only forfeits."),
    "cannot_meet_all": N_("Too few rounds are left for these players to meet everyone: %(players)s."),
    "changes_too_fast": N_("The section changed while it was being paired. Try again."),
    "differs_from_rules": N_(
        "This round is not as the rules pair it. Here: %(drawn)s. By the rules: %(ruled)s."
    ),
    "draft_changed": N_("This draft has been changed in the meantime. Check it again."),
    "draft_stale": N_(
        "Results, players or rules have changed since this round was paired. Re-pair it, or check it and confirm."
    ),
    "illegal_pairing": N_("This pairing is not legal: %(reasons)s"),
    "matches_undecided": N_("These matches are not decided yet: %(matches)s."),
    "meetings_broken": N_("This round does not fit a round robin: %(why)s"),
    "no_drafts": N_("There is no draft to discard."),
    "no_such_pairing": N_("Board not found."),
    "no_such_restore_point": N_("There is no such restore point."),
    "no_such_round": N_("There is no such round."),
    "no_such_round_planned": N_("The section has no round %(number)s."),
    "not_a_rehearsal": N_("Only a rehearsal can be discarded."),
    "not_a_round_robin": N_("This section is not a round robin."),
    "not_a_swiss": N_("This section is not a Swiss."),
    "not_all_met": N_("These players have not met as often as they should: %(pairs)s."),
    "not_at_a_board.requested_bye": N_("Cancel the requested bye first, then assign the player a board."),
    "not_the_last_round": N_("Round %(number)s is not the last one."),
    "not_the_next_round": N_("The next round is round %(number)s."),
    "pairing_runs": N_("This section is being paired right now."),
    "reason_missing.undoing_round": N_("Give the reason for undoing the round."),
    "restriction_after_pairing": N_(
        "The section is paired: confirm that its pairing restrictions are to be changed."
    ),
    "results_missing": N_("These boards have no result yet: %(boards)s."),
    "round_has_results": N_(
        "These boards have begun or have a result: %(boards)s. Confirm that they are to be undone."
    ),
    "round_status.draft": N_("The round is already a draft."),
    "rounds_out_of_order": N_("Round %(number)s must begin after round %(earlier)s."),
    "same_board": N_("These two play each other: swap their colours."),
    "schedule_begun": N_("A round of this schedule has been published: it can no longer be discarded."),
    "time_is_past": N_("This time is past."),
    "too_few_players.round": N_("Fewer than two players can be paired in this round."),
    "too_few_players.round_robin": N_("A round robin needs at least two players."),
    "took_too_long.pairing": N_("The pairing takes too long for this server."),
    "two_required_opponents": N_(
        "Player %(number)s would have to meet two opponents in one round: remove one of the restrictions."
    ),
    "undo_instead": N_("In this system the round is undone and re-paired instead."),
    "undo_too_late": N_(
        "This can no longer be undone: too much time has passed, or something has changed since."
    ),
}
