import zoneinfo
from collections.abc import Iterable, Mapping
from typing import ClassVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MinLengthValidator, RegexValidator
from django.db import models

from games.models.base import StoredFileField
from tavleya.actors import Role
from tavleya.languages import codes
from tavleya.licences import LICENCES
from tavleya.messages import N_
from tavleya.use import ANNOUNCED, CODE, EDITABLE, LOCAL, SETTING, Copy, Use, use

#: The form of an address: letters, digits and single hyphens.
slug_form = RegexValidator(r"^[a-z0-9]+(-[a-z0-9]+)*\Z", code="bad_slug")
currency_form = RegexValidator(r"^[A-Z]{3}\Z", code="bad_currency")
federation_form = RegexValidator(r"^[A-Z]{3}\Z", code="bad_federation")


def known_zone(name: str) -> None:
    """Check that `name` is an IANA time zone.  Raises: ValidationError ("unknown_time_zone")."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError("no such time zone", code="unknown_time_zone")


class Event(models.Model):
    """An event of one organiser at one place: one or more sections.

    `names` and `description` are by language code; `languages` are those in which forms ask for names, the main one
    first.  Its pages show and read times in `time_zone`; times are stored in UTC.

    `place` is a town, `address` the address of the venue, `contact` how to reach the organisers.  `announcement`, by
    language, is shown on the displays in the hall.  `licence`: the licence of the event's public data.
    `shows_minors`: whether the public pages of people show players of this event who are under 16.
    `uploads_version` grows with each `EventUpload` added or removed, so that pages with uploads are rendered again.

    A rehearsal is a practice event: it can never be published.  `rehearsal_of` is the event that it was copied
    from, if any.  A `template` holds settings for new events; it has no players and is never published.
    `organisation`: the club or federation that owns it.  Only its officials see an archived event (`archived_at`), and
    its records do not change.
    A deleted event (`deleted_at`) keeps only this row, without names, because its log refers to it.
    While another machine runs it (`checked_out_at`, see `HandOff`) it is read-only here.
    """

    slug = use(
        models.CharField(max_length=60, unique=True, validators=[slug_form, MinLengthValidator(2)]), SETTING, local=True
    )
    names = use(models.JSONField(default=dict), SETTING, reset=Copy.REPETITION)
    place = use(models.CharField(max_length=120, blank=True), SETTING, N_("place"))
    address = use(models.CharField(max_length=200, blank=True), SETTING, N_("address"))
    contact = use(models.CharField(max_length=200, blank=True), SETTING, N_("contact"))
    federation = use(models.CharField(max_length=3, blank=True, validators=[federation_form]), SETTING)
    starts_on = use(models.DateField(null=True, blank=True), EDITABLE, N_("first day"), reset=Copy.REPETITION)
    ends_on = use(models.DateField(null=True, blank=True), EDITABLE, N_("last day"), reset=Copy.REPETITION)
    time_zone = use(models.CharField(max_length=40, default="UTC", validators=[known_zone]), SETTING)
    published = use(models.BooleanField(default=False), EDITABLE, N_("published"), reset=Copy.ANY)
    description = use(models.JSONField(default=dict, blank=True), SETTING, N_("description"))
    languages = use(models.JSONField(default=list), SETTING, N_("languages"))
    announcement = use(models.JSONField(default=dict, blank=True), SETTING, N_("announcement"), reset=Copy.ANY)
    licence = use(
        models.CharField(max_length=20, blank=True, choices=[(terms.code, terms.name) for terms in LICENCES.values()]),
        SETTING,
    )
    shows_minors = use(models.BooleanField(default=False), EDITABLE, N_("players under 16 on public pages of people"))
    uploads_version = use(models.PositiveIntegerField(default=0, editable=False), LOCAL)
    search_key = use(
        models.TextField(default="", editable=False), ANNOUNCED
    )  # of names and place, as `tavleya.formats.names` folds them
    created_at = models.DateTimeField()
    rehearsal = models.BooleanField(default=False)
    rehearsal_of = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="rehearsals")
    template = use(models.BooleanField(default=False, editable=False), LOCAL)
    organisation = models.ForeignKey(
        "tournaments.Organisation", on_delete=models.PROTECT, null=True, blank=True, related_name="events"
    )
    archived_at = models.DateTimeField(null=True, blank=True)
    deleted_at = use(models.DateTimeField(null=True, blank=True), LOCAL)
    checked_out_at = use(models.DateTimeField(null=True, blank=True, editable=False), LOCAL)

    relations: ClassVar[Mapping[str, Use]] = {"rehearsal_of": LOCAL, "organisation": LOCAL}

    class Meta:
        ordering = ["slug"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(slug=""), name="event_has_a_slug"),
            models.CheckConstraint(
                condition=models.Q(starts_on__isnull=True)
                | models.Q(ends_on__isnull=True)
                | models.Q(ends_on__gte=models.F("starts_on")),
                name="event_ends_after_it_starts",
            ),
            models.CheckConstraint(
                condition=models.Q(rehearsal=False) | models.Q(published=False), name="event_rehearsal_not_published"
            ),
            models.CheckConstraint(
                condition=models.Q(template=False) | models.Q(published=False, rehearsal=False),
                name="event_template_not_published",
            ),
            models.CheckConstraint(
                condition=models.Q(rehearsal=True) | models.Q(rehearsal_of__isnull=True),
                name="event_only_rehearsal_is_a_copy",
            ),
            models.CheckConstraint(
                condition=models.Q(deleted_at__isnull=True) | models.Q(archived_at__isnull=False, published=False),
                name="event_deleted_is_not_shown",
            ),
        ]
        indexes = [models.Index(fields=["published", "-starts_on"], name="event_public_list")]

    def __str__(self) -> str:
        return self.slug

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        return zoneinfo.ZoneInfo(self.time_zone)

    @property
    def long(self) -> bool:
        """Whether it lasts more than 30 days, and ratings change while it is played."""
        return self.starts_on is not None and self.ends_on is not None and (self.ends_on - self.starts_on).days > 30

    @property
    def text_languages(self) -> list[str]:
        """The languages in which names are asked for, the main one first; all languages if none is chosen."""
        existing = codes()
        return [code for code in self.languages if code in existing] or list(existing)

    def name_in(self, language: str) -> str:
        """Return the name in `language`, else in the event's main language, else in any language."""
        return in_language(self.names, language, self.languages) or self.slug


