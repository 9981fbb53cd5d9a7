"""The table of a file's contents covers every model and every field."""

from django.apps import apps
from django.db import models

from tests.paths import APPS
from transfer.services.eventfile.tables import OUTSIDE, Table, tables


def there_are() -> set[type[models.Model]]:
    of_events = set(APPS) - {"accounts"}
    return {m for app in of_events for m in apps.get_app_config(app).get_models() if not m._meta.proxy}


def test_every_model_goes_in_or_says_why_not():
    listed = [table.model for table in tables()]
    assert len(listed) == len(set(listed))
    assert {*listed, *OUTSIDE} == there_are()
    assert not {*listed} & {*OUTSIDE}


def test_every_model_outside_the_file_has_a_reason():
    assert all(OUTSIDE.values())


def test_every_field_goes_in_or_is_left_with_a_value():
    for table in tables():
        meta = table.model._meta
        names = {field.name for field in (*meta.concrete_fields, *meta.many_to_many)}
        numbered = {meta.pk.name} if meta.pk.remote_field is None else set()
        assert names - numbered == table.fields(), table.name


def test_a_reference_is_to_an_account_or_to_a_row_that_is_made_before():
    before: set[type[models.Model]] = set()
    for table in tables():
        for name in table.references.split():
            assert _other(table, name) in before, (table.name, name)
        for name in table.people.split():
            assert _other(table, name)._meta.label == "accounts.User"
        plain = {*table.values, *table.actors.split(), *table.numbers}
        assert not {name for name in plain if table.model._meta.get_field(name).is_relation}
        before.add(table.model)


def _other(table: Table, name: str) -> type[models.Model]:
    return table.model._meta.get_field(name).related_model
