from django.db import models

from tavleya.use import ACTOR, CODE, LOCAL, NAMED_EMPTIED, use
from tournaments.models.event import Event


class Log(models.Model):
    """An act of an organiser or arbiter in an event: actor, time, action, before and after.

    The database keeps every row.  `action` is a code such as `registration.withdrawn`; `actor` is `user:7` or
    `system:demo`, with no foreign key and no name: the row outlives the account, and pages look the name up
    (`selectors.actors`).

    `due_at`: when people and programs are notified; null once they are, or if they are not (`happenings`).
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
