"""Acts that join players of different events to one person or take them apart, and series of events."""

from django.core.validators import MaxValueValidator, MinLengthValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from tavleya.messages import N_
from tavleya.series import RULES, Terms
from tavleya.use import ACTOR, CODE, DELETED, EDITABLE, NAMED, SETTING, use
from tournaments.models.event import Organisation, in_language, slug_form
from tournaments.models.player import Person, Player
from tournaments.models.section import Section

# Series: sections of several events of an organisation with one table over them.


class Series(models.Model):
    """A Grand Prix, a championship of a club over a year.

    `names` are by language code.  `rule`, `best`, `place_points` and `tiebreaks` are its `Terms`.
    """

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="series")
    slug = use(models.CharField(max_length=60, unique=True, validators=[slug_form, MinLengthValidator(2)]), SETTING)
    names = use(models.JSONField(default=dict), SETTING)
    rule = use(
        models.CharField(max_length=10, default="score", choices=[(key, key) for key in RULES]), EDITABLE, N_("rule")
    )
    best = use(
        models.PositiveSmallIntegerField(
            null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(100)]
        ),
        EDITABLE,
        N_("results that count"),
    )
    place_points = use(models.JSONField(default=list, blank=True), CODE, N_("points by place"), editable=True)
    tiebreaks = use(models.JSONField(default=list, blank=True), CODE, editable=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["slug"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(slug=""), name="series_has_a_slug"),
            models.CheckConstraint(condition=~models.Q(best=0), name="series_counts_a_result"),
        ]

    def __str__(self) -> str:
        return self.slug

    def name_in(self, language: str) -> str:
        """Return the name in `language`, else in the organisation's main language, else in any language."""
        return in_language(self.names, language, self.organisation.languages) or self.slug

    @property
    def terms(self) -> Terms:
        return Terms(self.rule, self.best, tuple(self.place_points), tuple(self.tiebreaks))


class SeriesSection(models.Model):
    """A section of a series.  It counts while its event belongs to the organisation of the series."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="entries")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="series_entries")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["series", "section"], name="section_once_in_series")]

    def __str__(self) -> str:
        return f"{self.section_id} in {self.series_id}"


class PersonAct(models.Model):
    """One act that joined players or split one off, undone as a whole. `reason` if an official did it."""

    class Kind(models.TextChoices):
        NUMBER = "number"  # by itself: the same FIDE ID or national ID
        SELF = "self"  # the player, signed in and by the private link
        JOINED = "joined"  # an official
        SPLIT = "split"  # an official
        RELEASED = "released"  # by itself: the number has been corrected

    kind = models.CharField(max_length=8, choices=Kind.choices)
    actor = use(models.CharField(max_length=80), ACTOR)
    reason = use(models.CharField(max_length=300, blank=True), NAMED)
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = use(models.CharField(max_length=80, blank=True), ACTOR)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(kind__in=["joined", "split"]) | ~Q(reason=""),
                name="person_act_of_an_official_has_a_reason",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} by {self.actor}"


class PersonJoin(models.Model):
    """A player's membership in a person, from the act `by` until the act `ended_by`.

    `source` and `number`: for a join by ID, its issuer (`fide`, or a federation) and the ID.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="joins")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="joins")
    by = models.ForeignKey(PersonAct, on_delete=models.CASCADE, related_name="begun")
    ended_by = models.ForeignKey(PersonAct, on_delete=models.CASCADE, null=True, blank=True, related_name="ended")
    source = use(models.CharField(max_length=10, blank=True), DELETED)
    number = use(models.CharField(max_length=20, blank=True), DELETED)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(ended_by__isnull=True), name="player_is_of_one_person"
            )
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} of person {self.person_id}"
