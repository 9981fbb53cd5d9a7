"""Services called as every role: those that the table of permissions gives their action to succeed, and no others."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar, NamedTuple

import pytest
from django.db import connection, transaction

from arbiter.models import Ruling
from games.models.record import RecordEntry
from tavleya.actors import Actor, Role
from tavleya.errors import NotPermitted
from tavleya.permissions import TABLE, Action
from tests.services import name_of
from tests.tournaments.conftest import NOW, made_once
from tournaments.models.activity import Log
from tournaments.models.swiss import RestorePoint
from tournaments.services.events import create_event

PEOPLE: Mapping[Role, str] = {
    Role.ORGANISER: "olga", Role.CHIEF_ARBITER: "chen", Role.ARBITER: "ana", Role.HELPER: "hal",
    Role.TREASURER: "tom", Role.PLAYER: "pia", Role.PUBLIC: "nobody",
}  # fmt: skip


class Row(NamedTuple):
    """A service in a table: the action that it requires, and a call that succeeds.

    `before`: what precedes the call.  `event`: the name of its event in the world.  `also`: another action required.
    """

    action: Action
    call: Callable[[Any, Actor], object]
    before: Callable[[Any], object] = lambda world: None
    event: str = "event"
    also: Action | None = None


Table = Mapping[str, Row | tuple[Action, Callable[[Any, Actor], object]]]


def made_for_module(world: type) -> Any:
    @pytest.fixture(scope="module")
    def prepared(django_db_setup, django_db_blocker) -> Iterator[Any]:
        with django_db_blocker.unblock(), made_once(world) as created:
            yield created

    return prepared


class EveryRole:
    """The tests of a table of services.  Its module has the fixture `prepared`, by `made_for_module`."""

    pytestmark: ClassVar = [pytest.mark.django_db]
    calls: ClassVar[Table]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        rows = {name: Row(*self.calls[name]) for name in sorted(self.calls)}
        if "row_of_an_event" in metafunc.fixturenames:
            rows = {name: row for name, row in rows.items() if row.action is not Action.CREATE_EVENT}
            metafunc.parametrize("row_of_an_event", rows.values(), ids=rows)
        else:
            metafunc.parametrize("row", rows.values(), ids=rows)

    def test_a_service_does_what_the_table_allows_and_no_more(self, prepared, row: Row) -> None:
        row.before(prepared)
        for role, person in PEOPLE.items():
            with undone():
                if role in TABLE[row.action]:
                    row.call(prepared, getattr(prepared, person))
                else:
                    is_refused(row, prepared, getattr(prepared, person))

    def test_an_officer_of_another_event_has_no_rights_here(self, prepared, row_of_an_event: Row) -> None:
        row_of_an_event.before(prepared)
        create_event(actor=prepared.sam, now=NOW, slug="elsewhere", names={"en": "Elsewhere"})
        is_refused(row_of_an_event, prepared, prepared.sam)

    def test_a_token_opens_only_its_own_scope(self, prepared, row: Row) -> None:
        row.before(prepared)
        person = next(name for role, name in PEOPLE.items() if role in TABLE[row.action])
        user_id, event_id = getattr(prepared, person).user_id, getattr(prepared, row.event).pk

        def token(*scopes: Action | None, event_id: int = event_id) -> Actor:
            return Actor(user_id, person, scopes=frozenset(str(scope) for scope in scopes if scope), event_id=event_id)

        is_refused(row, prepared, token(*set(Action) - {row.action}))
        if row.action is not Action.CREATE_EVENT:
            is_refused(row, prepared, token(row.action, row.also, event_id=0))
        row.call(prepared, token(row.action, row.also))


def is_refused(row: Row, world: Any, actor: Actor) -> None:
    before = _row_counts()
    with pytest.raises(NotPermitted) as excinfo:
        row.call(world, actor)
    assert excinfo.value.code == "not_permitted"
    assert _row_counts() == before


def _row_counts() -> tuple[int, ...]:
    """Return the number of rows of each table that services write to, by one statement."""
    tables = [model._meta.db_table for model in (Log, RestorePoint, RecordEntry, Ruling)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT " + ", ".join(f"(SELECT count(*) FROM {table})" for table in tables))
        counts: tuple[int, ...] = cursor.fetchone()
    return counts


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def rows_of(*tables: Table) -> dict[str, Row]:
    """By the names of `tests.services.actions`: the module of a table imports its services by their names."""
    return {
        name_of(getattr(row[1], "service", None) or row[1].__globals__[name]): Row(*row)
        for table in tables
        for name, row in table.items()
    }
