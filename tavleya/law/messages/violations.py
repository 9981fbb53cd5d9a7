"""User-facing messages about violations, by key."""

from tavleya.messages import N_

SENTENCES = {
    "any_move": N_("Any legal move may be played instead."),
    "bound_to": N_("Moves to choose from (%(count)s): %(moves)s."),
    "call_dismissed": N_("The call is not upheld; play continues."),
    "can_mate_there": N_("in the position typed in the opponent can mate."),
    "cannot_mate_there": N_("in the position typed in the opponent cannot mate."),
    "claimant_touched": N_("the claimant has touched a piece."),
    "claims_against_himself": N_("A player cannot claim their own breach."),
    "did.move": N_("%(side)s made an illegal move."),
    "did.not_promoted": N_("%(side)s left a pawn on the last rank."),
    "did.press_without_move": N_("%(side)s pressed the clock without making a move."),
    "did.two_hands": N_("%(side)s made a move with two hands."),
    "earlier_penalties": N_("Earlier penalties of %(side)s in this game: %(count)s."),
    "fine_not_announced": N_("Only a fine announced in advance can be imposed; announced: %(tariff)s."),
    "found_by_arbiter": N_("%(side)s: %(what)s."),
    "game_over": N_("This game is over: correct its result, not its moves."),
    "illegal_count": N_("Illegal moves of %(side)s in this game: %(count)s."),
    "illegal_position.both_in_check": N_("Both kings are in check."),
    "illegal_position.pawn_on_last_rank": N_("A pawn stands on the last rank."),
    "illegal_position_stands": N_(
        "It still stood after the next move and was not corrected: the game is drawn."
    ),
    "in_his_time": N_("%(side)s restores the pieces on %(side)s's own time."),
    "it_has_move": N_("the move is %(move)s."),
    "legal_there": N_("In the position typed in %(move)s is a legal move."),
    "loses_game": N_("%(side)s loses the game."),
    "measure_unknown": N_(
        "Neither these rules nor the regulations of the event have this penalty: %(penalty)s."
    ),
    "next_move_awaited": N_(
        "The game is drawn only if the position is still illegal after the next move: wait for it."
    ),
    "no_breach": N_("The touch-move rule has not been broken."),
    "no_breach_found": N_("The move was made according to the rules."),
    "no_clock": N_("This board has no clock."),
    "no_illegal_position": N_("There is no illegal position on this board that would draw the game."),
    "no_irregular_move": N_("Every move in the record is legal: there is nothing to retract."),
    "no_points_given": N_("Enter how many points are added or deducted."),
    "no_such_incident": N_("There is no such type of incident."),
    "no_violation": N_("It came about through no fault of the players."),
    "not_completed": N_("The clock has not been pressed: the move is not completed, and does not count."),
    "not_insisted": N_("Only if the opponent insists does a refusal cost the game."),
    "noted": N_("Recorded, without further consequences."),
    "nothing_to_restore": N_("Either the clock of the side to move is running or no clock is."),
    "only_on_claim": N_("Under these rules the arbiter decides this only when a player claims it."),
    "opponent_gains": N_("%(side)s gets %(time)s extra."),
    "opponent_wins": N_("Under this article the opponent wins: the arbiter cannot give another score."),
    "own_time_already": N_("The clock of the side restoring the pieces is already running."),
    "pawn_replaced": N_("The pawn on the last rank is replaced with a queen."),
    "penalty_laid": N_("Penalty for %(side)s: %(penalty)s."),
    "points_above_the_game": N_(
        "Both players together have %(together)s of the %(most)s points of this game: at most %(room)s can be given "
        "unless points are deducted from the player at fault first."
    ),
    "points_after_the_game": N_("Points of a game are changed once it has a result."),
    "points_out_of_game": N_(
        "%(side)s has %(has)s half-points of this game: at most %(room)s can be given or taken."
    ),
    "position_after": N_("The position after half-move %(ply)s is set up again."),
    "position_after.certain": N_("The last certain position is set up again."),
    "put_right": N_("The position is corrected; the side to move continues thinking."),
    "put_right_whole": N_("The opponent requires it to be corrected as a whole."),
    "refuses": N_("%(side)s refuses to comply with the Laws and loses the game."),
    "replied": N_("the opponent has replied to the move."),
    "reply_waived": N_("The opponent has replied, so the move stands and play continues from it."),
    "restored": N_("The position before move %(move)s of %(side)s is set up again."),
    "score_set": N_("The arbiter decides the result: %(result)s."),
    "so_many_plies": N_("it has %(ply)s half-moves."),
    "touch_does_not_bind": N_("In this form of play touch-move does not apply to that player."),
    "touched_is_played": N_("Touched on %(squares)s: that piece must be moved or taken, if possible."),
    "unclaimed": N_("No player claims it: it does not count, and no time is given."),
    "whole_correction": N_("An irregularity is corrected as a whole or not at all."),
}
