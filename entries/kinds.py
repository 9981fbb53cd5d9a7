"""Kinds of acts that `entries` writes to the log."""

from tavleya.messages import N_
from tournaments.registry import Kind, Telling

CHECK_IN_OPENED = Kind("check_in.opened", N_("Check-in set"))
CHECK_IN_REMOVED = Kind("check_in.removed", N_("Check-in removed"))
ENTRIES_TERMS = Kind("entries.terms", N_("Terms of online entry changed"), table=True)
ENTRY_APPROVED = Kind("entry.approved", N_("Entry approved"), table=True)
ENTRY_CHANGED = Kind("entry.changed", N_("Entry changed by the entrant"), table=True)
ENTRY_MOVED = Kind("entry.moved", N_("Waiting list changed"))
ENTRY_MOVED_UP = Kind("entry.moved_up", N_("Entry moved up from the waiting list"))
#: An entry waits for an officer: a notification, not an act.
ENTRY_PENDING = Kind("entry.pending", outside=Telling(choice="new_entry"))
ENTRY_REFUSED = Kind("entry.refused", N_("Entry refused"), table=True)
ENTRY_REOPENED = Kind("entry.reopened", N_("Decision on an entry undone"), table=True)
ENTRY_SUBMITTED = Kind("entry.submitted", N_("Entry received"), table=True)
ENTRY_WITHDRAWAL_REQUESTED = Kind("entry.withdrawal_requested", N_("Withdrawal requested by the player"), table=True)
ENTRY_WITHDRAWN = Kind("entry.withdrawn", N_("Entry withdrawn by the entrant"), table=True)
FEE_COMPUTED = Kind("fee.computed", N_("Fee recalculated"))
FEE_SET = Kind("fee.set", N_("Fee changed or waived"))
FEES_TERMS = Kind("fees.terms", N_("Fee of a section changed"), table=True)
PAYMENT_REPORT_SETTLED = Kind("payment.report_settled", N_("Report of a payment settled"))
PAYMENT_REPORTED = Kind("payment.reported", N_("Report of a payment that matches no fee"))
PAYMENT_TAKEN = Kind("payment.taken", N_("Payment or refund recorded"))
PAYMENT_VOIDED = Kind("payment.voided", N_("Receipt voided"))
PAYMENTS_TERMS = Kind("payments.terms", N_("Payment details changed"))
PRESENCE_CANCELLED = Kind("presence.cancelled", N_("Check-in of a player undone"))
PRESENCE_NOTED = Kind("presence.noted", N_("Player checked in"))
