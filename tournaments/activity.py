"""Acts and events become lines of the log, each of a kind of the registry.

The line is also the outbox.  While `Log.due_at` is set, people and programs are still to be notified of it
(`notifications.services.due_lines`, if it is installed).
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime

from django.db import models, transaction
from django.db.models import F, Q

from tavleya.actors import Actor
from tournaments import announcements, hooks
from tournaments.models.activity import Log
from tournaments.models.event import Event, Organisation, OrganisationLog
from tournaments.models.pairing import PlayOff
from tournaments.models.player import Player
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


#: Lines of the log with their subjects.
Lines = list[tuple[Log, models.Model]]
_collector: ContextVar[Lines | None] = ContextVar("heard", default=None)


@contextmanager
def heard() -> Iterator[Lines]:
    """Collect the lines that are written meanwhile."""
    lines: Lines = []
    token = _collector.set(lines)
    try:
        yield lines
    finally:
        _collector.reset(token)


def place_of(subject: models.Model) -> tuple[Event, Section | None]:
    """Return the event and the section of a subject, or of the row that it belongs to.

    Raises TypeError for a model without a way to an event.
    """
    match subject:
        case Event():
            return subject, None
        case Section():
            return subject.event, subject
    for name in ("event", "section", "round"):
        if isinstance(owner := getattr(subject, name, None), (Event, Section, Round)):
            return place_of(owner)
    raise TypeError(f"{type(subject).__name__} has no way to its event")


def _sections_of(subject: models.Model) -> Iterable[int]:
    """The keys of the sections whose standings show the subject."""
    match subject:
        case Event():
            return subject.sections.values_list("pk", flat=True)
        case Player():
            return subject.registrations.values_list("section", flat=True)
    section = place_of(subject)[1]
    return [section.pk] if section is not None else []


def tables_changed(sections: Iterable[int]) -> None:
    """Count up the versions of the public standings of sections, and announce it to open pages.

    Not called for changes that only drafts show.  It takes the last lock of a transaction, before the transaction
    writes to the log: so lines are numbered in the order of the versions.
    """
    for section_id in sorted(set(sections)):
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
    not public at `now`, or if no app sends them.  Raises: RuntimeError outside a transaction.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("lines of the log must be written inside the transaction of the act")
    tell = tell and event.published and bool(hooks.lines_due)
    lines = [(kind, fact) for kind, fact in lines if kind.label or kind.kept or tell]
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
        if kind.label:
            announcements.happened(event, kind, fact.subject, fact.after)
    if any(row.due_at for row in rows):
        hooks.lines_due()
    if (collected := _collector.get()) is not None:
        collected += [(row, fact.subject) for row, (_, fact) in zip(rows, lines, strict=True)]
    return rows


def happened_to_many(kind: Kind, facts: Sequence[Fact], *, actor: Actor, now: datetime, tell: bool = True) -> list[Log]:
    """Say that something happened to subjects of one event, last in the transaction of the act."""
    if not facts:
        return []
    if kind.table:
        tables_changed(key for fact in facts for key in _sections_of(fact.subject))
    event, _ = place_of(facts[0].subject)
    return write_lines([(kind, fact) for fact in facts], event=event, actor=actor, now=now, tell=tell)


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
    """Say that something happened, last in the transaction of the act; return its line in the log of an event.

    What happened to an organisation has its line in the organisation's log.
    """
    if isinstance(subject, Organisation):
        OrganisationLog.objects.create(
            organisation=subject, at=now, actor=actor.key, action=kind.name, before=before, after=after
        )
        return None
    lines = happened_to_many(kind, [Fact(subject, before, after, due)], actor=actor, now=now, tell=tell)
    return lines[0] if lines else None
