"""`manage.py check` refuses a field of text, JSON or bytes that does not declare what it holds of people."""

from types import SimpleNamespace

import pytest
from django.conf import settings
from django.db import models
from django.test.utils import isolate_apps

from tavleya.use import CODE, LOCAL, use
from upkeep.checks import fields_are_declared


def check_messages(*fields: models.Field, parent: type[models.Model] = models.Model) -> list[str]:
    """The messages of the check for a model of ours with these fields."""
    with isolate_apps():
        members = {f"field{number}": field for number, field in enumerate(fields)}
        model = type("Sample", (parent,), {"__module__": __name__, **members, "Meta": _Meta})
    app = SimpleNamespace(path=str(settings.BASE_DIR / "tournaments"), get_models=lambda: [model])
    return [message.msg for message in fields_are_declared(app_configs=[app])]


class _Meta:
    app_label = "tournaments"


@pytest.mark.parametrize(
    "field",
    [
        models.CharField(max_length=20), models.TextField(), models.JSONField(), models.BinaryField(),
        models.FileField(), models.GenericIPAddressField(), models.EmailField(),
        use(models.CharField(max_length=20), LOCAL),
    ],
    ids=lambda field: type(field).__name__,
)  # fmt: skip
def test_a_field_without_a_declaration_is_refused(field: models.Field) -> None:
    assert check_messages(field) == ["tournaments.Sample.field0 does not declare what it holds of people."]


def test_a_declared_field_and_fields_that_hold_no_text_are_accepted() -> None:
    choice = models.CharField(max_length=1, choices=[("f", "female")])
    assert not check_messages(use(models.CharField(max_length=20), CODE), models.IntegerField(), choice)


def test_an_inherited_field_is_refused_too() -> None:
    with isolate_apps():

        class Base(models.Model):
            text = models.TextField()

            class Meta(_Meta):
                abstract = True

    assert check_messages(parent=Base) == ["tournaments.Sample.text does not declare what it holds of people."]


def test_models_of_other_packages_are_not_asked() -> None:
    assert fields_are_declared() == []
