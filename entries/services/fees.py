"""Fees of entrants, computed when they are entered; fee terms of sections, payment terms of events, and providers.

The caller holds the lock of the event, so that fee numbers are unique.
"""

import json
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from django.db import transaction
from django.db.models import Max

from accounts.encryption import new_secret, verify
from entries.kinds import FEES_TERMS, PAYMENTS_TERMS
from entries.messages import say
from entries.models import Fee, FeeTerms, PaymentTerms
from tavleya.actors import Actor
from tavleya.errors import BadInput, NotPermitted
from tavleya.fees.terms import MOST_UNITS, FeeCandidate, FeeRule, RussianAccount, check_link, check_reference, read_iban
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.models.entry import Entry, EntryState
from tournaments.models.event import Event
from tournaments.models.player import Player, Team
from tournaments.models.section import Section
from tournaments.services.events import check_texts
from tournaments.services.shared import change, check_fields, lock_event, lock_section_with_event

# Payment providers: one small interface, and a registry with a record of each.
#
# No company's provider is included. `signed` is for the organiser's payment page, or for a program that
# reads bank statements. The link of the payment terms leads to it, and it reports payments in a message
# signed like ours.

_MOST = 100


@dataclass(frozen=True, slots=True)
class ReportedPayment:
    """A payment reported by a provider. `key` is the provider's id of the payment, by which it counts once."""

    key: str
    reference: str
    units: int
    currency: str


class Provider(Protocol):
    """Interface of a payment provider.

    `verify` returns the payments of a report. Raises: NotPermitted ("bad_signature"); BadInput ("bad_report").
    """

    def verify(
        self, terms: PaymentTerms, body: bytes, headers: Mapping[str, str], now: datetime
    ) -> list[ReportedPayment]: ...


class SignedReports:
    """`{"payments": [{"key", "reference", "amount", "currency"}]}`, amounts in minor units, signed as webhooks are."""

    def verify(
        self, terms: PaymentTerms, body: bytes, headers: Mapping[str, str], now: datetime
    ) -> list[ReportedPayment]:
        if not verify(terms.secret, headers, body, now):
            raise NotPermitted(say("bad_signature"))
        try:
            rows = json.loads(body)["payments"]
            reported_payments = [_read(row) for row in rows[:_MOST]]
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadInput(say("bad_report")) from None
        if len(rows) > _MOST:
            raise BadInput(say("bad_report"))
        return reported_payments


def _read(row: Mapping[str, object]) -> ReportedPayment:
    key, reference, units, currency = (row[name] for name in ("key", "reference", "amount", "currency"))
    are_texts = isinstance(key, str) and isinstance(reference, str) and isinstance(currency, str)
    if not are_texts or not 0 < len(str(key)) <= 100 or type(units) is not int or abs(units) > MOST_UNITS:
        raise ValueError
    return ReportedPayment(str(key), str(reference)[:140], units, str(currency)[:3])


#: Payment providers by their name in the payment terms.
PROVIDERS: MutableMapping[str, Provider] = {"signed": SignedReports()}

#: Entries in these states have a fee; the selectors decide whether it is due before they have a place.
_CHARGED = (EntryState.PENDING, EntryState.WAITING, EntryState.CONFIRMED)


def fee_terms(section: Section) -> FeeTerms | None:
    """Return the fee terms of a section, None if it charges no fee."""
    return FeeTerms.objects.filter(section=section, charged=True).first()


def charge_entry(
    entry: Entry, section: Section, *, now: datetime, extra: bool | None = None, again: bool = False
) -> Fee | None:
    """Return the fee of an entry, created if there is none; the player made from the entry has the same fee.

    `again`: recompute it from the current entry. Payments and manual amounts stay.
    """
    fee = Fee.objects.filter(entry=entry).first()
    if fee is None and entry.player_id:  # created when the entry became a player, from the player's data
        fee, again = Fee.objects.filter(section=section, player=entry.player_id, entry=None).first(), True
    if fee is None and entry.team_id:
        fee, again = Fee.objects.filter(team=entry.team_id, entry=None).first(), True
    terms = fee_terms(section)
    if fee is None:
        if terms is None:
            return None
        fee, again = _new(section, entry.made_at), True
    if fee.team_id is None and entry.team_id:
        Fee.objects.filter(team=entry.team_id, entry=None, payments=None).delete()
        fee.team_id = entry.team_id
    if extra is not None and extra != fee.extra and not _is_fixed(fee):
        fee.extra, again = extra, True
    if entry.player_id and fee.player_id != entry.player_id:
        Fee.objects.filter(section=section, player=entry.player_id, entry=None, payments=None).delete()
        taken = Fee.objects.filter(section=section, player=entry.player_id).exists()
        fee.player_id = None if taken else entry.player_id
    fee.entry = entry
    if again and terms is not None and not _is_fixed(fee):
        work_out(fee, terms, entry)
    fee.save()
    return fee


