"""Import of an event file: as a new event, or as the holder of a hand-off."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import IO, Any

from django.contrib.auth import get_user_model
from django.core.files.storage import default_storage
from django.db import transaction

from tavleya.actors import Actor, Role
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.formats.names import RESERVED_EVENTS
from tavleya.permissions import Action
from tavleya.permissions import require as require_standing
from tournaments.access import standing_anywhere
from tournaments.activity import happened
from tournaments.event_tables import PERSON, Table
from tournaments.models.access import EventRole
from tournaments.models.event import Event
from tournaments.services.events import check_slug
from tournaments.services.shared import check_fields
from tournaments.services.uploads import Progress
from transfer.kinds import EVENT_IMPORTED
from transfer.messages import say
from transfer.models import HandOff
from transfer.services.eventfile.container import MANIFEST, EventFile, Keys, known, trust
from transfer.services.eventfile.reading import ENTRIES, Rows, add_records, readable, refuse_broken
from transfer.services.eventfile.tables import table_named
from transfer.services.eventfile.writing import PEOPLE, written_tables


@dataclass(frozen=True, slots=True)
class Person:
    """A person named in a file: `row` is their number in it, `roles` their roles in the event."""

    row: int
    handle: str
    name: str
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """The content of a file before its import. `known`: its signer is trusted here."""

    slug: str
    names: Mapping[str, str]
    counts: Mapping[str, int]
    fingerprint: str
    known: bool
    holder: str
    handed_off: bool
    people: tuple[Person, ...]

    def plain(self) -> dict[str, Any]:
        """Return the preview for JSON."""
        return asdict(self)

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> Preview:
        people = tuple(Person(**{**item, "roles": tuple(item["roles"])}) for item in plain["people"])
        return cls(**{**plain, "people": people})


def look_into(source: IO[bytes]) -> Preview:
    """Verify a file and return its content, without import. Raises: the errors of `EventFile` and `refuse_broken`."""
    file = EventFile(source)
    refuse_broken(file, {})
    contents = file.manifest.said
    with readable(MANIFEST):
        return Preview(
            slug=str(contents["slug"]),
            names=dict(contents["names"]),
            counts={str(name): int(count) for name, count in contents["counts"].items()},
            fingerprint=file.manifest.fingerprint,
            known=known(file.manifest.signer),
            holder=str((contents.get("hand_off") or {}).get("holder", "")),
            handed_off=bool(file.manifest.hand_off),
            people=tuple(_people(file)),
        )


def _people(file: EventFile) -> Iterator[Person]:
    roles: dict[int, list[str]] = {}
    with readable("eventrole"):
        for row in map(json.loads, file.lines("eventrole")):
            roles.setdefault(row["user"], []).append(row["role"])
    with readable(PEOPLE):
        for row in map(json.loads, file.lines(PEOPLE)):
            yield Person(row["row"], str(row["handle"])[:150], str(row["name"])[:150], tuple(roles.get(row["row"], ())))


def import_event(
    *,
    actor: Actor,
    now: datetime,
    source: IO[bytes],
    slug: str = "",
    people: Mapping[int, int] | None = None,
    trusted: str = "",
    progress: Progress | None = None,
) -> Event:
    """Import a file as an event at the address `slug` (empty: that of the file), all of it or nothing.

    `people`: accounts for people of the file, by their rows; others get new accounts without a login. `trusted` is the
    fingerprint of the signer, required if the signer is unknown here. A copy is not public until it is published; a
    handed-off event keeps its state and is held here.

    Raises: the errors of `look_into`; Conflict ("unknown_signer", "slug_taken.event", "hand_off_here"); BadInput for an
    invalid address or row.
    """
    require_standing(standing_anywhere(actor), Action.CREATE_EVENT)
    file = EventFile(source)
    refuse_broken(file, {})
    with photographs() as keep, transaction.atomic():
        check_signer(file, trusted, now)
        event = _new_event(file, slug or str(file.manifest.said.get("slug")))
        rows = Rows(file, event, {PERSON: accounts_of(file, people or {}, {})})
        keep(rows)
        _add_all(file, rows, progress)
        _hold(file, rows, actor, now)
        event.save(update_fields=["uploads_version"])
        if actor.user_id is not None:
            EventRole.objects.get_or_create(event=event, user_id=actor.user_id, role=Role.ORGANISER.value)
        happened(EVENT_IMPORTED, event, actor=actor, now=now, after={"from": file.manifest.fingerprint})
        return event


@contextmanager
def photographs() -> Iterator[Callable[[Rows], None]]:
    """Delete stored photographs if their import fails."""
    remaining: list[Rows] = []
    try:
        yield remaining.append
    except BaseException:
        for rows in remaining:
            for name in rows.stored:
                default_storage.delete(name)
        raise


def check_signer(file: EventFile, trusted: str, now: datetime) -> None:
    manifest = file.manifest
    if known(manifest.signer):
        return
    if trusted.replace(" ", "").upper() != manifest.fingerprint.replace(" ", ""):
        raise Conflict(say("unknown_signer", fingerprint=manifest.fingerprint))
    trust(manifest.signer, str(manifest.said.get("slug", "")), now)


def _new_event(file: EventFile, slug: str) -> Event:
    check_slug(slug, RESERVED_EVENTS)
    if Event.objects.filter(slug=slug).exists():
        raise Conflict(say("slug_taken.event", slug=slug))
    if file.manifest.hand_off and HandOff.objects.filter(key=key_of(file)).exists():
        raise Conflict(say("hand_off_here"))
    table = table_named("event")
    assert table is not None
    with readable(table.name):
        (row,) = map(json.loads, file.lines(table.name))
        event = Event(pk=None)
        values = Rows(file, event, {}).values(table, row)
    for name, value in values.items():
        setattr(event, name, value)
    event.slug = slug
    if not file.manifest.hand_off:
        event.published = False
    check_fields(event, ("names", "description", "languages"))
    event.save()
    return event


def key_of(file: EventFile) -> uuid.UUID:
    try:
        return uuid.UUID(file.manifest.hand_off)
    except ValueError:
        raise BadInput(say("not_an_event_file")) from None


def accounts_of(file: EventFile, chosen: Mapping[int, int], common: Mapping[int, int]) -> dict[int, int]:
    """Return the accounts of the file's people by row: known ones (`common`), `chosen` ones, and new ones without a
    login.

    Raises: NotFound ("no_such_user").
    """
    users = get_user_model()
    if set(chosen.values()) - set(users.objects.filter(pk__in=chosen.values()).values_list("pk", flat=True)):
        raise NotFound(say("no_such_user"))
    result = {**common, **chosen}
    for person in _people(file):
        if person.row not in result:
            user = users(
                username=f"imported-{uuid.uuid4().hex[:12]}", name=person.name or person.handle, is_active=False
            )
            user.set_unusable_password()
            user.save()
            result[person.row] = user.pk
    return result


def _add_all(file: EventFile, rows: Rows, progress: Progress | None) -> None:
    all_tables = _tables(file)
    for done, table in enumerate(all_tables):
        if progress is not None:
            progress(done, len(all_tables))
        if table.name == ENTRIES:
            add_records(file, rows, {})
        else:
            rows.add(table, file.lines(table.name))
    rows.finish()


def _tables(file: EventFile) -> list[Table]:
    return [table for table in written_tables(links=bool(file.manifest.hand_off)) if table.name != "event"]


def _hold(file: EventFile, rows: Rows, actor: Actor, now: datetime) -> None:
    """Store the row keys of the event at its origin."""
    if file.manifest.hand_off:
        keys = Keys({name: {number: key for key, number in numbers.items()} for name, numbers in rows.numbers.items()})
        HandOff.objects.create(
            event=rows.event,
            key=key_of(file),
            outgoing=False,
            holder=str((file.manifest.said.get("hand_off") or {}).get("holder", ""))[:120],
            rows=keys.packed(),
            made_at=now,
            made_by=actor.key,
        )
