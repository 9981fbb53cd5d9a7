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
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0001_initial"),
    ]

    operations = [
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
                        condition=models.Q(
                            ("rating_method__in", ["FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN", "OTHER"])
                        ),
                        name="section_rating_method_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("unrated__in", ["drop", "rated", "skip"])),
                        name="section_unrated_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("later_ratings__in", ["first", "round"])),
                        name="section_later_ratings_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("equal_seeds__in", ["name", "entry"])),
                        name="section_equal_seeds_known",
                    ),
                ],
            },
        ),
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
                ("address", models.CharField(blank=True, max_length=200)),
                ("contact", models.CharField(blank=True, max_length=200)),
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
                            ("template", False),
                            models.Q(("published", False), ("rehearsal", False)),
                            _connector="OR",
                        ),
                        name="event_template_not_published",
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
            ],
            options={
                "ordering": ["round", "number"],
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
                ("checked_at", models.DateTimeField(blank=True, null=True)),
                ("tag", models.CharField(blank=True, max_length=200)),
                ("failed_at", models.DateTimeField(blank=True, null=True)),
                ("problem", models.JSONField(blank=True, default=dict)),
            ],
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
                ],
            },
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
            name="FeeTerms",
            fields=[
                (
                    "section",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="fee_terms",
                        serialize=False,
                        to="tournaments.section",
                    ),
                ),
                ("charged", models.BooleanField(default=False)),
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
                    "base",
                    models.PositiveBigIntegerField(
                        default=0,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1000000000000),
                        ],
                    ),
                ),
                ("rules", models.JSONField(blank=True, default=list)),
                ("together", models.BooleanField(default=False)),
                ("extra", models.JSONField(blank=True, default=dict)),
                (
                    "extra_amount",
                    models.PositiveBigIntegerField(
                        default=0,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1000000000000),
                        ],
                    ),
                ),
            ],
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
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                        validators=[
                            django.core.validators.RegexValidator("^[A-Z]{3}\\Z", code="bad_federation")
                        ],
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.section",
                    ),
                ),
            ],
            options={
                "ordering": ["position", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("section", "key"), name="entry_key_once_in_section"),
                    models.UniqueConstraint(
                        condition=models.Q(("digest", ""), _negated=True),
                        fields=("digest",),
                        name="entry_digest_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("family_name", ""), _negated=True), name="entry_has_a_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["pending", "waiting", "confirmed", "withdrawn", "refused"])
                        ),
                        name="entry_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("sex__in", ["", "f", "m"])), name="entry_sex_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CheckIn",
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
                ("opens_at", models.DateTimeField(blank=True, null=True)),
                ("closes_at", models.DateTimeField(blank=True, null=True)),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="check_ins",
                        to="tournaments.section",
                    ),
                ),
            ],
            options={
                "ordering": ["section", "round_number"],
                "constraints": [
                    models.UniqueConstraint(fields=("section", "round_number"), name="one_check_in_a_round"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("opens_at__isnull", True),
                            ("closes_at__isnull", True),
                            ("closes_at__gt", models.F("opens_at")),
                            _connector="OR",
                        ),
                        name="check_in_closes_after_it_opens",
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
            name="Broadcast",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token", models.TextField()),
                ("token_key", models.CharField(db_index=True, max_length=64)),
                ("paused_until", models.DateTimeField(blank=True, null=True)),
                ("busy_until", models.DateTimeField(blank=True, null=True)),
                (
                    "section",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="broadcast",
                        to="tournaments.section",
                    ),
                ),
            ],
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
        migrations.AddField(
            model_name="section",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="sections", to="tournaments.event"
            ),
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
                            ("treasurer", "treasurer"),
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
                        condition=models.Q(
                            ("role__in", ["organiser", "chief_arbiter", "arbiter", "helper", "treasurer"])
                        ),
                        name="role_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EventUpload",
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
                        choices=[("regulations", "Regulations"), ("image", "Image")], max_length=12
                    ),
                ),
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
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="uploads",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "ordering": ["event", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["regulations", "image"])),
                        name="event_upload_kind_known",
                    ),
                    models.UniqueConstraint(fields=("event", "kind", "sha256"), name="event_upload_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Fee",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "currency",
                    models.CharField(
                        max_length=3,
                        validators=[
                            django.core.validators.RegexValidator("^[A-Z]{3}\\Z", code="bad_currency")
                        ],
                    ),
                ),
                ("lines", models.JSONField(default=list)),
                ("extra", models.BooleanField(default=False)),
                ("day", models.DateField()),
                (
                    "amount",
                    models.PositiveBigIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1000000000000),
                        ],
                    ),
                ),
                ("waived", models.BooleanField(default=False)),
                ("reason", models.CharField(blank=True, max_length=400)),
                (
                    "entry",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="fee",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="fees",
                        to="tournaments.event",
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fees",
                        to="tournaments.section",
                    ),
                ),
            ],
            options={
                "ordering": ["event", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="fee_number_once_in_event"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="fee_number_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("waived", False), ("amount", 0), _connector="OR"),
                        name="fee_waived_is_nothing",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="FormerRating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
            name="GameSource",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "feed",
                    models.CharField(
                        choices=[("hand", "Hand"), ("board", "Board"), ("pgn", "Pgn")], max_length=5
                    ),
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
                                ("event__isnull", False),
                                ("kind__in", ["import_trf", "export_event", "check_in"]),
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
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=20)),
                ("facts", models.JSONField(default=dict)),
                ("made_at", models.DateTimeField()),
                ("due_at", models.DateTimeField(db_index=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="tournaments.event",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Organisation",
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
                ("short_name", models.CharField(blank=True, max_length=20)),
                (
                    "kind",
                    models.CharField(
                        choices=[("club", "Club"), ("federation", "Federation")],
                        default="club",
                        max_length=10,
                    ),
                ),
                (
                    "country",
                    models.CharField(
                        blank=True,
                        max_length=3,
                        validators=[
                            django.core.validators.RegexValidator("^[A-Z]{3}\\Z", code="bad_federation")
                        ],
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
                        condition=models.Q(("kind__in", ["club", "federation"])),
                        name="organisation_kind_known",
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
                        condition=models.Q(
                            ("event__isnull", True), ("organisation__isnull", True), _connector="XOR"
                        ),
                        name="invitation_to_one_place",
                    ),
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
            name="EventMove",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="move",
                        to="tournaments.event",
                    ),
                ),
                (
                    "to",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="moves",
                        to="tournaments.organisation",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("given", True), ("taken", True), _connector="XOR"),
                        name="event_move_waits_for_one_side",
                    )
                ],
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
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("actor", models.CharField(max_length=80)),
                ("action", models.CharField(max_length=40)),
                ("before", models.JSONField(null=True)),
                ("after", models.JSONField(null=True)),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="log",
                        to="tournaments.organisation",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("action", ""), _negated=True),
                        name="organisation_log_has_an_action",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="OrganisationRole",
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="roles",
                        to="tournaments.organisation",
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
                    models.UniqueConstraint(
                        fields=("organisation", "user", "role"), name="role_once_in_organisation"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["owner", "organiser", "arbiter", "treasurer"])),
                        name="organisation_role_known",
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
                    models.CheckConstraint(
                        condition=models.Q(("board__gte", 1)), name="pairing_board_from_one"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Payment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("receipt", models.PositiveIntegerField()),
                (
                    "amount",
                    models.BigIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(-1000000000000),
                            django.core.validators.MaxValueValidator(1000000000000),
                        ]
                    ),
                ),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("cash", "Cash"),
                            ("transfer", "Transfer"),
                            ("card", "Card"),
                            ("online", "Online"),
                        ],
                        max_length=8,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("taken_by", models.CharField(max_length=80)),
                ("reference", models.CharField(blank=True, max_length=140)),
                ("provider_key", models.CharField(blank=True, max_length=120)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
                        to="tournaments.event",
                    ),
                ),
                (
                    "fee",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
                        to="tournaments.fee",
                    ),
                ),
                (
                    "voids",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="voided_by",
                        to="tournaments.payment",
                    ),
                ),
            ],
            options={
                "ordering": ["event", "receipt"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "receipt"), name="receipt_once_in_event"),
                    models.UniqueConstraint(
                        condition=models.Q(("provider_key", ""), _negated=True),
                        fields=("event", "provider_key"),
                        name="payment_reported_once",
                    ),
                    models.CheckConstraint(condition=models.Q(("receipt__gte", 1)), name="receipt_from_one"),
                    models.CheckConstraint(
                        condition=models.Q(("amount", 0), _negated=True), name="payment_of_an_amount"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("way__in", ["cash", "transfer", "card", "online"])),
                        name="payment_way_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("voids__isnull", True),
                            models.Q(("voids", models.F("pk")), _negated=True),
                            _connector="OR",
                        ),
                        name="payment_voids_another",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PaymentReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=120)),
                ("reference", models.CharField(blank=True, max_length=140)),
                ("amount", models.BigIntegerField()),
                ("currency", models.CharField(max_length=3)),
                ("problem", models.CharField(max_length=40)),
                ("received_at", models.DateTimeField()),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                ("settled_by", models.CharField(blank=True, max_length=80)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payment_reports",
                        to="tournaments.event",
                    ),
                ),
                (
                    "payment",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="report",
                        to="tournaments.payment",
                    ),
                ),
            ],
            options={
                "ordering": ["-received_at", "-pk"],
                "constraints": [models.UniqueConstraint(fields=("event", "key"), name="payment_report_once")],
            },
        ),
        migrations.CreateModel(
            name="PaymentTerms",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("instructions", models.JSONField(blank=True, default=dict)),
                ("reference", models.CharField(blank=True, max_length=60)),
                ("link", models.CharField(blank=True, max_length=300)),
                ("payee", models.CharField(blank=True, max_length=70)),
                ("iban", models.CharField(blank=True, max_length=34)),
                ("bic", models.CharField(blank=True, max_length=11)),
                ("account", models.CharField(blank=True, max_length=20)),
                ("bank", models.CharField(blank=True, max_length=45)),
                ("bank_code", models.CharField(blank=True, max_length=9)),
                ("correspondent", models.CharField(blank=True, max_length=20)),
                ("inn", models.CharField(blank=True, max_length=12)),
                ("provider", models.CharField(blank=True, max_length=30)),
                ("secret", models.CharField(blank=True, max_length=80)),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="payment_terms",
                        to="tournaments.event",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Person",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
            name="PersonAct",
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
            name="PgnAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="players",
                        to="tournaments.event",
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
                        condition=models.Q(("fide_id__isnull", False)),
                        fields=["fide_id"],
                        name="player_by_fide_id",
                    )
                ],
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
            name="PersonJoin",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("source", models.CharField(blank=True, max_length=10)),
                ("number", models.CharField(blank=True, max_length=20)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="begun",
                        to="tournaments.personact",
                    ),
                ),
                (
                    "ended_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ended",
                        to="tournaments.personact",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="joins",
                        to="tournaments.person",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="joins",
                        to="tournaments.player",
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
        migrations.AddField(
            model_name="fee",
            name="player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="fees",
                to="tournaments.player",
            ),
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
        migrations.AddField(
            model_name="entry",
            name="player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="entries",
                to="tournaments.player",
            ),
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
            name="PlayOff",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("after_round", models.PositiveSmallIntegerField()),
                (
                    "by",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decides",
                        to="tournaments.section",
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="play_offs",
                        to="tournaments.section",
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
            name="ListedRating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.CharField(max_length=20)),
                ("fide_id", models.PositiveBigIntegerField(blank=True, null=True)),
                ("name", models.CharField(max_length=120)),
                ("rating", models.PositiveSmallIntegerField()),
                (
                    "list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to="tournaments.ratinglist",
                    ),
                ),
            ],
            options={
                "ordering": ["list", "number"],
                "indexes": [models.Index(fields=["list", "fide_id"], name="listed_fide_id")],
                "constraints": [models.UniqueConstraint(fields=("list", "number"), name="listed_once")],
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
                on_delete=django.db.models.deletion.PROTECT,
                related_name="registrations",
                to="tournaments.player",
            ),
        ),
        migrations.AddField(
            model_name="registration",
            name="section",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="registrations",
                to="tournaments.section",
            ),
        ),
        migrations.CreateModel(
            name="Presence",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("own", models.BooleanField(default=False)),
                (
                    "check_in",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="present",
                        to="tournaments.checkin",
                    ),
                ),
                (
                    "registration",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="presences",
                        to="tournaments.registration",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("check_in", "registration"), name="checked_in_once")
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
                on_delete=django.db.models.deletion.PROTECT,
                related_name="as_white",
                to="tournaments.registration",
            ),
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
                    "first_round",
                    models.PositiveSmallIntegerField(
                        default=1, validators=[django.core.validators.MinValueValidator(1)]
                    ),
                ),
                ("last_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
                (
                    "kind",
                    models.CharField(choices=[("apart", "Apart"), ("together", "Together")], max_length=8),
                ),
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
            name="Series",
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
                (
                    "rule",
                    models.CharField(
                        choices=[("score", "score"), ("place", "place")], default="score", max_length=10
                    ),
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
                    models.CheckConstraint(
                        condition=models.Q(("slug", ""), _negated=True), name="series_has_a_slug"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("best", 0), _negated=True), name="series_counts_a_result"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeriesSection",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.series",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("series", "section"), name="section_once_in_series")
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
            name="Subscription",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("own", models.BooleanField(default=False)),
                (
                    "channel",
                    models.CharField(
                        choices=[("email", "Email"), ("push", "Push"), ("telegram", "Telegram")], max_length=8
                    ),
                ),
                ("address", models.CharField(max_length=1000)),
                ("keys", models.JSONField(blank=True, default=dict)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("kinds", models.JSONField(default=list)),
                ("players_told", models.JSONField(blank=True, default=list)),
                ("language", models.CharField(blank=True, max_length=10)),
                ("zone", models.CharField(blank=True, max_length=40)),
                ("quiet_from", models.TimeField(blank=True, null=True)),
                ("quiet_to", models.TimeField(blank=True, null=True)),
                ("made_at", models.DateTimeField()),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("ended_because", models.CharField(blank=True, max_length=200)),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="subscriptions",
                        to="tournaments.event",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="subscriptions",
                        to="tournaments.person",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="subscriptions",
                        to="tournaments.player",
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="subscriptions",
                        to="tournaments.section",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [models.Index(fields=["channel", "address"], name="subscription_by_address")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("event__isnull", False), ("person__isnull", True)),
                            models.Q(
                                ("event__isnull", True),
                                ("person__isnull", False),
                                ("player", None),
                                ("section", None),
                                ("user", None),
                            ),
                            _connector="OR",
                        ),
                        name="subscription_of_an_event_or_a_person",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("own", False), ("player__isnull", False), _connector="OR"),
                        name="subscription_own_of_a_player",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("quiet_from__isnull", True), ("quiet_to__isnull", True)),
                            models.Q(("quiet_from__isnull", False), ("quiet_to__isnull", False)),
                            _connector="OR",
                        ),
                        name="subscription_quiet_hours_end",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "channel",
                    models.CharField(
                        choices=[("email", "Email"), ("push", "Push"), ("telegram", "Telegram")], max_length=8
                    ),
                ),
                ("kind", models.CharField(max_length=20)),
                ("language", models.CharField(blank=True, max_length=10)),
                ("title", models.TextField(blank=True)),
                ("body", models.TextField(blank=True)),
                ("path", models.CharField(blank=True, max_length=300)),
                ("tag", models.CharField(blank=True, max_length=32)),
                ("urgent", models.BooleanField(default=False)),
                ("made_at", models.DateTimeField()),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("queued", "Queued"),
                            ("sent", "Sent"),
                            ("failed", "Failed"),
                            ("dropped", "Dropped"),
                        ],
                        default="queued",
                        max_length=7,
                    ),
                ),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                ("problem", models.CharField(blank=True, max_length=200)),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="tournaments.event",
                    ),
                ),
                (
                    "subscription",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="deliveries",
                        to="tournaments.subscription",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("due_at__isnull", False)),
                        fields=["channel", "due_at"],
                        name="delivery_due_by_channel",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("due_at__isnull", False), ("state", "queued")),
                            models.Q(models.Q(("state", "queued"), _negated=True), ("due_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="delivery_due_while_queued",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("sent_at__isnull", False), ("state", "sent")),
                            models.Q(models.Q(("state", "sent"), _negated=True), ("sent_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="delivery_sent_once",
                    ),
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
        migrations.AddField(
            model_name="fee",
            name="team",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="fee",
                to="tournaments.team",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="team",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="entry",
                to="tournaments.team",
            ),
        ),
        migrations.CreateModel(
            name="TeamBye",
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
                    models.UniqueConstraint(
                        fields=("team", "round_number"), name="team_bye_asked_once_a_round"
                    ),
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
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                        blank=True,
                        choices=[("first", "First"), ("second", "Second"), ("both", "Both")],
                        max_length=6,
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
                    models.UniqueConstraint(
                        condition=models.Q(("partial", False)),
                        fields=("round", "first"),
                        name="team_match_first_once",
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
                                ("bye__in", ["pairing_allocated", "full", "half", "zero"]),
                                ("second__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="team_match_opponent_or_bye",
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
            name="TeamRestriction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="team_rules",
                        to="tournaments.section",
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
                            ("last_round__isnull", True),
                            ("last_round__gte", models.F("first_round")),
                            _connector="OR",
                        ),
                        name="team_restriction_ends_after_it_begins",
                    ),
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
        migrations.CreateModel(
            name="BoardQuestion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="board_questions",
                        to="games.game",
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
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="tournaments.broadcast",
                    ),
                ),
            ],
            options={
                "ordering": ["broadcast", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("broadcast", "number"), name="broadcast_round_once")
                ],
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
                                [
                                    "",
                                    "national_final",
                                    "national_team",
                                    "zonal",
                                    "team_championship",
                                    "world_cup",
                                ],
                            )
                        ),
                        name="norm_kind_known",
                    )
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
            name="ElectronicBoard",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
        migrations.AddConstraint(
            model_name="section",
            constraint=models.UniqueConstraint(fields=("event", "slug"), name="section_slug_once_in_event"),
        ),
        migrations.AddConstraint(
            model_name="registration",
            constraint=models.UniqueConstraint(
                fields=("section", "player"), name="registration_once_in_section"
            ),
        ),
        migrations.AddConstraint(
            model_name="registration",
            constraint=models.UniqueConstraint(
                fields=("section", "number"), name="registration_number_once_in_section"
            ),
        ),
        migrations.AddConstraint(
            model_name="registration",
            constraint=models.UniqueConstraint(
                fields=("section", "fixed_board"), name="fixed_board_once_in_section"
            ),
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
                    ("second__isnull", True),
                    models.Q(("first", models.F("second")), _negated=True),
                    _connector="OR",
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
            model_name="fee",
            constraint=models.UniqueConstraint(
                condition=models.Q(("player__isnull", False)),
                fields=("section", "player"),
                name="fee_once_a_player",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state", "confirmed"), _negated=True),
                    ("player__isnull", False),
                    models.Q(("team_name", ""), _negated=True),
                    _connector="OR",
                ),
                name="entry_confirmed_is_a_player",
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
                    ("black__isnull", True),
                    models.Q(("white", models.F("black")), _negated=True),
                    _connector="OR",
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
