import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [("tournaments", "0001_tables")]

    operations = [
        migrations.CreateModel(
            name="SigningKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("public", models.CharField(max_length=64, unique=True)),
                ("private", models.CharField(blank=True, max_length=64)),
                ("name", models.CharField(blank=True, max_length=200)),
                ("made_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.Value(1),
                        condition=models.Q(("private", ""), _negated=True),
                        name="one_signing_key_of_our_own",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="HandOff",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
                ("outgoing", models.BooleanField(default=True)),
                ("holder", models.CharField(blank=True, max_length=120)),
                ("rows", models.BinaryField(default=bytes)),
                ("heads", models.JSONField(default=dict)),
                ("made_at", models.DateTimeField()),
                ("made_by", models.CharField(max_length=80)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("ended_by", models.CharField(blank=True, max_length=80)),
                (
                    "outcome",
                    models.CharField(
                        blank=True, choices=[("returned", "Returned"), ("taken_back", "Taken Back")], max_length=10
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="hand_offs", to="tournaments.event"
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)),
                        fields=("event",),
                        name="event_handed_off_once_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at__isnull", True), ("outcome", "")),
                            models.Q(("ended_at__isnull", False), ("outcome__in", ["returned", "taken_back"])),
                            _connector="OR",
                        ),
                        name="hand_off_ended_some_way",
                    ),
                ],
            },
        ),
    ]
