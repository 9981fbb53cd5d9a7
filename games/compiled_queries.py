"""ORM queries that are compiled to SQL once and executed many times.

Compiling a query costs Django several times as much as PostgreSQL needs to execute it, and the text is always the
same.  Results are those of the query set: model rows with their related rows, or values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

import psycopg
from django.db import connection
from django.db.models import QuerySet
from psycopg import sql

# Statements of the hot path, which PostgreSQL plans once for each connection.


def on_postgresql() -> bool:
    return connection.vendor == "postgresql"


@contextmanager
def prepared() -> Iterator[Any]:
    """Return a cursor that sends values separately, so that the same text is the same prepared statement.

    Django's own cursor puts the values into the text.  Whether the server keeps the plan depends on `prepare_threshold`
    of the connection (off behind a pooler without support for it); on SQLite it is Django's cursor.
    """
    if not on_postgresql():
        with connection.cursor() as cursor:
            yield cursor
        return
    connection.ensure_connection()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        yield cursor


_Row = TypeVar("_Row")
# Placeholders for the values while the query is compiled: no row has such a key, and no text contains such a
# character.
_NUMBER, _TEXT = 2**40, "\ue000"


class CompiledQuery(Generic[_Row]):
    """The query that `make` builds from as many values as there are `kinds`: keys (int) or texts (str).

    The values occur only in conditions, each compared with a column; the query set must not depend on them otherwise.
    """

    def __init__(self, make: Callable[..., QuerySet[Any, _Row]], *kinds: type[int | str]) -> None:
        self._make, self._kinds = make, kinds
        self._texts: dict[str, _Text] = {}

    def __call__(self, *values: int | str) -> list[_Row]:
        text = self._texts.get(connection.vendor)
        if text is None:
            marks = [_NUMBER + place if kind is int else f"{_TEXT}{place}" for place, kind in enumerate(self._kinds)]
            text = self._texts[connection.vendor] = _Text(self._make(*marks))
        return list(text.rows(values))


def _place_of(mark: object) -> int | None:
    """Return the index of the value that a parameter stands for; None for a constant."""
    if isinstance(mark, int) and mark >= _NUMBER:
        return mark - _NUMBER
    return int(mark[1:]) if isinstance(mark, str) and mark.startswith(_TEXT) else None


class _Text:
    """A query as SQL, and the conversion of its rows to the results of the query set."""

    def __init__(self, query: QuerySet[Any, Any]) -> None:
        self._query = query
        self._compiler = query.query.get_compiler(using=connection.alias)
        text, parameters = self._compiler.as_sql()
        parts = text.split("%s")
        pieces = [parts[0]]
        self._parameters: list[Any] = []
        for parameter, part in zip(parameters, parts[1:], strict=True):
            pieces += [self._parameter(parameter), part]
        self._sql = "".join(pieces)

    def _parameter(self, value: object) -> str:
        """Return `%s` for a variable value.  PostgreSQL gets constants in the text, so that it knows their types."""
        if _place_of(value) is None and on_postgresql():
            connection.ensure_connection()
            return sql.Literal(value).as_string(connection.connection).replace("%", "%%")
        self._parameters.append(value)
        return "%s"

    def rows(self, values: tuple[int | str, ...]) -> Iterator[Any]:
        places = ((parameter, _place_of(parameter)) for parameter in self._parameters)
        arguments = [parameter if place is None else values[place] for parameter, place in places]
        with prepared() as cursor:
            cursor.execute(self._sql, arguments)
            rows = cursor.fetchall()
        executed: Any = _Executed(self._query, self._compiler, rows)
        iterable: Any = self._query._iterable_class(executed)
        return iter(iterable)


class _Executed:
    """The interface that Django's iterables need of a query set, its query and its compiler, for loaded rows."""

    def __init__(self, queryset: QuerySet[Any, Any], compiler: Any, rows: list[Any]) -> None:
        self.db, self.query = connection.alias, self
        self._queryset, self._compiler, self._rows = queryset, compiler, rows

    def __getattr__(self, name: str) -> Any:
        for source in (self._compiler, self._queryset, self._queryset.query):
            if hasattr(source, name):
                return getattr(source, name)
        raise AttributeError(name)

    def get_compiler(self, *_: Any, **__: Any) -> _Executed:
        return self

    def execute_sql(self, *_: Any, **__: Any) -> list[list[Any]]:
        return [self._rows]

    def results_iter(self, *_: Any, tuple_expected: bool = False, **__: Any) -> Iterator[Any]:
        results: Iterator[Any] = self._compiler.results_iter([self._rows], tuple_expected=tuple_expected)
        return results
