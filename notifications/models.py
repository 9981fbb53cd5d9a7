"""The outbox: subscriptions, webhooks, notices, and every outgoing message."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from tavleya.use import CODE, DELETED, NAMED, use
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.player import Person, Player
from tournaments.models.section import Section


class Channel(models.TextChoices):
    """The ways of a message: to people by a record of `services.channels`, to programs as a webhook."""

    EMAIL = "email"
    PUSH = "push"
    TELEGRAM = "telegram"
    WEBHOOK = "webhook"


class Subscription(models.Model):
    """One address (email, a browser's push endpoint, a chat) that receives `kinds` of messages on one subject.

    The subject is a person in all public events, or part of one `event`: a player (`own`: subscribed by the holder of
    the private page, otherwise by a follower), else an official (`user`), else the section, else the whole event.

    `digest` is of channel, address and subject. `keys` encrypt messages to a browser. Only the confirmation email is
    sent before `confirmed_at`, and no message after `ended_at`; `ended_because` is `asked`, `hidden` or the channel's
    response. `players_told`: for a person, the keys of the players whose entry the subscriber knows.

    Quiet hours are from `quiet_from` to `quiet_to` by the clock of `zone`, by default the event's.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, blank=True, related_name="subscriptions")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, null=True, blank=True, related_name="subscriptions")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, null=True, blank=True, related_name="subscriptions")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, blank=True, related_name="subscriptions")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    own = models.BooleanField(default=False)
    channel = models.CharField(max_length=8, choices=Channel.choices)
    address = use(models.CharField(max_length=1000), DELETED)
    keys = use(models.JSONField(default=dict, blank=True), DELETED, withheld=True)
    digest = use(models.CharField(max_length=64, unique=True), DELETED, withheld=True)
    kinds = use(models.JSONField(default=list), DELETED)
    players_told = use(models.JSONField(default=list, blank=True), CODE)
    language = use(models.CharField(max_length=10, blank=True), DELETED)
    zone = use(models.CharField(max_length=40, blank=True), DELETED)
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_to = models.TimeField(null=True, blank=True)
    made_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_because = use(models.CharField(max_length=200, blank=True), DELETED)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(event__isnull=False, person__isnull=True)
                | Q(event__isnull=True, person__isnull=False, section=None, player=None, user=None),
                name="subscription_of_an_event_or_a_person",
            ),
            models.CheckConstraint(
                condition=Q(own=False) | Q(player__isnull=False), name="subscription_own_of_a_player"
            ),
            models.CheckConstraint(
                condition=Q(quiet_from__isnull=True, quiet_to__isnull=True)
                | Q(quiet_from__isnull=False, quiet_to__isnull=False),
                name="subscription_quiet_hours_end",
            ),
        ]
        indexes = [models.Index(fields=["channel", "address"], name="subscription_by_address")]

    def __str__(self) -> str:
        of = f"event {self.event_id}" if self.person_id is None else f"person {self.person_id}"
        return f"{self.channel} of {of}"


class Notice(models.Model):
    """An act (or an event at `due_at`) that subscribers may want to know; deleted once its deliveries exist.

    Written in the transaction of the act. `facts`: the keys of the rows that it is about.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="notices")
    kind = use(models.CharField(max_length=20), CODE)
    facts = use(models.JSONField(default=dict), CODE)
    made_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.kind} of event {self.event_id}"


class Lane(models.Model):
    """A host to which messages go one after another, with its failures and the current sender.

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
    lane = models.ForeignKey(Lane, on_delete=models.PROTECT, related_name="webhooks")
    url = use(models.URLField(max_length=500), CODE)
    kinds = use(models.JSONField(default=list), CODE)
    secret = use(models.CharField(max_length=80), CODE)
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "url"], condition=Q(revoked_at__isnull=True), name="webhook_address_once_while_valid"
            )
        ]

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """One message to one address, with its state.

    Addressed to a `subscription`, or about an `entry` to the address in it, or to a `webhook`. An email about an entry
    has no text here: it is rendered when it is sent. `title` and `body` are in the receiver's language; `path` leads to
    the public page, empty for the holder of a private page. Of messages with one `tag` to one address only the newest
    is sent.

    `due_at`: time of the next attempt while queued. The sender first moves it on as a lease, so that no other sender
    takes the message, and a crashed sender leaves it to the next; webhooks are leased by their lane. `problem`: why it
    failed or was dropped. `status`: of the last response to a webhook.
    """

    class State(models.TextChoices):
        QUEUED = "queued"
        SENT = "sent"
        FAILED = "failed"  # given up
        DROPPED = "dropped"  # not wanted any more

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="deliveries")
    subscription = models.ForeignKey(
        Subscription, on_delete=models.SET_NULL, null=True, blank=True, related_name="deliveries"
    )
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="deliveries")
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, null=True, blank=True, related_name="deliveries")
    channel = models.CharField(max_length=8, choices=Channel.choices)
    kind = use(models.CharField(max_length=40), CODE)
    language = use(models.CharField(max_length=10, blank=True), CODE)
    title = use(models.TextField(blank=True), NAMED)
    body = use(models.TextField(blank=True), NAMED)
    path = use(models.CharField(max_length=300, blank=True), CODE)
    tag = use(models.CharField(max_length=32, blank=True), CODE)
    urgent = models.BooleanField(default=False)
    made_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=7, choices=State.choices, default=State.QUEUED)
    sent_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    problem = use(models.CharField(max_length=200, blank=True), CODE)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="queued", due_at__isnull=False) | (~Q(state="queued") & Q(due_at__isnull=True)),
                name="delivery_due_while_queued",
            ),
            models.CheckConstraint(
                condition=Q(state="sent", sent_at__isnull=False) | (~Q(state="sent") & Q(sent_at__isnull=True)),
                name="delivery_sent_once",
            ),
        ]
        indexes = [
            models.Index(
                fields=["channel", "due_at"], condition=Q(due_at__isnull=False), name="delivery_due_by_channel"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} by {self.channel}"
