"""Lines of the log that are due to be told; the database lets them become done, and nothing else."""

from django.db import migrations, models

from games.append_only import AppendOnly


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_games_are_registered")]

    operations = [
        migrations.AddField("log", "due_at", models.DateTimeField(null=True)),
        migrations.AddIndex(
            "log", models.Index(fields=["due_at"], condition=models.Q(due_at__isnull=False), name="log_due")
        ),
        AppendOnly("tournaments_log", emptied=("before", "after", "due_at")),
    ]
