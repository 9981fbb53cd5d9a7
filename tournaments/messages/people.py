"""What `people` says to people, by key."""

from __future__ import annotations

from common.messages import N_

SENTENCES = {
    "already_expelled": N_("This player has been expelled already."),
    "already_finished.one_board": N_("One of these boards has a result already."),
    "bad_link": N_("This link is not valid."),
    "bad_rating": N_("“%(rating)s” is no rating."),
    "bad_rounds": N_("The last round cannot come before the first."),
    "bad_token": N_("This token is not valid."),
    "bye_decided": N_("An official has decided about this round: speak to him."),
    "bye_decided_already": N_("Somebody has decided about this bye already."),
    "duplicate_player": N_("%(player)s is in the event already."),
    "earlier_round_is_draft": N_("An earlier round has not been published yet."),
    "expires_too_early": N_("A token must expire later than now."),
    "no_such_bye": N_("No bye was asked for in this round."),
    "no_such_player": N_("There is no such player."),
    "no_such_player.in_event": N_("There is no such player in this event."),
    "no_such_registration": N_("There is no such entry."),
    "no_such_rule": N_("There is no such rule."),
    "no_such_token": N_("There is no such token."),
    "nobody_chosen": N_("Nobody has been chosen."),
    "nobody_named": N_("Say who did not appear."),
    "not_at_a_board": N_("One of these players is at no board of the round."),
    "not_playing": N_("This player is not in the tournament any more."),
    "not_withdrawn": N_("This player has not withdrawn."),
    "not_your_registration": N_("You can ask for yourself only."),
    "numbered_twice": N_("A player can have one starting number only."),
    "numbers_stand": N_("Round 4 is paired: starting numbers do not change any more (FIDE C.04.2)."),
    "pair_ruled_already": N_("There is a rule for these two already: take it back first."),
    "players_refused": N_("The list was not taken: see the lines that are wrong."),
    "reason_missing.expulsion": N_("Say why the player is expelled."),
    "round_paired_already": N_("Round %(number)s is paired already."),
    "same_name": N_("%(player)s is in the event already: say whether it is the same person."),
    "table_taken": N_("Table %(board)s is somebody else's already."),
    "token_name_taken": N_("You have a token of this name already."),
    "token_of_nobody": N_("A token belongs to a person."),
    "unknown_bye": N_("“%(kind)s” is no kind of bye."),
    "unknown_rule": N_("Players are kept apart or must meet."),
    "unknown_scope": N_("A token needs scopes, names of actions."),
}
