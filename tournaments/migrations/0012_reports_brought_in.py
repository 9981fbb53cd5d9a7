import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_what_players_and_programs_hold")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="virtual_points",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="job",
            name="event",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="jobs",
                to="tournaments.event",
            ),
        ),
        migrations.RemoveConstraint(model_name="job", name="job_kind_known"),
        migrations.RemoveConstraint(model_name="job", name="job_finished_when_over"),
        migrations.AlterField(
            model_name="job",
            name="kind",
            field=models.CharField(
                choices=[
                    ("import_games", "Import Games"),
                    ("pair_round", "Pair Round"),
                    ("import_trf", "Import Trf"),
                ],
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="job",
            name="section",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="jobs",
                to="tournaments.section",
            ),
        ),
        migrations.AlterField(
            model_name="job",
            name="state",
            field=models.CharField(
                choices=[
                    ("prepared", "Prepared"),
                    ("waiting", "Waiting"),
                    ("done", "Done"),
                    ("failed", "Failed"),
                ],
                default="waiting",
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["import_games", "pair_round", "import_trf"])),
                name="job_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("finished_at__isnull", True), ("state__in", ["prepared", "waiting"])),
                    models.Q(("finished_at__isnull", False), ("state__in", ["done", "failed"])),
                    _connector="OR",
                ),
                name="job_finished_when_over",
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("section__isnull", False),
                    models.Q(("event__isnull", False), ("kind", "import_trf")),
                    _connector="OR",
                ),
                name="job_of_a_section_or_making_one",
            ),
        ),
    ]
