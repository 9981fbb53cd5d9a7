"""Few rows as one text in a query, without a separate query."""

from typing import Any

from django.db.models import Aggregate, CharField, Func, QuerySet, Subquery, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce

_FIELD, _ROW = ",", ";"


class _Joined(Aggregate):
    """The texts of all rows, one after another, in no order."""

    function = "STRING_AGG"
    output_field = CharField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, function="GROUP_CONCAT", **context)


class _OneRow(Func):
    """The texts of a row's columns side by side: `Concat` puts each pair into brackets, too deep for SQLite."""

    template = "(%(expressions)s)"
    arg_joiner = f" || '{_FIELD}' || "
    output_field = CharField()


def texts(rows: QuerySet[Any], *columns: str | Combinable) -> Subquery:
    """Return a text of `columns` of each of the `rows`; None if there are no rows.

    Values must not contain a comma or a semicolon.
    """
    one_row = _OneRow(*(Coalesce(Cast(column, CharField()), Value("")) for column in columns))
    whole = rows.order_by().annotate(_all=Value(1)).values("_all")
    return Subquery(whole.annotate(_texts=_Joined(one_row, Value(_ROW))).values("_texts"))


def read_texts(text: str | None) -> list[list[str]]:
    """Parse a result of `texts`."""
    return [row.split(_FIELD) for row in text.split(_ROW)] if text else []
