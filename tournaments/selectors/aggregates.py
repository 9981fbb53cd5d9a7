"""Aggregates over many tables by one query: to see whether anything has changed, before anything is read."""

from __future__ import annotations

from typing import Any

from django.db.models import CharField, Count, Max, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Cast, Coalesce, Concat


def joined(rows: QuerySet[Any], *facts: Count | Max | Sum) -> Subquery:
    """The aggregates over all the rows as one text; nothing but zeros where there is no row."""
    texts = [Coalesce(Cast(one, CharField()), Value("")) for one in facts]
    parts = [part for text in texts for part in (text, Value(" "))]
    whole = rows.order_by().annotate(_all=Value(1)).values("_all")
    return Subquery(whole.annotate(_joined=Concat(*parts, output_field=CharField())).values("_joined"))
