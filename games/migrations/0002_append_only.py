"""What the database itself keeps from being changed or removed."""

from django.db import migrations

from games.append_only import AppendOnly


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        AppendOnly("games_recordentry"),
        AppendOnly("games_recordtext", emptied=("salt", "text")),
        AppendOnly("games_scoresheet", emptied=("file_name",)),
        AppendOnly("games_sheetphoto", emptied=("name", "stored")),
        AppendOnly("games_voidphoto", emptied=("reason",)),
    ]
