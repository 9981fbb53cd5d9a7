import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [("tournaments", "0001_tables")]

    operations = [
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
                        validators=[django.core.validators.RegexValidator("^[A-Z]{3}\\Z", code="bad_currency")],
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
            name="CheckIn",
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
                ("opens_at", models.DateTimeField(blank=True, null=True)),
                ("closes_at", models.DateTimeField(blank=True, null=True)),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="check_ins", to="tournaments.section"
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
            name="Fee",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                (
                    "currency",
                    models.CharField(
                        max_length=3,
                        validators=[django.core.validators.RegexValidator("^[A-Z]{3}\\Z", code="bad_currency")],
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="fees", to="tournaments.event"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="fees",
                        to="tournaments.player",
                    ),
                ),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="fees", to="tournaments.section"
                    ),
                ),
                (
                    "team",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="fee",
                        to="tournaments.team",
                    ),
                ),
            ],
            options={
                "ordering": ["event", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="fee_number_once_in_event"),
                    models.UniqueConstraint(
                        condition=models.Q(("player__isnull", False)),
                        fields=("section", "player"),
                        name="fee_once_a_player",
                    ),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="fee_number_from_one"),
                    models.CheckConstraint(
                        condition=models.Q(("waived", False), ("amount", 0), _connector="OR"),
                        name="fee_waived_is_nothing",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Payment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                        choices=[("cash", "Cash"), ("transfer", "Transfer"), ("card", "Card"), ("online", "Online")],
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="payments", to="tournaments.event"
                    ),
                ),
                (
                    "fee",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="payments", to="entries.fee"
                    ),
                ),
                (
                    "voids",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="voided_by",
                        to="entries.payment",
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
                            ("voids__isnull", True), models.Q(("voids", models.F("pk")), _negated=True), _connector="OR"
                        ),
                        name="payment_voids_another",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PaymentReport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                        to="entries.payment",
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
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
            name="Presence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("own", models.BooleanField(default=False)),
                (
                    "check_in",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="present", to="entries.checkin"
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
                "constraints": [models.UniqueConstraint(fields=("check_in", "registration"), name="checked_in_once")]
            },
        ),
    ]
