"""Decisions of the desk on entries: approve, refuse, move on the waiting list, and undo."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction

from entries.kinds import ENTRY_APPROVED, ENTRY_MOVED, ENTRY_REFUSED, ENTRY_REOPENED
from entries.messages import say
from entries.selectors.online_entries import places_left, waiting_list
from entries.services.online_entries.identity import owners_of_entry
from entries.services.online_entries.places import confirm, fill_places, tell
from entries.services.online_entries.teams import remove_team
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.permissions import Action
from tavleya.warnings import Consent, Level, Warned, insist
from tournaments.access import require
from tournaments.activity import happened
from tournaments.models.entry import ID_DIFFERS, ID_QUESTIONS, Entry, EntryState, EntryTerms
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.models.team import Team
from tournaments.registry import Kind
from tournaments.services.sections import withdraw_player
from tournaments.services.shared import lock_section_with_event

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
    section, entry = _entry(actor, entry_id)
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
    registration = confirm(
        entry, section, actor=actor, now=now, who=who, answers=answers, owns_id=owns_id is not False
    )
    _note(entry, ENTRY_APPROVED, before, actor=actor, now=now)
    return registration


@transaction.atomic
def refuse_entry(*, actor: Actor, now: datetime, entry_id: int, reason: str = "") -> Entry:
    """Refuse an entry; the email has the reason. The first of the waiting list moves up.

    Raises: Conflict ("entry_is_decided"): a confirmed player must be withdrawn (`withdraw_player`).
    """
    section, entry = _entry(actor, entry_id)
    if entry.state not in _UNDECIDED:
        raise Conflict(say("entry_is_decided"))
    before = entry.state
    entry.state, entry.reason, entry.decided_at = EntryState.REFUSED, reason.strip()[:400], now
    entry.save()
    tell(entry, now)
    _note(entry, ENTRY_REFUSED, before, actor=actor, now=now)
    fill_places(section, now=now)
    return entry


@transaction.atomic
def reopen_entry(*, actor: Actor, now: datetime, entry_id: int, state: EntryState | str) -> Entry:
    """Undo a decision: the entry is `state` again, pending or waiting. A confirmed entrant leaves the section.

    Raises: BadInput ("unknown_entry_state"); Conflict ("undo_too_late" once a round is paired, or if it is in that
    state).
    """
    section, entry = _entry(actor, entry_id)
    if state not in _UNDECIDED:
        raise BadInput(say("unknown_entry_state"), field="state")
    if section.rounds.exists() or entry.state in (state, EntryState.WITHDRAWN):
        raise Conflict(say("undo_too_late"))
    before, player = entry.state, entry.player
    if before == EntryState.CONFIRMED and entry.team is not None:
        team = Entry(team=entry.team)
        entry.team = None
        Entry.objects.filter(pk=entry.pk).update(state=state, team=None)  # no entry moves up into its place
        remove_team(team, actor=actor, now=now)
    entry.state, entry.player, entry.decided_at, entry.reason = EntryState(state), None, None, ""
    if owners_of_entry(entry, section):
        entry.question = ID_DIFFERS
    entry.save()  # saved first, so that no entry moves up into its place
    tell(entry, now)
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
    section, entry = _entry(actor, entry_id)
    if entry.state != EntryState.WAITING:
        raise Conflict(say("not_waiting"))
    rows = waiting_list(section)
    order = [row for row in rows if row.pk != entry.pk]
    order.insert(max(0, to - 1), entry)
    was = rows.index(entry) + 1
    for row, position in zip(order, sorted(row.position for row in rows), strict=True):
        if row.position != position:
            Entry.objects.filter(pk=row.pk).update(position=position)
    happened(
        ENTRY_MOVED,
        entry,
        actor=actor,
        now=now,
        before={"number": was},
        after={"number": order.index(entry) + 1},
    )
    entry.refresh_from_db(fields=["position"])
    return entry


def _entry(actor: Actor, entry_id: int) -> tuple[Section, Entry]:
    """Lock and return the entry and its section. Raises: NotFound ("no_such_entry")."""
    section_id = Entry.objects.filter(pk=entry_id).values_list("section", flat=True).first()
    if section_id is None:
        raise NotFound(say("no_such_entry"))
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    return section, section.entries.get(pk=entry_id)


def _note(entry: Entry, kind: Kind, before: str, *, actor: Actor, now: datetime) -> None:
    happened(kind, entry, actor=actor, now=now, before={"status": before}, after={"status": entry.state})
