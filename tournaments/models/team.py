from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from tavleya.messages import N_
from tavleya.use import EDITABLE, NAMED, SETTING, use
from tournaments.models.event import federation_form
from tournaments.models.player import Registration
from tournaments.models.round import Bye, Round
from tournaments.models.section import Section

MOST_BOARDS = 60


class TeamStatus(models.TextChoices):
    ACTIVE = "active"
    WITHDRAWN = "withdrawn"  # its matches still to come are forfeited as their rounds are published


class Team(models.Model):
    """A team of a section.  `number` is its pairing number; `captain` is named as the team wrote it."""

    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="teams")
    number = use(models.PositiveIntegerField(), EDITABLE)
    name = use(models.CharField(max_length=80), SETTING, N_("name"))
    names = use(models.JSONField(default=dict, blank=True), SETTING)
    captain = use(models.CharField(max_length=120, blank=True), NAMED, editable=True)
    federation = use(models.CharField(max_length=3, blank=True, validators=[federation_form]), SETTING)
    status = models.CharField(max_length=10, choices=TeamStatus.choices, default=TeamStatus.ACTIVE)

    class Meta:
        ordering = ["section", "number"]
        constraints = [
            models.UniqueConstraint(fields=["section", "number"], name="team_number_once_in_section"),
            models.UniqueConstraint(fields=["section", "name"], name="team_name_once_in_section"),
            models.CheckConstraint(condition=Q(number__gte=1), name="team_number_from_one"),
            models.CheckConstraint(condition=~Q(name=""), name="team_has_a_name"),
            models.CheckConstraint(condition=Q(status__in=TeamStatus.values), name="team_status_known"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.name}"

    def name_in(self, language: str) -> str:
        return self.names.get(language) or self.name


class TeamMember(models.Model):
    """A player of a team.  `place` is their place in its board order, from 1; places beyond the boards are reserves."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    registration = models.OneToOneField(Registration, on_delete=models.CASCADE, related_name="membership")
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["team", "place"]
        constraints = [
            models.UniqueConstraint(fields=["team", "place"], name="team_place_once"),
            models.CheckConstraint(condition=Q(place__gte=1), name="team_place_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.team_id}, {self.place}: {self.registration_id}"


class Forfeit(models.TextChoices):
    """Which team lost a whole match without play."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


class TeamMatch(models.Model):
    """Two teams of one round; `first` has White on the odd boards.  Its boards are pairings.

    Without `second`, `first` has the `bye`.  `partial`: the teams meet others in the same round too.  `forfeited` is
    set if a match was lost as a whole before its boards were set; such a match has no boards.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="team_matches")
    number = models.PositiveIntegerField()
    first = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="matches_as_first")
    second = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="matches_as_second", null=True, blank=True)
    bye = models.CharField(max_length=20, blank=True, choices=Bye.choices)
    forfeited = models.CharField(max_length=6, blank=True, choices=Forfeit.choices)
    partial = models.BooleanField(default=False)

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="team_match_number_once"),
            models.UniqueConstraint(
                fields=["round", "first"], condition=Q(partial=False), name="team_match_first_once"
            ),
            models.UniqueConstraint(
                fields=["round", "second"], condition=Q(partial=False), name="team_match_second_once"
            ),
            models.CheckConstraint(condition=Q(second__isnull=True) | ~Q(first=F("second")), name="team_match_of_two"),
            models.CheckConstraint(
                condition=Q(bye="", second__isnull=False) | Q(bye__in=Bye.values, second__isnull=True),
                name="team_match_opponent_or_bye",
            ),
            models.CheckConstraint(
                condition=Q(forfeited="") | Q(forfeited__in=Forfeit.values, second__isnull=False),
                name="team_match_forfeit_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}, match {self.number}"


class LineUp(models.Model):
    """The player at one board of a match for one team, as the captain named them.  None: the seat stays empty."""

    match = models.ForeignKey(TeamMatch, on_delete=models.CASCADE, related_name="line_ups")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="line_ups")
    board = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(MOST_BOARDS)])
    registration = models.ForeignKey(
        Registration, on_delete=models.CASCADE, related_name="line_ups", null=True, blank=True
    )

    class Meta:
        ordering = ["match", "team", "board"]
        constraints = [
            models.UniqueConstraint(fields=["match", "team", "board"], name="line_up_board_once"),
            models.UniqueConstraint(fields=["match", "registration"], name="line_up_player_once"),
            models.CheckConstraint(condition=Q(board__gte=1), name="line_up_board_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}, {self.team_id}, board {self.board}"
