"""Decisions of the desk on entries: approve, refuse, move on the waiting list, and undo."""

import base64
import hashlib
import hmac
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from entries.kinds import ENTRY_APPROVED, ENTRY_MOVED, ENTRY_REFUSED, ENTRY_REOPENED
from entries.messages import say
from entries.models import Fee
from entries.selectors.fees import account_of, payment_terms_of
from entries.selectors.online_entries import number_on_waiting_list, owners_of_entry, places_left, waiting_list
from entries.services.entry_places import confirm, fill_places, remove_team
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tavleya.fees.terms import fee_text, reference_of
from tavleya.messages import N_
from tavleya.permissions import Action
from tavleya.warnings import Consent, Level, Warned, insist
from tournaments.access import require
from tournaments.activity import happened
from tournaments.hooks import letter_due
from tournaments.models.entry import ID_DIFFERS, ID_QUESTIONS, Entry, EntryState, EntryTerms
from tournaments.models.event import Event
from tournaments.models.player import Registration, Team
from tournaments.models.section import Section
from tournaments.notices import Letter, LetterKind
from tournaments.registry import Kind
from tournaments.services.sections import withdraw_player
from tournaments.services.shared import lock_section_with_event
from tournaments.services.tokens import digest_of

_UNDECIDED = (EntryState.PENDING, EntryState.WAITING)


@transaction.atomic
def approve_entry(
    *,
    actor: Actor,
    now: datetime,
    entry_id: int,
    who: int | None = None,
    answers: Sequence[int] = (),
    confirmed: Collection[str] = (),
    owns_id: bool | None = None,
) -> Registration | Team:
    """Confirm an entry that waits for an officer or is on the waiting list.

    `owns_id` decides a disputed ID: it and its rating belong to the entrant, or are left out. If all places are taken,
    `confirmed` is needed (level 3). For a team, `answers` decide about one player after the other.
    Raises: Conflict ("id_in_doubt" without `owns_id`, "entry_is_decided", "beyond_the_places"); the errors of
    `enter_person`, including "same_name" without `who`.
    """
    section, entry = _lock_entry(actor, entry_id)
    if entry.state not in _UNDECIDED:
        raise Conflict(say("entry_is_decided"))
    if entry.question in ID_QUESTIONS and owns_id is None:
        raise Conflict(say("id_in_doubt"))
    terms = EntryTerms.objects.filter(section=section).first()
    # An entry that needs approval already holds a place.
    if entry.state == EntryState.WAITING and terms is not None and places_left(section, terms) == 0:
        warned = Warned(Level.CONFIRMATION, say("beyond_the_places", places=terms.places))
        insist([warned], Consent(confirmed))
    before = entry.state
    registration = confirm(entry, section, actor=actor, now=now, who=who, answers=answers, owns_id=owns_id is not False)
    _note(entry, ENTRY_APPROVED, before, actor=actor, now=now)
    return registration


@transaction.atomic
def refuse_entry(*, actor: Actor, now: datetime, entry_id: int, reason: str = "") -> Entry:
    """Refuse an entry; the email has the reason. The first of the waiting list moves up.

    Raises: Conflict ("entry_is_decided"): a confirmed player must be withdrawn (`withdraw_player`).
    """
    section, entry = _lock_entry(actor, entry_id)
    if entry.state not in _UNDECIDED:
        raise Conflict(say("entry_is_decided"))
    before = entry.state
    entry.state, entry.reason, entry.decided_at = EntryState.REFUSED, reason.strip()[:400], now
    entry.save()
    letter_due(entry, now, LetterKind.ENTRY)
    _note(entry, ENTRY_REFUSED, before, actor=actor, now=now)
    fill_places(section, now=now)
    return entry


@transaction.atomic
def reopen_entry(*, actor: Actor, now: datetime, entry_id: int, state: EntryState | str) -> Entry:
    """Undo a decision: the entry is `state` again, pending or waiting. A confirmed entrant leaves the section.

    Raises: BadInput ("unknown_entry_state"); Conflict ("undo_too_late" once a round is paired, or if it is in that
    state).
    """
    section, entry = _lock_entry(actor, entry_id)
    if state not in _UNDECIDED:
        raise BadInput(say("unknown_entry_state"), field="state")
    if section.rounds.exists() or entry.state in (state, EntryState.WITHDRAWN):
        raise Conflict(say("undo_too_late"))
    before, player = entry.state, entry.player
    if before == EntryState.CONFIRMED and entry.team is not None:
        former = Entry(team=entry.team)
        entry.team = None
        Entry.objects.filter(pk=entry.pk).update(state=state, team=None)  # no entry moves up into its place
        remove_team(former, actor=actor, now=now)
    entry.state, entry.player, entry.decided_at, entry.reason = EntryState(state), None, None, ""
    if owners_of_entry(entry, section):
        entry.question = ID_DIFFERS
    entry.save()  # saved first, so that no entry moves up into its place
    letter_due(entry, now, LetterKind.ENTRY)
    registration = section.registrations.filter(player=player).first() if player else None
    if before == EntryState.CONFIRMED and registration is not None:
        withdraw_player(actor=actor, now=now, registration_id=registration.pk)
    _note(entry, ENTRY_REOPENED, before, actor=actor, now=now)
    return entry


