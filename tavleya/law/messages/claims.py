"""User-facing messages about claims, by key."""

from tavleya.messages import N_

SENTENCES = {
    "already_postponed": N_("The decision has already been postponed."),
    "announced_illegal": N_("The announced move %(move)s is illegal."),
    "announced_is_played": N_("The announced move must be played: %(move)s."),
    "appeal_too_late": N_("The time for an appeal against this ruling is over."),
    "arbiter_decides": N_("The facts do not decide this: the arbiter decides and gives the reason."),
    "at_move.black": N_("At move %(number)s of Black."),
    "at_move.white": N_("At move %(number)s of White."),
    "bad_fact": N_("Cannot be read: %(fact)s"),
    "by_typed_moves": N_("Decided by the rules from the moves typed in: %(moves)s."),
    "by_typed_position": N_("Decided by the rules from the position typed in."),
    "call_answered": N_("The call has been answered."),
    "call_not_open": N_("This call has already been answered."),
    "call_not_upheld": N_("The call is not upheld."),
    "cannot_win": N_("The opponent cannot win by normal means: the game is drawn."),
    "card_unreadable": N_("This card cannot be read: check it letter by letter."),
    "castling_unknown": N_(
        "Whether castling was still allowed decides this: enter the whole text of the position, with the castling "
        "rights."
    ),
    "claim_decided": N_("This claim has been rejected in this position. It can be made again after another move."),
    "claim_late": N_("The right to claim a draw on that move was lost: the claim is not considered."),
    "claim_postponed": N_("The decision is postponed; the arbiter observes the game."),
    "claim_rejected": N_("The claim is rejected."),
    "claim_too_late": N_("This can no longer be claimed: %(why)s"),
    "claim_upheld": N_("The claim is right: the game is drawn."),
    "envelope_closed.claim": N_(
        "A move is sealed: a draw can be claimed once the envelope is opened and the move is made."
    ),
    "fact_missing": N_("Missing: %(fact)s"),
    "facts_contradict_record": N_("This contradicts the record of the game: %(what)s"),
    "flag_down": N_("The claim must be made before the claimant's flag falls."),
    "negative_time": N_("A clock cannot be set to less than nothing."),
    "no_effort": N_("The opponent is making no effort to win by normal means: the game is drawn."),
    "no_panel": N_("Members who may decide this appeal: %(free)s; needed: %(seats)s. Appoint reserves."),
    "no_quickplay_claim": N_("Under these rules such a draw cannot be claimed."),
    "no_such_ruling.kind": N_("There is no ruling “%(kind)s”."),
    "not_followed": N_("The moves of this board are not recorded live: this cannot be decided from the record."),
    "not_last_period": N_("The quickplay finish is the last period, in which all the remaining moves are made."),
    "not_of_this_game": N_("The rules of this game have no such ruling."),
    "not_playing.claim": N_("A draw can be claimed only while the game is being played."),
    "not_to_move.claiming": N_("Only the player to move may claim a draw, before making a move."),
    "not_to_move.typed": N_(
        "The last move entered, %(move)s, is the claimant's. If it was only announced, enter it as the announced move;"
        " if it was made, the claim came too late."
    ),
    "reason_missing.call": N_("State how the call was answered."),
    "ruling_does_not_stand": N_("This ruling changes nothing: there is nothing to appeal against."),
    "ruling_is_final": N_("Under the regulations of this event such a ruling is final."),
    "time_not_short": N_("This claim requires less than %(minutes)s min on the clock."),
    "touched_before_claim": N_("A piece has been touched: no draw can be claimed on this move."),
    "unknown_fact": N_("This ruling has no fact called “%(fact)s”."),
    "wrong_claim": N_("The claim is wrong."),
    "wrong_claim_half": N_("%(side)s loses half of the time left, %(most)s at most."),
    "wrong_claim_loses": N_("%(side)s loses %(time)s."),
}
