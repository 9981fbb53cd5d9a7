"""Data of a team Swiss in addition to rounds and matches: requested byes, teams that are kept apart."""

from django.db import models
from django.db.models import F, Q

from tournaments.models.byes import REQUESTED, AskedBye, RuledPair
from tournaments.models.section import Section
from tournaments.models.team import Team


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
