"""Effects of arbiters' penalties beyond the game: points of a game, rounds not played (FIDE 12.9)."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from games.models.game import Game
from tavleya.use import CODE, use
from tournaments.models.player import Registration


class PointAdjustment(models.Model):
    """Points of one game taken from a player or given to them by ruling number `ruling` of that game.

    `half_points` is signed.  It counts while its game is the current one at the board; the adjusted points stay between
    0 and those of a win (FIDE 12.9.4, 12.9.5).  `undone_at`: the ruling was undone.
    """

    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="point_adjustments")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+")
    ruling = models.PositiveIntegerField()
    half_points = models.SmallIntegerField()
    article = use(models.CharField(max_length=40), CODE)
    made_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "ruling", "registration"], name="points_adjusted_once_by_a_ruling"),
            models.CheckConstraint(condition=~Q(half_points=0), name="points_adjusted_by_something"),
            models.CheckConstraint(condition=~Q(article=""), name="points_adjusted_by_an_article"),
        ]

    def __str__(self) -> str:
        return f"{self.registration_id}: {self.half_points:+d} (game {self.game_id}, ruling {self.ruling})"


class RoundExclusion(models.Model):
    """A round that a player may not play, by ruling number `ruling` of `game`: they are not paired, or lose by forfeit.

    `lifted_at`: the ruling was undone.
    """

    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="round_exclusions")
    round_number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(400)])
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+")
    ruling = models.PositiveIntegerField()
    article = use(models.CharField(max_length=40), CODE)
    made_at = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["registration__number", "round_number"]
        constraints = [
            models.UniqueConstraint(
                fields=["registration", "round_number"],
                condition=Q(lifted_at__isnull=True),
                name="excluded_once_from_a_round",
            )
        ]

    def __str__(self) -> str:
        return f"{self.registration_id}: not in round {self.round_number}"
