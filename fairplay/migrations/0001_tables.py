import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("arbiter", "0003_fair_play_leaves"),  # created the tables
        ("tournaments", "0004_due_lines"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="CheckDraw",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("round_number", models.PositiveSmallIntegerField()),
                        ("number", models.PositiveSmallIntegerField()),
                        ("seed", models.CharField(max_length=64)),
                        ("pool", models.JSONField()),
                        ("at", models.DateTimeField()),
                        (
                            "arbiter",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "section",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="check_draws",
                                to="tournaments.section",
                            ),
                        ),
                    ],
                    options={"db_table": "arbiter_checkdraw", "ordering": ["section", "round_number", "number"]},
                ),
                migrations.CreateModel(
                    name="Complaint",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("number", models.PositiveIntegerField()),
                        ("round_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                        (
                            "board",
                            models.PositiveIntegerField(
                                blank=True, null=True, validators=[django.core.validators.MaxValueValidator(99999)]
                            ),
                        ),
                        ("facts", models.TextField(max_length=10000)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("received", "Received"),
                                    ("examined", "Examined"),
                                    ("answered", "Answered"),
                                    ("passed_on", "Passed On"),
                                ],
                                default="received",
                                max_length=10,
                            ),
                        ),
                        ("answer", models.TextField(blank=True, max_length=10000)),
                        ("received_at", models.DateTimeField()),
                        ("changed_at", models.DateTimeField()),
                        (
                            "about",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="complaints_about",
                                to="tournaments.registration",
                            ),
                        ),
                        (
                            "complainant",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="complaints_made",
                                to="tournaments.registration",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="complaints",
                                to="tournaments.event",
                            ),
                        ),
                        (
                            "received_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "section",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="complaints",
                                to="tournaments.section",
                            ),
                        ),
                    ],
                    options={"db_table": "arbiter_complaint", "ordering": ["event", "number"]},
                ),
                migrations.CreateModel(
                    name="Declaration",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("hearing_aid", "Hearing Aid"),
                                    ("medical_device", "Medical Device"),
                                    ("other", "Other"),
                                ],
                                max_length=20,
                            ),
                        ),
                        ("text", models.CharField(blank=True, max_length=200)),
                        ("seen_at", models.DateTimeField()),
                        (
                            "registration",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="declarations",
                                to="tournaments.registration",
                            ),
                        ),
                        (
                            "seen_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={"db_table": "arbiter_declaration", "ordering": ["registration", "seen_at"]},
                ),
                migrations.CreateModel(
                    name="DeviceBag",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("round_number", models.PositiveSmallIntegerField()),
                        (
                            "bag",
                            models.PositiveSmallIntegerField(
                                validators=[
                                    django.core.validators.MinValueValidator(1),
                                    django.core.validators.MaxValueValidator(9999),
                                ]
                            ),
                        ),
                        ("handed_in_at", models.DateTimeField()),
                        ("handed_back_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "event",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="device_bags",
                                to="tournaments.event",
                            ),
                        ),
                        (
                            "handed_back_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "handed_in_to",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "registration",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="device_bags",
                                to="tournaments.registration",
                            ),
                        ),
                    ],
                    options={
                        "db_table": "arbiter_devicebag",
                        "ordering": ["event", "round_number", "bag", "handed_in_at"],
                    },
                ),
                migrations.CreateModel(
                    name="DrawnPlayer",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("place", models.PositiveSmallIntegerField()),
                        (
                            "draw",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="drawn",
                                to="fairplay.checkdraw",
                            ),
                        ),
                        (
                            "registration",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="drawn_for_checks",
                                to="tournaments.registration",
                            ),
                        ),
                    ],
                    options={"db_table": "arbiter_drawnplayer", "ordering": ["draw", "place"]},
                ),
                migrations.CreateModel(
                    name="Inspection",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("round_number", models.PositiveSmallIntegerField()),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("random", "Random"),
                                    ("entrance", "Entrance"),
                                    ("during", "During"),
                                    ("after", "After"),
                                    ("full", "Full"),
                                ],
                                max_length=10,
                            ),
                        ),
                        ("means", models.JSONField(blank=True, default=list)),
                        (
                            "outcome",
                            models.CharField(
                                choices=[
                                    ("nothing", "Nothing"),
                                    ("object", "Object"),
                                    ("refused", "Refused"),
                                    ("skipped", "Skipped"),
                                ],
                                max_length=10,
                            ),
                        ),
                        ("note", models.TextField(blank=True)),
                        ("at", models.DateTimeField()),
                        (
                            "arbiter",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "drawn",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="inspections",
                                to="fairplay.drawnplayer",
                            ),
                        ),
                        (
                            "registration",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="inspections",
                                to="tournaments.registration",
                            ),
                        ),
                        (
                            "reverses",
                            models.OneToOneField(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="reversed_by",
                                to="fairplay.inspection",
                            ),
                        ),
                        (
                            "section",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="inspections",
                                to="tournaments.section",
                            ),
                        ),
                    ],
                    options={"db_table": "arbiter_inspection", "ordering": ["section", "round_number", "at", "pk"]},
                ),
                migrations.AddConstraint(
                    model_name="checkdraw",
                    constraint=models.UniqueConstraint(
                        fields=("section", "round_number", "number"), name="check_draw_number_once_in_round"
                    ),
                ),
                migrations.AddConstraint(
                    model_name="complaint",
                    constraint=models.UniqueConstraint(fields=("event", "number"), name="complaint_number_once"),
                ),
                migrations.AddConstraint(
                    model_name="complaint",
                    constraint=models.CheckConstraint(
                        condition=models.Q(("state__in", ["received", "examined", "answered", "passed_on"])),
                        name="complaint_state_known",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="declaration",
                    constraint=models.CheckConstraint(
                        condition=models.Q(("kind__in", ["hearing_aid", "medical_device", "other"])),
                        name="declaration_kind_known",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="devicebag",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(("handed_back_at__isnull", True)),
                        fields=("event", "bag"),
                        name="device_bag_in_use_once",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="devicebag",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(("handed_back_at__isnull", True)),
                        fields=("registration",),
                        name="device_bag_of_player_once",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="devicebag",
                    constraint=models.CheckConstraint(
                        condition=models.Q(
                            ("handed_back_at__isnull", True),
                            ("handed_back_at__gte", models.F("handed_in_at")),
                            _connector="OR",
                        ),
                        name="device_bag_back_after_in",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="drawnplayer",
                    constraint=models.UniqueConstraint(fields=("draw", "place"), name="drawn_player_place_once"),
                ),
                migrations.AddConstraint(
                    model_name="drawnplayer",
                    constraint=models.UniqueConstraint(fields=("draw", "registration"), name="drawn_player_once"),
                ),
                migrations.AddConstraint(
                    model_name="inspection",
                    constraint=models.CheckConstraint(
                        condition=models.Q(("kind__in", ["random", "entrance", "during", "after", "full"])),
                        name="inspection_kind_known",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="inspection",
                    constraint=models.CheckConstraint(
                        condition=models.Q(
                            ("outcome__in", ["nothing", "object", "refused"]),
                            models.Q(("drawn__isnull", False), ("outcome", "skipped")),
                            _connector="OR",
                        ),
                        name="inspection_outcome_known",
                    ),
                ),
            ]
        )
    ]
