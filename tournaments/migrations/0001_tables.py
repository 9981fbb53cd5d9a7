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

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("games", "0002_append_only")]

    operations = [
        migrations.CreateModel(
            name="Section",
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
                ("game", models.CharField(max_length=12)),
                ("rules", models.JSONField(blank=True, default=dict)),
                ("regime", models.CharField(max_length=40)),
                ("control", models.CharField(blank=True, max_length=200)),
                ("format", models.CharField(choices=tournaments.systems.registry.format_choices, max_length=20)),
                (
                    "rounds_planned",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, validators=[django.core.validators.MaxValueValidator(400)]
                    ),
                ),
                ("planned_starts", models.JSONField(blank=True, default=list, editable=False)),
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
                    "rating_method",
                    models.CharField(
                        choices=[
                            ("FIDE", "FIDE"),
                            ("NRO", "NRO"),
                            ("FIDON", "FIDON"),
                            ("NIDOF", "NIDOF"),
                            ("HBFN", "HBFN"),
                            ("LBFN", "LBFN"),
                            ("OTHER", "OTHER"),
                        ],
                        default="FIDE",
                        max_length=5,
                    ),
                ),
                ("rating_order", models.JSONField(blank=True, default=list)),
                ("national_list", models.CharField(blank=True, max_length=10)),
                (
                    "unrated",
                    models.CharField(
                        choices=[("drop", "Left Out"), ("rated", "As Rated"), ("skip", "Not Counted")],
                        default="drop",
                        max_length=5,
                    ),
                ),
                (
                    "unrated_rating",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(4000),
                        ],
                    ),
                ),
                (
                    "later_ratings",
                    models.CharField(
                        choices=[("first", "First"), ("round", "Of The Round")], default="first", max_length=5
                    ),
                ),
                ("rating_checks", models.BooleanField(default=True)),
                (
                    "tracking",
                    models.CharField(
                        choices=[("result", "Result"), ("sheets", "Sheets"), ("live", "Live")],
                        default="result",
                        max_length=8,
                    ),
                ),
                (
                    "broadcast_delay",
                    models.PositiveSmallIntegerField(
                        default=0, validators=[django.core.validators.MaxValueValidator(60)]
                    ),
                ),
                ("position", models.PositiveSmallIntegerField(default=0)),
                (
                    "edition",
                    models.CharField(
                        choices=tournaments.systems.registry.edition_choices, default="dutch-2026", max_length=20
                    ),
                ),
                ("accelerated", models.BooleanField(default=False)),
                ("numbers_given", models.BooleanField(default=False, editable=False)),
                (
                    "equal_seeds",
                    models.CharField(choices=[("name", "Name"), ("entry", "Entry")], default="name", max_length=5),
                ),
                (
                    "first_colour",
                    models.CharField(blank=True, choices=[("white", "White"), ("black", "Black")], max_length=5),
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
                ("regulated", models.BooleanField(default=True, editable=False)),
                ("archived_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("final_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("final_digest", models.CharField(blank=True, editable=False, max_length=64)),
            ],
            options={
                "ordering": ["event", "position", "slug"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("game__in", ["chess", "chess960", "draughts", "tavreli"])),
                        name="section_game_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("format", ""), _negated=True), name="section_format_given"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("tracking__in", ["result", "sheets", "live"])), name="section_depth_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rating_kind__in", ["standard", "rapid", "blitz"])),
                        name="section_rating_kind_known",
                    ),
                    models.CheckConstraint(condition=models.Q(("first_board__gte", 1)), name="section_boards_from_one"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("rating_method__in", ["FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN", "OTHER"])
                        ),
                        name="section_rating_method_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("unrated__in", ["drop", "rated", "skip"])), name="section_unrated_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("later_ratings__in", ["first", "round"])),
                        name="section_later_ratings_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("equal_seeds__in", ["name", "entry"])), name="section_equal_seeds_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Event",
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
                ("place", models.CharField(blank=True, max_length=120)),
                ("address", models.CharField(blank=True, max_length=200)),
                ("contact", models.CharField(blank=True, max_length=200)),
                (
                    "federation",
                    models.CharField(
                        blank=True,
                        max_length=3,
                        validators=[django.core.validators.RegexValidator("^[A-Z]{3}\\Z", code="bad_federation")],
                    ),
                ),
                ("starts_on", models.DateField(blank=True, null=True)),
                ("ends_on", models.DateField(blank=True, null=True)),
                (
                    "time_zone",
                    models.CharField(default="UTC", max_length=40, validators=[tournaments.models.event.known_zone]),
                ),
                ("published", models.BooleanField(default=False)),
                ("description", models.JSONField(blank=True, default=dict)),
                ("languages", models.JSONField(default=list)),
                ("announcement", models.JSONField(blank=True, default=dict)),
                (
                    "licence",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("CC0-1.0", "CC0 1.0"),
                            ("CC-BY-4.0", "CC BY 4.0"),
                            ("CC-BY-SA-4.0", "CC BY-SA 4.0"),
                            ("ODbL-1.0", "ODbL 1.0"),
                        ],
                        max_length=20,
                    ),
                ),
                ("shows_minors", models.BooleanField(default=False)),
                ("uploads_version", models.PositiveIntegerField(default=0, editable=False)),
                ("search_key", models.TextField(default="", editable=False)),
                ("created_at", models.DateTimeField()),
                ("rehearsal", models.BooleanField(default=False)),
                ("template", models.BooleanField(default=False, editable=False)),
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
                    models.CheckConstraint(condition=models.Q(("slug", ""), _negated=True), name="event_has_a_slug"),
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
                            ("template", False), models.Q(("published", False), ("rehearsal", False)), _connector="OR"
                        ),
                        name="event_template_not_published",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rehearsal", True), ("rehearsal_of__isnull", True), _connector="OR"),
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
            name="Match",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("for_third", models.BooleanField(default=False)),
            ],
            options={"ordering": ["round", "number"]},
        ),
        migrations.CreateModel(
            name="Registration",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                ("rating_source", models.CharField(blank=True, max_length=10)),
                ("later_ratings", models.JSONField(blank=True, default=list)),
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
                ("half_byes", models.BooleanField(default=True)),
                ("external_value", models.IntegerField(blank=True, null=True)),
                ("hand_order", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                "ordering": ["section", "number"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="registration_number_from_one"),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["active", "withdrawn", "excluded"])),
                        name="registration_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("from_round__gte", 1)), name="registration_from_a_round"
                    ),
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
            name="Broadcast",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token", models.TextField()),
                ("token_key", models.CharField(db_index=True, max_length=64)),
                ("paused_until", models.DateTimeField(blank=True, null=True)),
                ("busy_until", models.DateTimeField(blank=True, null=True)),
                (
                    "section",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="broadcast", to="tournaments.section"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="section",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="sections", to="tournaments.event"
            ),
        ),
        migrations.CreateModel(
            name="Organisation",
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
                ("short_name", models.CharField(blank=True, max_length=20)),
                (
                    "kind",
                    models.CharField(
                        choices=[("club", "Club"), ("federation", "Federation")], default="club", max_length=10
                    ),
                ),
                (
                    "country",
                    models.CharField(
                        blank=True,
                        max_length=3,
                        validators=[django.core.validators.RegexValidator("^[A-Z]{3}\\Z", code="bad_federation")],
                    ),
                ),
                ("languages", models.JSONField(default=list)),
                ("about", models.JSONField(blank=True, default=dict)),
                ("website", models.URLField(blank=True)),
                ("contact", models.CharField(blank=True, max_length=200)),
                ("logo", models.CharField(blank=True, editable=False, max_length=100)),
                ("logo_type", models.CharField(blank=True, editable=False, max_length=20)),
                ("logo_digest", models.CharField(blank=True, editable=False, max_length=64)),
                ("search_key", models.TextField(default="", editable=False)),
                ("created_at", models.DateTimeField()),
                (
                    "merged_into",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merged",
                        to="tournaments.organisation",
                    ),
                ),
            ],
            options={
                "ordering": ["slug"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("slug", ""), _negated=True), name="organisation_has_a_slug"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["club", "federation"])), name="organisation_kind_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("merged_into__isnull", True),
                            models.Q(("merged_into", models.F("pk")), _negated=True),
                            _connector="OR",
                        ),
                        name="organisation_not_merged_into_itself",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                        blank=True,
                        null=True,
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
                (
                    "organisation",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="tournaments.organisation",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("event__isnull", True), ("organisation__isnull", True), _connector="XOR"),
                        name="invitation_to_one_place",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("expires_at__gt", models.F("made_at"))), name="invitation_expires_later"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("accepted_at__isnull", True), ("revoked_at__isnull", True), _connector="OR"
                        ),
                        name="invitation_accepted_or_revoked",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="EventMove",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("given", models.BooleanField(default=False)),
                ("taken", models.BooleanField(default=False)),
                ("asked_at", models.DateTimeField()),
                (
                    "asked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="move", to="tournaments.event"
                    ),
                ),
                (
                    "to",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="moves", to="tournaments.organisation"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("given", True), ("taken", True), _connector="XOR"),
                        name="event_move_waits_for_one_side",
                    )
                ]
            },
        ),
        migrations.AddField(
            model_name="event",
            name="organisation",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="events",
                to="tournaments.organisation",
            ),
        ),
        migrations.CreateModel(
            name="OrganisationLog",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("actor", models.CharField(max_length=80)),
                ("action", models.CharField(max_length=40)),
                ("before", models.JSONField(null=True)),
                ("after", models.JSONField(null=True)),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="log", to="tournaments.organisation"
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("action", ""), _negated=True), name="organisation_log_has_an_action"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="OrganisationRole",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("organiser", "organiser"),
                            ("arbiter", "arbiter"),
                            ("treasurer", "treasurer"),
                        ],
                        max_length=16,
                    ),
                ),
                ("listed", models.BooleanField(default=False)),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="roles", to="tournaments.organisation"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="organisation_roles",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("organisation", "user", "role"), name="role_once_in_organisation"),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["owner", "organiser", "arbiter", "treasurer"])),
                        name="organisation_role_known",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="Pairing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                ("public_result", models.CharField(blank=True, max_length=8)),
                ("public_from", models.DateTimeField(blank=True, null=True)),
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
            ],
            options={
                "ordering": ["round", "board"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "leg"), name="pairing_leg_once_in_match"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("leg", 1), models.Q(("leg__gt", 1), ("match__isnull", False)), _connector="OR"
                        ),
                        name="pairing_legs_are_of_a_match",
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
                    models.CheckConstraint(condition=models.Q(("board__gte", 1)), name="pairing_board_from_one"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Person",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("made_at", models.DateTimeField()),
                ("hidden_at", models.DateTimeField(blank=True, null=True)),
                (
                    "joined_to",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="joined_from",
                        to="tournaments.person",
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="person",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PgnAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("address", models.CharField(max_length=500)),
                ("host", models.CharField(db_index=True, max_length=253)),
                (
                    "seconds",
                    models.PositiveSmallIntegerField(
                        default=15,
                        validators=[
                            django.core.validators.MinValueValidator(5),
                            django.core.validators.MaxValueValidator(60),
                        ],
                    ),
                ),
                ("active", models.BooleanField(default=True)),
                ("set_by", models.CharField(max_length=80)),
                ("number", models.PositiveIntegerField(blank=True, null=True)),
                ("tag", models.CharField(blank=True, max_length=200)),
                ("changed", models.CharField(blank=True, max_length=60)),
                ("digest", models.CharField(blank=True, max_length=64)),
                ("next_at", models.DateTimeField(blank=True, null=True)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("tried_at", models.DateTimeField(blank=True, null=True)),
                ("read_at", models.DateTimeField(blank=True, null=True)),
                ("problem", models.CharField(blank=True, max_length=200)),
                ("answers", models.JSONField(blank=True, default=list)),
                (
                    "section",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pgn_address",
                        to="tournaments.section",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("family_name", models.CharField(max_length=80)),
                ("given_name", models.CharField(blank=True, max_length=80)),
                ("patronymic", models.CharField(blank=True, max_length=80)),
                ("names", models.JSONField(blank=True, default=dict)),
                (
                    "federation",
                    models.CharField(
                        blank=True,
                        max_length=3,
                        validators=[django.core.validators.RegexValidator("^[A-Z]{3}\\Z", code="bad_federation")],
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
                ("rating_sources", models.JSONField(blank=True, default=dict)),
                ("national_ids", models.JSONField(blank=True, default=dict)),
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
                ("on_person_page", models.BooleanField(default=False, editable=False)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="players", to="tournaments.event"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="players",
                        to="tournaments.person",
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
                "indexes": [
                    models.Index(
                        condition=models.Q(("fide_id__isnull", False)), fields=["fide_id"], name="player_by_fide_id"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("fide_id__isnull", False)),
                        fields=("event", "fide_id"),
                        name="player_fide_id_once_in_event",
                    ),
                    models.UniqueConstraint(fields=("event", "identity", "namesake"), name="player_once_in_event"),
                    models.CheckConstraint(
                        condition=models.Q(("family_name", ""), _negated=True), name="player_has_a_name"
                    ),
                    models.CheckConstraint(condition=models.Q(("sex__in", ["", "f", "m"])), name="player_sex_known"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ErasureRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                ]
            },
        ),
        migrations.CreateModel(
            name="PlayOff",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("after_round", models.PositiveSmallIntegerField()),
                (
                    "by",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="decides", to="tournaments.section"
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="play_offs", to="tournaments.section"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("section", models.F("by")), _negated=True),
                        name="play_off_of_another_section",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingCorrection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                ]
            },
        ),
        migrations.AddField(
            model_name="section",
            name="giver",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournaments.registration",
            ),
        ),
        migrations.AddField(
            model_name="registration",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="registrations", to="tournaments.player"
            ),
        ),
        migrations.AddField(
            model_name="registration",
            name="section",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="registrations", to="tournaments.section"
            ),
        ),
        migrations.CreateModel(
            name="PointAdjustment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ruling", models.PositiveIntegerField()),
                ("half_points", models.SmallIntegerField()),
                ("article", models.CharField(max_length=40)),
                ("made_at", models.DateTimeField()),
                ("undone_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.game"),
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
                        condition=models.Q(("half_points", 0), _negated=True), name="points_adjusted_by_something"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("article", ""), _negated=True), name="points_adjusted_by_an_article"
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="pairing",
            name="black",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="as_black",
                to="tournaments.registration",
            ),
        ),
        migrations.AddField(
            model_name="pairing",
            name="white",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="as_white", to="tournaments.registration"
            ),
        ),
        migrations.CreateModel(
            name="PairConstraint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "first_round",
                    models.PositiveSmallIntegerField(
                        default=1, validators=[django.core.validators.MinValueValidator(1)]
                    ),
                ),
                ("last_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("kind", models.CharField(choices=[("apart", "Apart"), ("together", "Together")], max_length=8)),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pair_rules", to="tournaments.section"
                    ),
                ),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.registration"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.registration"
                    ),
                ),
            ],
            options={
                "ordering": ["kind", "one__number", "other__number"],
                "constraints": [
                    models.UniqueConstraint(fields=("section", "one", "other"), name="pair_ruled_once"),
                    models.CheckConstraint(condition=models.Q(("one__lt", models.F("other"))), name="pair_in_order"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["apart", "together"])), name="pair_rule_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("last_round__isnull", True), ("last_round__gte", models.F("first_round")), _connector="OR"
                        ),
                        name="pair_rule_ends_after_it_begins",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="match",
            name="first",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="matches_as_first",
                to="tournaments.registration",
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="second",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="matches_as_second",
                to="tournaments.registration",
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="winner",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="matches_awarded",
                to="tournaments.registration",
            ),
        ),
        migrations.CreateModel(
            name="ByeRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                    models.UniqueConstraint(fields=("registration", "round_number"), name="one_bye_request_a_round"),
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
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                    models.CharField(choices=[("half", "Half"), ("zero", "Zero"), ("full", "Full")], max_length=20),
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
                    models.UniqueConstraint(fields=("registration", "round_number"), name="bye_asked_once_a_round"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["half", "zero", "full"])), name="bye_that_may_be_asked_for"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RestorePoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("side", models.CharField(choices=[("white", "white"), ("black", "black")], max_length=5)),
                ("result", models.CharField(max_length=8)),
                ("at", models.DateTimeField()),
                (
                    "pairing",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reports", to="tournaments.pairing"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("pairing", "side"), name="one_report_of_a_side"),
                    models.CheckConstraint(
                        condition=models.Q(("result__in", ["1-0", "1/2-1/2", "0-1"])), name="report_of_a_played_result"
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="rounds", to="tournaments.section"
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
                    models.UniqueConstraint(fields=("section", "number"), name="round_number_once_in_section"),
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "schedule")), fields=("section",), name="schedule_once_in_section"
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
                            models.Q(models.Q(("status", "draft"), _negated=True), ("published_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="round_published_when_not_draft",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Provenance",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="provenance", to="tournaments.round"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="pairing",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="pairings", to="tournaments.round"
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="matches", to="tournaments.round"
            ),
        ),
        migrations.CreateModel(
            name="RoundExclusion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.game"),
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
            name="Team",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=80)),
                ("names", models.JSONField(blank=True, default=dict)),
                ("captain", models.CharField(blank=True, max_length=120)),
                (
                    "federation",
                    models.CharField(
                        blank=True,
                        max_length=3,
                        validators=[django.core.validators.RegexValidator("^[A-Z]{3}\\Z", code="bad_federation")],
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("active", "Active"), ("withdrawn", "Withdrawn")], default="active", max_length=10
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="teams", to="tournaments.section"
                    ),
                ),
            ],
            options={
                "ordering": ["section", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("section", "number"), name="team_number_once_in_section"),
                    models.UniqueConstraint(fields=("section", "name"), name="team_name_once_in_section"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="team_number_from_one"),
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="team_has_a_name"),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["active", "withdrawn"])), name="team_status_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.UUIDField()),
                ("digest", models.CharField(blank=True, max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "Pending"),
                            ("waiting", "Waiting"),
                            ("confirmed", "Confirmed"),
                            ("withdrawn", "Withdrawn"),
                            ("refused", "Refused"),
                        ],
                        max_length=9,
                    ),
                ),
                ("position", models.PositiveIntegerField()),
                ("own_page", models.BooleanField(default=False, editable=False)),
                ("team_name", models.CharField(blank=True, max_length=80)),
                ("line_up", models.JSONField(blank=True, default=list)),
                ("family_name", models.CharField(max_length=80)),
                ("given_name", models.CharField(blank=True, max_length=80)),
                ("patronymic", models.CharField(blank=True, max_length=80)),
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
                ("national_id", models.CharField(blank=True, max_length=20)),
                (
                    "federation",
                    models.CharField(
                        blank=True,
                        max_length=3,
                        validators=[django.core.validators.RegexValidator("^[A-Z]{3}\\Z", code="bad_federation")],
                    ),
                ),
                ("club", models.CharField(blank=True, max_length=120)),
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
                ("birth_date", models.DateField(blank=True, null=True)),
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
                ("ratings", models.JSONField(blank=True, default=dict)),
                ("email", models.EmailField(blank=True, max_length=254)),
                ("phone", models.CharField(blank=True, max_length=40)),
                ("note", models.TextField(blank=True, max_length=1000)),
                ("bye_rounds", models.JSONField(blank=True, default=list)),
                ("language", models.CharField(blank=True, max_length=10)),
                ("made_at", models.DateTimeField()),
                ("consented_at", models.DateTimeField(blank=True, null=True)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=400)),
                ("question", models.CharField(blank=True, max_length=40)),
                ("withdrawal_asked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="tournaments.section"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.player",
                    ),
                ),
                (
                    "team",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entry",
                        to="tournaments.team",
                    ),
                ),
            ],
            options={
                "ordering": ["position", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("section", "key"), name="entry_key_once_in_section"),
                    models.UniqueConstraint(
                        condition=models.Q(("digest", ""), _negated=True), fields=("digest",), name="entry_digest_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("family_name", ""), _negated=True), name="entry_has_a_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["pending", "waiting", "confirmed", "withdrawn", "refused"])),
                        name="entry_state_known",
                    ),
                    models.CheckConstraint(condition=models.Q(("sex__in", ["", "f", "m"])), name="entry_sex_known"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "confirmed"), _negated=True),
                            ("player__isnull", False),
                            models.Q(("team_name", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="entry_confirmed_is_a_player",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TeamBye",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                    models.CharField(choices=[("half", "Half"), ("zero", "Zero"), ("full", "Full")], max_length=20),
                ),
                ("asked_at", models.DateTimeField()),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="requested_byes",
                        to="tournaments.team",
                    ),
                ),
            ],
            options={
                "ordering": ["round_number", "team__number"],
                "constraints": [
                    models.UniqueConstraint(fields=("team", "round_number"), name="team_bye_asked_once_a_round"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["half", "zero", "full"])),
                        name="team_bye_that_may_be_asked_for",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TeamMatch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
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
                (
                    "forfeited",
                    models.CharField(
                        blank=True, choices=[("first", "First"), ("second", "Second"), ("both", "Both")], max_length=6
                    ),
                ),
                ("partial", models.BooleanField(default=False)),
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="team_matches", to="tournaments.round"
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
                    models.UniqueConstraint(
                        condition=models.Q(("partial", False)), fields=("round", "first"), name="team_match_first_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("partial", False)),
                        fields=("round", "second"),
                        name="team_match_second_once",
                    ),
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
                            models.Q(("bye", ""), ("second__isnull", False)),
                            models.Q(
                                ("bye__in", ["pairing_allocated", "full", "half", "zero"]), ("second__isnull", True)
                            ),
                            _connector="OR",
                        ),
                        name="team_match_opponent_or_bye",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("forfeited", ""),
                            models.Q(("forfeited__in", ["first", "second", "both"]), ("second__isnull", False)),
                            _connector="OR",
                        ),
                        name="team_match_forfeit_known",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="pairing",
            name="team_match",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="boards",
                to="tournaments.teammatch",
            ),
        ),
        migrations.CreateModel(
            name="LineUp",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="line_ups", to="tournaments.team"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="line_ups", to="tournaments.teammatch"
                    ),
                ),
            ],
            options={
                "ordering": ["match", "team", "board"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "team", "board"), name="line_up_board_once"),
                    models.UniqueConstraint(fields=("match", "registration"), name="line_up_player_once"),
                    models.CheckConstraint(condition=models.Q(("board__gte", 1)), name="line_up_board_from_one"),
                ],
            },
        ),
        migrations.CreateModel(
            name="TeamMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="members", to="tournaments.team"
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
            name="TeamRestriction",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "first_round",
                    models.PositiveSmallIntegerField(
                        default=1, validators=[django.core.validators.MinValueValidator(1)]
                    ),
                ),
                ("last_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.team"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.team"
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="team_rules", to="tournaments.section"
                    ),
                ),
            ],
            options={
                "ordering": ["one__number", "other__number"],
                "constraints": [
                    models.UniqueConstraint(fields=("section", "one", "other"), name="teams_kept_apart_once"),
                    models.CheckConstraint(
                        condition=models.Q(("one__lt", models.F("other"))), name="teams_kept_apart_in_order"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("last_round__isnull", True), ("last_round__gte", models.F("first_round")), _connector="OR"
                        ),
                        name="team_restriction_ends_after_it_begins",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="BoardQuestion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("source", models.CharField(max_length=80)),
                (
                    "code",
                    models.CharField(
                        choices=[
                            ("differs", "Differs"),
                            ("illegal_move", "Illegal Move"),
                            ("result", "Result"),
                            ("not_legal", "Not Legal"),
                            ("mismatch", "Mismatch"),
                            ("piece_missing", "Piece Missing"),
                            ("start_position", "Start Position"),
                            ("moves_differ", "Moves Differ"),
                            ("clock_stopped", "Clock Stopped"),
                            ("clock_jump", "Clock Jump"),
                            ("offline", "Offline"),
                            ("battery_low", "Battery Low"),
                            ("unknown_serial", "Unknown Serial"),
                            ("result_unsaid", "Result Unsaid"),
                        ],
                        max_length=16,
                    ),
                ),
                ("ply", models.PositiveIntegerField(default=0)),
                ("mark", models.CharField(blank=True, max_length=8)),
                ("shown", models.JSONField(blank=True, default=dict)),
                ("opened_at", models.DateTimeField()),
                (
                    "answer",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("taken", "Taken"),
                            ("kept", "Kept"),
                            ("by_hand", "By Hand"),
                            ("dismissed", "Dismissed"),
                        ],
                        max_length=9,
                    ),
                ),
                ("answered_by", models.CharField(blank=True, max_length=80)),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("gone_at", models.DateTimeField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="board_questions", to="games.game"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("answered_at", None), ("gone_at", None)),
                        fields=["game"],
                        name="board_question_open",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("gone_at", None)),
                        fields=("game", "source", "code", "ply", "mark"),
                        name="board_question_once_while_it_lasts",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "code__in",
                                [
                                    "differs",
                                    "illegal_move",
                                    "result",
                                    "not_legal",
                                    "mismatch",
                                    "piece_missing",
                                    "start_position",
                                    "moves_differ",
                                    "clock_stopped",
                                    "clock_jump",
                                    "offline",
                                    "battery_low",
                                    "unknown_serial",
                                    "result_unsaid",
                                ],
                            )
                        ),
                        name="board_question_code_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("answer", ""), ("answered_at", None)),
                            models.Q(models.Q(("answer", ""), _negated=True), ("answered_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="board_question_answered_at_a_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="BroadcastRound",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=8)),
                ("seen", models.CharField(blank=True, max_length=64)),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                ("tried_at", models.DateTimeField(blank=True, null=True)),
                ("next_at", models.DateTimeField(blank=True, null=True)),
                ("status", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("problem", models.CharField(blank=True, max_length=200)),
                ("answers", models.JSONField(blank=True, default=list)),
                (
                    "broadcast",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rounds", to="tournaments.broadcast"
                    ),
                ),
            ],
            options={
                "ordering": ["broadcast", "number"],
                "constraints": [models.UniqueConstraint(fields=("broadcast", "number"), name="broadcast_round_once")],
            },
        ),
        migrations.CreateModel(
            name="EntryTerms",
            fields=[
                (
                    "section",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="entry_terms",
                        serialize=False,
                        to="tournaments.section",
                    ),
                ),
                ("offered", models.BooleanField(default=False)),
                ("opens_at", models.DateTimeField(blank=True, null=True)),
                ("closes_at", models.DateTimeField(blank=True, null=True)),
                (
                    "places",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(9999),
                        ],
                    ),
                ),
                ("waiting_list", models.BooleanField(default=True)),
                ("asked", models.JSONField(blank=True, default=dict)),
                ("lookup", models.BooleanField(default=True)),
                (
                    "most_reserves",
                    models.PositiveSmallIntegerField(
                        default=2, validators=[django.core.validators.MaxValueValidator(20)]
                    ),
                ),
                ("approval", models.BooleanField(default=False)),
                (
                    "lowest_rating",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(4000),
                        ],
                    ),
                ),
                (
                    "highest_rating",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(4000),
                        ],
                    ),
                ),
                (
                    "born_from",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1800),
                            django.core.validators.MaxValueValidator(2200),
                        ],
                    ),
                ),
                (
                    "born_until",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1800),
                            django.core.validators.MaxValueValidator(2200),
                        ],
                    ),
                ),
                ("federations", models.JSONField(blank=True, default=list)),
                ("sex", models.CharField(blank=True, choices=[("f", "Female"), ("m", "Male")], max_length=1)),
                ("bye_rounds", models.JSONField(blank=True, default=list)),
                (
                    "most_byes",
                    models.PositiveSmallIntegerField(
                        default=1, validators=[django.core.validators.MaxValueValidator(20)]
                    ),
                ),
                ("consent", models.JSONField(blank=True, default=dict)),
                ("consent_link", models.URLField(blank=True, max_length=300)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("opens_at__isnull", True),
                            ("closes_at__isnull", True),
                            ("closes_at__gt", models.F("opens_at")),
                            _connector="OR",
                        ),
                        name="entries_close_after_they_open",
                    )
                ]
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
                    models.CharField(choices=[("games", "Games"), ("match", "Match")], default="games", max_length=5),
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
                ]
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
                        condition=models.Q(("scope__in", ["round", "match", "board"])), name="draw_scope_known"
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="ElectronicBoard",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("serial", models.CharField(max_length=40)),
                ("table", models.PositiveIntegerField(blank=True, null=True)),
                ("state", models.CharField(blank=True, max_length=12)),
                ("battery", models.CharField(blank=True, max_length=12)),
                ("seen_at", models.DateTimeField(blank=True, null=True)),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="electronic_boards",
                        to="tournaments.section",
                    ),
                ),
            ],
            options={
                "ordering": ["section", "table", "serial"],
                "constraints": [
                    models.UniqueConstraint(fields=("section", "serial"), name="board_once_in_section"),
                    models.UniqueConstraint(fields=("section", "table"), name="one_board_at_a_table"),
                    models.CheckConstraint(
                        condition=models.Q(("table", None), ("table__gte", 1), _connector="OR"),
                        name="board_table_from_one",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="tokens", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
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
                    models.UniqueConstraint(
                        condition=models.Q(("event__isnull", True), ("revoked_at__isnull", True)),
                        fields=("user", "name"),
                        name="account_token_name_once_while_valid",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("expires_at__isnull", True), ("expires_at__gt", models.F("created_at")), _connector="OR"
                        ),
                        name="token_expires_later",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="EventRole",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("organiser", "organiser"),
                            ("chief_arbiter", "chief_arbiter"),
                            ("arbiter", "arbiter"),
                            ("helper", "helper"),
                            ("treasurer", "treasurer"),
                        ],
                        max_length=16,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="roles", to="tournaments.event"
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
                        condition=models.Q(
                            ("role__in", ["organiser", "chief_arbiter", "arbiter", "helper", "treasurer"])
                        ),
                        name="role_known",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="EventUpload",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("regulations", "Regulations"), ("image", "Image")], max_length=12)),
                ("title", models.CharField(max_length=120)),
                ("stored", models.CharField(max_length=100, unique=True)),
                ("media_type", models.CharField(max_length=20)),
                ("size", models.PositiveIntegerField()),
                ("width", models.PositiveIntegerField(blank=True, null=True)),
                ("height", models.PositiveIntegerField(blank=True, null=True)),
                ("sha256", models.CharField(max_length=64)),
                ("added_at", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="uploads", to="tournaments.event"
                    ),
                ),
            ],
            options={
                "ordering": ["event", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["regulations", "image"])), name="event_upload_kind_known"
                    ),
                    models.UniqueConstraint(fields=("event", "kind", "sha256"), name="event_upload_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="GameSource",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "feed",
                    models.CharField(choices=[("hand", "Hand"), ("board", "Board"), ("pgn", "Pgn")], max_length=5),
                ),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="source", to="games.game"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("feed__in", ["hand", "board", "pgn"])), name="feed_known"
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="Job",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                            ("import_ratings", "Import Ratings"),
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
                    "section",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="jobs",
                        to="tournaments.section",
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
                                    "import_ratings",
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
                                ("event__isnull", False), ("kind__in", ["import_trf", "export_event", "check_in"])
                            ),
                            ("kind__in", ["import_event", "import_ratings"]),
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
            name="Log",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("actor", models.CharField(max_length=80)),
                ("action", models.CharField(max_length=40)),
                ("subject", models.CharField(max_length=80)),
                ("before", models.JSONField(null=True)),
                ("after", models.JSONField(null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="log", to="tournaments.event"
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
                    models.CheckConstraint(condition=models.Q(("action", ""), _negated=True), name="log_has_an_action")
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="section",
            constraint=models.UniqueConstraint(fields=("event", "slug"), name="section_slug_once_in_event"),
        ),
        migrations.AddConstraint(
            model_name="registration",
            constraint=models.UniqueConstraint(fields=("section", "player"), name="registration_once_in_section"),
        ),
        migrations.AddConstraint(
            model_name="registration",
            constraint=models.UniqueConstraint(
                fields=("section", "number"), name="registration_number_once_in_section"
            ),
        ),
        migrations.AddConstraint(
            model_name="registration",
            constraint=models.UniqueConstraint(fields=("section", "fixed_board"), name="fixed_board_once_in_section"),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(fields=("round", "number"), name="match_number_once_in_round"),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(fields=("round", "first"), name="match_first_once_in_round"),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(fields=("round", "second"), name="match_second_once_in_round"),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("second__isnull", True), models.Q(("first", models.F("second")), _negated=True), _connector="OR"
                ),
                name="match_of_two_people",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("winner__isnull", True),
                    ("winner", models.F("first")),
                    ("winner", models.F("second")),
                    _connector="OR",
                ),
                name="match_won_by_one_of_them",
            ),
        ),
        migrations.AddConstraint(
            model_name="pairing",
            constraint=models.UniqueConstraint(fields=("round", "board"), name="pairing_board_once_in_round"),
        ),
        migrations.AddConstraint(
            model_name="pairing",
            constraint=models.UniqueConstraint(
                condition=models.Q(("in_schedule", False)),
                fields=("round", "white", "leg"),
                name="pairing_white_once_in_round",
            ),
        ),
        migrations.AddConstraint(
            model_name="pairing",
            constraint=models.UniqueConstraint(
                condition=models.Q(("in_schedule", False)),
                fields=("round", "black", "leg"),
                name="pairing_black_once_in_round",
            ),
        ),
        migrations.AddConstraint(
            model_name="pairing",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("black__isnull", True), models.Q(("white", models.F("black")), _negated=True), _connector="OR"
                ),
                name="pairing_of_two_people",
            ),
        ),
        migrations.AddConstraint(
            model_name="pairing",
            constraint=models.CheckConstraint(
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
        ),
    ]
