"""Event files: the keys that sign them, and hand-offs to other machines."""

import uuid

from django.db import models
from django.db.models import Q

from tavleya.use import ACTOR, CODE, NAMED, use
from tournaments.models.event import Event


class SigningKey(models.Model):
    """A key (Ed25519) that signs files of events: this installation's key, or a trusted one of another installation.

    Both halves as 32 bytes in hexadecimal; `private` is empty for another installation's. `name` is its owner.
    """

    public = use(models.CharField(max_length=64, unique=True), CODE)
    private = use(models.CharField(max_length=64, blank=True), CODE)
    name = use(models.CharField(max_length=200, blank=True), CODE)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(models.Value(1), condition=~Q(private=""), name="one_signing_key_of_our_own")
        ]

    def __str__(self) -> str:
        return self.public[:16]


class HandOff(models.Model):
    """A hand-off: an event runs on another machine (`outgoing`), or here on behalf of another machine.

    It has the same `key` there. `holder` is the entered name of the holder. `rows` is the compressed table of row
    numbers and their keys in the file, because a returning file names rows by these keys. `heads` is the state of the
    event when it was checked out: the last number and digest of each game's record by the game's key, and the number
    and digest of the lines of the log.
    """

    class Outcome(models.TextChoices):
        RETURNED = "returned"
        TAKEN_BACK = "taken_back"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="hand_offs")
    key = models.UUIDField(default=uuid.uuid4, unique=True)
    outgoing = models.BooleanField(default=True)
    holder = use(models.CharField(max_length=120, blank=True), NAMED)
    rows = use(models.BinaryField(default=bytes), CODE)
    heads = use(models.JSONField(default=dict), CODE)
    made_at = models.DateTimeField()
    made_by = use(models.CharField(max_length=80), ACTOR)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = use(models.CharField(max_length=80, blank=True), ACTOR)
    outcome = models.CharField(max_length=10, blank=True, choices=Outcome.choices)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event"], condition=Q(ended_at__isnull=True), name="event_handed_off_once_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(outcome="", ended_at__isnull=True)
                | Q(outcome__in=["returned", "taken_back"], ended_at__isnull=False),
                name="hand_off_ended_some_way",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.holder}"
