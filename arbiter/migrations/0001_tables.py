import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0002_append_only"),
        ("tournaments", "0001_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="CheckDraw",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
            options={
                "ordering": ["section", "round_number", "number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("section", "round_number", "number"), name="check_draw_number_once_in_round"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ChecklistTick",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("item", models.CharField(max_length=40)),
                ("at", models.DateTimeField()),
                ("undone_at", models.DateTimeField(null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="checklist_ticks",
                        to="tournaments.event",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="checklist_ticks",
                        to="tournaments.round",
                    ),
                ),
                (
                    "undone_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
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
                "ordering": ["event", "at"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("round__isnull", False), ("undone_at__isnull", True)),
                        fields=("round", "item"),
                        name="checklist_ticked_once_in_round",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("round__isnull", True), ("undone_at__isnull", True)),
                        fields=("event", "item"),
                        name="checklist_ticked_once_in_event",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CommitteeMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("chair", models.BooleanField(default=False)),
                ("reserve", models.BooleanField(default=False)),
                ("appointed_at", models.DateTimeField()),
                ("left_at", models.DateTimeField(null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="committee", to="tournaments.event"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["event", "reserve", "-chair", "appointed_at"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("left_at__isnull", True)),
                        fields=("event", "user"),
                        name="committee_member_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("chair", True), ("left_at__isnull", True)),
                        fields=("event",),
                        name="committee_chair_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("chair", True), ("reserve", True), _negated=True),
                        name="committee_chair_is_no_reserve",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Complaint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="complaints", to="tournaments.event"
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="complaints", to="tournaments.section"
                    ),
                ),
            ],
            options={
                "ordering": ["event", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="complaint_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["received", "examined", "answered", "passed_on"])),
                        name="complaint_state_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Declaration",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
            options={
                "ordering": ["registration", "seen_at"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["hearing_aid", "medical_device", "other"])),
                        name="declaration_kind_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="DeviceBag",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="device_bags", to="tournaments.event"
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
                "ordering": ["event", "round_number", "bag", "handed_in_at"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("handed_back_at__isnull", True)),
                        fields=("event", "bag"),
                        name="device_bag_in_use_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("handed_back_at__isnull", True)),
                        fields=("registration",),
                        name="device_bag_of_player_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("handed_back_at__isnull", True),
                            ("handed_back_at__gte", models.F("handed_in_at")),
                            _connector="OR",
                        ),
                        name="device_bag_back_after_in",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DrawnPlayer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "draw",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="drawn", to="arbiter.checkdraw"
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
            options={
                "ordering": ["draw", "place"],
                "constraints": [
                    models.UniqueConstraint(fields=("draw", "place"), name="drawn_player_place_once"),
                    models.UniqueConstraint(fields=("draw", "registration"), name="drawn_player_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Duty",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("task", models.CharField(blank=True, max_length=200)),
                ("first_board", models.PositiveIntegerField(blank=True, null=True)),
                ("last_board", models.PositiveIntegerField(blank=True, null=True)),
                ("began_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="duties", to="tournaments.event"
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.section",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["event", "began_at"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)), fields=("event", "user"), name="duty_open_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ended_at__isnull", True), ("ended_at__gte", models.F("began_at")), _connector="OR"
                        ),
                        name="duty_ends_after_it_begins",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("first_board__isnull", True),
                            ("last_board__isnull", True),
                            ("last_board__gte", models.F("first_board")),
                            _connector="OR",
                        ),
                        name="duty_boards_in_order",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Envelope",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("sealing_seq", models.PositiveIntegerField()),
                ("side", models.CharField(max_length=5)),
                ("ply", models.PositiveIntegerField()),
                ("second", models.BooleanField(default=False)),
                ("commitment", models.CharField(blank=True, max_length=64)),
                ("policy", models.CharField(blank=True, max_length=16)),
                (
                    "status",
                    models.CharField(
                        choices=[("closed", "Closed"), ("opened", "Opened"), ("lost", "Lost"), ("void", "Void")],
                        default="closed",
                        max_length=8,
                    ),
                ),
                ("holder", models.CharField(max_length=200)),
                ("due_at", models.DateTimeField(null=True)),
                ("place", models.CharField(blank=True, max_length=200)),
                ("sealed_at", models.DateTimeField()),
                ("opened_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="envelopes", to="games.game"
                    ),
                ),
            ],
            options={
                "ordering": ["due_at", "game", "number"],
                "indexes": [
                    models.Index(condition=models.Q(("status", "closed")), fields=["due_at"], name="envelope_waiting")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="envelope_number_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("status", "closed")), fields=("game",), name="envelope_closed_once_in_game"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["closed", "opened", "lost", "void"])),
                        name="envelope_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ["white", "black"])), name="envelope_side_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("policy__in", ["", "two_of_three", "two_of_two", "envelope"])),
                        name="envelope_policy_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HallIncident",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=30)),
                ("article", models.CharField(blank=True, max_length=40)),
                ("text", models.TextField()),
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
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="incidents", to="tournaments.event"
                    ),
                ),
                (
                    "registration",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="incidents",
                        to="tournaments.registration",
                    ),
                ),
            ],
            options={"ordering": ["event", "at"]},
        ),
        migrations.CreateModel(
            name="Inspection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                        to="arbiter.drawnplayer",
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
                        to="arbiter.inspection",
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
            options={
                "ordering": ["section", "round_number", "at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["random", "entrance", "during", "after", "full"])),
                        name="inspection_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("outcome__in", ["nothing", "object", "refused"]),
                            models.Q(("drawn__isnull", False), ("outcome", "skipped")),
                            _connector="OR",
                        ),
                        name="inspection_outcome_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlaySession",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("starts_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("place", models.CharField(blank=True, max_length=200)),
                ("announced_at", models.DateTimeField()),
                (
                    "announced_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="sessions", to="tournaments.section"
                    ),
                ),
            ],
            options={
                "ordering": ["section", "starts_at"],
                "constraints": [
                    models.UniqueConstraint(fields=("section", "starts_at"), name="session_once"),
                    models.CheckConstraint(
                        condition=models.Q(("ends_at__gt", models.F("starts_at"))), name="session_ends_after_its_start"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("announced_at__lt", models.F("starts_at"))), name="session_announced_ahead"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=30)),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("upheld", "Upheld"),
                            ("rejected", "Rejected"),
                            ("dismissed", "Dismissed"),
                            ("applied", "Applied"),
                            ("postponed", "Postponed"),
                            ("advice", "Advice"),
                            ("reversed", "Reversed"),
                        ],
                        max_length=10,
                    ),
                ),
                ("regime", models.CharField(max_length=40)),
                ("article", models.CharField(max_length=40)),
                ("penalty_article", models.CharField(blank=True, max_length=40)),
                ("offender", models.CharField(blank=True, max_length=5)),
                ("facts", models.JSONField(default=dict)),
                ("grounds", models.JSONField(default=list)),
                ("clock_before", models.JSONField(null=True)),
                ("clock_after", models.JSONField(null=True)),
                ("result", models.CharField(blank=True, max_length=8)),
                ("note", models.TextField(blank=True)),
                ("first_seq", models.PositiveIntegerField()),
                ("last_seq", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "arbiter",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="rulings", to="games.game"
                    ),
                ),
                (
                    "part_of",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="parts",
                        to="arbiter.ruling",
                    ),
                ),
                (
                    "supersedes",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="superseded_by",
                        to="arbiter.ruling",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="ruling_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("last_seq__gte", models.F("first_seq"))), name="ruling_entries_in_order"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("offender__in", ["", "white", "black"])), name="ruling_offender_known"
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
                        name="ruling_result_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "outcome__in",
                                ["upheld", "rejected", "dismissed", "applied", "postponed", "advice", "reversed"],
                            )
                        ),
                        name="ruling_outcome_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Fine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("amount", models.PositiveIntegerField()),
                ("currency", models.CharField(max_length=3)),
                ("paid_at", models.DateTimeField(null=True)),
                (
                    "paid_to",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "ruling",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="fine", to="arbiter.ruling"
                    ),
                ),
            ],
            options={
                "ordering": ["ruling"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="fine_of_something"),
                    models.CheckConstraint(
                        condition=models.Q(("currency__regex", "^[A-Z]{3}$")), name="fine_in_a_currency"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("side", models.CharField(max_length=5)),
                ("grounds", models.TextField()),
                ("filed_at", models.DateTimeField()),
                ("due_at", models.DateTimeField(null=True)),
                ("deposit", models.CharField(blank=True, max_length=60)),
                (
                    "deposit_state",
                    models.CharField(
                        choices=[("none", "None"), ("paid", "Paid"), ("returned", "Returned"), ("kept", "Kept")],
                        default="none",
                        max_length=8,
                    ),
                ),
                ("effect_suspended", models.BooleanField(default=False)),
                (
                    "status",
                    models.CharField(
                        choices=[("filed", "Filed"), ("withdrawn", "Withdrawn"), ("decided", "Decided")],
                        default="filed",
                        max_length=10,
                    ),
                ),
                ("hearing_at", models.DateTimeField(null=True)),
                ("hearing_place", models.CharField(blank=True, max_length=200)),
                ("outcome", models.CharField(blank=True, max_length=10)),
                ("decision", models.TextField(blank=True)),
                ("decided_at", models.DateTimeField(null=True)),
                ("published_at", models.DateTimeField(null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="appeals", to="tournaments.event"
                    ),
                ),
                (
                    "filed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("panel", models.ManyToManyField(related_name="appeals", to="arbiter.committeemember")),
                (
                    "followed_by",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="after_appeal",
                        to="arbiter.ruling",
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="appeals", to="arbiter.ruling"
                    ),
                ),
            ],
            options={
                "ordering": ["event", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="appeal_number_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("status", "withdrawn"), _negated=True),
                        fields=("ruling", "side"),
                        name="appeal_once_for_side",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ["white", "black"])), name="appeal_side_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["filed", "withdrawn", "decided"])),
                        name="appeal_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("decided_at__isnull", False),
                                ("outcome__in", ["upheld", "reversed", "amended"]),
                                ("status", "decided"),
                            ),
                            models.Q(
                                models.Q(("status", "decided"), _negated=True),
                                ("decided_at__isnull", True),
                                ("outcome", ""),
                            ),
                            _connector="OR",
                        ),
                        name="appeal_decided_whole",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("deposit_state__in", ["none", "paid", "returned", "kept"])),
                        name="appeal_deposit_state_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AppealRegulation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("within_minutes", models.PositiveIntegerField(default=30)),
                ("counted_from", models.CharField(default="ruling", max_length=6)),
                ("seats", models.PositiveSmallIntegerField(default=3)),
                ("deposit", models.CharField(blank=True, max_length=60)),
                ("effect_suspended", models.BooleanField(default=False)),
                ("final_kinds", models.JSONField(blank=True, default=list)),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="appeal_regulation",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("counted_from__in", ["ruling", "game"])), name="appeal_counted_from_known"
                    ),
                    models.CheckConstraint(condition=models.Q(("seats__gte", 1)), name="appeal_seats_from_one"),
                ]
            },
        ),
    ]
