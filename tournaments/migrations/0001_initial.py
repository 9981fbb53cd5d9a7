import uuid

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tournaments.models.event
import tournaments.models.section
import tournaments.systems.registry


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "__first__"),
        ("games", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "slug",
                    models.CharField(
                        max_length=60,
                        unique=True,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[a-z0-9]+(-[a-z0-9]+)*\\Z", code="bad_slug"
                            ),
                            django.core.validators.MinLengthValidator(2),
                        ],
                    ),
                ),
                ("names", models.JSONField(default=dict)),
                ("place", models.CharField(blank=True, max_length=120)),
                (
                    "federation",
                    models.CharField(
                        blank=True,
                        max_length=3,
                        validators=[
                            django.core.validators.RegexValidator("^[A-Z]{3}\\Z", code="bad_federation")
                        ],
                    ),
                ),
                ("starts_on", models.DateField(blank=True, null=True)),
                ("ends_on", models.DateField(blank=True, null=True)),
                (
                    "time_zone",
                    models.CharField(
                        default="UTC", max_length=40, validators=[tournaments.models.event.known_zone]
                    ),
                ),
                ("published", models.BooleanField(default=False)),
                ("description", models.JSONField(blank=True, default=dict)),
                ("languages", models.JSONField(default=list)),
                ("search_key", models.TextField(default="", editable=False)),
                ("created_at", models.DateTimeField()),
                ("rehearsal", models.BooleanField(default=False)),
                ("archived_at", models.DateTimeField(blank=True, null=True)),
                ("deleted_at", models.DateTimeField(blank=True, null=True)),
                ("checked_out_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "rehearsal_of",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rehearsals",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["slug"],
                "indexes": [models.Index(fields=["published", "-starts_on"], name="event_public_list")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("slug", ""), _negated=True), name="event_has_a_slug"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("starts_on__isnull", True),
                            ("ends_on__isnull", True),
                            ("ends_on__gte", models.F("starts_on")),
                            _connector="OR",
                        ),
                        name="event_ends_after_it_starts",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rehearsal", False), ("published", False), _connector="OR"),
                        name="event_rehearsal_not_published",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("rehearsal", True), ("rehearsal_of__isnull", True), _connector="OR"
                        ),
                        name="event_only_rehearsal_is_a_copy",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("deleted_at__isnull", True),
                            models.Q(("archived_at__isnull", False), ("published", False)),
                            _connector="OR",
                        ),
                        name="event_deleted_is_not_shown",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("family_name", models.CharField(max_length=80)),
                ("given_name", models.CharField(blank=True, max_length=80)),
                ("patronymic", models.CharField(blank=True, max_length=80)),
                ("names", models.JSONField(blank=True, default=dict)),
                (
                    "federation",
                    models.CharField(
                        blank=True,
                        max_length=3,
                        validators=[
                            django.core.validators.RegexValidator("^[A-Z]{3}\\Z", code="bad_federation")
                        ],
                    ),
                ),
                (
                    "fide_id",
                    models.PositiveBigIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(99999999999),
                        ],
                    ),
                ),
                (
                    "title",
                    models.CharField(
                        blank=True,
                        max_length=12,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[A-Za-zА-Яа-яЁёІіЇїЄєҐґ. ]{1,12}\\Z", code="bad_title"
                            )
                        ],
                    ),
                ),
                ("ratings", models.JSONField(blank=True, default=dict)),
                (
                    "birth_year",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1800),
                            django.core.validators.MaxValueValidator(2200),
                        ],
                    ),
                ),
                ("sex", models.CharField(blank=True, choices=[("f", "Female"), ("m", "Male")], max_length=1)),
                ("club", models.CharField(blank=True, max_length=120)),
                ("identity", models.CharField(max_length=260)),
                ("namesake", models.PositiveSmallIntegerField(default=0)),
                ("sort_key", models.CharField(max_length=260)),
                ("search_key", models.TextField()),
                ("erased_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="players",
                        to="tournaments.event",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="players",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["sort_key", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("fide_id__isnull", False)),
                        fields=("event", "fide_id"),
                        name="player_fide_id_once_in_event",
                    ),
                    models.UniqueConstraint(
                        fields=("event", "identity", "namesake"), name="player_once_in_event"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("family_name", ""), _negated=True), name="player_has_a_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("sex__in", ["", "f", "m"])), name="player_sex_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Section",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "slug",
                    models.CharField(
                        max_length=60,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[a-z0-9]+(-[a-z0-9]+)*\\Z", code="bad_slug"
                            ),
                            django.core.validators.MinLengthValidator(2),
                        ],
                    ),
                ),
                ("names", models.JSONField(default=dict)),
                ("game", models.CharField(max_length=12)),
                ("rules", models.JSONField(blank=True, default=dict)),
                ("regime", models.CharField(max_length=40)),
                ("control", models.CharField(blank=True, max_length=200)),
                (
                    "format",
                    models.CharField(choices=tournaments.systems.registry.format_choices, max_length=20),
                ),
                (
                    "rounds_planned",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, validators=[django.core.validators.MaxValueValidator(400)]
                    ),
                ),
                ("scoring", models.JSONField(blank=True, default=dict)),
                ("regulations", models.JSONField(blank=True, default=dict)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("tiebreaks", models.JSONField(blank=True, default=list)),
                (
                    "rating_kind",
                    models.CharField(
                        choices=[("standard", "Standard"), ("rapid", "Rapid"), ("blitz", "Blitz")],
                        default="standard",
                        max_length=8,
                    ),
                ),
                (
                    "tracking",
                    models.CharField(
                        choices=[("result", "Result"), ("sheets", "Sheets"), ("live", "Live")],
                        default="result",
                        max_length=8,
                    ),
                ),
                ("position", models.PositiveSmallIntegerField(default=0)),
                (
                    "edition",
                    models.CharField(
                        choices=tournaments.systems.registry.edition_choices,
                        default="dutch-2026",
                        max_length=20,
                    ),
                ),
                ("accelerated", models.BooleanField(default=False)),
                ("numbers_given", models.BooleanField(default=False, editable=False)),
                (
                    "equal_seeds",
                    models.CharField(
                        choices=[("name", "Name"), ("entry", "Entry")], default="name", max_length=5
                    ),
                ),
                (
                    "first_colour",
                    models.CharField(
                        blank=True, choices=[("white", "White"), ("black", "Black")], max_length=5
                    ),
                ),
                (
                    "first_board",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(9000),
                        ],
                    ),
                ),
                (
                    "correction_rounds",
                    models.PositiveSmallIntegerField(
                        default=2,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(400),
                        ],
                    ),
                ),
                ("archived_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("final_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("final_digest", models.CharField(blank=True, editable=False, max_length=64)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sections",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["event", "position", "slug"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "slug"), name="section_slug_once_in_event"),
                    models.CheckConstraint(
                        condition=models.Q(("game__in", ["chess", "chess960", "draughts", "tavreli"])),
                        name="section_game_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("format", ""), _negated=True), name="section_format_given"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("tracking__in", ["result", "sheets", "live"])),
                        name="section_depth_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rating_kind__in", ["standard", "rapid", "blitz"])),
                        name="section_rating_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first_board__gte", 1)), name="section_boards_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("equal_seeds__in", ["name", "entry"])),
                        name="section_equal_seeds_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Registration",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[("active", "Active"), ("withdrawn", "Withdrawn"), ("excluded", "Excluded")],
                        default="active",
                        max_length=10,
                    ),
                ),
                ("rating", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "from_round",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(400),
                        ],
                    ),
                ),
                (
                    "fixed_board",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(9999),
                        ],
                    ),
                ),
                ("virtual_points", models.JSONField(blank=True, default=list)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="registrations",
                        to="tournaments.player",
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="registrations",
                        to="tournaments.section",
                    ),
                ),
            ],
            options={
                "ordering": ["section", "number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("section", "player"), name="registration_once_in_section"
                    ),
                    models.UniqueConstraint(
                        fields=("section", "number"), name="registration_number_once_in_section"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="registration_number_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["active", "withdrawn", "excluded"])),
                        name="registration_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("from_round__gte", 1)), name="registration_from_a_round"
                    ),
                    models.UniqueConstraint(
                        fields=("section", "fixed_board"), name="fixed_board_once_in_section"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
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
                        choices=[("round", "Round"), ("schedule", "Schedule")], default="round", max_length=8
                    ),
                ),
                ("number", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "Draft"),
                            ("published", "Published"),
                            ("playing", "Playing"),
                            ("closed", "Closed"),
                        ],
                        default="draft",
                        max_length=10,
                    ),
                ),
                ("starts_at", models.DateTimeField(blank=True, null=True)),
                ("publish_at", models.DateTimeField(blank=True, null=True)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("played_on", models.DateField(blank=True, null=True)),
                ("system", models.CharField(blank=True, max_length=20)),
                ("edition", models.CharField(blank=True, max_length=60)),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rounds",
                        to="tournaments.section",
                    ),
                ),
            ],
            options={
                "ordering": ["section", "number"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("publish_at__isnull", False), ("status", "draft")),
                        fields=["publish_at"],
                        name="round_due",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("section", "number"), name="round_number_once_in_section"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "schedule")),
                        fields=("section",),
                        name="schedule_once_in_section",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "round"), ("number__gte", 1), ("number__isnull", False)),
                            models.Q(("kind", "schedule"), ("number__isnull", True)),
                            _connector="OR",
                        ),
                        name="round_numbered_schedule_not",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["draft", "published", "playing", "closed"])),
                        name="round_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("published_at__isnull", True), ("status", "draft")),
                            models.Q(
                                models.Q(("status", "draft"), _negated=True), ("published_at__isnull", False)
                            ),
                            _connector="OR",
                        ),
                        name="round_published_when_not_draft",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("for_third", models.BooleanField(default=False)),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="matches_as_first",
                        to="tournaments.registration",
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="matches_as_second",
                        to="tournaments.registration",
                    ),
                ),
                (
                    "winner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="matches_awarded",
                        to="tournaments.registration",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "ordering": ["round", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("round", "number"), name="match_number_once_in_round"),
                    models.UniqueConstraint(fields=("round", "first"), name="match_first_once_in_round"),
                    models.UniqueConstraint(fields=("round", "second"), name="match_second_once_in_round"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("second__isnull", True),
                            models.Q(("first", models.F("second")), _negated=True),
                            _connector="OR",
                        ),
                        name="match_of_two_people",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("winner__isnull", True),
                            ("winner", models.F("first")),
                            ("winner", models.F("second")),
                            _connector="OR",
                        ),
                        name="match_won_by_one_of_them",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingList",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=20, unique=True)),
                ("filename", models.CharField(blank=True, max_length=200)),
                ("players", models.PositiveIntegerField(default=0)),
                ("imported_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="WebhookHost",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=255, unique=True)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("paused_until", models.DateTimeField(blank=True, null=True)),
                ("busy_until", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("scopes", models.JSONField(default=list)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                ("last_used_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tokens",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at__isnull", True)),
                        fields=("event", "user", "name"),
                        name="token_name_once_while_valid",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("expires_at__isnull", True),
                            ("expires_at__gt", models.F("created_at")),
                            _connector="OR",
                        ),
                        name="token_expires_later",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EventRole",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("organiser", "organiser"),
                            ("chief_arbiter", "chief_arbiter"),
                            ("arbiter", "arbiter"),
                            ("helper", "helper"),
                        ],
                        max_length=16,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="roles",
                        to="tournaments.event",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="event_roles",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("event", "user", "role"), name="role_once_in_event"),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["organiser", "chief_arbiter", "arbiter", "helper"])),
                        name="role_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HandOff",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                        blank=True,
                        choices=[("returned", "Returned"), ("taken_back", "Taken Back")],
                        max_length=10,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hand_offs",
                        to="tournaments.event",
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
                            models.Q(
                                ("ended_at__isnull", False), ("outcome__in", ["returned", "taken_back"])
                            ),
                            _connector="OR",
                        ),
                        name="hand_off_ended_some_way",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("roles", models.JSONField(default=list)),
                ("email", models.EmailField(blank=True, max_length=254)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("accepted_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "accepted_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="tournaments.event",
                    ),
                ),
                (
                    "invited_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("expires_at__gt", models.F("made_at"))),
                        name="invitation_expires_later",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("accepted_at__isnull", True), ("revoked_at__isnull", True), _connector="OR"
                        ),
                        name="invitation_accepted_or_revoked",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Log",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("actor", models.CharField(max_length=80)),
                ("action", models.CharField(max_length=40)),
                ("subject", models.CharField(max_length=80)),
                ("before", models.JSONField(null=True)),
                ("after", models.JSONField(null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="log",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "indexes": [
                    models.Index(fields=["event", "-id"], name="log_of_event"),
                    models.Index(fields=["event", "subject"], name="log_of_subject"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("action", ""), _negated=True), name="log_has_an_action"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="MatchTerms",
            fields=[
                (
                    "section",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="match_terms",
                        serialize=False,
                        to="tournaments.section",
                    ),
                ),
                (
                    "games",
                    models.PositiveSmallIntegerField(
                        default=2,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(12),
                        ],
                    ),
                ),
                (
                    "score",
                    models.CharField(
                        choices=[("games", "Games"), ("match", "Match")], default="games", max_length=5
                    ),
                ),
                ("third_place", models.BooleanField(default=False)),
                (
                    "tiebreak_games",
                    models.PositiveSmallIntegerField(
                        default=2,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(4),
                        ],
                    ),
                ),
                ("tiebreak_control", models.CharField(blank=True, max_length=200)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("tiebreak_games__gte", 1), ("tiebreak_games__lte", 4)),
                        name="match_tiebreak_games_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("games__gte", 1), ("games__lte", 12)), name="match_games_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("score__in", ["games", "match"])), name="match_score_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="OpeningDraw",
            fields=[
                (
                    "section",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="opening_draw",
                        serialize=False,
                        to="tournaments.section",
                    ),
                ),
                ("table", models.CharField(max_length=20)),
                (
                    "scope",
                    models.CharField(
                        choices=[("round", "Round"), ("match", "Match"), ("board", "Board")],
                        default="round",
                        max_length=5,
                    ),
                ),
                ("commitment", models.CharField(max_length=64)),
                ("seed", models.CharField(max_length=64)),
                ("public", models.CharField(blank=True, max_length=200)),
                ("committed_at", models.DateTimeField()),
                ("revealed_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("scope__in", ["round", "match", "board"])),
                        name="draw_scope_known",
                    )
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
                        validators=[
                            django.core.validators.RegexValidator("^[A-Z]{3}\\Z", code="bad_currency")
                        ],
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
                        choices=[("hort", "hort"), ("equal", "equal"), ("none", "none")],
                        default="hort",
                        max_length=8,
                    ),
                ),
                ("published", models.BooleanField(default=False)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("sharing__in", ["hort", "equal", "none"])),
                        name="prize_sharing_known",
                    ),
                    models.CheckConstraint(condition=models.Q(("digits__lte", 3)), name="prize_digits_few"),
                ],
            },
        ),
        migrations.CreateModel(
            name="StandingsVersion",
            fields=[
                (
                    "section",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="standings_row",
                        serialize=False,
                        to="tournaments.section",
                    ),
                ),
                ("number", models.PositiveIntegerField(default=0)),
                ("stamp", models.CharField(default=tournaments.models.section.new_stamp, max_length=16)),
            ],
        ),
        migrations.CreateModel(
            name="Job",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("import_games", "Import Games"),
                            ("pair_round", "Pair Round"),
                            ("import_trf", "Import Trf"),
                            ("export_event", "Export Event"),
                            ("import_event", "Import Event"),
                            ("check_in", "Check In"),
                        ],
                        max_length=20,
                    ),
                ),
                ("actor", models.JSONField(default=dict)),
                ("filename", models.CharField(blank=True, max_length=200)),
                ("payload", models.BinaryField(default=bytes)),
                (
                    "state",
                    models.CharField(
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
                ("report", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="jobs",
                        to="tournaments.event",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="jobs",
                        to="tournaments.section",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "import_games",
                                    "pair_round",
                                    "import_trf",
                                    "export_event",
                                    "import_event",
                                    "check_in",
                                ],
                            )
                        ),
                        name="job_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("finished_at__isnull", True), ("state__in", ["prepared", "waiting"])),
                            models.Q(("finished_at__isnull", False), ("state__in", ["done", "failed"])),
                            _connector="OR",
                        ),
                        name="job_finished_when_over",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("section__isnull", False),
                            models.Q(
                                ("event__isnull", False),
                                ("kind__in", ["import_trf", "export_event", "check_in"]),
                            ),
                            ("kind", "import_event"),
                            _connector="OR",
                        ),
                        name="job_of_a_section_or_making_one",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "pair_round"), ("state", "waiting")),
                        fields=("section",),
                        name="one_pairing_of_a_section_at_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Category",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "slug",
                    models.CharField(
                        max_length=60,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[a-z0-9]+(-[a-z0-9]+)*\\Z", code="bad_slug"
                            ),
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="categories",
                        to="tournaments.section",
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
            name="Award",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="awards",
                        to="tournaments.section",
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
        migrations.CreateModel(
            name="NormRules",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
            name="Team",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=80)),
                ("names", models.JSONField(blank=True, default=dict)),
                ("captain", models.CharField(blank=True, max_length=120)),
                (
                    "federation",
                    models.CharField(
                        blank=True,
                        max_length=3,
                        validators=[
                            django.core.validators.RegexValidator("^[A-Z]{3}\\Z", code="bad_federation")
                        ],
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("active", "Active"), ("withdrawn", "Withdrawn")],
                        default="active",
                        max_length=10,
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="teams",
                        to="tournaments.section",
                    ),
                ),
            ],
            options={
                "ordering": ["section", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("section", "number"), name="team_number_once_in_section"),
                    models.UniqueConstraint(fields=("section", "name"), name="team_name_once_in_section"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="team_number_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="team_has_a_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["active", "withdrawn"])), name="team_status_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TeamMatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "forfeited",
                    models.CharField(
                        blank=True,
                        choices=[("first", "First"), ("second", "Second"), ("both", "Both")],
                        max_length=6,
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="matches_as_first",
                        to="tournaments.team",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="team_matches",
                        to="tournaments.round",
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="matches_as_second",
                        to="tournaments.team",
                    ),
                ),
            ],
            options={
                "ordering": ["round", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("round", "number"), name="team_match_number_once"),
                    models.UniqueConstraint(fields=("round", "first"), name="team_match_first_once"),
                    models.UniqueConstraint(fields=("round", "second"), name="team_match_second_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("second__isnull", True),
                            models.Q(("first", models.F("second")), _negated=True),
                            _connector="OR",
                        ),
                        name="team_match_of_two",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("forfeited", ""),
                            models.Q(
                                ("forfeited__in", ["first", "second", "both"]), ("second__isnull", False)
                            ),
                            _connector="OR",
                        ),
                        name="team_match_forfeit_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Pairing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("board", models.PositiveIntegerField()),
                (
                    "bye",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("pairing_allocated", "Pairing Allocated"),
                            ("full", "Full"),
                            ("half", "Half"),
                            ("zero", "Zero"),
                        ],
                        max_length=20,
                    ),
                ),
                ("result", models.CharField(blank=True, max_length=8)),
                ("version", models.PositiveIntegerField(default=0)),
                ("in_schedule", models.BooleanField(default=False)),
                ("leg", models.PositiveSmallIntegerField(default=1)),
                ("start_position", models.TextField(blank=True)),
                ("opening", models.CharField(blank=True, max_length=20)),
                ("drawn", models.PositiveIntegerField(blank=True, null=True)),
                ("second_result", models.CharField(blank=True, max_length=8)),
                ("second_at", models.DateTimeField(blank=True, null=True)),
                (
                    "game",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pairing",
                        to="games.game",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="tournaments.match",
                    ),
                ),
                (
                    "second_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "black",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="as_black",
                        to="tournaments.registration",
                    ),
                ),
                (
                    "white",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="as_white",
                        to="tournaments.registration",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pairings",
                        to="tournaments.round",
                    ),
                ),
                (
                    "team_match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="boards",
                        to="tournaments.teammatch",
                    ),
                ),
            ],
            options={
                "ordering": ["round", "board"],
                "constraints": [
                    models.UniqueConstraint(fields=("round", "board"), name="pairing_board_once_in_round"),
                    models.UniqueConstraint(
                        condition=models.Q(("in_schedule", False)),
                        fields=("round", "white", "leg"),
                        name="pairing_white_once_in_round",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("in_schedule", False)),
                        fields=("round", "black", "leg"),
                        name="pairing_black_once_in_round",
                    ),
                    models.UniqueConstraint(fields=("match", "leg"), name="pairing_leg_once_in_match"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("leg", 1), models.Q(("leg__gt", 1), ("match__isnull", False)), _connector="OR"
                        ),
                        name="pairing_legs_are_of_a_match",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("black__isnull", True),
                            models.Q(("white", models.F("black")), _negated=True),
                            _connector="OR",
                        ),
                        name="pairing_of_two_people",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("black__isnull", False), ("bye", "")),
                            models.Q(
                                ("black__isnull", True),
                                ("bye__in", ["pairing_allocated", "full", "half", "zero"]),
                                ("game__isnull", True),
                                ("result", ""),
                            ),
                            _connector="OR",
                        ),
                        name="pairing_opponent_or_bye",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("result", ""),
                            models.Q(
                                ("game__isnull", False),
                                (
                                    "result__in",
                                    [
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
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="pairing_result_of_its_game",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("drawn__isnull", True), ("opening", "")),
                            models.Q(models.Q(("opening", ""), _negated=True), ("drawn__gte", 1)),
                            _connector="OR",
                        ),
                        name="pairing_opening_was_drawn",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("second_at__isnull", True), ("second_result", "")),
                            models.Q(
                                ("second_at__isnull", False),
                                (
                                    "second_result__in",
                                    [
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
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="pairing_second_result_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("board__gte", 1)), name="pairing_board_from_one"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ErasureRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="erasure_requests",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="erasure_requests",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "ordering": ["asked_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("done_at__isnull", True)),
                        fields=("user",),
                        name="erasure_of_an_account_asked_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("done_at__isnull", True)),
                        fields=("player",),
                        name="erasure_of_a_player_asked_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("player__isnull", True), ("user__isnull", False)),
                            models.Q(("player__isnull", False), ("user__isnull", True)),
                            _connector="OR",
                        ),
                        name="erasure_of_an_account_or_a_player",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("serial", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
                ("opened_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="player_links",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "serial"), name="link_serial_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at__isnull", True)),
                        fields=("player",),
                        name="one_valid_link_of_a_player",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Prize",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "place",
                    models.PositiveSmallIntegerField(
                        validators=[django.core.validators.MinValueValidator(1)]
                    ),
                ),
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
                        to="tournaments.category",
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prizes",
                        to="tournaments.section",
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
                    models.Index(
                        fields=["family_key"], name="rated_family", opclasses=["varchar_pattern_ops"]
                    ),
                    models.Index(fields=["given_key"], name="rated_given", opclasses=["varchar_pattern_ops"]),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingCorrection",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("result", models.CharField(max_length=8)),
                ("reason", models.CharField(max_length=400)),
                ("actor", models.CharField(max_length=80)),
                ("made_at", models.DateTimeField()),
                (
                    "pairing",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_correction",
                        to="tournaments.pairing",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "result__in",
                                [
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
                        name="rating_correction_of_a_result",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PointAdjustment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ruling", models.PositiveIntegerField()),
                ("half_points", models.SmallIntegerField()),
                ("article", models.CharField(max_length=40)),
                ("made_at", models.DateTimeField()),
                ("undone_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.game"
                    ),
                ),
                (
                    "registration",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="point_adjustments",
                        to="tournaments.registration",
                    ),
                ),
            ],
            options={
                "ordering": ["made_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "ruling", "registration"), name="points_adjusted_once_by_a_ruling"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("half_points", 0), _negated=True),
                        name="points_adjusted_by_something",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("article", ""), _negated=True),
                        name="points_adjusted_by_an_article",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PairConstraint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(choices=[("apart", "Apart"), ("together", "Together")], max_length=8),
                ),
                (
                    "first_round",
                    models.PositiveSmallIntegerField(
                        default=1, validators=[django.core.validators.MinValueValidator(1)]
                    ),
                ),
                ("last_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pair_rules",
                        to="tournaments.section",
                    ),
                ),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.registration",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.registration",
                    ),
                ),
            ],
            options={
                "ordering": ["kind", "one__number", "other__number"],
                "constraints": [
                    models.UniqueConstraint(fields=("section", "one", "other"), name="pair_ruled_once"),
                    models.CheckConstraint(
                        condition=models.Q(("one__lt", models.F("other"))), name="pair_in_order"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["apart", "together"])), name="pair_rule_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("last_round__isnull", True),
                            ("last_round__gte", models.F("first_round")),
                            _connector="OR",
                        ),
                        name="pair_rule_ends_after_it_begins",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ByeRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "round_number",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(400),
                        ]
                    ),
                ),
                ("kind", models.CharField(choices=[("half", "Half"), ("zero", "Zero")], max_length=20)),
                ("asked_at", models.DateTimeField()),
                ("granted", models.BooleanField(default=None, null=True)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                (
                    "registration",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bye_requests",
                        to="tournaments.registration",
                    ),
                ),
            ],
            options={
                "ordering": ["round_number", "registration__number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("registration", "round_number"), name="one_bye_request_a_round"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["half", "zero"])), name="bye_that_may_be_requested"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at__isnull", True), ("granted__isnull", True)),
                            models.Q(("decided_at__isnull", False), ("granted__isnull", False)),
                            _connector="OR",
                        ),
                        name="bye_request_decided_at_a_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RequestedBye",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "round_number",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(400),
                        ]
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("half", "Half"), ("zero", "Zero"), ("full", "Full")], max_length=20
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                (
                    "registration",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="requested_byes",
                        to="tournaments.registration",
                    ),
                ),
            ],
            options={
                "ordering": ["round_number", "registration__number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("registration", "round_number"), name="bye_asked_once_a_round"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["half", "zero", "full"])),
                        name="bye_that_may_be_asked_for",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RestorePoint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("before", models.CharField(max_length=40)),
                ("round_number", models.PositiveSmallIntegerField(null=True)),
                ("data", models.BinaryField()),
                ("actor", models.CharField(max_length=80)),
                ("made_at", models.DateTimeField()),
                (
                    "base",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="differing",
                        to="tournaments.restorepoint",
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="restore_points",
                        to="tournaments.section",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("before", ""), _negated=True), name="restore_point_says_why"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ResultReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(choices=[("white", "white"), ("black", "black")], max_length=5)),
                ("result", models.CharField(max_length=8)),
                ("at", models.DateTimeField()),
                (
                    "pairing",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="tournaments.pairing",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("pairing", "side"), name="one_report_of_a_side"),
                    models.CheckConstraint(
                        condition=models.Q(("result__in", ["1-0", "1/2-1/2", "0-1"])),
                        name="report_of_a_played_result",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Provenance",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("engine", models.CharField(max_length=60)),
                ("edition", models.CharField(max_length=20)),
                ("accelerated", models.BooleanField(default=False)),
                ("state", models.JSONField()),
                ("digest", models.CharField(max_length=64)),
                ("boards", models.JSONField()),
                ("bye", models.PositiveIntegerField(null=True)),
                ("trace", models.JSONField(default=list)),
                ("version", models.PositiveIntegerField(default=0)),
                ("waived", models.JSONField(default=list)),
                ("made_at", models.DateTimeField()),
                (
                    "round",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="provenance",
                        to="tournaments.round",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RoundExclusion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "round_number",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(400),
                        ]
                    ),
                ),
                ("ruling", models.PositiveIntegerField()),
                ("article", models.CharField(max_length=40)),
                ("made_at", models.DateTimeField()),
                ("lifted_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.game"
                    ),
                ),
                (
                    "registration",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="round_exclusions",
                        to="tournaments.registration",
                    ),
                ),
            ],
            options={
                "ordering": ["registration__number", "round_number"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("lifted_at__isnull", True)),
                        fields=("registration", "round_number"),
                        name="excluded_once_from_a_round",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SigningKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                ],
            },
        ),
        migrations.CreateModel(
            name="LineUp",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "board",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(60),
                        ]
                    ),
                ),
                (
                    "registration",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="line_ups",
                        to="tournaments.registration",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="line_ups",
                        to="tournaments.team",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="line_ups",
                        to="tournaments.teammatch",
                    ),
                ),
            ],
            options={
                "ordering": ["match", "team", "board"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "team", "board"), name="line_up_board_once"),
                    models.UniqueConstraint(fields=("match", "registration"), name="line_up_player_once"),
                    models.CheckConstraint(
                        condition=models.Q(("board__gte", 1)), name="line_up_board_from_one"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TeamMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "registration",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="membership",
                        to="tournaments.registration",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="tournaments.team",
                    ),
                ),
            ],
            options={
                "ordering": ["team", "place"],
                "constraints": [
                    models.UniqueConstraint(fields=("team", "place"), name="team_place_once"),
                    models.CheckConstraint(condition=models.Q(("place__gte", 1)), name="team_place_from_one"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("url", models.URLField(max_length=500)),
                ("kinds", models.JSONField(default=list)),
                ("secret", models.CharField(max_length=80)),
                ("made_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="tournaments.event",
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="webhooks",
                        to="tournaments.webhookhost",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at__isnull", True)),
                        fields=("event", "url"),
                        name="webhook_address_once_while_valid",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="WebhookDelivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("kind", models.CharField(max_length=40)),
                ("body", models.TextField()),
                ("made_at", models.DateTimeField()),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("next_at", models.DateTimeField(blank=True, null=True)),
                ("delivered_at", models.DateTimeField(blank=True, null=True)),
                ("status", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("problem", models.CharField(blank=True, max_length=200)),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="tournaments.webhook",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("next_at__isnull", False)),
                        fields=["next_at"],
                        name="delivery_due",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("delivered_at__isnull", True), ("next_at__isnull", True), _connector="OR"
                        ),
                        name="delivered_once",
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="Section",
            name="giver",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournaments.registration",
            ),
        ),
    ]