def charge_players(section: Section, players: Sequence[Player], now: datetime) -> None:
    """Create the missing fees of players entered in the section."""
    terms = None if section.system.teams else fee_terms(section)
    if terms is None:
        return
    charged = set(Fee.objects.filter(section=section, player__in=players).values_list("player", flat=True))
    fees: list[Fee] = []
    for player in players:
        if player.pk in charged:
            continue
        fee = _new(section, now, after=fees[-1].number if fees else None)
        fee.player = player
        work_out(fee, terms, player)
        fees.append(fee)
    Fee.objects.bulk_create(fees, batch_size=500)


def charge_team(section: Section, team: Team, now: datetime) -> None:
    """Create the missing fee of a team entered in the section."""
    terms = fee_terms(section)
    if terms is None or Fee.objects.filter(team=team).exists():
        return
    fee = _new(section, now)
    fee.team = team
    work_out(fee, terms, team)
    fee.save()


def charge_everybody(section: Section, *, now: datetime) -> int:
    """Create the missing fees of everyone in the section; return their number."""
    entries: Iterable[Entry] = section.entries.filter(fee=None, state__in=_CHARGED)
    count = sum(charge_entry(entry, section, now=now) is not None for entry in entries)
    before = section.fees.count()
    if section.system.teams:
        for team in section.teams.filter(fee=None):
            charge_team(section, team, now)
    else:
        rows = section.registrations.select_related("player")
        charge_players(section, [row.player for row in rows], now)
    return count + section.fees.count() - before


def work_out_again(section: Section, terms: FeeTerms) -> int:
    """Recompute the section's fees by the current terms, without paid or manual ones; return the number changed."""
    changed = 0
    rows = section.fees.filter(amount=None, payments=None).select_related("entry", "player", "team")
    for fee in rows:
        source = fee.entry or fee.player or fee.team
        if source is None:
            continue
        before = (fee.lines, fee.currency)
        work_out(fee, terms, source)
        if (fee.lines, fee.currency) != before:
            fee.save()
            changed += 1
    return changed


def work_out(fee: Fee, terms: FeeTerms, of: Entry | Player | Team) -> None:
    """Compute the currency and lines of a fee."""
    fee.currency = terms.currency
    fee.lines = terms.scale.lines(candidate(of, fee.day, terms.section.event, extra=fee.extra))


def candidate(of: Entry | Player | Team, day: date, event: Event, *, extra: bool = False) -> FeeCandidate:
    """Return the data that the fee rules need; for a team only the federation and, if it entered online, the club."""
    year = event.starts_on.year if event.starts_on else day.year
    if isinstance(of, Team):
        return FeeCandidate(day, year, federation=of.federation, extra=extra)
    if isinstance(of, Entry) and of.team_name:
        return FeeCandidate(day, year, federation=of.federation, club=of.club, extra=extra)
    born = of.born if isinstance(of, Entry) else of.birth_year
    return FeeCandidate(day, year, born, of.sex, of.title, of.federation, of.club, extra)


def _new(section: Section, at: datetime, *, after: int | None = None) -> Fee:
    """Return an unsaved fee with the next number of the event, or the number after `after`."""
    last = after or Fee.objects.filter(event=section.event_id).aggregate(last=Max("number"))["last"] or 0
    return Fee(
        event_id=section.event_id, section=section, number=last + 1, day=at.astimezone(section.event.zone).date()
    )


def _is_fixed(fee: Fee) -> bool:
    return not fee._state.adding and (fee.amount is not None or fee.payments.exists())


# The fee terms of a section and the payment terms of an event.

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
    stored = FeeTerms.objects.filter(section=section).first()
    terms = stored or FeeTerms(section=section)
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
    if after or stored is None or again:
        happened(FEES_TERMS, section, actor=actor, now=now, before=before, after=after)
    return terms


@transaction.atomic
def set_payment_terms(*, actor: Actor, now: datetime, event_id: int, changes: Mapping[str, object]) -> PaymentTerms:
    """Set the payment terms of an event; fields that are not in `changes` stay.

    Raises: BadInput ("bad_field", "bad_iban", "bad_bank_account", "bad_reference", "bad_payment_link", "payee_missing",
    "unknown_provider").
    """
    event = lock_event(event_id)
    require(actor, event, Action.EDIT_EVENT)
    stored = PaymentTerms.objects.filter(event=event).first()
    terms = stored or PaymentTerms(event=event)
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
    if after or stored is None:
        happened(PAYMENTS_TERMS, event, actor=actor, now=now, before=before, after=after)
    return terms


def russian_account(terms: PaymentTerms) -> RussianAccount | None:
    """Return the rouble account of the terms, or None if it is empty."""
    if not any((terms.account, terms.bank_code, terms.correspondent)):
        return None
    return RussianAccount(terms.payee, terms.account, terms.bank, terms.bank_code, terms.correspondent, terms.inn)
