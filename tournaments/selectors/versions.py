"""Versions of the pages of events and sections: equal versions mean equal pages.

ETags of pages contain them (`tournaments.views.frame`), and so do updates (`tournaments.announcements`): a page
compares them to find out whether it is outdated.  Drafts do not affect versions of public pages.
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Case, F, IntegerField, Max, QuerySet, Subquery, Sum, When
from django.db.models.expressions import OuterRef

from tavleya.record.entries import GamePhase
from tournaments.models.activity import EventUpload, Log, UploadKind
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.broadcast import disclosed
from tournaments.selectors.standings import standings_version

_OPEN = (RoundStatus.PUBLISHED, RoundStatus.PLAYING)


class RoundFacts(NamedTuple):
    """The data of a round on a page of the section; `playing` as `playing_in` has it."""

    key: int
    status: str
    starts_at: datetime | None
    playing: int | None


class _SectionFacts(NamedTuple):
    """`own`: names, time of the final declaration, stamp of its version; `rounds`: the public ones."""

    key: int
    own: tuple[object, ...]
    rounds: list[RoundFacts]


@dataclass(frozen=True, slots=True)
class EventVersions:
    """Versions of the public pages of an event (`public`: whether there are any) and of its staff's pages.

    `sections` are by the keys of visible sections, `rounds` by the keys of their published rounds.
    """

    public: bool
    event: str
    staff: str
    sections: Mapping[int, str] = field(default_factory=dict)
    rounds: Mapping[int, str] = field(default_factory=dict)


def playing_in(round_: str) -> Case:
    """Return an expression that changes whenever a game of an open round begins, is adjourned or continues.

    `round_`: the path to its row.
    """
    prefix = f"{round_}__" if round_ else ""
    games = Pairing.objects.filter(round=OuterRef(f"{prefix}pk"), game__phase=GamePhase.PLAYING).order_by()
    sums = games.values("round").annotate(_sum=Sum("game")).values("_sum")
    return Case(When(**{f"{prefix}status__in": _OPEN}, then=Subquery(sums)), output_field=IntegerField())


def section_version(section: Section, rounds: Iterable[RoundFacts]) -> str:
    """Return the version of all pages of a section, whose event and rounds are loaded; drafts are left out."""
    own = (section.names, section.final_at, _stamp(section), *_disclosed([section]).get(section.pk, ()))
    facts = _SectionFacts(section.pk, own, _public_rounds(rounds))
    return _section_version([getattr(section.event, name) for name in _OF_EVENT_IN_SECTION], facts)


def versions_of(events: Collection[int] | QuerySet[Any]) -> dict[int, EventVersions]:
    """Return the versions of all pages by the keys of the given events.  One query."""
    rows = _rows().filter(pk__in=events)
    return {key: _versions(list(group)) for key, group in groupby(rows, lambda row: row["pk"])}


def event_version(event: Event, sections: Iterable[Section]) -> str:
    """Return the version of an event's page; `sections` are the shown ones, with rounds and standings version."""
    sections = list(sections)
    extra_parts = _disclosed(sections)
    facts = [
        _SectionFacts(
            section.pk,
            (section.names, section.final_at, _stamp(section), *extra_parts.get(section.pk, ())),
            _public_rounds(RoundFacts(row.pk, row.status, row.starts_at, None) for row in section.rounds.all()),
        )
        for section in sections
    ]
    return _event_version([getattr(event, name) for name in _OF_EVENT], facts)


def version_of_section(key: int) -> str | None:
    """Return the version of a section; None if it is not public."""
    (event_versions,) = versions_of(Section.objects.filter(pk=key).values("event")).values() or (_NOTHING,)
    return event_versions.sections.get(key)


def version_of_round(key: int) -> str | None:
    """Return the version of its section; None for a round that is not public."""
    (event_versions,) = versions_of(Round.objects.filter(pk=key).values("section__event")).values() or (_NOTHING,)
    return event_versions.rounds.get(key)


def version_of_event(key: int) -> str | None:
    """Return the version of an event; None if it is not public."""
    event_versions = versions_of([key]).get(key, _NOTHING)
    return event_versions.event if event_versions.public else None


def version_for_staff(key: int) -> str | None:
    """Return the version of the event's desk and its arbiters' console; None for an unknown event."""
    event_versions = versions_of([key]).get(key)
    return event_versions.staff if event_versions is not None else None


