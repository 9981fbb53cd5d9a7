from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from tavleya.pairing.options import MOST_GAMES
from tavleya.use import CODE, use
from tournaments.models.player import Registration
from tournaments.models.round import Round
from tournaments.models.section import Section


class PlayOff(models.Model):
    """A section that decides places of another among tied players.

    `after_round`: the last round of `section` when it was opened; it decides the table after that round alone.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="play_offs")
    by = models.OneToOneField(Section, on_delete=models.CASCADE, related_name="decides")
    after_round = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.CheckConstraint(condition=~Q(section=F("by")), name="play_off_of_another_section")]

    def __str__(self) -> str:
        return f"{self.section_id}: {self.by_id}"


MOST_TIEBREAK_GAMES = 4


class MatchScore(models.TextChoices):
    """Whether a match of several games counts by its games or as one result."""

    GAMES = "games"  # the points of every game
    MATCH = "match"  # one result: a win, a draw or a loss


class MatchTerms(models.Model):
    """The terms of matches of several games in a section.  Colours alternate.

    `score`: whether a match counts as one result or as the sum of its games.  `third_place`: whether the losers of the
    semi-finals of a knockout play for it.  A level match of a knockout continues with `tiebreak_games` at a time, at
    the time control `tiebreak_control` (empty: the section's).
    """

    section = models.OneToOneField(Section, on_delete=models.CASCADE, primary_key=True, related_name="match_terms")
    games = models.PositiveSmallIntegerField(
        default=2, validators=[MinValueValidator(1), MaxValueValidator(MOST_GAMES)]
    )
    score = models.CharField(max_length=5, choices=MatchScore.choices, default=MatchScore.GAMES)
    third_place = models.BooleanField(default=False)
    tiebreak_games = models.PositiveSmallIntegerField(
        default=2, validators=[MinValueValidator(1), MaxValueValidator(MOST_TIEBREAK_GAMES)]
    )
    tiebreak_control = use(models.CharField(max_length=200, blank=True), CODE)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(tiebreak_games__gte=1, tiebreak_games__lte=MOST_TIEBREAK_GAMES),
                name="match_tiebreak_games_known",
            ),
            models.CheckConstraint(condition=Q(games__gte=1, games__lte=MOST_GAMES), name="match_games_known"),
            models.CheckConstraint(condition=Q(score__in=MatchScore.values), name="match_score_known"),
        ]

    def __str__(self) -> str:
        return f"{self.section_id}: {self.games}"


class Match(models.Model):
    """Two opponents of one round; its games are pairings, `leg` by `leg`.  `first` has White in the first game.

    `number` is the match's place in the round, which in a knockout is its place in the bracket.  Without `second`,
    `first` advances without play.  `winner` is set only if the arbiter decided the match and not the games.
    `for_third`: it is the match of the losers for third place.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField()
    first = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="matches_as_first")
    second = models.ForeignKey(
        Registration, on_delete=models.PROTECT, related_name="matches_as_second", null=True, blank=True
    )
    winner = models.ForeignKey(
        Registration, on_delete=models.PROTECT, related_name="matches_awarded", null=True, blank=True
    )
    for_third = models.BooleanField(default=False)

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="match_number_once_in_round"),
            models.UniqueConstraint(fields=["round", "first"], name="match_first_once_in_round"),
            models.UniqueConstraint(fields=["round", "second"], name="match_second_once_in_round"),
            models.CheckConstraint(
                condition=Q(second__isnull=True) | ~Q(first=F("second")), name="match_of_two_people"
            ),
            models.CheckConstraint(
                condition=Q(winner__isnull=True) | Q(winner=F("first")) | Q(winner=F("second")),
                name="match_won_by_one_of_them",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}, match {self.number}"


class DrawScope(models.TextChoices):
    """The boards that share one draw of an opening."""

    ROUND = "round"  # for all the boards of a round
    MATCH = "match"  # for the games of one match
    BOARD = "board"  # for one board


class OpeningDraw(models.Model):
    """The drawing of lots for openings in one section: a seed with a commitment before and a disclosure after.

    `commitment` is the SHA-256 of `seed` and public from the start; `seed` is secret until `revealed_at`.
    `public` was added in public after the commitment, so that knowing the seed did not predict the draw.
    """

    section = models.OneToOneField(Section, on_delete=models.CASCADE, primary_key=True, related_name="opening_draw")
    table = use(models.CharField(max_length=20), CODE)
    scope = models.CharField(max_length=5, choices=DrawScope.choices, default=DrawScope.ROUND)
    commitment = use(models.CharField(max_length=64), CODE)
    seed = use(models.CharField(max_length=64), CODE)
    public = use(models.CharField(max_length=200, blank=True), CODE)
    committed_at = models.DateTimeField()
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(scope__in=DrawScope.values), name="draw_scope_known")]

    def __str__(self) -> str:
        return f"{self.section_id}: {self.table}"
