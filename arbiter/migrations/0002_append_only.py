"""What the database itself keeps from being changed or removed."""

from django.db import migrations

from games.append_only import AppendOnly


class Migration(migrations.Migration):
    dependencies = [("arbiter", "0001_tables")]

    operations = [
        AppendOnly("arbiter_ruling", emptied=("note",)),
        AppendOnly("arbiter_checkdraw"),
        AppendOnly("arbiter_drawnplayer"),
        AppendOnly("arbiter_inspection", emptied=("note",)),
    ]
