"""What `accounts` says to people, by key."""

from __future__ import annotations

from common.messages import N_, Catalogue
from common.messages import say as say_common

SENTENCES = {
    "account_name_missing": N_("An account needs the name of its person."),
    "bad_email": N_("This is not an e-mail address."),
    "bad_user_name": N_("A user name is made of letters, digits and the signs @ . + - _ only."),
    "email_taken": N_("Another account has this e-mail address."),
    "no_such_account": N_("There is no such account."),
    "setup_code_wrong": N_("The code is wrong or has expired. Each start of the service prints a new one."),
    "setup_over": N_("This service has an administrator already."),
    "user_name_taken": N_("Another account has this user name."),
}

say = Catalogue(SENTENCES, lower=(say_common,))
