"""Old and new processes run next to each other during an upgrade, and old processes alone after a rollback.

So a release only adds to the database (expand); what its code has stopped using is removed by a later one (contract).
Such a migration says so: `unused_since = "0.3.0"` in its module is the release whose code was the first without it.
"""

import tomllib
from collections.abc import Iterator, Sequence
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder
from django.test.utils import isolate_apps

from tavleya.use import CODE, LOCAL, use
from tests.paths import APPS, ROOT
from upkeep.checks import database_is_of_this_version, fields_are_declared

FIRST_RELEASE = "0.2.0"


def destructive(operations: Sequence[Operation]) -> Iterator[str]:
    """Yield the operations on known tables that break the code of the previous release."""
    created = {operation.name_lower for operation in operations if isinstance(operation, migrations.CreateModel)}
    for operation in operations:
        if getattr(operation, "model_name_lower", None) in created:
            continue
        match operation:
            case migrations.RemoveField() | migrations.DeleteModel() | migrations.RenameField():
                yield operation.describe()
            case migrations.RenameModel() | migrations.AlterModelTable():
                yield operation.describe()
            case migrations.AddField(field=field) if not (field.null or field.many_to_many or has_default(field)):
                yield f"{operation.describe()}: neither null nor with db_default"
            case migrations.AlterField(field=field) if not (field.null or has_default(field)):
                yield f"{operation.describe()}: neither null nor with db_default"
            case migrations.AddConstraint():
                yield f"{operation.describe()}: rows of the release before may break it"


def has_default(field: models.Field) -> bool:
    return field.db_default is not models.NOT_PROVIDED


def own_migrations() -> list[tuple[str, str]]:
    return sorted(key for key in MigrationLoader(None).disk_migrations if key[0] in APPS)


def version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("."))


def refused_operations(operations: Sequence[Operation], unused_since: str, present: str) -> list[str]:
    """Return the destructive operations of a migration of version `present`, if the release before needs the data."""
    if unused_since and version(unused_since) < version(present):
        return []
    return list(destructive(operations))


@pytest.mark.parametrize("key", own_migrations(), ids=".".join)
def test_no_migration_takes_away_what_the_release_before_uses(key):
    module = import_module(f"{key[0]}.migrations.{key[1]}")
    present = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    if version(present) <= version(FIRST_RELEASE):
        return  # no release before had a database
    assert not refused_operations(module.Migration.operations, getattr(module, "unused_since", ""), present)


@pytest.mark.parametrize(
    "operation",
    [
        migrations.RemoveField("Event", "place"),
        migrations.DeleteModel("Event"),
        migrations.RenameField("Event", "place", "town"),
        migrations.RenameModel("Event", "Tournament"),
        migrations.AddField("Event", "town", models.CharField(max_length=9, default="")),
        migrations.AlterField("Event", "town", models.CharField(max_length=9)),
        migrations.AddConstraint("Event", models.UniqueConstraint(fields=["town"], name="once")),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_operations_that_break_old_code_are_found(operation):
    assert refused_operations([operation], "", "0.3.0")
    assert refused_operations([operation], "0.3.0", "0.3.0")  # in the same release
    assert not refused_operations([operation], "0.2.0", "0.3.0")


@pytest.mark.parametrize(
    "operations",
    [
        [migrations.AddField("Event", "town", models.CharField(max_length=9, null=True))],
        [migrations.AddField("Event", "town", models.CharField(max_length=9, default="", db_default=""))],
        [migrations.AddIndex("Event", models.Index(fields=["town"], name="by_town"))],
        [
            migrations.CreateModel("Club", [("id", models.BigAutoField(primary_key=True))]),
            migrations.AddField("Club", "name", models.CharField(max_length=9)),
        ],
    ],
    ids=["null", "db_default", "index", "new table"],
)
def test_operations_that_only_add_are_accepted(operations):
    assert not refused_operations(operations, "", "0.3.0")


@pytest.mark.django_db
def test_a_database_of_another_version_is_refused_in_plain_words():
    recorder = MigrationRecorder(connection)
    recorder.record_applied("transfer", "0001_initial")
    recorder.record_unapplied("transfer", "0001_tables")
    with pytest.raises(SystemCheckError) as excinfo:
        call_command("migrate", verbosity=0, skip_checks=False)
    assert "was made by another version of Tavleya" in str(excinfo.value)
    assert "transfer.0001_initial" in str(excinfo.value)
    assert "Start with an empty database" in str(excinfo.value)


@pytest.mark.django_db
def test_a_database_after_an_upgrade_that_was_taken_back_is_taken():
    MigrationRecorder(connection).record_applied("tournaments", "0999_of_a_later_version")
    assert database_is_of_this_version(databases=["default"]) == []


# `manage.py check` refuses a field of text, JSON or bytes that does not declare what it holds of people.


def check_messages(*fields: models.Field, parent: type[models.Model] = models.Model) -> list[str]:
    """Return the messages of the check for a model with these fields."""
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
    assert fields_are_declared() == [], "models of other packages are not asked"


def test_an_inherited_field_is_refused_too() -> None:
    with isolate_apps():
        meta = type("Meta", (_Meta,), {"abstract": True})
        members = {"__module__": __name__, "text": models.TextField(), "Meta": meta}
        base = type("Base", (models.Model,), members)
    assert check_messages(parent=base) == ["tournaments.Sample.text does not declare what it holds of people."]
