from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from tavleya.use import CODE, NAMED, Copy, use
from tournaments.models.section import Section


class RoundKind(models.TextChoices):
    ROUND = "round"
    SCHEDULE = "schedule"  # the games of a tournament without recorded rounds: one sheet, no number


class RoundStatus(models.TextChoices):
    DRAFT = "draft"
    PUBLISHED = "published"
    PLAYING = "playing"
    CLOSED = "closed"


#: Allowed transitions from each status.
TRANSITIONS: dict[str, frozenset[str]] = {
    RoundStatus.DRAFT: frozenset({RoundStatus.PUBLISHED}),
    # A round closes when all results are in, also if no official has pressed Start.
    RoundStatus.PUBLISHED: frozenset({RoundStatus.PLAYING, RoundStatus.CLOSED}),
    RoundStatus.PLAYING: frozenset({RoundStatus.CLOSED}),
    RoundStatus.CLOSED: frozenset(),
}


class Round(models.Model):
    """One round of a section, or the schedule sheet of a tournament without recorded rounds.

    `system` and `edition` describe its pairing.  A draft with `publish_at` is published automatically at that time.
    """

    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="rounds")
    kind = models.CharField(max_length=8, choices=RoundKind.choices, default=RoundKind.ROUND)
    number = models.PositiveIntegerField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=RoundStatus.choices, default=RoundStatus.DRAFT)
    starts_at = models.DateTimeField(null=True, blank=True)
    publish_at = use(models.DateTimeField(null=True, blank=True), reset=Copy.REHEARSAL)
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    played_on = models.DateField(null=True, blank=True)
    system = use(models.CharField(max_length=20, blank=True), CODE)
    edition = use(models.CharField(max_length=60, blank=True), CODE)

    class Meta:
        ordering = ["section", "number"]
        constraints = [
            models.UniqueConstraint(fields=["section", "number"], name="round_number_once_in_section"),
            models.UniqueConstraint(
                fields=["section"], condition=Q(kind=RoundKind.SCHEDULE), name="schedule_once_in_section"
            ),
            models.CheckConstraint(
                condition=Q(kind=RoundKind.ROUND, number__gte=1, number__isnull=False)
                | Q(kind=RoundKind.SCHEDULE, number__isnull=True),
                name="round_numbered_schedule_not",
            ),
            models.CheckConstraint(condition=Q(status__in=RoundStatus.values), name="round_status_known"),
            models.CheckConstraint(
                condition=Q(status=RoundStatus.DRAFT, published_at__isnull=True)
                | (~Q(status=RoundStatus.DRAFT) & Q(published_at__isnull=False)),
                name="round_published_when_not_draft",
            ),
        ]
        indexes = [
            models.Index(
                fields=["publish_at"], condition=Q(status=RoundStatus.DRAFT, publish_at__isnull=False), name="round_due"
            )
        ]

    def __str__(self) -> str:
        return f"{self.section_id}, {self.number or 'schedule'}"


# Byes and restrictions, of players and of teams.


class Bye(models.TextChoices):
    """The reason for having no opponent; the values are those of `tavleya.tiebreaks.table.EncounterKind`."""

    PAIRING_ALLOCATED = "pairing_allocated"
    FULL = "full"
    HALF = "half"
    ZERO = "zero"


#: The byes that a player or a team may ask for.
REQUESTED = (Bye.HALF, Bye.ZERO, Bye.FULL)


class AskedBye(models.Model):
    """A requested or promised bye in a round that is not paired yet."""

    round_number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(400)])
    kind = models.CharField(max_length=20, choices=[(kind.value, kind.label) for kind in REQUESTED])
    asked_at = models.DateTimeField()

    class Meta:
        abstract = True


class RuledPair(models.Model):
    """A ruling about two players or teams: in some rounds (`first_round` to `last_round`), or in all."""

    first_round = models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1)])
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = use(models.CharField(max_length=200, blank=True), NAMED)

    class Meta:
        abstract = True

    def holds_in(self, round_number: int) -> bool:
        return self.first_round <= round_number and (self.last_round is None or round_number <= self.last_round)
