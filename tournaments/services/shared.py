"""Common code of services: locking rows in one order, checking fields, writing the log."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any, TypeVar

import structlog
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, models, transaction

from games.compiled_queries import on_postgresql
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, DomainError, NotFound
from tavleya.messages import Message
from tavleya.permissions import Action
from tournaments.access import editable, require
from tournaments.messages import say
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import Round
from tournaments.models.section import Section, StandingsVersion

Found = TypeVar("Found")
Row = TypeVar("Row", bound=models.Model)

log = structlog.get_logger(__name__)

# Rows are locked in the order event → section → round → game → standings version.


def lock_event(event_id: int) -> Event:
    return _locked(Event.objects.all(), event_id, say("no_such_event"))


def lock_section(section_id: int) -> Section:
    """Return the locked section; its event is loaded with it and not locked."""
    return _locked(Section.objects.select_related("event"), section_id, say("no_such_section"))


def lock_section_with_event(section_id: int) -> Section:
    """Return the section, after locking its event and then the section."""
    event_ids = Section.objects.filter(pk=section_id).values_list("event", flat=True)
    lock_event(find(event_ids, NotFound(say("no_such_section"))))
    return lock_section(section_id)


def lock_event_for(actor: Actor, action: Action, event_id: int) -> Event:
    """Return the locked event if the actor may do this.  Raises: NotFound ("no_such_event"); NotPermitted."""
    event = lock_event(event_id)
    require(actor, event, action)
    return event


def lock_section_for(actor: Actor, action: Action, section_id: int, *, with_event: bool = False) -> Section:
    """Return the locked section, `with_event` after its event, if the actor may do this.

    Raises: NotFound ("no_such_section"); NotPermitted.
    """
    section = lock_section_with_event(section_id) if with_event else lock_section(section_id)
    require(actor, section.event, action)
    return section


def lock_round_for(actor: Actor, action: Action, round_id: int) -> Round:
    """Return the locked round, after its section, if the actor may do this.

    Raises: NotFound ("no_such_round"); NotPermitted.
    """
    row = lock_round_with_section(round_id)
    require(actor, row.section.event, action)
    return row


def lock_round(round_id: int) -> Round:
    return _locked(Round.objects.select_related("section__event"), round_id, say("no_such_round"))


def lock_round_with_section(round_id: int) -> Round:
    """Return the round, after locking its section and then the round."""
    section_id = Round.objects.filter(pk=round_id).values_list("section", flat=True).first()
    if section_id is not None:
        lock_section(section_id)
    return lock_round(round_id)


def or_refuse(value: Found | None, error: DomainError) -> Found:
    """Return the value.  Raises the error if it is None."""
    if value is None:
        raise error
    return value


def find(rows: models.QuerySet[Any, Found], error: DomainError) -> Found:
    """Return the first of the rows.  Raises the error if there is none."""
    return or_refuse(rows.first(), error)


def section_of(registration_id: int) -> int:
    """Return the key of an entry's section.  Raises: NotFound ("no_such_registration")."""
    rows = Registration.objects.filter(pk=registration_id).values_list("section", flat=True)
    return find(rows, NotFound(say("no_such_registration")))


def require_unpaired(section: Section, **detail: object) -> None:
    """Check that the section has no rounds.  Raises: Conflict ("already_paired")."""
    if section.rounds.exists():
        raise Conflict(say("already_paired"), **detail)


def find_pairing(pairing_id: int) -> Pairing:
    try:
        return Pairing.objects.select_related("round__section__event").get(pk=pairing_id)
    except Pairing.DoesNotExist:
        raise NotFound(say("no_such_pairing")) from None


def _locked(rows: models.QuerySet[Row], key: int, missing: Message) -> Row:
    # With `no_key`: a line in the log refers to its event, and must not wait for a transaction that holds that row
    # and waits for a section, round or game that the writer of the line has locked.
    return find(rows.select_for_update(of=("self",), no_key=True).filter(pk=key), NotFound(missing))


def check_fields(row: models.Model, exclude: Collection[str] = ()) -> None:
    """Check the values of a row against its model.  Raises: BadInput ("bad_field") for the first invalid field.

    SQLite would store values that are too long or too large, and PostgreSQL would fail within the transaction.
    `exclude`: fields not to be checked, such as references to rows that are known to exist or still to be created.
    """
    try:
        row.clean_fields(set(exclude))
    except ValidationError as error:
        name, problems = next(iter(error.message_dict.items()))
        raise BadInput(say("bad_field", field=name, problem=" ".join(problems)), field=name) from None


def change(row: models.Model, changes: Mapping[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """Set the fields that really change; return their values before and after.  The row is not saved.

    Raises: BadInput ("unknown_field") for a field that is not declared `editable`.
    """
    unknown = sorted(changes.keys() - editable(type(row)))
    if unknown:
        raise BadInput(say("unknown_field", field=unknown[0]), field=unknown[0])
    before: dict[str, object] = {}
    after: dict[str, object] = {}
    for name, value in changes.items():
        old = getattr(row, name)
        if old != value:
            before[name], after[name] = plain(old), plain(value)
            setattr(row, name, value)
    return before, after


def plain(value: object) -> object:
    """Return the value in a form for JSON."""
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    return value.pk if isinstance(value, models.Model) else value


def as_organiser(actor: Actor) -> Actor:
    """Return the actor as the organising service: a user who may pair may undo effects of pairing, arbiter or not."""
    return Actor(actor.user_id, actor.name, system=True)


def lock_standings(section_id: int) -> None:
    """Block changes of the section's standings until the transaction ends.  It must be the last lock."""
    StandingsVersion.objects.select_for_update().get_or_create(section_id=section_id)


def note(rows: models.QuerySet[Row], **values: object) -> None:
    """Update optional data on which nothing depends; skip it if the database refuses writes."""
    try:
        with transaction.atomic():
            rows.update(**values)
    except DatabaseError as problem:
        log.warning("not_noted", what=rows.model.__name__, problem=type(problem).__name__)


@contextmanager
def one_moment() -> Iterator[None]:
    """Open a transaction in which all reads see the state at its beginning, despite concurrent writes."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost and on_postgresql():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield
