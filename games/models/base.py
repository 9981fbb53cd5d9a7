"""A field for stored files, and models whose rows are read by the hundred."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any, Self

from django.db import models
from django.db.models.base import ModelState


class StoredFileField(models.CharField):  # type: ignore[type-arg]  # not subscriptable at run time
    """The name of a file in the storage.  A backup contains the file that each such field of each row names.

    Migrations see a `CharField`.
    """

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        name, _, args, options = super().deconstruct()
        return name, "django.db.models.CharField", args, options


class RowModel(models.Model):
    """A model whose rows are created directly from the loaded values, not field by field.

    Django's default way also handles defaults, which a loaded row does not need; fields that set themselves,
    which such a model must not have; and the signals `pre_init` and `post_init`, which are not sent.
    """

    class Meta:
        abstract = True

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **more: Any) -> Self:
        if more:  # arguments that only a later Django knows
            return super().from_db(db, field_names, values, **more)
        row = cls.__new__(cls)
        state = ModelState()
        state.adding, state.db = False, db
        row.__dict__["_state"] = state
        row.__dict__.update(zip(_in_order(cls, tuple(field_names)), values, strict=True))
        return row


@lru_cache(maxsize=1024)
def _in_order(model: type[models.Model], names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names in the order of the model's fields, in which their values come."""
    loaded = frozenset(names)
    return tuple(field.attname for field in model._meta.concrete_fields if field.attname in loaded)