_OF_ROUND = ("round", "status", "starts_at", "playing")
_OF_EVENT = (
    *("pk", "names", "description", "place", "address", "contact", "time_zone", "starts_on", "ends_on"),
    *("announcement", "uploads_version"),
)
#: The fields of the event shown on pages of its sections and on the displays in the hall.
_OF_EVENT_IN_SECTION = ("names", "time_zone", "announcement", "uploads_version")
_NOTHING = EventVersions(False, "", "")


@cache
def _rows() -> QuerySet[Event, dict[str, Any]]:
    """Return one row for each round of each section of an event; events or sections without any have one row too.

    Cached, because building the query takes longer than running it.
    """
    acts = Log.objects.filter(event=OuterRef("pk")).order_by().values("event")
    rows = Event.objects.order_by("pk", "sections__position", "sections__pk", "sections__rounds__pk")
    events: QuerySet[Event, dict[str, Any]] = rows.values(
        *_OF_EVENT,
        "published",
        "archived_at",
        last_act=Subquery(acts.annotate(_last=Max("pk")).values("_last")),
        section=F("sections__pk"),
        archived=F("sections__archived_at"),
        section_names=F("sections__names"),
        final_at=F("sections__final_at"),
        stamp=F("sections__standings_row__stamp"),
        delay=F("sections__broadcast_delay"),
        round=F("sections__rounds__pk"),
        status=F("sections__rounds__status"),
        starts_at=F("sections__rounds__starts_at"),
        playing=playing_in("sections__rounds"),
    )
    return events


def _versions(rows: list[dict[str, Any]]) -> EventVersions:
    head = rows[0]
    staff = digest(head["last_act"], [(row["stamp"], row["status"], row["playing"]) for row in rows])
    if not head["published"] or head["archived_at"] is not None:
        return EventVersions(False, "", staff)
    sections: dict[int, str] = {}
    rounds: dict[int, str] = {}
    section_facts: list[_SectionFacts] = []
    more = disclosed({row["section"]: row["delay"] for row in rows if row["delay"]})
    for key, group in groupby(rows, lambda row: row["section"]):
        section_rows = list(group)
        first = section_rows[0]
        if key is None or first["archived"] is not None:
            continue
        round_facts = (RoundFacts(*(row[name] for name in _OF_ROUND)) for row in section_rows)
        own = (first["section_names"], first["final_at"], first["stamp"], *_extra_parts(more, key))
        facts = _SectionFacts(key, own, _public_rounds(round_facts))
        sections[key] = _section_version([head[name] for name in _OF_EVENT_IN_SECTION], facts)
        rounds |= {round_.key: sections[key] for round_ in facts.rounds}
        section_facts.append(facts)
    event = _event_version([head[name] for name in _OF_EVENT], section_facts)
    return EventVersions(True, event, staff, sections, rounds)


def _stamp(section: Section) -> str | None:
    version = standings_version(section)
    return None if version._state.adding else version.stamp


def _disclosed(sections: Iterable[Section]) -> dict[int, tuple[str, ...]]:
    """Return the parts that `disclosed` adds to versions, by the keys of sections; most sections have no delay."""
    delays = {section.pk: section.broadcast_delay for section in sections if section.broadcast_delay}
    more = disclosed(delays)
    return {key: _extra_parts(more, key) for key in more}


def _extra_parts(more: Mapping[int, str], key: int) -> tuple[str, ...]:
    return (more[key],) if key in more else ()


def _event_version(event: list[object], sections: Iterable[_SectionFacts]) -> str:
    """Return the version of the event's page, which shows starts and ends of rounds, but not games in progress."""
    return digest(
        event, sorted((section.key, section.own, [round_[:3] for round_ in section.rounds]) for section in sections)
    )


def _section_version(event: list[object], facts: _SectionFacts) -> str:
    return digest(event, facts.own, [tuple(round_) for round_ in facts.rounds])


def _public_rounds(rounds: Iterable[RoundFacts]) -> list[RoundFacts]:
    """Return the public rounds, in the order of their keys; a section without any brings a row without a round."""
    return sorted(round_ for round_ in rounds if round_.status not in (None, RoundStatus.DRAFT))


def digest(*facts: object) -> str:
    """Return a version made from the representations of facts."""
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:24]


# Files that an organiser has uploaded.


def uploads_of(event: Event, kind: UploadKind) -> list[EventUpload]:
    """Return the uploads of this kind, oldest first.  One query; none for an event that never had a file."""
    return list(event.uploads.filter(kind=kind)) if event.uploads_version else []
