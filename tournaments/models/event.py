import zoneinfo
from collections.abc import Iterable, Mapping
from typing import ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import MinLengthValidator, RegexValidator
from django.db import models

from tavleya.languages import codes
from tavleya.licences import LICENCES
from tavleya.messages import N_
from tavleya.use import ANNOUNCED, EDITABLE, LOCAL, SETTING, Copy, Use, use

#: The form of an address: letters, digits and single hyphens.
slug_form = RegexValidator(r"^[a-z0-9]+(-[a-z0-9]+)*\Z", code="bad_slug")
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
        models.CharField(max_length=60, unique=True, validators=[slug_form, MinLengthValidator(2)]),
        SETTING,
        local=True,
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
        models.CharField(max_length=20, blank=True, choices=[(one.code, one.name) for one in LICENCES.values()]),
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
                condition=models.Q(rehearsal=False) | models.Q(published=False),
                name="event_rehearsal_not_published",
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
