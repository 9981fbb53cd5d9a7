import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [("tournaments", "0001_tables")]

    operations = [
        migrations.CreateModel(
            name="RatingList",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=20, unique=True)),
                ("filename", models.CharField(blank=True, max_length=200)),
                ("players", models.PositiveIntegerField(default=0)),
                ("imported_at", models.DateTimeField(blank=True, null=True)),
                ("checked_at", models.DateTimeField(blank=True, null=True)),
                ("tag", models.CharField(blank=True, max_length=200)),
                ("failed_at", models.DateTimeField(blank=True, null=True)),
                ("problem", models.JSONField(blank=True, default=dict)),
            ],
        ),
        migrations.CreateModel(
            name="FormerRating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("source", models.CharField(max_length=10)),
                ("number", models.CharField(max_length=20)),
                ("rating", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("until", models.DateField()),
            ],
            options={
                "ordering": ["source", "number", "until"],
                "constraints": [
                    models.UniqueConstraint(fields=("source", "number", "until"), name="former_rating_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="NormRules",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=40)),
                ("valid_from", models.DateField()),
                ("game", models.CharField(max_length=12)),
                ("name", models.CharField(max_length=200)),
                ("example", models.BooleanField(default=False)),
                ("data", models.JSONField()),
                ("imported_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["code", "-valid_from"],
                "constraints": [
                    models.UniqueConstraint(fields=("code", "valid_from"), name="norm_rules_once_an_edition")
                ],
            },
        ),
        migrations.CreateModel(
            name="NormTerms",
            fields=[
                (
                    "section",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="norm_terms",
                        serialize=False,
                        to="tournaments.section",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("national_final", "national_final"),
                            ("national_team", "national_team"),
                            ("zonal", "zonal"),
                            ("team_championship", "team_championship"),
                            ("world_cup", "world_cup"),
                        ],
                        max_length=20,
                    ),
                ),
                ("published", models.BooleanField(default=False)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                ["", "national_final", "national_team", "zonal", "team_championship", "world_cup"],
                            )
                        ),
                        name="norm_kind_known",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="RatedPlayer",
            fields=[
                ("fide_id", models.PositiveBigIntegerField(primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=120)),
                ("federation", models.CharField(blank=True, max_length=3)),
                ("sex", models.CharField(blank=True, max_length=1)),
                ("title", models.CharField(blank=True, max_length=3)),
                ("women_title", models.CharField(blank=True, max_length=3)),
                ("other_titles", models.CharField(blank=True, max_length=40)),
                ("standard", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("standard_k", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("rapid", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("rapid_k", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("blitz", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("blitz_k", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("birth_year", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("active", models.BooleanField(default=True)),
                ("search_key", models.TextField()),
                ("family_key", models.CharField(max_length=40)),
                ("given_key", models.CharField(blank=True, max_length=40)),
            ],
            options={
                "ordering": ["name", "fide_id"],
                "indexes": [
                    models.Index(fields=["family_key"], name="rated_family", opclasses=["varchar_pattern_ops"]),
                    models.Index(fields=["given_key"], name="rated_given", opclasses=["varchar_pattern_ops"]),
                ],
            },
        ),
        migrations.CreateModel(
            name="ListedRating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.CharField(max_length=20)),
                ("fide_id", models.PositiveBigIntegerField(blank=True, null=True)),
                ("name", models.CharField(max_length=120)),
                ("rating", models.PositiveSmallIntegerField()),
                (
                    "list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="ratings", to="ratings.ratinglist"
                    ),
                ),
            ],
            options={
                "ordering": ["list", "number"],
                "indexes": [models.Index(fields=["list", "fide_id"], name="listed_fide_id")],
                "constraints": [models.UniqueConstraint(fields=("list", "number"), name="listed_once")],
            },
        ),
    ]
