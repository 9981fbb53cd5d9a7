"""Everything in the database that can hold something of a person is listed, with what becomes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.conf import settings
from django.db import models

from upkeep.privacy.impersonal import IMPERSONAL
from upkeep.privacy.inventory import HOLDINGS, KINDS, Holding, Way

HOLDS_TEXT = (
    models.CharField,
    models.TextField,
    models.JSONField,
    models.BinaryField,
    models.FileField,
    models.GenericIPAddressField,
)


def fields_of_text() -> Iterator[str]:
    """Every field that is no choice from a list, of every table."""
    for model in apps.get_models():
        if not model._meta.proxy:
            for field in model._meta.concrete_fields:
                if isinstance(field, HOLDS_TEXT) and not field.choices:
                    yield f"{model._meta.label}.{field.name}"


def listed() -> Counter[str]:
    personal = [f"{one.model}.{name}" for one in HOLDINGS for name in one.names]
    others = [
        f"{model}.{name}"
        for fields in IMPERSONAL.values()
        for model, names in fields.items()
        for name in names.split()
    ]
    return Counter(personal + others)


def test_every_field_of_text_is_personal_or_says_why_not() -> None:
    assert sorted(set(fields_of_text()) - listed().keys()) == []


def test_nothing_is_listed_twice_or_is_not_there() -> None:
    known = {f"{model._meta.label}.{one.name}" for model in apps.get_models() for one in model._meta.fields}
    assert sorted(listed().keys() - known) == []
    assert [name for name, times in listed().items() if times > 1] == []


@pytest.mark.parametrize("holding", HOLDINGS, ids=lambda one: f"{one.model}.{one.names[0]}")
def test_the_lookups_of_a_holding_work(holding: Holding, db: None) -> None:
    rows = apps.get_model(holding.model)._default_manager
    for lookup in (*holding.account, *holding.player, *holding.event.split()):
        assert not rows.filter(**{lookup: 0}).exists()
    assert holding.kind in KINDS
    named = holding.way in (Way.NAMED, Way.NAMED_EMPTIED)
    assert bool(holding.event) == named, "whose text it is must be known to look for names in it"


def test_how_long_a_kind_is_kept_is_a_setting() -> None:
    assert all(getattr(settings, kind.days) >= 0 for kind in KINDS.values() if kind.days)
