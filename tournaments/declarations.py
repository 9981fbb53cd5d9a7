"""Readers of the declarations at the fields of models (`tavleya.use`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from django.db import models

from tavleya.use import PLAIN, Use

TEXTS = (
    models.CharField,
    models.TextField,
    models.JSONField,
    models.BinaryField,
    models.FileField,
    models.GenericIPAddressField,
)


@cache
def uses(model: type[models.Model]) -> Mapping[str, Use]:
    """The uses of every field of a model, by name and in the model's order.

    A reference is not wrapped, which would cost its type; it is declared in the `relations` of its model.
    """
    relations: Mapping[str, Use] = getattr(model, "relations", {})
    fields = (*model._meta.concrete_fields, *model._meta.many_to_many)
    return MappingProxyType(
        {field.name: relations.get(field.name) or getattr(field, "use", PLAIN) for field in fields}
    )


def undeclared(model: type[models.Model]) -> list[str]:
    """The texts, JSON, bytes and files of a model whose declaration does not say what they hold of people.

    A choice from a list says nothing of anybody alone.
    """
    return [
        field.name
        for field in model._meta.concrete_fields
        if isinstance(field, TEXTS) and not field.choices and uses(model)[field.name].person is None
    ]
