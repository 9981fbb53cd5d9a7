"""Check-in of players before a round."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from tournaments.models.player import Registration
from tournaments.models.section import Section


class CheckIn(models.Model):
    """Check-in for one round of a section, from `opens_at` until `closes_at`, if they are set.

    After it has closed officers may still mark players as present, until the round is published.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="check_ins")
    round_number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(400)])
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["section", "round_number"]
        constraints = [
            models.UniqueConstraint(fields=["section", "round_number"], name="one_check_in_a_round"),
            models.CheckConstraint(
                condition=Q(opens_at__isnull=True) | Q(closes_at__isnull=True) | Q(closes_at__gt=models.F("opens_at")),
                name="check_in_closes_after_it_opens",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.section_id}, round {self.round_number}"


class Presence(models.Model):
    """A present player. `own`: they checked themselves in, by their private link."""

    check_in = models.ForeignKey(CheckIn, on_delete=models.CASCADE, related_name="present")
    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="presences")
    at = models.DateTimeField()
    own = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["check_in", "registration"], name="checked_in_once")]

    def __str__(self) -> str:
        return f"{self.check_in_id}: {self.registration_id}"
