import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Archive",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120, unique=True)),
                ("sha256", models.CharField(max_length=64)),
                ("heads", models.CharField(max_length=64)),
                ("written_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.UUIDField(db_index=True, default=uuid.uuid4, editable=False)),
                ("game", models.CharField(max_length=12)),
                ("rules", models.JSONField(blank=True, default=dict)),
                ("regime", models.CharField(max_length=40)),
                ("control", models.CharField(blank=True, max_length=200)),
                (
                    "tracking",
                    models.CharField(
                        choices=[("result", "Result"), ("sheets", "Sheets"), ("live", "Live")],
                        default="result",
                        max_length=8,
                    ),
                ),
                ("start_position", models.TextField(default="start")),
                ("white_name", models.CharField(max_length=200)),
                ("black_name", models.CharField(max_length=200)),
                ("phase", models.CharField(default="pending", max_length=12)),
                ("result", models.CharField(blank=True, max_length=8)),
                ("termination", models.CharField(blank=True, max_length=40)),
                ("broadcast_delay", models.PositiveSmallIntegerField(default=0)),
                ("calls", models.PositiveSmallIntegerField(default=0)),
                ("seq", models.PositiveIntegerField(default=0)),
                ("digest", models.CharField(blank=True, max_length=64)),
                ("snapshot", models.JSONField(default=dict)),
                ("opened_at", models.DateTimeField()),
                ("changed_at", models.DateTimeField()),
                (
                    "replaces",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("phase", "playing")), fields=["phase"], name="game_running")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("game__in", ["chess", "chess960", "draughts", "tavreli"])),
                        name="game_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("tracking__in", ["result", "sheets", "live"])), name="game_depth_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("phase__in", ["pending", "playing", "paused", "adjourned", "finished", "annulled"])
                        ),
                        name="game_phase_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "result__in",
                                [
                                    "",
                                    "1-0",
                                    "0-1",
                                    "1/2-1/2",
                                    "0-0",
                                    "1/2-0",
                                    "0-1/2",
                                    "+/-",
                                    "-/+",
                                    "-/-",
                                    "W-L",
                                    "L-W",
                                    "D-D",
                                ],
                            )
                        ),
                        name="game_result_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("phase", "finished"), ("result__gt", "")),
                            models.Q(models.Q(("phase", "finished"), _negated=True), ("result", "")),
                            _connector="OR",
                        ),
                        name="game_result_when_finished",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CheckPass",
            fields=[
                (
                    "scope",
                    models.CharField(
                        choices=[("recent", "Recent"), ("all", "All")], max_length=6, primary_key=True, serialize=False
                    ),
                ),
                ("after", models.BigIntegerField(default=0)),
                ("began_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("broken", models.PositiveIntegerField(default=0)),
                ("broken_before", models.PositiveIntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("scope__in", ["recent", "all"])), name="check_scope_known"
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="IdempotencyKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("actor", models.CharField(max_length=80)),
                ("key", models.CharField(max_length=80)),
                ("request_digest", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField()),
                ("answer", models.JSONField()),
                ("at", models.DateTimeField()),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("actor", "key"), name="idempotency_key_once")]},
        ),
        migrations.CreateModel(
            name="RecordEntry",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game", "seq", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=16)),
                ("at", models.DateTimeField()),
                ("actor", models.CharField(max_length=80)),
                ("side", models.CharField(blank=True, max_length=5)),
                ("ply", models.PositiveIntegerField(null=True)),
                ("move", models.CharField(blank=True, max_length=80)),
                ("white_ms", models.BigIntegerField(null=True)),
                ("black_ms", models.BigIntegerField(null=True)),
                ("data", models.JSONField(default=dict)),
                ("request", models.CharField(blank=True, max_length=80)),
                ("digest", models.CharField(max_length=64)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["game", "seq"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("kind__in", ["move", "press"]), _negated=True),
                        fields=["game", "kind"],
                        name="record_by_kind",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "opened",
                                    "started",
                                    "move",
                                    "press",
                                    "offer",
                                    "answer",
                                    "claim",
                                    "decision",
                                    "call",
                                    "pause",
                                    "resumed",
                                    "adjustment",
                                    "reading",
                                    "flag",
                                    "irregularity",
                                    "restoration",
                                    "result",
                                    "correction",
                                    "annulment",
                                    "reversal",
                                    "seal_call",
                                    "sealing",
                                    "adjourned",
                                    "rescheduled",
                                    "custody",
                                    "resumption",
                                    "opening",
                                ],
                            )
                        ),
                        name="record_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ["", "white", "black"])), name="record_side_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "move"), _negated=True),
                            models.Q(
                                ("ply__isnull", False),
                                models.Q(("side", ""), _negated=True),
                                models.Q(("move", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="record_move_whole",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ClockReading",
            fields=[],
            options={"proxy": True, "indexes": [], "constraints": []},
            bases=("games.recordentry",),
        ),
        migrations.CreateModel(
            name="Move",
            fields=[],
            options={"proxy": True, "indexes": [], "constraints": []},
            bases=("games.recordentry",),
        ),
        migrations.CreateModel(
            name="RecordText",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game", "seq", "name", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=10)),
                ("salt", models.CharField(blank=True, max_length=32)),
                ("text", models.TextField(blank=True)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="texts",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("salt", ""), ("text", "")),
                            models.Q(models.Q(("salt", ""), _negated=True), models.Q(("text", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="record_text_emptied_whole",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="ScoreSheet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("keeper", models.CharField(max_length=7)),
                ("version", models.PositiveIntegerField()),
                ("language", models.CharField(blank=True, max_length=10)),
                ("text", models.TextField(blank=True)),
                ("file_name", models.CharField(blank=True, max_length=200)),
                ("file_sha256", models.CharField(blank=True, max_length=64)),
                ("actor", models.CharField(max_length=80)),
                ("at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="sheets", to="games.game"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["game", "keeper", "version"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "keeper", "version"), name="sheet_version_once"),
                    models.CheckConstraint(
                        condition=models.Q(("keeper__in", ["white", "black", "arbiter"])), name="sheet_keeper_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("text", ""), _negated=True),
                            models.Q(("file_sha256", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="sheet_says_something",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SheetPhoto",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("keeper", models.CharField(max_length=7)),
                ("number", models.PositiveIntegerField()),
                ("stored", models.CharField(max_length=100, null=True, unique=True)),
                ("name", models.CharField(blank=True, max_length=200)),
                ("kind", models.CharField(max_length=20)),
                ("size", models.PositiveIntegerField()),
                ("width", models.PositiveIntegerField()),
                ("height", models.PositiveIntegerField()),
                ("sha256", models.CharField(max_length=64)),
                ("actor", models.CharField(max_length=80)),
                ("at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="sheet_photos", to="games.game"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["game", "keeper", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "keeper", "number"), name="sheet_photo_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("keeper__in", ["white", "black", "arbiter"])),
                        name="sheet_photo_keeper_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="VoidPhoto",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.CharField(max_length=300)),
                ("actor", models.CharField(max_length=80)),
                ("at", models.DateTimeField()),
                (
                    "photo",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="void", to="games.sheetphoto"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ArchivedRecord",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="archived",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("offset", models.PositiveBigIntegerField()),
                ("length", models.PositiveIntegerField()),
                ("seq", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64)),
                ("authors", models.JSONField(default=dict)),
                (
                    "archive",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="records", to="games.archive"
                    ),
                ),
            ],
        ),
    ]
