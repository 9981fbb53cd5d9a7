"""User-facing messages of `tavleya.fees`, by key."""

from tavleya.messages import N_, Catalogue

SENTENCES = {
    "bad_bank_account": N_("This is not a complete Russian bank account: check account, BIC and bank."),
    "bad_fee_rule": N_("The condition “%(field)s” of a fee cannot be read."),
    "bad_iban": N_("This is not a valid IBAN."),
    "bad_payment_link": N_("The link must begin with https:// and name no other words than %(words)s."),
    "bad_reference": N_("The reference must contain {number}, and no other word in braces."),
    "fee_rule_incomplete": N_("Give the amount or the percentage, not both, and what the condition needs."),
}

say = Catalogue(SENTENCES)
