"""What `accounts` says to people, by key."""

from __future__ import annotations

from common.messages import N_, Catalogue
from common.messages import say as say_common

SENTENCES = {
    "account_name_missing": N_("An account needs the name of its person."),
    "no_such_account": N_("There is no such account."),
}

say = Catalogue(SENTENCES, lower=(say_common,))
