"""Readers of the declarations at the fields of models (`tavleya.use`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from django import forms
from django.apps import apps
from django.db import models
from django.utils.text import capfirst
from django.utils.translation import gettext

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
    """Return the uses of every field of a model, by name and in the model's order.

    A reference is not wrapped, because it would lose its type; the model declares it in `relations`.
    """
    relations: Mapping[str, Use] = getattr(model, "relations", {})
    fields = (*model._meta.concrete_fields, *model._meta.many_to_many)
    return MappingProxyType(
        {field.name: relations.get(field.name) or getattr(field, "use", PLAIN) for field in fields}
    )


def undeclared(model: type[models.Model]) -> list[str]:
    """Return the texts, JSON, bytes and files of a model without a declaration of the personal data they hold.

    Fields with choices are left out: a choice from a list does not identify a person.
    """
    return [
        field.name
        for field in model._meta.concrete_fields
        if isinstance(field, TEXTS) and not field.choices and uses(model)[field.name].person is None
    ]


def editable(model: type[models.Model]) -> frozenset[str]:
    """Return the attributes of a model that officials may change."""
    return frozenset(model._meta.get_field(name).attname for name in _with(model, "editable"))  # type: ignore[union-attr]


def entered(model: type[models.Model]) -> list[str]:
    """Return the fields of a person in forms and lists of players."""
    return _with(model, "entered")


def exported(model: type[models.Model]) -> list[str]:
    """Return the columns of a model in files."""
    return _with(model, "export")


def in_api(model: type[models.Model]) -> list[str]:
    """Return the fields of a model in the API."""
    return _with(model, "api")


@cache
def labels() -> Mapping[str, str]:
    """Return the untranslated labels of the fields of all models, by name."""
    return {name: use.label for model in apps.get_models() for name, use in uses(model).items() if use.label}


def label_of(model: type[models.Model], name: str) -> str:
    """Return the label of a field in the reader's language, with a capital."""
    return capfirst(gettext(uses(model)[name].label))


def form_field(model: type[models.Model], name: str) -> forms.Field:
    """Return the plain form field of a model's field."""
    field = model._meta.get_field(name).formfield(label=label_of(model, name))  # type: ignore[union-attr]
    assert isinstance(field, forms.Field)
    return field


def _with(model: type[models.Model], flag: str) -> list[str]:
    return [name for name, use in uses(model).items() if getattr(use, flag)]
