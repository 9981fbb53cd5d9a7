"""User-facing messages of `tavleya.rules.sheets`, by key."""

from tavleya.messages import N_, Catalogue
from tavleya.rules.messages import say as say_rules

SENTENCES = {"sheet_too_damaged": N_("No reading of the whole sheet was found from here.")}

say = Catalogue(SENTENCES, lower=(say_rules,))
