"""Rows of which only some columns are read."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any, Self

from django.db import models
from django.db.models.base import DEFERRED

_Layout = tuple[tuple[Any, ...], tuple[int, ...]]


class RowModel(models.Model):
    """A model whose rows are read by the hundred with `only`: which columns are there is found once, not for each row.

    Django looks through the names of the columns for each field of each row.
    """

    class Meta:
        abstract = True

    @classmethod
    def from_db(
        cls, db: str | None, field_names: Collection[str], values: Collection[Any], **more: Any
    ) -> Self:
        if len(values) != len(cls._meta.concrete_fields):
            nothing, places = _layout(cls, tuple(field_names))
            row = list(nothing)
            for place, value in zip(places, values, strict=True):
                row[place] = value
            values = row
        return super().from_db(db, field_names, values, **more)


@lru_cache(maxsize=1024)
def _layout(model: type[models.Model], names: tuple[str, ...]) -> _Layout:
    """A row of which nothing was read, and where each column that was read goes: in the order of the model."""
    fields, read = model._meta.concrete_fields, frozenset(names)
    return (DEFERRED,) * len(fields), tuple(at for at, field in enumerate(fields) if field.attname in read)
