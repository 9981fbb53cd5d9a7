"""User-facing messages of `upkeep`, by key."""

from accounts.messages import say as say_accounts
from tavleya.messages import N_, Catalogue

SENTENCES = {
    "already_erased": N_("The data of this player have been erased already."),
    "erasure_too_early": N_(
        "%(event)s still needs the names of its players and officials, for reports and appeals. The data can be "
        "erased from %(day)s on."
    ),
    "no_player_chosen": N_("Select at least one player."),
    "not_confirmed": N_("Tick the box to confirm."),
}

say = Catalogue(SENTENCES, lower=(say_accounts,))
