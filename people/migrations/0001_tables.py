import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [("tournaments", "0001_tables")]

    operations = [
        migrations.CreateModel(
            name="PersonAct",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("number", "Number"),
                            ("self", "Self"),
                            ("joined", "Joined"),
                            ("split", "Split"),
                            ("released", "Released"),
                        ],
                        max_length=8,
                    ),
                ),
                ("actor", models.CharField(max_length=80)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("at", models.DateTimeField()),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("undone_by", models.CharField(blank=True, max_length=80)),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind__in", ["joined", "split"]), _negated=True),
                            models.Q(("reason", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="person_act_of_an_official_has_a_reason",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Series",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "slug",
                    models.CharField(
                        max_length=60,
                        unique=True,
                        validators=[
                            django.core.validators.RegexValidator("^[a-z0-9]+(-[a-z0-9]+)*\\Z", code="bad_slug"),
                            django.core.validators.MinLengthValidator(2),
                        ],
                    ),
                ),
                ("names", models.JSONField(default=dict)),
                (
                    "rule",
                    models.CharField(choices=[("score", "score"), ("place", "place")], default="score", max_length=10),
                ),
                (
                    "best",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100),
                        ],
                    ),
                ),
                ("place_points", models.JSONField(blank=True, default=list)),
                ("tiebreaks", models.JSONField(blank=True, default=list)),
                ("created_at", models.DateTimeField()),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="series",
                        to="tournaments.organisation",
                    ),
                ),
            ],
            options={
                "ordering": ["slug"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("slug", ""), _negated=True), name="series_has_a_slug"),
                    models.CheckConstraint(
                        condition=models.Q(("best", 0), _negated=True), name="series_counts_a_result"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeriesSection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="series_entries",
                        to="tournaments.section",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="people.series"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("series", "section"), name="section_once_in_series")]
            },
        ),
        migrations.CreateModel(
            name="PersonJoin",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("source", models.CharField(blank=True, max_length=10)),
                ("number", models.CharField(blank=True, max_length=20)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="begun", to="people.personact"
                    ),
                ),
                (
                    "ended_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ended",
                        to="people.personact",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="joins", to="tournaments.person"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="joins", to="tournaments.player"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_by__isnull", True)),
                        fields=("player",),
                        name="player_is_of_one_person",
                    )
                ],
            },
        ),
    ]
