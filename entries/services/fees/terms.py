"""The fee terms of a section and the payment terms of an event."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from entries.kinds import FEES_TERMS, PAYMENTS_TERMS
from entries.messages import say
from entries.models.fees import FeeTerms, PaymentTerms
from entries.services.fees.charging import charge_everybody, work_out_again
from entries.services.fees.providers import PROVIDERS
from notifications.services.webhooks.signatures import new_secret
from tavleya.actors import Actor
from tavleya.errors import BadInput
from tavleya.fees.bank_codes import RussianAccount, check_link, check_reference, read_iban
from tavleya.fees.terms import FeeRule
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.services.events import check_texts
from tournaments.services.shared import change, check_fields, lock_event, lock_section_with_event

MOST_RULES = 20


@transaction.atomic
def set_fee_terms(
    *, actor: Actor, now: datetime, section_id: int, changes: Mapping[str, object], again: bool = False
) -> FeeTerms:
    """Set the fee terms of a section; fields that are not in `changes` stay.

    Existing entrants without a fee get one. `again`: fees without payments or manual amounts are recomputed; otherwise
    they stay.
    Raises: BadInput ("bad_field", "bad_fee_rule", "fee_rule_incomplete", "too_many_fee_rules", "extra_incomplete").
    """
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.EDIT_SECTION)
    fee_terms = FeeTerms.objects.filter(section=section).first()
    terms = fee_terms or FeeTerms(section=section)
    terms.section = section
    before, after = change(terms, changes)
    check_fields(terms, exclude=["section"])
    if not isinstance(terms.rules, list) or len(terms.rules) > MOST_RULES:
        raise BadInput(say("too_many_fee_rules", most=MOST_RULES), field="rules")
    terms.rules = [FeeRule.read(rule).kept() for rule in terms.rules]
    check_texts(terms.extra, "extra", optional=True)
    if bool(terms.extra_amount) != any(terms.extra.values()):
        raise BadInput(say("extra_incomplete"), field="extra_amount")
    terms.save()
    if terms.charged:
        charge_everybody(section, now=now)
        if again:
            work_out_again(section, terms)
    if after or fee_terms is None or again:
        happened(FEES_TERMS, section, actor=actor, now=now, before=before, after=after)
    return terms


@transaction.atomic
def set_payment_terms(
    *, actor: Actor, now: datetime, event_id: int, changes: Mapping[str, object]
) -> PaymentTerms:
    """Set the payment terms of an event; fields that are not in `changes` stay.

    Raises: BadInput ("bad_field", "bad_iban", "bad_bank_account", "bad_reference", "bad_payment_link", "payee_missing",
    "unknown_provider").
    """
    event = lock_event(event_id)
    require(actor, event, Action.EDIT_EVENT)
    payment_terms = PaymentTerms.objects.filter(event=event).first()
    terms = payment_terms or PaymentTerms(event=event)
    before, after = change(terms, changes)
    check_texts(terms.instructions, "instructions", optional=True)
    terms.iban = read_iban(terms.iban) if terms.iban else ""
    terms.reference = check_reference(terms.reference) if terms.reference else ""
    terms.link = check_link(terms.link) if terms.link else ""
    if terms.iban and not terms.payee:
        raise BadInput(say("payee_missing"), field="payee")
    if (russian := russian_account(terms)) is not None:
        russian.check()
    if terms.provider and terms.provider not in PROVIDERS:
        raise BadInput(say("unknown_provider"), field="provider")
    if terms.provider and not terms.secret:
        terms.secret = new_secret()
    check_fields(terms, exclude=["event"])
    terms.save()
    if after or payment_terms is None:
        happened(PAYMENTS_TERMS, event, actor=actor, now=now, before=before, after=after)
    return terms


def russian_account(terms: PaymentTerms) -> RussianAccount | None:
    """Return the rouble account of the terms, or None if it is empty."""
    if not any((terms.account, terms.bank_code, terms.correspondent)):
        return None
    return RussianAccount(
        terms.payee, terms.account, terms.bank, terms.bank_code, terms.correspondent, terms.inn
    )