@transaction.atomic
def move_entry(*, actor: Actor, now: datetime, entry_id: int, to: int) -> Entry:
    """Make an entry the `to`-th of the waiting list, from 1; after the last, the last.

    Raises: Conflict ("not_waiting").
    """
    section, entry = _lock_entry(actor, entry_id)
    if entry.state != EntryState.WAITING:
        raise Conflict(say("not_waiting"))
    rows = waiting_list(section)
    order = [row for row in rows if row.pk != entry.pk]
    order.insert(max(0, to - 1), entry)
    old = rows.index(entry) + 1
    for row, position in zip(order, sorted(row.position for row in rows), strict=True):
        if row.position != position:
            Entry.objects.filter(pk=row.pk).update(position=position)
    happened(ENTRY_MOVED, entry, actor=actor, now=now, before={"number": old}, after={"number": order.index(entry) + 1})
    entry.refresh_from_db(fields=["position"])
    return entry


def _lock_entry(actor: Actor, entry_id: int) -> tuple[Section, Entry]:
    """Lock and return the entry and its section. Raises: NotFound ("no_such_entry")."""
    section_id = Entry.objects.filter(pk=entry_id).values_list("section", flat=True).first()
    if section_id is None:
        raise NotFound(say("no_such_entry"))
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    return section, section.entries.get(pk=entry_id)


def _note(entry: Entry, kind: Kind, before: str, *, actor: Actor, now: datetime) -> None:
    happened(kind, entry, actor=actor, now=now, before={"status": before}, after={"status": entry.state})


# Private links to entries. The secret is a keyed digest of the entry's key, so that emails can be rendered
# again.

_BYTES = 18  # 144 bits: 24 letters in the address


def secret_of_key(key: UUID) -> str:
    """Return the secret in the URL of the entry that has this key."""
    signing_key = hashlib.sha256(f"entry-link:{settings.SECRET_KEY}".encode()).digest()
    digest = hmac.new(signing_key, key.bytes, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:_BYTES]).decode()


def secret_of_entry(entry: Entry) -> str | None:
    """Return the secret of the entry's link; None if the service's key has changed since."""
    secret = secret_of_key(entry.key)
    return secret if hmac.compare_digest(digest_of(secret), entry.digest) else None


def entry_of_link(*, secret: str) -> Entry:
    """Return the entry of a private link. Raises: NotPermitted ("bad_link"), also if the event is archived."""
    rows = Entry.objects.filter(digest=digest_of(secret), section__event__archived_at=None)
    entry = rows.select_related("section__event", "section__entry_terms").first()
    if entry is None:
        raise NotPermitted(say("bad_link"))
    return entry


# Emails to entrants: the state of the entry or its payments, and the private link.

_SUBJECTS: Mapping[str, str] = MappingProxyType(
    {
        EntryState.CONFIRMED: N_("Entry confirmed"),
        EntryState.PENDING: N_("Entry received"),
        EntryState.WAITING: N_("Entry on the waiting list"),
        EntryState.WITHDRAWN: N_("Entry withdrawn"),
        EntryState.REFUSED: N_("Entry refused"),
        LetterKind.MOVED_UP: N_("Entry moved up from the waiting list"),
        LetterKind.RECEIPT: N_("Receipt"),
    }
)
#: The states in which the entrant may still come, and can change or withdraw the entry.
_OPEN = (EntryState.PENDING, EntryState.WAITING, EntryState.CONFIRMED)


def letter_of_entry(entry: Entry, kind: LetterKind) -> Letter | None:
    """Return the email about the current state of the entry, or (`RECEIPT`) its payments; None without an address."""
    if not entry.email:
        return None
    section, event = entry.section, entry.section.event
    language = entry.language or settings.LANGUAGE_CODE
    is_open = entry.state in _OPEN
    topic = kind if kind == LetterKind.RECEIPT or (kind == LetterKind.MOVED_UP and is_open) else entry.state
    with translation.override(language), timezone.override(event.zone):
        secret = secret_of_entry(entry) if is_open else None
        context = {
            "entry": entry,
            "states": EntryState,
            "topic": topic,
            "is_open": is_open,
            "event_name": event.name_in(language),
            "event": event,
            "section": section.name_in(language),
            "number": number_on_waiting_list(entry) if entry.state == EntryState.WAITING else None,
            "link": f"{settings.SITE_URL}{reverse('entry', args=[secret])}" if secret else "",
            **_fee(entry, event),
        }
        subject = f"{gettext(_SUBJECTS[topic])}: {context['section']}, {context['event_name']}"
        return Letter(entry.email, subject, render_to_string("entries/letter.txt", context))


def _fee(entry: Entry, event: Event) -> dict[str, object]:
    """Return the payments, the amount due as text, and the account. The linked page explains how to pay."""
    fee = Fee.objects.filter(entry=entry).select_related("entry").first()
    if fee is None:
        return {}
    account, terms = account_of(fee), payment_terms_of(event)
    payments = [
        (payment, timezone.localtime(payment.at), fee_text(payment.amount, fee.currency))
        for payment in account.payments
    ]
    if account.left <= 0:
        return {"payments": payments}
    amount = gettext("Entry fee still to be paid: %(amount)s") % {"amount": fee_text(account.left, fee.currency)}
    reference = reference_of(terms.reference, fee.number) if terms is not None else ""
    return {"payments": payments, "fee": amount, "reference": reference, "account": terms}
