"""User-facing messages of `accounts`, by key."""

from tavleya.messages import N_, Catalogue
from tavleya.messages import say as say_common

SENTENCES = {
    "account_merged": N_("This account has been merged into another one."),
    "account_name_missing": N_("An account needs the name of its person."),
    "bad_email": N_("This is not an e-mail address."),
    "bad_user_name": N_("A user name is made of letters, digits and the signs @ . + - _ only."),
    "email_taken": N_("Another account has this e-mail address."),
    "last_administrator": N_("The service must keep an administrator."),
    "no_such_account": N_("There is no such account."),
    "own_account": N_("Another administrator has to do this to your own account."),
    "same_account": N_("This is the same account."),
    "setup_code_wrong": N_("The code is wrong or has expired. Each start of the service prints a new one."),
    "setup_over": N_("This service has an administrator already."),
    "user_name_taken": N_("Another account has this user name."),
}

say = Catalogue(SENTENCES, lower=(say_common,))
