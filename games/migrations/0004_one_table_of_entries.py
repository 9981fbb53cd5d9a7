"""Entries are one table, and records are not moved to archive files.

A database that was made before this keeps its entries in partitions, whose ranges end: it is refused.
"""

from django.db import migrations


def refuse_partitions(apps, schema_editor):
    connection = schema_editor.connection
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT relkind FROM pg_class WHERE oid = 'games_recordentry'::regclass")
        if cursor.fetchone()[0] == "p":
            raise RuntimeError("games_recordentry is partitioned: begin with an empty database")


class Migration(migrations.Migration):
    dependencies = [("games", "0003_games_are_registered")]

    operations = [
        migrations.RunPython(refuse_partitions, migrations.RunPython.noop),
        migrations.DeleteModel("ArchivedRecord"),
        migrations.DeleteModel("Archive"),
    ]
