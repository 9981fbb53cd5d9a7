"""Checks of `manage.py check` and `manage.py migrate`: the database as a whole, the declarations of all models."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.apps import AppConfig, apps
from django.conf import settings
from django.core.checks import CheckMessage, Tags, register
from django.core.checks import Error as CheckError
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tournaments.access import undeclared


@register(Tags.database)
def database_is_of_this_version(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Refuse a database with tables of another version: migrating it would mix both.

    It is recognised by an app with an applied migration that this version does not have, and a missing migration. After
    an upgrade was reverted there are only the former: the tables of this version are complete.
    """
    labels = {app.label for app in apps.get_app_configs() if app.path.startswith(str(settings.BASE_DIR))}
    check_messages: list[CheckMessage] = []
    for alias in databases or ():
        applied = MigrationRecorder(connections[alias]).applied_migrations()
        migrations = MigrationLoader(None).disk_migrations
        missing = {app for app, _name in set(migrations) - set(applied)}
        unknown = sorted(f"{app}.{name}" for app, name in set(applied) - set(migrations) if app in labels & missing)
        if unknown:
            check_messages.append(
                CheckError(
                    f"The database {alias!r} was made by another version of Tavleya; this version does not have its "
                    f"{', '.join(unknown)}.",
                    hint="Start with an empty database, or run the version that made this one. Events move to the new "
                    "database by their files (Export and hand-off).",
                    id="upkeep.E001",
                )
            )
    return check_messages


@register(Tags.models)
def fields_are_declared(*, app_configs: Sequence[AppConfig] | None = None, **_: Any) -> list[CheckMessage]:
    """Refuse a text, JSON, binary or file field of ours without a declaration.

    It would be missing from the inventory of personal data, and would leave with an event file unnoticed.
    """
    return [
        CheckError(
            f"{model._meta.label}.{name} does not declare what it holds of people.",
            hint="Write it as `use(models.…, …)` with a preset of tavleya.use.",
            obj=model,
            id="upkeep.E002",
        )
        for app in app_configs or apps.get_app_configs()
        if Path(app.path).parent == settings.BASE_DIR
        for model in app.get_models()
        for name in undeclared(model)
    ]
