"""User-facing messages of `tavleya.rules.draughts`, by key."""

from tavleya.messages import N_, Catalogue
from tavleya.rules.messages import say as say_rules

SENTENCES = {
    "ambiguous_move.draughts": N_("“%(text)s” can mean %(candidates)s."),
    "counter_run_out": N_("Each side has made %(made)s moves of this kind; %(needed)s make a draw."),
    "counter_running": N_("Each side has made only %(made)s of the %(needed)s moves that make a draw."),
    "first_move_stands": N_("The retracted move stands."),
    "free_choice": N_("No touched man obliges the player to move."),
    "game_over.no_move": N_("The side to move has no legal move: the game is over."),
    "jumped_twice": N_(
        "The man on %(square)s has already been jumped; it stays on the board until the capture is complete."
    ),
    "king_must_go_on": N_(
        "The king may not stop on %(square)s: it must stop where it can continue capturing (%(stops)s)."
    ),
    "light_square": N_("%(square)s is a light square; draughts are played on the dark ones."),
    "man_lifted_during_take": N_("A jumped man was removed before the capture was complete (%(squares)s)."),
    "man_on_crowning_row": N_("A man on %(square)s would be a king."),
    "man_on_light_square.one": N_("The man on %(square)s, a light square, is out of play."),
    "men_go_forward": N_("A man does not move backwards: %(origin)s-%(target)s."),
    "mixed_squares": N_("The position mixes numbered squares with lettered ones."),
    "move_taken_back": N_("A move was retracted (%(squares)s)."),
    "moved_and_removed": N_("The man on %(square)s cannot be both moved and removed."),
    "no_man_there": N_("There is no man on %(square)s."),
    "no_men_at_all": N_("There are no men on the board."),
    "no_such_claim.draughts": N_("These rules have no such draw."),
    "no_such_short_move": N_("No man on the %(file)s-file can go to %(square)s."),
    "no_such_square": N_("There is no square “%(square)s”."),
    "not_crowned": N_("A man that reached the last rank was not crowned."),
    "not_diagonal": N_("%(origin)s and %(target)s are not on the same diagonal."),
    "not_your_man": N_("The man on %(square)s is the opponent's."),
    "nothing_done": N_("The description contains neither a move nor a removed man."),
    "nothing_left": N_("No men would be left on the board."),
    "nothing_to_move": N_("There is no man on %(square)s to move."),
    "nothing_to_remove": N_("There is no man on %(square)s to capture."),
    "nothing_to_take": N_("There is nothing to capture from %(square)s."),
    "numbered_squares": N_("The squares of the position are numbered; they were counted from %(corner)s."),
    "opponents_man_moved": N_("The opponent's man on %(square)s was moved."),
    "other_man_touched": N_("The man on %(square)s was touched, and another one was moved."),
    "own_man_in_the_way": N_("A man of the same colour on %(square)s is in the way."),
    "path_too_short": N_("A move has at least two squares."),
    "position_not_repeated": N_(
        "The position has stood only %(times)s times with the same side to move; %(needed)s make a draw."
    ),
    "position_repeated": N_("The position has stood %(times)s times with the same side to move."),
    "position_shape": N_("“%(text)s” is not a draughts position. Write it like %(example)s."),
    "removed_own": N_("A player removed men of their own (%(squares)s)."),
    "removed_too_few": N_("Captured men were left on the board (%(squares)s)."),
    "removed_untaken": N_("Men that had not been captured were removed (%(squares)s)."),
    "removed_without_take": N_("A man was removed without reason (%(squares)s)."),
    "square_held": N_("%(square)s is occupied; two men cannot stand there."),
    "square_twice": N_("%(square)s is named twice."),
    "stopped_removing": N_("The player stopped removing captured men; still on the board: %(squares)s."),
    "take_compulsory": N_("Capturing is compulsory: %(takes)s."),
    "take_not_finished": N_("The capture cannot end on %(square)s: it must continue (%(takes)s)."),
    "take_not_made": N_("A capture was compulsory (%(squares)s) but was not made."),
    "take_stopped": N_("The capture was broken off on %(square)s although it had to continue."),
    "take_too_small": N_(
        "A capture must remove as many men as possible: %(most)s here, and not %(count)s (%(takes)s)."
    ),
    "takes_nothing": N_("Nothing is captured from %(origin)s to %(target)s."),
    "target_occupied": N_("%(square)s is occupied."),
    "too_far_for_a_man": N_("From %(origin)s to %(target)s is too far for a man."),
    "too_many_men": N_("One side has %(count)s men; the maximum is %(most)s."),
    "took_too_few": N_("Fewer men were removed than were captured (%(square)s)."),
    "took_too_many": N_("The capture was complete on %(square)s but was continued."),
    "touched_man_moves": N_("The man on %(square)s was touched and can move: it must."),
    "turn_restored": N_("The extra move is undone; it is the other player's turn."),
    "two_men_at_once": N_("Two men in a row cannot be jumped at once (%(square)s)."),
    "two_moves_running": N_("Two moves were made in succession."),
    "unreadable_deed": N_(
        "“%(text)s” does not describe what was done on the board. Write it like %(step)s or %(take)s -%(square)s."
    ),
    "unreadable_move.draughts": N_("“%(text)s” is not a draughts move. Write it like %(step)s or %(take)s."),
    "way_barred": N_("The king cannot pass %(square)s on its way from %(origin)s to %(target)s."),
    "wrong_move": N_("A man cannot move like this: %(squares)s."),
}

say = Catalogue(SENTENCES, lower=(say_rules,))
