"""Clubs and federations that own events, their members, and pending transfers of events."""

from django.conf import settings
from django.core.validators import MinLengthValidator
from django.db import models

from games.models.base import StoredFileField
from tavleya.actors import Role
from tavleya.languages import codes
from tavleya.use import ANNOUNCED, CODE, EDITABLE, SETTING, use
from tournaments.models.event import Event, federation_form, in_language, slug_form

#: Roles that an organisation gives.  In each of its events an owner is an organiser, the others are what they are here.
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
        models.CharField(max_length=10, choices=OrganisationKind.choices, default=OrganisationKind.CLUB.value),
        EDITABLE,
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
                condition=models.Q(role__in=[role.value for role in ORGANISATION_ROLES]),
                name="organisation_role_known",
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
