import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [("tournaments", "0001_tables")]

    operations = [
        migrations.CreateModel(
            name="Category",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "slug",
                    models.CharField(
                        max_length=60,
                        validators=[
                            django.core.validators.RegexValidator("^[a-z0-9]+(-[a-z0-9]+)*\\Z", code="bad_slug"),
                            django.core.validators.MinLengthValidator(2),
                        ],
                    ),
                ),
                ("names", models.JSONField(default=dict)),
                ("terms", models.JSONField(default=dict)),
                ("position", models.PositiveSmallIntegerField(default=0)),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="categories", to="tournaments.section"
                    ),
                ),
            ],
            options={
                "ordering": ["section", "position", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("section", "slug"), name="category_slug_once_in_section")
                ],
            },
        ),
        migrations.CreateModel(
            name="Prize",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)])),
                (
                    "amount",
                    models.PositiveBigIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(1000000000000000),
                        ]
                    ),
                ),
                (
                    "category",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prizes",
                        to="documents.category",
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="prizes", to="tournaments.section"
                    ),
                ),
            ],
            options={
                "ordering": ["section", "category__position", "category", "place"],
                "constraints": [
                    models.UniqueConstraint(fields=("category", "place"), name="category_prize_once_a_place"),
                    models.UniqueConstraint(
                        condition=models.Q(("category__isnull", True)),
                        fields=("section", "place"),
                        name="main_prize_once_a_place",
                    ),
                    models.CheckConstraint(condition=models.Q(("place__gte", 1)), name="prize_for_a_place"),
                    models.CheckConstraint(condition=models.Q(("amount__gte", 1)), name="prize_of_an_amount"),
                ],
            },
        ),
        migrations.CreateModel(
            name="PrizeFund",
            fields=[
                (
                    "section",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="prize_fund",
                        serialize=False,
                        to="tournaments.section",
                    ),
                ),
                (
                    "currency",
                    models.CharField(
                        max_length=3,
                        validators=[django.core.validators.RegexValidator("^[A-Z]{3}\\Z", code="bad_currency")],
                    ),
                ),
                (
                    "digits",
                    models.PositiveSmallIntegerField(
                        default=2, validators=[django.core.validators.MaxValueValidator(3)]
                    ),
                ),
                (
                    "sharing",
                    models.CharField(
                        choices=[("hort", "hort"), ("equal", "equal"), ("none", "none")], default="hort", max_length=8
                    ),
                ),
                ("published", models.BooleanField(default=False)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("sharing__in", ["hort", "equal", "none"])), name="prize_sharing_known"
                    ),
                    models.CheckConstraint(condition=models.Q(("digits__lte", 3)), name="prize_digits_few"),
                ]
            },
        ),
        migrations.CreateModel(
            name="Award",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField()),
                ("provisional", models.BooleanField(default=False)),
                ("listed", models.JSONField()),
                ("approved_at", models.DateTimeField()),
                ("approved_by", models.CharField(max_length=80)),
                ("cancelled_at", models.DateTimeField(blank=True, null=True)),
                ("cancelled_by", models.CharField(blank=True, max_length=80)),
                ("reason", models.CharField(blank=True, max_length=400)),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="awards", to="tournaments.section"
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("cancelled_at__isnull", True)),
                        fields=("section",),
                        name="one_award_in_force_of_a_section",
                    )
                ],
            },
        ),
    ]
