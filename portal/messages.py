"""What `config` says to people, by key."""

from __future__ import annotations

from accounts.messages import say as say_account
from tavleya.messages import N_, Catalogue

SENTENCES = {
    "already_erased": N_("The data of this player have been erased already."),
    "bad_key": N_("A key of this object is not valid."),
    "erasure_too_early": N_(
        "%(event)s still needs the names of its players and officials, for reports and appeals. The data can be "
        "erased from %(day)s on."
    ),
    "half_a_letter": N_("Text must be valid Unicode: the body has half a letter (a lone surrogate)."),
    "no_player_chosen": N_("Select at least one player."),
    "nul_in_text": N_("Text cannot contain the character NUL."),
}

say = Catalogue(SENTENCES, lower=(say_account,))
