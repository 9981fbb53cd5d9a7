"""What the database itself keeps from being changed or removed."""

from django.db import migrations

from games.append_only import AppendOnly


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_tables")]

    operations = [
        AppendOnly("tournaments_log", emptied=("before", "after")),
        AppendOnly("tournaments_organisationlog", emptied=("before", "after")),
    ]
