"""User-facing messages about adjournments, by key."""

from tavleya.messages import N_

SENTENCES = {
    "already_called_to_seal": N_("The player to move has already been asked to seal."),
    "already_lost": N_("This envelope has been declared lost."),
    "bad_ply_number": N_("The number of the sealed move must be 1 or more."),
    "both_sides": N_("Both players"),
    "card_of_another_envelope": N_("This card belongs to another sealed move."),
    "cards_do_not_open": N_("These cards do not open this envelope, or it has been changed."),
    "commitment_differs": N_("What is in the envelope is not what was committed to."),
    "control_not_reached": N_("A game can be adjourned early only after the time control."),
    "due_in_the_past": N_("The resumption must be in the future."),
    "due_unknown": N_("The resumption time of this game has not been announced."),
    "envelope_lost": N_("This envelope is lost; the game is restored without it."),
    "envelope_lost_annulled": N_("Envelope and position are lost: the game is replayed."),
    "envelope_lost_restored": N_(
        "The envelope is lost: play continues from the adjourned position with %(move)s."
    ),
    "envelope_not_lost": N_("The envelope has not been declared lost."),
    "first_move_made": N_(
        "A move has been made since the resumption: the time stays, unless that would be too serious."
    ),
    "has_moved.since_resumption": N_("A player who has moved since the resumption is present."),
    "holder_missing": N_("Enter who keeps the envelope."),
    "late_at_resumption": N_("%(side)s did not arrive for the resumption in time."),
    "no_bad_sealed_move": N_("No opened envelope is waiting for a ruling."),
    "no_clock_here": N_("This board has no clock."),
    "no_closed_envelope": N_("There is no closed envelope of this game."),
    "no_second_envelope": N_(
        "A reply can be sealed only to a sealed move whose author is absent at the resumption."
    ),
    "no_session_left": N_("No announced session has time left that could be added to a player's clock."),
    "nobody_late": N_("Choose who is late."),
    "not_a_sealed_move": N_("This is not a sealed move of the form %(scheme)s."),
    "not_adjourned": N_("This game is not adjourned."),
    "not_called_to_seal": N_("The arbiter has not asked for a move to be sealed."),
    "not_enough_time": N_("The rest of the session is more than the time on this clock."),
    "not_late_yet": N_("The default time has not passed yet for either player."),
    "not_playing_now": N_("This game is not being played."),
    "not_playing_now.sealing": N_("A move is sealed in a game that is being played, its clock running."),
    "not_resumed": N_("This game has not been resumed."),
    "not_set_up": N_("Set up the position and the clocks first, when it is time to resume."),
    "not_to_move.adjourning": N_("Only the player to move may adjourn before the session ends."),
    "nothing_sealed": N_("No move has been sealed yet."),
    "open_first": N_("Open the envelope first: the sealed move may have ended the game."),
    "open_first.replier_late": N_(
        "%(side)s, who must reply, is late, and the envelope is opened only in that player's presence: to rule the "
        "game lost, state that as the reason why it cannot be opened first."
    ),
    "reason_missing.position": N_("State why the position cannot be restored."),
    "reason_missing.sealed_text": N_("State why the text means this move."),
    "reason_missing.time": N_("Give the reason for changing the time."),
    "reply_player_absent": N_("The envelope is opened only when the player who must reply is present."),
    "sealed_ambiguous": N_("“%(text)s” in the envelope is ambiguous."),
    "sealed_for_another": N_("This was sealed for a different move."),
    "sealed_illegal": N_("“%(text)s” in the envelope is not legal."),
    "sealed_read_as": N_("“%(text)s” in the envelope means %(move)s."),
    "sealed_text_length": N_("Enter a move of at most %(longest)s characters."),
    "sealed_unreadable": N_("What “%(text)s” in the envelope means cannot be established."),
    "session_goes_on": N_(
        "The session is not over: a player may adjourn early by taking the rest of its time on their own clock."
    ),
    "time_corrected": N_("The clocks were set incorrectly at the resumption and are corrected."),
    "times_by_hand": N_("The clocks of this board are run by the program: their times are known."),
    "times_missing": N_("Enter what both clocks showed when they were stopped."),
    "too_early": N_("It is not yet time to resume this game: the envelope stays closed."),
    "too_few_cards": N_("Different cards needed to open this envelope: %(needed)s; given: %(given)s."),
    "turn_differs": N_("In this position the other side is to move: one of the two is wrong."),
    "way_blind": N_("with a blind player"),
    "way_blindfold": N_("blindfold"),
    "way_blindfold_simultaneous": N_("blindfold at several boards"),
    "way_correspondence": N_("by correspondence"),
    "way_handicap": N_("at odds"),
    "way_over_board": N_("over the board"),
    "way_simultaneous": N_("simultaneous display"),
}
