"""User-facing messages of `portal`, by key."""

from tavleya.messages import N_, Catalogue

SENTENCES = {
    "no_such_format": N_("There is no format “%(format)s”."),
    "no_such_preset": N_("There is no such preset."),
    "unknown_name_order": N_("The order of names is family_first or given_first."),
}

say = Catalogue(SENTENCES)
