"""A migration operation after which the table of a model, still empty, is partitioned by game."""

from __future__ import annotations

from typing import Any

from django.db.migrations.operations.base import Operation

from games.partitions import make_until


class PartitionByGame(Operation):
    """`PartitionByGame("RecordEntry")`: on PostgreSQL, recreate its table with partitions by ranges of games.

    The first range is created too.  Django cannot express it, and PostgreSQL cannot partition an existing table.
    Refused if the table has rows.
    """

    reversible = True

    def __init__(self, model: str) -> None:
        self.model = model

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Do nothing: the models do not change."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor != "postgresql":
            return
        model = to_state.apps.get_model(app_label, self.model)
        if model.objects.exists():
            raise RuntimeError(f"{model._meta.db_table} has rows: it cannot be made anew")
        schema_editor.delete_model(model)
        usual = schema_editor.sql_create_table
        schema_editor.sql_create_table = usual + " PARTITION BY RANGE (game_id)"
        try:
            schema_editor.create_model(model)
        finally:
            schema_editor.sql_create_table = usual
        make_until(0)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Do nothing: the partitioned table serves too, and is dropped with its model."""

    def describe(self) -> str:
        return f"Partition {self.model} by game"
