from django.conf import settings
from django.db import models

from tavleya.use import CODE, use
from tournaments.models.event import Event
from tournaments.models.round import Round


class ChecklistTick(models.Model):
    """A checklist point that an arbiter ticked: which point, for which round (None: the event), by which user, and
    when.

    The row is kept when the tick is undone: `undone_at` and `undone_by` say when and by which user.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="checklist_ticks")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, null=True, related_name="checklist_ticks")
    item = use(models.CharField(max_length=40), CODE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["event", "at"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "item"],
                condition=models.Q(undone_at__isnull=True, round__isnull=False),
                name="checklist_ticked_once_in_round",
            ),
            models.UniqueConstraint(
                fields=["event", "item"],
                condition=models.Q(undone_at__isnull=True, round__isnull=True),
                name="checklist_ticked_once_in_event",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.round_id}: {self.item}"
