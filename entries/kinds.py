"""Kinds of acts that `entries` writes to the log."""

from __future__ import annotations

from tavleya.messages import N_
from tournaments.happenings import place_of
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.section import Section
from tournaments.registry import Kind, Telling


@place_of.register
def _(subject: Entry) -> tuple[Event, Section | None]:
    return subject.section.event, subject.section


CHECK_IN_OPENED = Kind("check_in.opened", N_("Check-in set"))
CHECK_IN_REMOVED = Kind("check_in.removed", N_("Check-in removed"))
ENTRIES_TERMS = Kind("entries.terms", N_("Terms of online entry changed"))
ENTRY_APPROVED = Kind("entry.approved", N_("Entry approved"))
ENTRY_CHANGED = Kind("entry.changed", N_("Entry changed by the entrant"))
ENTRY_MOVED = Kind("entry.moved", N_("Waiting list changed"))
ENTRY_MOVED_UP = Kind("entry.moved_up", N_("Entry moved up from the waiting list"))
#: An entry waits for an officer: a notification, not an act.
ENTRY_PENDING = Kind("entry.pending", outside=Telling(choice="new_entry"))
ENTRY_REFUSED = Kind("entry.refused", N_("Entry refused"))
ENTRY_REOPENED = Kind("entry.reopened", N_("Decision on an entry undone"))
ENTRY_SUBMITTED = Kind("entry.submitted", N_("Entry received"))
ENTRY_WITHDRAWAL_REQUESTED = Kind("entry.withdrawal_requested", N_("Withdrawal requested by the player"))
ENTRY_WITHDRAWN = Kind("entry.withdrawn", N_("Entry withdrawn by the entrant"))
FEE_COMPUTED = Kind("fee.computed", N_("Fee recalculated"))
FEE_SET = Kind("fee.set", N_("Fee changed or waived"))
FEES_TERMS = Kind("fees.terms", N_("Fee of a section changed"))
PAYMENT_REPORT_SETTLED = Kind("payment.report_settled", N_("Report of a payment settled"))
PAYMENT_REPORTED = Kind("payment.reported", N_("Report of a payment that matches no fee"))
PAYMENT_TAKEN = Kind("payment.taken", N_("Payment or refund recorded"))
PAYMENT_VOIDED = Kind("payment.voided", N_("Receipt voided"))
PAYMENTS_TERMS = Kind("payments.terms", N_("Payment details changed"))
PRESENCE_CANCELLED = Kind("presence.cancelled", N_("Check-in of a player undone"))
PRESENCE_NOTED = Kind("presence.noted", N_("Player checked in"))
