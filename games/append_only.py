"""A migration operation after which the database itself refuses to change or remove the rows of a table."""

from collections.abc import Sequence
from typing import Any

from django.db.migrations.operations.base import Operation

#: The trigger that refuses every change of `{table}`.
POSTGRESQL = """
CREATE OR REPLACE FUNCTION tavleya_refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$;
DROP TRIGGER IF EXISTS {table}_append_only ON {table};
CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION tavleya_refuse_change();
"""
# SQLite has no TRUNCATE; its DELETE without WHERE fires the row trigger too.
_SQLITE = """
CREATE TRIGGER IF NOT EXISTS {table}_no_{act} BEFORE {act} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
"""


#: The trigger for a table with some columns about people that may be emptied.
_POSTGRESQL_EMPTIED = """
CREATE OR REPLACE FUNCTION tavleya_only_empty() RETURNS trigger LANGUAGE plpgsql AS
$$
DECLARE
    was jsonb := to_jsonb(OLD);
    becomes jsonb := to_jsonb(NEW);
    name text;
BEGIN
    FOREACH name IN ARRAY TG_ARGV LOOP
        IF coalesce(becomes ->> name, '') = '' THEN
            was := was - name;
            becomes := becomes - name;
        END IF;
    END LOOP;
    IF was IS DISTINCT FROM becomes THEN
        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
DROP TRIGGER IF EXISTS {table}_append_only ON {table};
DROP TRIGGER IF EXISTS {table}_only_empty ON {table};
CREATE TRIGGER {table}_append_only BEFORE DELETE OR TRUNCATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION tavleya_refuse_change();
CREATE TRIGGER {table}_only_empty BEFORE UPDATE ON {table}
FOR EACH ROW EXECUTE FUNCTION tavleya_only_empty({columns});
"""
_SQLITE_EMPTIED = """
CREATE TRIGGER IF NOT EXISTS {table}_no_update BEFORE UPDATE ON {table} WHEN NOT ({unchanged})
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
"""


class AppendOnly(Operation):
    """`AppendOnly("games_recordentry")`: rows may be added and read, nothing else.

    `emptied`: columns that may be made NULL or an empty text, and nothing else.

    A refused statement surfaces as Django's IntegrityError on both databases.  A later migration that alters such a
    table names it again as its last operation: SQLite recreates the table, and the triggers are lost with the old one.
    """

    reversible = True

    def __init__(self, table: str, emptied: Sequence[str] = ()) -> None:
        self.table, self.emptied = table, tuple(emptied)

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Do nothing: the models do not change."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            # params=None: the text contains a % that psycopg must not interpret.
            schema_editor.execute(POSTGRESQL.format(table=self.table), params=None)
            if self.emptied:
                columns = ", ".join(f"'{name}'" for name in self.emptied)
                schema_editor.execute(_POSTGRESQL_EMPTIED.format(table=self.table, columns=columns), params=None)
            return
        # The trigger of an earlier operation with fewer columns that may be emptied.
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {self.table}_no_update")
        if self.emptied:
            schema_editor.execute(_SQLITE_EMPTIED.format(table=self.table, unchanged=self._unchanged(schema_editor)))
        else:
            schema_editor.execute(_SQLITE.format(table=self.table, act="update"))
        schema_editor.execute(_SQLITE.format(table=self.table, act="delete"))

    def _unchanged(self, schema_editor: Any) -> str:
        """Return the condition that an update only empties columns that may be emptied."""
        with schema_editor.connection.cursor() as cursor:
            columns = schema_editor.connection.introspection.get_table_description(cursor, self.table)
        names = [column.name for column in columns]
        assert set(self.emptied) <= set(names), f"{self.table} has {names}"
        same = {name: f'NEW."{name}" IS OLD."{name}"' for name in names}
        same |= {name: f"""({same[name]} OR coalesce(NEW."{name}", '') = '')""" for name in self.emptied}
        return " AND ".join(same.values())

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            for name in ("append_only", "only_empty"):
                schema_editor.execute(f"DROP TRIGGER IF EXISTS {self.table}_{name} ON {self.table}")
        else:
            for act in ("update", "delete"):
                schema_editor.execute(f"DROP TRIGGER IF EXISTS {self.table}_no_{act}")

    def describe(self) -> str:
        return f"Make {self.table} append-only"
