"""A migration operation after which the database itself refuses to change or remove the rows of a table."""

from __future__ import annotations

from typing import Any

from django.db.migrations.operations.base import Operation

#: What refuses every change of `{table}`; a partition needs it as much as the table that it belongs to.
POSTGRESQL = """
CREATE OR REPLACE FUNCTION tavleya_refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$;
DROP TRIGGER IF EXISTS {table}_append_only ON {table};
CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION tavleya_refuse_change();
"""
# SQLite has no TRUNCATE; its DELETE without WHERE fires the row trigger all the same.
_SQLITE = """
CREATE TRIGGER IF NOT EXISTS {table}_no_{act} BEFORE {act} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
"""


class AppendOnly(Operation):
    """`AppendOnly("games_recordentry")`: rows may be added and read, nothing else.

    A refused statement surfaces as Django's IntegrityError on both databases.  A later migration that alters such a
    table names it again as its last operation: SQLite makes the table anew, and the triggers go with the old one.
    """

    reversible = True

    def __init__(self, table: str) -> None:
        self.table = table

    def state_forwards(self, app_label: str, state: Any) -> None:
        """The models do not change."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            # params=None: the text has a % of its own that psycopg must not read.
            schema_editor.execute(POSTGRESQL.format(table=self.table), params=None)
        else:
            for act in ("update", "delete"):
                schema_editor.execute(_SQLITE.format(table=self.table, act=act))

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP TRIGGER {self.table}_append_only ON {self.table}")
        else:
            for act in ("update", "delete"):
                schema_editor.execute(f"DROP TRIGGER {self.table}_no_{act}")

    def describe(self) -> str:
        return f"Make {self.table} append-only"
