from django.conf import settings
from django.db import models

from tavleya.use import CODE, NAMED, use
from tournaments.models.event import Event
from tournaments.models.player import Registration
from tournaments.models.section import Section


class Duty(models.Model):
    """An arbiter's duty in an event, with start and (once it is over) end; `task` describes it (13.1–13.3).

    `section`, `first_board` and `last_board` are the assigned boards; without them, the whole hall.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="duties")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    task = use(models.CharField(max_length=200, blank=True), NAMED)
    section = models.ForeignKey(Section, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    first_board = models.PositiveIntegerField(null=True, blank=True)
    last_board = models.PositiveIntegerField(null=True, blank=True)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["event", "began_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "user"], condition=models.Q(ended_at__isnull=True), name="duty_open_once"
            ),
            models.CheckConstraint(
                condition=models.Q(ended_at__isnull=True) | models.Q(ended_at__gte=models.F("began_at")),
                name="duty_ends_after_it_begins",
            ),
            models.CheckConstraint(
                condition=models.Q(first_board__isnull=True)
                | models.Q(last_board__isnull=True)
                | models.Q(last_board__gte=models.F("first_board")),
                name="duty_boards_in_order",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.user_id}"


class HallIncident(models.Model):
    """An incident in the hall that belongs to no single board: spectators sent out, light, noise (13.2, 13.7).

    Written once and never changed. `registration`: the player concerned, if any.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="incidents")
    registration = models.ForeignKey(
        Registration, on_delete=models.PROTECT, null=True, blank=True, related_name="incidents"
    )
    code = use(models.CharField(max_length=30), CODE)
    article = use(models.CharField(max_length=40, blank=True), CODE)
    text = use(models.TextField(), NAMED)
    at = models.DateTimeField()
    arbiter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["event", "at"]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.code}"
