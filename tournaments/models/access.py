from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q

from tavleya.actors import Role
from tavleya.use import CODE, DELETED, EMPTIED, use
from tournaments.models.event import Event, Organisation
from tournaments.models.player import Player


class ErasureRequest(models.Model):
    """A request to erase personal data: by the person of an account, or by a player with the private link.

    An administrator carries it out, once no event of the person needs the name any more (`done_at`).
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="erasure_requests"
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="erasure_requests")
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["asked_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(done_at__isnull=True), name="erasure_of_an_account_asked_once"
            ),
            models.UniqueConstraint(
                fields=["player"], condition=Q(done_at__isnull=True), name="erasure_of_a_player_asked_once"
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=False, player__isnull=True) | Q(user__isnull=True, player__isnull=False),
                name="erasure_of_an_account_or_a_player",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id or self.player_id} at {self.asked_at:%Y-%m-%d}"


#: Roles that are given.  A player has theirs by being a player of the event; the public needs none.
GRANTED = (Role.ORGANISER, Role.CHIEF_ARBITER, Role.ARBITER, Role.HELPER, Role.TREASURER)


class EventRole(models.Model):
    """A role of a user in one event.  A user may have several."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="event_roles")
    role = models.CharField(max_length=16, choices=[(role.value, role.value) for role in GRANTED])

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "user", "role"], name="role_once_in_event"),
            models.CheckConstraint(condition=models.Q(role__in=[role.value for role in GRANTED]), name="role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role}"


class ApiToken(models.Model):
    """An API token for one event and some actions.  The secret is shown once and not stored.

    Without an `event` it belongs to the account: it is valid for every event of its user, also for events created with
    it.

    `scopes` are names of actions of `tavleya.permissions.Action`; they limit the permissions of its user.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="tokens", null=True, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = use(models.CharField(max_length=80), DELETED)
    digest = use(models.CharField(max_length=64, unique=True), CODE)
    scopes = use(models.JSONField(default=list), CODE)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event", "user", "name"],
                condition=models.Q(revoked_at__isnull=True),
                name="token_name_once_while_valid",
            ),
            models.UniqueConstraint(
                fields=["user", "name"],
                condition=models.Q(revoked_at__isnull=True, event__isnull=True),
                name="account_token_name_once_while_valid",
            ),
            models.CheckConstraint(
                condition=models.Q(expires_at__isnull=True) | models.Q(expires_at__gt=models.F("created_at")),
                name="token_expires_later",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Invitation(models.Model):
    """A link that makes its first user an official of the event, or gives them roles in the organisation.

    It works once, until it expires or is revoked.  `email` is set if the link was sent by email: then only the
    receiver has seen it.  The secret is not stored.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, blank=True, related_name="invitations")
    organisation = models.ForeignKey(
        Organisation, on_delete=models.CASCADE, null=True, blank=True, related_name="invitations"
    )
    roles = use(models.JSONField(default=list), CODE)
    email = use(models.EmailField(blank=True), EMPTIED)
    digest = use(models.CharField(max_length=64, unique=True), CODE)
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(event__isnull=True) ^ models.Q(organisation__isnull=True),
                name="invitation_to_one_place",
            ),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("made_at")), name="invitation_expires_later"
            ),
            models.CheckConstraint(
                condition=models.Q(accepted_at__isnull=True) | models.Q(revoked_at__isnull=True),
                name="invitation_accepted_or_revoked",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id or self.organisation_id} {', '.join(self.roles)}"

    @classmethod
    def open_at(cls, now: datetime) -> models.QuerySet[Invitation]:
        """Return the invitations that can be accepted at this instant."""
        return cls.objects.filter(
            revoked_at=None,
            accepted_at=None,
            expires_at__gt=now,
            event__archived_at=None,
            organisation__merged_into=None,
        )
