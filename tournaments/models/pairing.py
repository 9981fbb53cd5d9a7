from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from games import gate
from games.models.base import RowModel
from games.models.game import Game
from tavleya.pairing.options import MOST_GAMES
from tavleya.record.results import Result
from tavleya.use import CODE, Copy, Use, use
from tournaments.models.player import Registration, TeamMatch
from tournaments.models.round import Bye, Round
from tournaments.models.section import Section

# Effects of arbiters' penalties beyond the game: points of a game, rounds not played (FIDE 12.9).


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


class Pairing(RowModel):
    """One board of a round, or one player's bye.

    `result` is a copy of the game's, updated by the listener of `games.hooks.result_changed`: the game's record is
    authoritative.  Until `public_from` all users except officials see `public_result` instead (`games.gate`).
    `version` grows with every change of it.  `in_schedule` repeats the round's kind, so that the database can limit
    each player to one board a round if there are rounds.  `match` and `leg` tell the games of a match apart: then they
    have one board a leg.  `team_match`: the match of teams that it is a board of; a player whose opponent's seat stayed
    empty has a full-point bye there.  `start_position` is where its game begins; empty for the usual position.
    `opening` is the line of the section's table that was drawn for it, by draw number `drawn`, from 1.
    `second_result` is what `second_by` read from the slip as the second person, without seeing `result`.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="pairings")
    board = models.PositiveIntegerField()
    white = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="as_white")
    black = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="as_black", null=True, blank=True)
    bye = models.CharField(max_length=20, blank=True, choices=Bye.choices)
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="pairing", null=True, blank=True)
    result = use(models.CharField(max_length=8, blank=True), CODE, reset=Copy.REHEARSAL)
    version = use(models.PositiveIntegerField(default=0), reset=Copy.REHEARSAL)
    public_result = use(models.CharField(max_length=8, blank=True), CODE)
    public_from = models.DateTimeField(null=True, blank=True)
    in_schedule = models.BooleanField(default=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games", null=True, blank=True)
    leg = models.PositiveSmallIntegerField(default=1)
    team_match = models.ForeignKey(TeamMatch, on_delete=models.CASCADE, related_name="boards", null=True, blank=True)
    start_position = use(models.TextField(blank=True), CODE)
    opening = use(models.CharField(max_length=20, blank=True), CODE)
    drawn = models.PositiveIntegerField(null=True, blank=True)
    second_result = use(models.CharField(max_length=8, blank=True), CODE)
    second_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    second_at = models.DateTimeField(null=True, blank=True)

    relations: ClassVar[Mapping[str, Use]] = {"game": Use(reset=Copy.REHEARSAL)}

    class Meta:
        ordering = ["round", "board"]
        constraints = [
            models.UniqueConstraint(fields=["round", "board"], name="pairing_board_once_in_round"),
            models.UniqueConstraint(
                fields=["round", "white", "leg"], condition=Q(in_schedule=False), name="pairing_white_once_in_round"
            ),
            models.UniqueConstraint(
                fields=["round", "black", "leg"], condition=Q(in_schedule=False), name="pairing_black_once_in_round"
            ),
            models.UniqueConstraint(fields=["match", "leg"], name="pairing_leg_once_in_match"),
            models.CheckConstraint(
                condition=Q(leg=1) | Q(leg__gt=1, match__isnull=False), name="pairing_legs_are_of_a_match"
            ),
            models.CheckConstraint(
                condition=Q(black__isnull=True) | ~Q(white=F("black")), name="pairing_of_two_people"
            ),
            models.CheckConstraint(
                condition=Q(bye="", black__isnull=False)
                | Q(bye__in=Bye.values, black__isnull=True, game__isnull=True, result=""),
                name="pairing_opponent_or_bye",
            ),
            models.CheckConstraint(
                condition=Q(result="") | Q(result__in=[outcome.value for outcome in Result], game__isnull=False),
                name="pairing_result_of_its_game",
            ),
            models.CheckConstraint(
                condition=Q(opening="", drawn__isnull=True) | (~Q(opening="") & Q(drawn__gte=1)),
                name="pairing_opening_was_drawn",
            ),
            models.CheckConstraint(
                condition=Q(second_result="", second_at__isnull=True)
                | Q(second_result__in=[outcome.value for outcome in Result], second_at__isnull=False),
                name="pairing_second_result_known",
            ),
            models.CheckConstraint(condition=Q(board__gte=1), name="pairing_board_from_one"),
        ]

    @property
    def verified(self) -> bool:
        """Whether two people have read the same result."""
        return bool(self.result) and self.result == self.second_result

    @property
    def disputed(self) -> bool:
        """Whether two people have read different results."""
        return bool(self.result) and self.second_result not in ("", self.result)

    was_put_back = False

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **more: Any) -> Self:
        board = super().from_db(db, field_names, values, **more)
        if not gate.is_closed() or board.public_from is None:
            return board
        now = gate.closed_for(board.game_id)
        if now is not None and board.public_from > now:
            board.result, board.second_result, board.second_at = board.public_result, "", None
            board.version = max(board.version - 1, 0)
            board.was_put_back = True
        return board

    def save(self, *args: Any, **kwargs: Any) -> None:
        gate.refuse_put_back(self)
        super().save(*args, **kwargs)

    def __str__(self) -> str:
        return f"{self.round_id}, board {self.board}"
