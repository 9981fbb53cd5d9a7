"""Services ask the registry which games there are: a game is added without a migration."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0002_append_only")]

    operations = [migrations.RemoveConstraint("game", "game_known")]
