"""Byes and restrictions, of players and of teams."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from tavleya.use import NAMED, use


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
    """Something ruled about two who are paired: in some rounds (`first_round` to `last_round`), or in all."""

    first_round = models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1)])
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = use(models.CharField(max_length=200, blank=True), NAMED)

    class Meta:
        abstract = True

    def holds_in(self, round_number: int) -> bool:
        return self.first_round <= round_number and (
            self.last_round is None or round_number <= self.last_round
        )
