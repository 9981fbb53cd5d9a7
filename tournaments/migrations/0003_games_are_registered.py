"""Services ask the registry which games there are: a game is added without a migration."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_append_only")]

    operations = [migrations.RemoveConstraint("section", "section_game_known")]
