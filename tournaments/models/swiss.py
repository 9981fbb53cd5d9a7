"""Data of a Swiss in addition to rounds and boards: requested byes, pair constraints, origins of pairings."""

from collections.abc import Mapping
from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from tavleya.record.results import Result
from tavleya.use import ACTOR, CODE, LOCAL, NAMED, Use, use
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import REQUESTED, AskedBye, Round, RuledPair
from tournaments.models.section import Section
from tournaments.models.team import Team


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

    `one` has the smaller key, so that two rules cannot speak of the same pair.
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
    `services.rollback.restore_points.restore`.

    `data` is JSON, compressed: the state of the section, or with a `base` the differences from that point
    (`services.rollback.snapshots`).
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
                condition=Q(result__in=[one.value for one in Result]), name="rating_correction_of_a_result"
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
                condition=Q(kind__in=[kind.value for kind in REQUESTED]),
                name="team_bye_that_may_be_asked_for",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team_id}, round {self.round_number}: {self.kind}"


class TeamRestriction(RuledPair):
    """Two teams that may not meet, in some rounds (`first_round` to `last_round`) or in all.

    `one` has the smaller key, so that two restrictions cannot speak of the same pair.
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
