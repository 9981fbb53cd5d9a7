"""The log of an event, the files sent to it, and background jobs."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.base import StoredFileField
from tavleya.use import ACTOR, ANNOUNCED, CODE, EMPTIED, LOCAL, NAMED, NAMED_EMPTIED, use
from tournaments.models.event import Event
from tournaments.models.section import Section


class Log(models.Model):
    """An act of an organiser or arbiter in an event: actor, time, action, before and after.

    The database keeps every row.  `action` is a code such as `registration.withdrawn`; `actor` is `user:7` or
    `system:demo`, with no foreign key and no name: the row outlives the account, and pages look the name up
    (`tournaments.names.names_of`).

    `due_at`: when people and programs are notified; null once they are, or if they are not (`tournaments.activity`).
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="log")
    at = models.DateTimeField()
    actor = use(models.CharField(max_length=80), ACTOR)
    action = use(models.CharField(max_length=40), CODE)
    subject = use(models.CharField(max_length=80), CODE)
    before = use(models.JSONField(null=True), NAMED_EMPTIED)
    after = use(models.JSONField(null=True), NAMED_EMPTIED)
    due_at = use(models.DateTimeField(null=True), LOCAL)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["event", "-id"], name="log_of_event"),
            models.Index(fields=["event", "subject"], name="log_of_subject"),
            models.Index(fields=["due_at"], condition=models.Q(due_at__isnull=False), name="log_due"),
        ]
        constraints = [models.CheckConstraint(condition=~models.Q(action=""), name="log_has_an_action")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action} {self.subject}"

    @property
    def subject_id(self) -> int:
        return int(self.subject.rpartition(":")[2])


class UploadKind(models.TextChoices):
    REGULATIONS = "regulations"
    IMAGE = "image"


class EventUpload(models.Model):
    """A public file of an organiser: regulations for the event's page, an image for its displays.

    `title` is the text of its link, or the alternative text of the image.  `stored` is its name in the storage, which
    does not reveal the event; `kind` and `media_type` were detected from its bytes.  `size` in bytes, `width` and
    `height` of an image in pixels.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="uploads")
    kind = models.CharField(max_length=12, choices=UploadKind.choices)
    title = use(models.CharField(max_length=120), ANNOUNCED)
    stored = use(StoredFileField(max_length=100, unique=True), CODE, local=True)
    media_type = use(models.CharField(max_length=20), CODE)
    size = models.PositiveIntegerField()
    width = models.PositiveIntegerField(null=True, blank=True)
    height = models.PositiveIntegerField(null=True, blank=True)
    sha256 = use(models.CharField(max_length=64), CODE)
    added_at = models.DateTimeField()

    class Meta:
        ordering = ["event", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=UploadKind.values), name="event_upload_kind_known"),
            models.UniqueConstraint(fields=["event", "kind", "sha256"], name="event_upload_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.title}"


class JobKind(models.TextChoices):
    IMPORT_GAMES = "import_games"
    PAIR_ROUND = "pair_round"
    IMPORT_TRF = "import_trf"
    EXPORT_EVENT = "export_event"
    IMPORT_EVENT = "import_event"  # without an event, until it has created one
    CHECK_IN = "check_in"
    IMPORT_RATINGS = "import_ratings"  # of the whole service


#: Jobs that need no section.
_OF_EVENT = [JobKind.IMPORT_TRF, JobKind.EXPORT_EVENT, JobKind.CHECK_IN]
#: Jobs that need no event either.
_OF_NO_EVENT = [JobKind.IMPORT_EVENT, JobKind.IMPORT_RATINGS]


class JobState(models.TextChoices):
    PREPARED = "prepared"  # the file is stored; the user has not decided yet what to do with it
    WAITING = "waiting"
    DONE = "done"
    FAILED = "failed"


class Job(models.Model):
    """Work that a request does not wait for.  `report` is its outcome, or the problems that stopped it.

    Its progress while it runs is in the cache (`tournaments.services.rounds.progress_of`): the work is one
    transaction, and nothing that it writes is visible before it is over.

    A job that creates a section has its `event`, but no `section` until it is done.  The file of a whole event is in
    the storage: that of an export by the name in its `report`, that of an import by the name in its `payload`.
    """

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=20, choices=JobKind.choices)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="jobs", null=True)
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="jobs", null=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    actor = use(models.JSONField(default=dict), NAMED)
    filename = use(models.CharField(max_length=200, blank=True), NAMED)
    payload = use(models.BinaryField(default=bytes), EMPTIED, withheld=True)
    state = models.CharField(max_length=8, choices=JobState.choices, default=JobState.WAITING)
    report = use(models.JSONField(default=dict), NAMED)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=JobKind.values), name="job_kind_known"),
            models.CheckConstraint(
                condition=Q(state__in=[JobState.PREPARED, JobState.WAITING], finished_at__isnull=True)
                | Q(state__in=[JobState.DONE, JobState.FAILED], finished_at__isnull=False),
                name="job_finished_when_over",
            ),
            models.CheckConstraint(
                condition=Q(section__isnull=False)
                | Q(kind__in=_OF_EVENT, event__isnull=False)
                | Q(kind__in=_OF_NO_EVENT),
                name="job_of_a_section_or_making_one",
            ),
            models.UniqueConstraint(
                fields=["section"],
                condition=Q(kind=JobKind.PAIR_ROUND, state=JobState.WAITING),
                name="one_pairing_of_a_section_at_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"
