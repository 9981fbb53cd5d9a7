"""What `fees` says to people, by key: entry fees and payments."""

from __future__ import annotations

from tavleya.messages import N_

SENTENCES = {
    "already_voided": N_("This line has already been voided."),
    "bad_payment": N_("Give an amount of more than zero and how it was paid."),
    "bad_report": N_("This report of payments cannot be read."),
    "bad_signature": N_("The signature of this report is wrong."),
    "currency_stands": N_("Payments in another currency have been taken: refund them first."),
    "extra_incomplete": N_("The extra needs both a name and an amount."),
    "no_fee_terms": N_("No fee is set up for this section."),
    "no_such_fee": N_("Fee not found."),
    "no_such_report": N_("Report not found."),
    "nobody_left": N_("The entry has been deleted: the fee cannot be recalculated."),
    "payee_missing": N_("Give the name of the account’s holder."),
    "payment_in_between": N_(
        "A payment has been recorded in the meantime. Check it before you take another."
    ),
    "reason_missing.fee": N_("Give the reason."),
    "refund_too_large": N_("The refund is more than has been paid."),
    "report_cannot_be_booked": N_("This report has another currency, or is not of a payment."),
    "report_settled": N_("This report has already been settled."),
    "too_many_fee_rules": N_("At most %(most)s conditions."),
    "unknown_provider": N_("This payment provider is not known."),
}
