"""What `violations` says to people, by key."""

from __future__ import annotations

from common.messages import N_

SENTENCES = {
    "any_move": N_("Any legal move may be played instead."),
    "bound_to": N_("Moves to choose from (%(count)s): %(moves)s."),
    "call_dismissed": N_("The call is not upheld; play goes on."),
    "claimant_touched": N_("the claimant has touched a piece."),
    "claims_against_himself": N_("A player cannot claim their own breach."),
    "did.move": N_("%(side)s made an illegal move."),
    "did.not_promoted": N_("%(side)s left a pawn on the last rank."),
    "did.press_without_move": N_("%(side)s pressed the clock without making a move."),
    "did.two_hands": N_("%(side)s made a move with two hands."),
    "earlier_penalties": N_("Earlier penalties of %(side)s in this game: %(count)s."),
    "fine_not_announced": N_("Only a fine that was announced in advance can be laid; announced: %(tariff)s."),
    "game_over": N_("This game is over; its result is corrected, not its moves."),
    "illegal_count": N_("Illegal moves of %(side)s in this game: %(count)s."),
    "illegal_position.both_in_check": N_("Both kings are in check."),
    "illegal_position.pawn_on_last_rank": N_("A pawn stands on the last rank."),
    "illegal_position_stands": N_(
        "The next move has left it so, and nobody put it right: the game is drawn."
    ),
    "in_his_time": N_("%(side)s puts the pieces right on %(side)s's time."),
    "it_has_move": N_("the move is %(move)s."),
    "legal_there": N_("In the position typed in %(move)s is a legal move."),
    "loses_game": N_("%(side)s loses the game."),
    "measure_unknown": N_(
        "Neither these rules nor the regulations of the event have this penalty: %(penalty)s."
    ),
    "next_move_awaited": N_(
        "Only if the next move leaves the position illegal is the game drawn: wait for it."
    ),
    "no_breach": N_("Touch-move has not been broken."),
    "no_breach_found": N_("The turn was played by the rules."),
    "no_clock": N_("This board has no clock."),
    "no_illegal_position": N_("No illegal position stands on this board by which the game would be drawn."),
    "no_irregular_move": N_("Every move that stands in the record is legal: there is nothing to take back."),
    "no_points_given": N_("Say how many points are given or taken."),
    "no_such_incident": N_("There is no such kind of incident."),
    "no_violation": N_("It came about through no fault of the players."),
    "not_completed": N_("The clock has not been pressed: the move is not completed, and does not count."),
    "not_insisted": N_("Only if the opponent insists does a refusal cost the game."),
    "noted": N_("Noted; nothing else follows."),
    "nothing_to_restore": N_("The clock of the side to move is running, or none is."),
    "only_on_claim": N_("Under these rules the arbiter decides this only when a player claims it."),
    "opponent_gains": N_("%(side)s gets %(time)s more."),
    "opponent_wins": N_("By this article the opponent wins: the arbiter does not set another score."),
    "own_time_already": N_("The clock of the side that puts it right is running already."),
    "pawn_replaced": N_("The pawn on the last rank is replaced by a queen."),
    "penalty_laid": N_("Penalty for %(side)s: %(penalty)s."),
    "points_after_the_game": N_("Points of a game are changed once it has a result."),
    "points_out_of_game": N_(
        "%(side)s has %(has)s half-points of this game: at most %(room)s can be given or taken."
    ),
    "position_after": N_("The position after half-move %(ply)s is set up again."),
    "put_right": N_("The position is put right; the side to move thinks on."),
    "put_right_whole": N_("The opponent has it put right as a whole."),
    "refuses": N_("%(side)s refuses to keep to the rules and loses."),
    "replied": N_("the opponent has replied to the move."),
    "reply_waived": N_("The opponent has replied, so the move stands and play goes on from it."),
    "restored": N_("The position before move %(move)s of %(side)s is set up again."),
    "score_set": N_("The arbiter sets the result: %(result)s."),
    "so_many_plies": N_("it has %(ply)s half-moves."),
    "touch_does_not_bind": N_("In this way of play touching does not bind that player."),
    "touched_is_played": N_("Touched on %(squares)s: that piece must be moved or taken, if possible."),
    "unclaimed": N_("No player claims it: it does not count, and no time is given."),
    "whole_correction": N_("A violation is put right as a whole or not at all."),
}
