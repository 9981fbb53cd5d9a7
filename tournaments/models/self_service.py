"""Self-service of players: private links, reports of results, requests for byes."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from tavleya.record.results import Result
from tavleya.sides import Side
from tavleya.use import CODE, DELETED, use
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.round import Bye

#: The results that two players can agree on; forfeits and double losses are for an arbiter.
REPORTABLE = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
#: Byes that a player may wish for; a full point for nothing is for the organiser to give.
REQUESTABLE = (Bye.HALF, Bye.ZERO)


class PlayerLink(models.Model):
    """A private link to a player's own page.  The secret is not stored; see `tournaments.services.players`.

    `serial` counts the player's links: only the newest is valid, until `revoked_at`.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="player_links")
    serial = models.PositiveIntegerField()
    digest = use(models.CharField(max_length=64, unique=True), DELETED, withheld=True)
    made_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "serial"], name="link_serial_once"),
            models.UniqueConstraint(
                fields=["player"], condition=Q(revoked_at__isnull=True), name="one_valid_link_of_a_player"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}, no. {self.serial}"


class ResultReport(models.Model):
    """A result reported by one of the two players.  Two equal reports set the result; two different ones wait."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="reports")
    side = models.CharField(max_length=5, choices=[(side.value, side.value) for side in Side])
    result = use(models.CharField(max_length=8), CODE)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pairing", "side"], name="one_report_of_a_side"),
            models.CheckConstraint(
                condition=Q(result__in=[one.value for one in REPORTABLE]), name="report_of_a_played_result"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id} {self.side}: {self.result}"


class ByeRequest(models.Model):
    """A bye that a player asks for on their page.  It has no effect before an officer grants it.

    `granted` is None until an officer decides.
    """

    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="bye_requests")
    round_number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(400)])
    kind = models.CharField(max_length=20, choices=[(kind.value, kind.label) for kind in REQUESTABLE])
    asked_at = models.DateTimeField()
    granted = models.BooleanField(null=True, default=None)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round_number", "registration__number"]
        constraints = [
            models.UniqueConstraint(fields=["registration", "round_number"], name="one_bye_request_a_round"),
            models.CheckConstraint(
                condition=Q(kind__in=[kind.value for kind in REQUESTABLE]), name="bye_that_may_be_requested"
            ),
            models.CheckConstraint(
                condition=Q(granted__isnull=True, decided_at__isnull=True)
                | Q(granted__isnull=False, decided_at__isnull=False),
                name="bye_request_decided_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.registration_id}, round {self.round_number}: {self.kind}"
