"""What `config` says to people, by key."""

from __future__ import annotations

from accounts.messages import say as say_account
from common.messages import N_, Catalogue

SENTENCES = {
    "already_erased": N_("The data of this player have been erased already."),
    "bad_idempotency_key": N_("An Idempotency-Key can have at most 80 characters."),
    "erasure_too_early": N_(
        "%(event)s still needs the names of its players and officials, for reports and appeals. The data can be "
        "erased from %(day)s on."
    ),
    "idempotency_key_reused": N_("This Idempotency-Key was used for a different request."),
    "no_player_chosen": N_("Select at least one player."),
}

say = Catalogue(SENTENCES, lower=(say_account,))
