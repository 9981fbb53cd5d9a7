"""Acts and events become lines of the log, each of a kind of the registry.

The line is also the outbox.  While `Log.due_at` is set, people and programs are still to be notified of it
(`notifications.services.due_lines`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import singledispatch

from django.db import models, transaction
from django.db.models import F, Q

from tavleya.actors import Actor
from tournaments import announcements, hooks
from tournaments.models.event import Event
from tournaments.models.log import Log
from tournaments.models.pairing import Pairing
from tournaments.models.play_off import PlayOff
from tournaments.models.player import Player, Registration
from tournaments.models.round import Round
from tournaments.models.section import Section, StandingsVersion, new_stamp
from tournaments.registry import Kind


@dataclass(frozen=True, slots=True)
class Fact:
    """One subject of an act, and its values before and after.

    `due`: when the public may know of it; None: at once.
    """

    subject: models.Model
    before: object = None
    after: object = None
    due: datetime | None = None


@singledispatch
def place_of(subject: models.Model) -> tuple[Event, Section | None]:
    """Return the event and the section of a subject.  Raises: TypeError for an unregistered model."""
    raise TypeError(f"place_of has no way from {type(subject).__name__} to its event")


@place_of.register
def _(subject: Event) -> tuple[Event, Section | None]:
    return subject, None


@place_of.register
def _(subject: Section) -> tuple[Event, Section | None]:
    return subject.event, subject


@place_of.register
def _(subject: Player) -> tuple[Event, Section | None]:
    return subject.event, None


@place_of.register(Round)
@place_of.register(Registration)
def _(subject: Round | Registration) -> tuple[Event, Section | None]:
    return subject.section.event, subject.section


@place_of.register
def _(subject: Pairing) -> tuple[Event, Section | None]:
    return subject.round.section.event, subject.round.section


def tables_changed(sections: Collection[int]) -> None:
    """Count up the versions of the public standings of sections, and announce it to open pages.

    Not for what only drafts show.  The last lock of a transaction, and before its line in the log: lines are numbered
    in the order of the tables.
    """
    for section_id in sorted(sections):
        # Together with the table whose places a play-off decides.
        decided = PlayOff.objects.filter(by=section_id).values("section")
        rows = StandingsVersion.objects.filter(Q(section=section_id) | Q(section__in=decided))
        if not rows.update(number=F("number") + 1, stamp=new_stamp()):
            StandingsVersion.objects.get_or_create(section_id=section_id, defaults={"number": 1})
        announcements.section_changed(section_id, "standings")


def write_lines(
    lines: Sequence[tuple[Kind, Fact]], *, event: Event, actor: Actor, now: datetime, tell: bool = True
) -> list[Log]:
    """Add lines of one event to its log, and announce them to open pages; three statements at most.

    `tell`: false if neither people nor programs are notified this time.  There are no notifications of an event that is
    not public at `now`.  Raises: RuntimeError outside a transaction.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("happenings are written inside the transaction of the act")
    tell = tell and event.published
    lines = [(kind, fact) for kind, fact in lines if kind.label or tell]
    rows = Log.objects.bulk_create(
        [
            Log(
                event=event,
                at=now,
                actor=actor.key,
                action=kind.name,
                subject=f"{fact.subject._meta.model_name}:{fact.subject.pk}",
                before=fact.before,
                after=fact.after,
                due_at=(fact.due or now) if tell and kind.outside else None,
            )
            for kind, fact in lines
        ],
        batch_size=500,
    )
    for kind, fact in lines:
        if not kind.label:
            continue
        announcements.happened(
            event,
            kind.name,
            fact.subject,
            fact.after,
            pages=kind.pages,
            own_pages=kind.own_pages,
            ends=kind.ends,
        )
    if any(row.due_at for row in rows):
        hooks.lines_due()
    return rows


def happened_to_many(kind: Kind, facts: Iterable[Fact], *, actor: Actor, now: datetime) -> list[Log]:
    """Report acts on several subjects of one event, last in the transaction of the act."""
    facts = list(facts)
    if not facts:
        return []
    places = [place_of(fact.subject) for fact in facts]
    if kind.table:
        tables_changed({section.pk for _, section in places if section is not None})
    return write_lines([(kind, fact) for fact in facts], event=places[0][0], actor=actor, now=now)


def happened(
    kind: Kind,
    subject: models.Model,
    *,
    actor: Actor,
    now: datetime,
    before: object = None,
    after: object = None,
    due: datetime | None = None,
    tell: bool = True,
) -> Log | None:
    """Report an act, last in its transaction."""
    event, section = place_of(subject)
    if kind.table and section is not None:
        tables_changed({section.pk})
    fact = Fact(subject, before, after, due)
    lines = write_lines([(kind, fact)], event=event, actor=actor, now=now, tell=tell)
    return lines[0] if lines else None
