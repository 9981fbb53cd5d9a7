"""The database between tests: worlds that are copied instead of built again, and emptying.

A class with the metaclass `Remembered`, or a function with the decorator `remembered`, is executed the first time in a
process. Its rows are kept as JSON, and its result as a deep copy; the same call is then restored by one statement. A
test whose database is not empty, whose settings change more than the live streams, or that has a Celery worker in
another process builds its world as before. Copied rows keep their ids, so everything cached under an id is
dropped.

Transactional tests have separate copies: in a build that commits, tasks run that a build in a test's transaction never
starts, and they write rows too.
"""

import copy
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar
from uuid import uuid4

from django.conf import UserSettingsHolder, settings
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.db import connection, transaction

from config.celery import app as celery_app
from config.outages import ForgivingRedisCache
from games.live import publishing
from games.live.publishing import outbox

P = ParamSpec("P")
T = TypeVar("T")

#: Filled by the migrations, so never empty.
KEPT_TABLES = ("django_migrations", "django_content_type", "auth_permission")
#: No row of a world depends on these.
LIVE_SETTINGS = {"LIVE_HUB", "LIVE_SIGN_SECONDS"}


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Rows of each table as a JSON array, and the object that built them."""

    rows: dict[str, str]
    built: Any

    def restore(self) -> Any:
        statements = [
            f"INSERT INTO {table} SELECT * FROM json_populate_recordset(NULL::{table}, %s)" for table in self.rows
        ]
        with transaction.atomic(savepoint=False), connection.cursor() as cursor:
            cursor.execute(";".join(statements), list(self.rows.values()))
        return copy.deepcopy(self.built)


_snapshots: dict[tuple[object, bool, str], Snapshot] = {}
_has_functions = False


class Remembered(type):
    """Metaclass of worlds that depend on nothing but their arguments and an empty database."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        return _built_or_restored(cls, super().__call__, args, kwargs)


def remembered(build: Callable[P, T]) -> Callable[P, T]:
    """Decorator of a function whose result and rows depend on nothing but its arguments and an empty database."""

    @wraps(build)
    def build_or_restore(*args: P.args, **kwargs: P.kwargs) -> T:
        result: T = _built_or_restored(build, build, args, kwargs)
        return result

    return build_or_restore


def _built_or_restored(name: object, build: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    transactional = not connection.in_atomic_block
    if not (_is_usual(transactional) and _is_empty()):
        _use_common_cache()
        return build(*args, **kwargs)
    key = (name, transactional, repr((args, sorted(kwargs.items()))))
    if snapshot := _snapshots.get(key):
        forget_shared() if transactional else forget_cached()
        return snapshot.restore()
    if transactional:
        _use_common_cache()
    built = build(*args, **kwargs)
    _snapshots[key] = Snapshot(_rows(), copy.deepcopy(built))
    return built


def forget_cached() -> None:
    """Drop what is cached under the ids of rows; in the Redis of all tests this test gets another prefix."""
    for backend in caches.all(initialized_only=True):
        if isinstance(backend, LocMemCache):
            backend.clear()
        else:
            backend.key_prefix = uuid4().hex


def forget_shared() -> None:
    """Drop what a transactional test left under the ids of its rows.

    Workers and servers in other processes share its prefix in Redis, so its keys are deleted and the prefix stays. The
    broker of Celery is in the same Redis and is left alone.
    """
    _use_common_cache()
    publishing._WALLS.clear()
    if settings.REDIS_URL:
        # A message that still waits would reach the listeners of a new game with the same id.
        outbox(settings.REDIS_URL).close()
        outbox.cache_clear()
    for backend in caches.all():
        if isinstance(backend, LocMemCache):
            backend.clear()
        elif isinstance(backend, ForgivingRedisCache):
            client = backend._cache.get_client(None, write=True)
            if keys := list(client.scan_iter(match=backend.make_key("*"), count=5_000)):
                client.unlink(*keys)


def _use_common_cache() -> None:
    """Use the prefix again that workers in other processes have."""
    for backend in caches.all(initialized_only=True):
        backend.key_prefix = settings.CACHES["default"].get("KEY_PREFIX", "")


def _is_usual(transactional: bool) -> bool:
    """Return whether the database, the settings and the tasks are those of most tests."""
    if not _has_functions:
        return False
    if transactional and not celery_app.conf.task_always_eager:
        return False  # a worker may still write when the rows are read
    changed: set[str] = set()
    layer = settings._wrapped
    while isinstance(layer, UserSettingsHolder):
        changed |= vars(layer).keys() - {"default_settings", "_deleted"} | layer._deleted
        layer = layer.default_settings
    return changed <= LIVE_SETTINGS


@cache
def _tables() -> tuple[str, ...]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.oid::regclass::text FROM pg_class c WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition"
            " AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL(%s)",
            [list(KEPT_TABLES)],
        )
        return tuple(name for (name,) in cursor.fetchall())


def add_functions() -> None:
    """Create the function of `_is_empty`, once a database: planning its query costs ten times the execution.

    Programs that tests start, and that build a world in another database, do not have it and copy nothing.
    """
    global _has_functions
    if connection.vendor == "postgresql":
        _has_functions = True
        condition = " OR ".join(f"EXISTS (SELECT FROM {table})" for table in _tables())
        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE OR REPLACE FUNCTION test_database_has_rows() RETURNS boolean LANGUAGE plpgsql AS "
                f"$$ BEGIN RETURN {condition}; END $$"
            )
        connection.close()


def _is_empty() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT test_database_has_rows()")
        return not cursor.fetchone()[0]


def _rows() -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f"SELECT '{table}', json_agg(t)::text FROM {table} t" for table in _tables()))
        return {table: rows for table, rows in cursor.fetchall() if rows}


# Emptying

# Append-only tables refuse to be emptied, so triggers are off; so are foreign keys, whatever the order of tables.
_EMPTY = """
DO $$
DECLARE name text; has_rows boolean;
BEGIN
    SET LOCAL session_replication_role = replica;
    FOR name IN
        SELECT c.oid::regclass::text FROM pg_class c
        WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL(%s)
    LOOP
        EXECUTE 'SELECT EXISTS (SELECT FROM ' || name || ')' INTO has_rows;
        IF has_rows THEN EXECUTE 'DELETE FROM ' || name; END IF;
    END LOOP;
END $$
"""


def empty_the_database() -> None:
    """Delete the rows of a transactional test: only of tables that have any, and past triggers."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_EMPTY.replace("%s", "ARRAY" + repr(list(KEPT_TABLES))))
            return
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
        for trigger, _ in triggers:
            cursor.execute(f'DROP TRIGGER "{trigger}"')
        cursor.execute("PRAGMA defer_foreign_keys = ON")
        for table in set(connection.introspection.table_names(cursor)) - set(KEPT_TABLES):
            cursor.execute(f'DELETE FROM "{table}"')
        for _, sql in triggers:
            cursor.execute(sql)
