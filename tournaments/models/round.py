from django.db import models
from django.db.models import Q

from tavleya.use import CODE, Copy, use
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
                fields=["publish_at"],
                condition=Q(status=RoundStatus.DRAFT, publish_at__isnull=False),
                name="round_due",
            )
        ]

    def __str__(self) -> str:
        return f"{self.section_id}, {self.number or 'schedule'}"
