from django.db import models
from django.db.models import Q

from games.models.stored import StoredFileField
from tavleya.use import ANNOUNCED, CODE, use
from tournaments.models.event import Event


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
