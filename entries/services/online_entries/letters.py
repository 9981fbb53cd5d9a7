"""Emails to entrants: the state of the entry and the private link (`notifications.services.outbox` sends them)."""

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from entries.models.fees import Fee
from entries.selectors.fees import account_of
from entries.selectors.online_entries import number_on_waiting_list
from entries.services.online_entries.links import secret_of_entry
from notifications.models.notifications import Delivery
from notifications.services.outbox import Letter
from tavleya.fees.money import fee_text
from tournaments.models.entry import Entry, EntryState


def letter_of_entry(row: Delivery) -> Letter | None:
    """Return the email about the current state of a delivery's entry, None if the entry has no email address."""
    entry = row.entry
    if entry is None or not entry.email:
        return None
    section, event = entry.section, entry.section.event
    language = entry.language or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(event.zone):
        secret = secret_of_entry(entry)
        context = {
            "entry": entry,
            "states": EntryState,
            "event": event.name_in(language),
            "section": section.name_in(language),
            "number": number_on_waiting_list(entry) if entry.state == EntryState.WAITING else None,
            "link": f"{settings.SITE_URL}{reverse('entry', args=[secret])}" if secret else "",
            "contact": event.contact,
            "fee": _fee(entry),
        }
        subject = gettext("Your entry: %(section)s, %(event)s") % context
        return Letter(entry.email, subject, render_to_string("entries/letter.txt", context))


def _fee(entry: Entry) -> str:
    """Return the amount due as text, or an empty text. The page linked in the email explains how to pay."""
    fee = Fee.objects.filter(entry=entry).select_related("entry").first()
    left = account_of(fee).left if fee is not None else 0
    if fee is None or left <= 0:
        return ""
    return gettext("Entry fee still to be paid: %(amount)s") % {"amount": fee_text(left, fee.currency)}
