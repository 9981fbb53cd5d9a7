"""Copy rows of one event to another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import models

from tavleya.use import Copy
from tournaments.declarations import reset
from tournaments.models.event import Event

#: By the model: the copy of each row by the old key.
Copies = dict[type[models.Model], dict[Any, models.Model]]


def copy_rows(rows: Iterable[models.Model], copies: Copies, copy: Copy) -> dict[Any, models.Model]:
    """New rows with the same values, tied to the copies of what the old ones were tied to; by the old key.

    Fields that are declared `reset` start with their defaults.
    """
    results = list(rows)
    created = []
    fresh = reset(type(results[0]), copy) if results else {}
    for row in results:
        values = {
            field.attname: _value(row, field, copies)
            for field in row._meta.concrete_fields
            if not field.primary_key or field.remote_field is not None
        }
        created.append(type(row)(**{**values, **fresh}))
    if results:
        type(results[0])._default_manager.bulk_create(created)
    return {row.pk: copied for row, copied in zip(results, created, strict=True)}


def _value(row: models.Model, field: models.Field[Any, Any], copies: Copies) -> object:
    value = getattr(row, field.attname)
    known_values = copies.get(field.related_model) if field.remote_field is not None else None  # type: ignore[arg-type]
    return known_values[value].pk if known_values is not None and value in known_values else value


def copy_givers(original: Event, copies: Copies) -> None:
    """Set the giver of a simultaneous display in each copied section to the copy of the entry."""
    for section in original.sections.exclude(giver=None):
        copy, giver = copies[section.__class__].get(section.pk), section.giver
        if copy is not None and giver is not None and giver.pk in copies[giver.__class__]:
            copy.giver_id = copies[giver.__class__][giver.pk].pk  # type: ignore[attr-defined]
            copy.save(update_fields=["giver"])
