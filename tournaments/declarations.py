"""Readers of the declarations at the fields of models (`tavleya.use`)."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from django import forms
from django.apps import apps
from django.db import models
from django.utils.text import capfirst
from django.utils.translation import gettext

from tavleya.use import PLAIN, Copy, Use

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


def editable(model: type[models.Model]) -> list[str]:
    """The attributes of a model that officials change."""
    return [model._meta.get_field(name).attname for name in _with(model, "editable")]  # type: ignore[union-attr]


def reset(model: type[models.Model], copy: Copy) -> dict[str, object]:
    """The attributes of a model that start anew in a copy of an event, with their defaults."""
    names = (name for name, use in uses(model).items() if use.local or copy in use.reset)
    fields = map(model._meta.get_field, names)
    return {field.attname: field.get_default() for field in fields}  # type: ignore[union-attr]


def settings_of(row: models.Model, copy: Copy) -> dict[str, Any]:
    """The values that officials gave to a row and that a copy of its event takes over."""
    without = reset(type(row), copy)
    return {name: getattr(row, name) for name in editable(type(row)) if name not in without}


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


def form_field(model: type[models.Model], name: str, **more: Any) -> forms.Field:
    """The plain form field of a model's field; `more` are arguments of it, such as another `label`."""
    field = model._meta.get_field(name).formfield(**{"label": label_of(model, name), **more})  # type: ignore[union-attr]
    assert isinstance(field, forms.Field)
    return field


def _with(model: type[models.Model], flag: str) -> list[str]:
    return [name for name, use in uses(model).items() if getattr(use, flag)]
