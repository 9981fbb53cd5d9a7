"""Data of a Swiss in addition to rounds and boards: requested byes, pair constraints, origins of pairings."""

from collections.abc import Mapping
from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from tavleya.record.results import Result
from tavleya.sides import Side
from tavleya.use import ACTOR, CODE, DELETED, LOCAL, NAMED, Use, use
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration, Team
from tournaments.models.round import REQUESTED, AskedBye, Bye, Round, RuledPair
from tournaments.models.section import Section

# Self-service of players: private links, reports of results, requests for byes.

#: The results that two players can agree on; forfeits and double losses are for an arbiter.
REPORTABLE = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
#: Byes that a player may request; only the organiser gives a full-point bye.
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
                condition=Q(result__in=[result.value for result in REPORTABLE]), name="report_of_a_played_result"
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


class RequestedBye(AskedBye):
    """A requested or promised bye of a player in a round that is not paired yet."""

    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="requested_byes")

    class Meta:
        ordering = ["round_number", "registration__number"]
        constraints = [
            models.UniqueConstraint(fields=["registration", "round_number"], name="bye_asked_once_a_round"),
            models.CheckConstraint(
                condition=Q(kind__in=[kind.value for kind in REQUESTED]), name="bye_that_may_be_asked_for"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.registration_id}, round {self.round_number}: {self.kind}"


class PairConstraintKind(models.TextChoices):
    """The organiser's ruling about two players."""

    APART = "apart"  # they are not paired with each other
    TOGETHER = "together"  # they are, regardless of the system


class PairConstraint(RuledPair):
    """Two players who may not, or must, meet; in some rounds (`first_round` to `last_round`) or in all.

    `one` has the smaller key, so that no pair can have two rules.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="pair_rules")
    kind = models.CharField(max_length=8, choices=PairConstraintKind.choices)
    one = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["kind", "one__number", "other__number"]
        constraints = [
            models.UniqueConstraint(fields=["section", "one", "other"], name="pair_ruled_once"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="pair_in_order"),
            models.CheckConstraint(condition=Q(kind__in=PairConstraintKind.values), name="pair_rule_known"),
            models.CheckConstraint(
                condition=Q(last_round__isnull=True) | Q(last_round__gte=F("first_round")),
                name="pair_rule_ends_after_it_begins",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} {self.kind} {self.other_id}"


class Provenance(models.Model):
    """The complete origin of a Swiss round's pairing, stored so that it can be explained at any later time.

    `state` is the engine's input (`tournaments.services.swiss_state`), `digest` its SHA-256.  `boards` are the
    engine's, in pairs of starting numbers, and `bye` its pairing-allocated bye; `trace` is bracket by bracket.
    `version` grows with every change by hand.  `waived` are breaches that an official accepted, with reason.
    """

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="provenance")
    engine = use(models.CharField(max_length=60), CODE)
    edition = use(models.CharField(max_length=20), CODE)
    accelerated = models.BooleanField(default=False)
    state = use(models.JSONField(), CODE)
    digest = use(models.CharField(max_length=64), CODE)
    boards = use(models.JSONField(), CODE)
    bye = models.PositiveIntegerField(null=True)
    trace = use(models.JSONField(default=list), CODE)
    version = models.PositiveIntegerField(default=0)
    waived = use(models.JSONField(default=list), NAMED)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.round_id}: {self.engine}"


class RestorePoint(models.Model):
    """The state of a section before a change of its pairing (`before` is its code); see
    `services.restore_points.restore`.

    `data` is JSON, compressed: the state of the section, or with a `base` the differences from that point
    (`tavleya.deltas`).
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="restore_points")
    before = use(models.CharField(max_length=40), CODE)
    round_number = models.PositiveSmallIntegerField(null=True)
    data = use(models.BinaryField(), NAMED, withheld=True)
    base = models.ForeignKey("self", on_delete=models.CASCADE, related_name="differing", null=True)
    actor = use(models.CharField(max_length=80), ACTOR)
    made_at = models.DateTimeField()

    relations: ClassVar[Mapping[str, Use]] = {"base": LOCAL}

    class Meta:
        ordering = ["-pk"]
        constraints = [models.CheckConstraint(condition=~Q(before=""), name="restore_point_says_why")]

    def __str__(self) -> str:
        return f"{self.section_id}, before {self.before}"


class RatingCorrection(models.Model):
    """The correct result of a game, found too late to change a Swiss: it counts only in the rating report."""

    pairing = models.OneToOneField(Pairing, on_delete=models.CASCADE, related_name="rating_correction")
    result = use(models.CharField(max_length=8), CODE)
    reason = use(models.CharField(max_length=400), NAMED)
    actor = use(models.CharField(max_length=80), ACTOR)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(result__in=[result.value for result in Result]), name="rating_correction_of_a_result"
            )
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}: {self.result}"


# Data of a team Swiss in addition to rounds and matches: requested byes, teams that are kept apart.


class TeamBye(AskedBye):
    """A requested or promised bye of a team in a round that is not paired yet."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="requested_byes")

    class Meta:
        ordering = ["round_number", "team__number"]
        constraints = [
            models.UniqueConstraint(fields=["team", "round_number"], name="team_bye_asked_once_a_round"),
            models.CheckConstraint(
                condition=Q(kind__in=[kind.value for kind in REQUESTED]), name="team_bye_that_may_be_asked_for"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team_id}, round {self.round_number}: {self.kind}"


class TeamRestriction(RuledPair):
    """Two teams that may not meet, in some rounds (`first_round` to `last_round`) or in all.

    `one` has the smaller key, so that no pair can have two restrictions.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="team_rules")
    one = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["one__number", "other__number"]
        constraints = [
            models.UniqueConstraint(fields=["section", "one", "other"], name="teams_kept_apart_once"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="teams_kept_apart_in_order"),
            models.CheckConstraint(
                condition=Q(last_round__isnull=True) | Q(last_round__gte=F("first_round")),
                name="team_restriction_ends_after_it_begins",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} apart from {self.other_id}"
