"""Webhooks: programs that receive the acts of an event."""

import uuid

from django.db import models
from django.db.models import Q

from tavleya.use import CODE, NAMED, use
from tournaments.models.event import Event


class WebhookHost(models.Model):
    """The host of webhook URLs, with its failures and the current sender.

    After `failures` in a row nothing is sent to it before `paused_until`; a sweep is sending to it until `busy_until`.
    """

    name = use(models.CharField(max_length=255, unique=True), CODE)
    failures = models.PositiveSmallIntegerField(default=0)
    paused_until = models.DateTimeField(null=True, blank=True)
    busy_until = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name


class Webhook(models.Model):
    """A URL that receives `kinds` of acts. `secret` signs the messages; only its owner was shown it."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="webhooks")
    host = models.ForeignKey(WebhookHost, on_delete=models.PROTECT, related_name="webhooks")
    url = use(models.URLField(max_length=500), CODE)
    kinds = use(models.JSONField(default=list), CODE)
    secret = use(models.CharField(max_length=80), CODE)
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "url"],
                condition=Q(revoked_at__isnull=True),
                name="webhook_address_once_while_valid",
            )
        ]

    def __str__(self) -> str:
        return self.url


class WebhookDelivery(models.Model):
    """One message to one URL, with its state.

    `next_at` is the time of the next attempt; None once it has arrived or has been given up.
    """

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    kind = use(models.CharField(max_length=40), CODE)
    body = use(models.TextField(), NAMED)
    made_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True, blank=True)
    delivered_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    problem = use(models.CharField(max_length=200, blank=True), CODE)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(delivered_at__isnull=True) | Q(next_at__isnull=True), name="delivered_once"
            )
        ]
        indexes = [models.Index(fields=["next_at"], condition=Q(next_at__isnull=False), name="delivery_due")]

    def __str__(self) -> str:
        return f"{self.kind} to {self.webhook_id}"
