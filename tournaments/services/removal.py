"""Deletion of sections and events without games, and archival and restoration."""

from dataclasses import dataclass
from datetime import datetime

from django.db import models, transaction
from django.db.models import ProtectedError

from tavleya.actors import Actor
from tavleya.errors import Conflict, NotFound
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.hooks import count_rulings, event_deleted
from tournaments.kinds import (
    EVENT_ARCHIVED,
    EVENT_DELETED,
    EVENT_UNARCHIVED,
    SECTION_ARCHIVED,
    SECTION_DELETED,
    SECTION_UNARCHIVED,
)
from tournaments.messages import say
from tournaments.models.event import Event
from tournaments.models.pairing import Match, Pairing
from tournaments.models.player import Player, Registration, TeamMatch
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.registry import Kind
from tournaments.services.shared import lock_event, lock_section
from tournaments.services.uploads import remove_all_uploads


@dataclass(frozen=True, slots=True)
class Contents:
    """The number of rows of each kind in a section or an event. `games`: boards that have a record."""

    sections: int
    players: int
    rounds: int
    games: int
    results: int
    rulings: int

    @property
    def played(self) -> bool:
        """Whether there are records, which are never deleted."""
        return bool(self.games or self.rulings)

    def plain(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in ("players", "rounds", "games", "results", "rulings")}


def contents_of_section(section: Section) -> Contents:
    return _contents(1, section.registrations.count(), Round.objects.filter(section=section))


def contents_of_event(event: Event) -> Contents:
    rounds = Round.objects.filter(section__event=event)
    return _contents(event.sections.count(), event.players.count(), rounds)


def _contents(sections: int, players: int, rounds: models.QuerySet[Round]) -> Contents:
    boards = Pairing.objects.filter(round__in=rounds, game__isnull=False)
    rulings = count_rulings(boards)
    return Contents(sections, players, rounds.count(), boards.count(), boards.exclude(result="").count(), rulings)


@transaction.atomic
def delete_section(*, actor: Actor, now: datetime, section_id: int) -> None:
    """Delete a section without records of games, with its entries, drafts and settings; the log stays.

    Its players stay players of the event.
    Raises: Conflict ("has_records", "in_use" if other data depend on it).
    """
    _delete_section(_locked_section(actor, section_id), actor=actor, now=now)


@transaction.atomic
def delete_event(*, actor: Actor, now: datetime, event_id: int) -> None:
    """Delete an event without records of games, with its players, roles and keys.

    Its log stays, with the row of the event that it refers to; its address is free again.
    Raises: Conflict ("has_records", "in_use").
    """
    event = _locked_event(actor, event_id)
    contents = contents_of_event(event)
    for section in event.sections.order_by("pk"):
        _delete_section(lock_section(section.pk), actor=actor, now=now)
    try:
        event.jobs.all().delete()
        Player.objects.filter(event=event).delete()
    except ProtectedError:
        raise Conflict(say("in_use")) from None
    happened(EVENT_DELETED, event, actor=actor, now=now, before={"slug": event.slug, **contents.plain()})
    event.tokens.all().delete()
    event.invitations.all().delete()
    event_deleted(event)
    event.roles.all().delete()
    remove_all_uploads(event)
    event.slug, event.names, event.description, event.announcement = f"~{event.pk}", {}, {}, {}
    event.place = event.address = event.contact = ""
    event.search_key = ""
    event.published, event.archived_at, event.deleted_at = False, now, now
    event.save()


def _delete_section(section: Section, *, actor: Actor, now: datetime) -> None:
    contents = contents_of_section(section)
    if contents.played:
        raise Conflict(say("has_records"))
    before = {"slug": section.slug, **contents.plain()}
    happened(SECTION_DELETED, section, actor=actor, now=now, before=before)
    try:
        with transaction.atomic():
            Section.objects.filter(pk=section.pk).update(giver=None)
            rounds = Round.objects.filter(section=section)
            Pairing.objects.filter(round__in=rounds).delete()
            Match.objects.filter(round__in=rounds).delete()
            TeamMatch.objects.filter(round__in=rounds).delete()
            rounds.delete()
            section.teams.all().delete()
            Registration.objects.filter(section=section).delete()
            section.delete()
    except ProtectedError:
        raise Conflict(say("in_use")) from None


@transaction.atomic
def archive_section(*, actor: Actor, now: datetime, section_id: int) -> Section:
    """Show a section only to the officials of its event. No data are lost. Repeatable."""
    section = _locked_section(actor, section_id)
    _set_archived(section, SECTION_ARCHIVED, now, actor=actor, now=now)
    return section


@transaction.atomic
def unarchive_section(*, actor: Actor, now: datetime, section_id: int) -> Section:
    """Show a section again that was archived."""
    section = _locked_section(actor, section_id)
    _set_archived(section, SECTION_UNARCHIVED, None, actor=actor, now=now)
    return section


@transaction.atomic
def archive_event(*, actor: Actor, now: datetime, event_id: int) -> Event:
    """Show an event only to its officials, who find it below their other events. No data are lost.

    Repeatable. A rehearsal is archived by `archive_rehearsal`, and does not come back.
    """
    event = _locked_event(actor, event_id)
    _set_archived(event, EVENT_ARCHIVED, now, actor=actor, now=now)
    return event


@transaction.atomic
def unarchive_event(*, actor: Actor, now: datetime, event_id: int) -> Event:
    """Show an archived event again to its former audience."""
    event = _locked_event(actor, event_id)
    _set_archived(event, EVENT_UNARCHIVED, None, actor=actor, now=now)
    return event


@transaction.atomic
def archive_rehearsal(*, actor: Actor, now: datetime, event_id: int) -> Event:
    """Archive a rehearsal: it is removed from all lists and its address.

    Its records are kept, because a record is never deleted.
    Raises: Conflict ("not_a_rehearsal").
    """
    event = lock_event(event_id)
    require(actor, event, Action.REHEARSE)
    if not event.rehearsal:
        raise Conflict(say("not_a_rehearsal"))
    if event.archived_at is None:
        event.archived_at = now
        event.save(update_fields=["archived_at"])
        happened(EVENT_ARCHIVED, event, actor=actor, now=now)
    return event


def _set_archived(row: Section | Event, kind: Kind, at: datetime | None, *, actor: Actor, now: datetime) -> None:
    """Archive a section or event (`at`: when), or restore it (None).  Repeating it changes nothing."""
    if (row.archived_at is None) is (at is None):
        return
    row.archived_at = at
    row.save(update_fields=["archived_at"])
    contents = contents_of_section(row) if isinstance(row, Section) else contents_of_event(row)
    happened(kind, row, actor=actor, now=now, after=contents.plain() if at is not None else None)


def _locked_section(actor: Actor, section_id: int) -> Section:
    event_id = Section.objects.filter(pk=section_id).values_list("event", flat=True).first()
    if event_id is None:
        raise NotFound(say("no_such_section"))
    require(actor, lock_event(event_id), Action.EDIT_EVENT)
    return lock_section(section_id)


def _locked_event(actor: Actor, event_id: int) -> Event:
    event = lock_event(event_id)
    require(actor, event, Action.EDIT_EVENT)
    if event.deleted_at is not None:
        raise NotFound(say("no_such_event"))
    return event