def in_language(texts: Mapping[str, str], language: str, others: Iterable[str]) -> str:
    """Return the text in `language`, else the first text in the languages `others`, else any text."""
    for code in (language, *others):
        if texts.get(code):
            return texts[code]
    return next((text for text in texts.values() if text), "")


# Clubs and federations that own events, their members, and pending transfers of events.

#: Roles that an organisation gives.  In each of its events an owner is an organiser; other roles stay the same.
ORGANISATION_ROLES = (Role.OWNER, Role.ORGANISER, Role.ARBITER, Role.TREASURER)


class OrganisationKind(models.TextChoices):
    CLUB = "club"
    FEDERATION = "federation"


class Organisation(models.Model):
    """A club or a federation.

    `names` and `about` are by language code; `languages` are those in which forms ask for names, the main one first.
    `country` is a federation code.  `logo` is the name of its image in the storage, empty without one, `logo_type` its
    media type; `logo_digest` changes with it.  `merged_into`: the organisation that it was merged into, which has its
    events and people since.
    """

    slug = use(models.CharField(max_length=60, unique=True, validators=[slug_form, MinLengthValidator(2)]), SETTING)
    names = use(models.JSONField(default=dict), SETTING)
    short_name = use(models.CharField(max_length=20, blank=True), SETTING)
    kind = use(
        models.CharField(max_length=10, choices=OrganisationKind.choices, default=OrganisationKind.CLUB.value), EDITABLE
    )
    country = use(models.CharField(max_length=3, blank=True, validators=[federation_form]), SETTING)
    languages = use(models.JSONField(default=list), CODE, editable=True)
    about = use(models.JSONField(default=dict, blank=True), SETTING)
    website = use(models.URLField(max_length=200, blank=True), SETTING)
    contact = use(models.CharField(max_length=200, blank=True), SETTING)
    logo = use(StoredFileField(max_length=100, blank=True, editable=False), CODE)
    logo_type = use(models.CharField(max_length=20, blank=True, editable=False), CODE)
    logo_digest = use(models.CharField(max_length=64, blank=True, editable=False), CODE)
    search_key = use(models.TextField(default="", editable=False), ANNOUNCED)
    created_at = models.DateTimeField()
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged", editable=False
    )

    class Meta:
        ordering = ["slug"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(slug=""), name="organisation_has_a_slug"),
            models.CheckConstraint(
                condition=models.Q(kind__in=OrganisationKind.values), name="organisation_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(merged_into__isnull=True) | ~models.Q(merged_into=models.F("pk")),
                name="organisation_not_merged_into_itself",
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    def name_in(self, language: str) -> str:
        """Return the name in `language`, else in the main language, else in any language."""
        return in_language(self.names, language, self.languages) or self.slug

    def short_in(self, language: str) -> str:
        return self.short_name or self.name_in(language)

    @property
    def text_languages(self) -> list[str]:
        """The languages in which names are asked for; all languages if none is chosen."""
        existing = codes()
        return [code for code in self.languages if code in existing] or list(existing)


class OrganisationRole(models.Model):
    """A role of a user in an organisation, and so in each event that it owns.

    `listed`: the user has agreed to be named on its public page.
    """

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="organisation_roles")
    role = models.CharField(max_length=16, choices=[(role.value, role.value) for role in ORGANISATION_ROLES])
    listed = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organisation", "user", "role"], name="role_once_in_organisation"),
            models.CheckConstraint(
                condition=models.Q(role__in=[role.value for role in ORGANISATION_ROLES]), name="organisation_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role}"


class EventMove(models.Model):
    """A pending transfer of an event to the organisation `to`: it takes effect once both sides have agreed.

    `given`: the owning organisation has agreed, or the organisers if there is no owner.  `taken`: `to` has agreed.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="move")
    to = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="moves")
    given = models.BooleanField(default=False)
    taken = models.BooleanField(default=False)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    asked_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(given=True) ^ models.Q(taken=True), name="event_move_waits_for_one_side"
            )
        ]

    def __str__(self) -> str:
        return f"{self.event_id} to {self.to_id}"


class OrganisationLog(models.Model):
    """An act in an organisation, like `Log` for events.  The database keeps every row."""

    #: The organisation itself, always; any other subject of a row is in `before` and `after`.
    subject = ""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="log")
    at = models.DateTimeField()
    actor = use(models.CharField(max_length=80), CODE)
    action = use(models.CharField(max_length=40), CODE)
    before = use(models.JSONField(null=True), ANNOUNCED)
    after = use(models.JSONField(null=True), ANNOUNCED)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.CheckConstraint(condition=~models.Q(action=""), name="organisation_log_has_an_action")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action} {self.organisation_id}"
