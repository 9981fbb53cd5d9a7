from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games import gate
from games.models.base import RowModel
from games.models.game import Game
from tavleya.record.results import Result
from tavleya.use import CODE, Copy, Use, use
from tournaments.models.match import Match
from tournaments.models.player import Registration
from tournaments.models.round import Bye, Round
from tournaments.models.team import TeamMatch


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
                fields=["round", "white", "leg"],
                condition=Q(in_schedule=False),
                name="pairing_white_once_in_round",
            ),
            models.UniqueConstraint(
                fields=["round", "black", "leg"],
                condition=Q(in_schedule=False),
                name="pairing_black_once_in_round",
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
                condition=Q(result="") | Q(result__in=[r.value for r in Result], game__isnull=False),
                name="pairing_result_of_its_game",
            ),
            models.CheckConstraint(
                condition=Q(opening="", drawn__isnull=True) | (~Q(opening="") & Q(drawn__gte=1)),
                name="pairing_opening_was_drawn",
            ),
            models.CheckConstraint(
                condition=Q(second_result="", second_at__isnull=True)
                | Q(second_result__in=[r.value for r in Result], second_at__isnull=False),
                name="pairing_second_result_known",
            ),
            models.CheckConstraint(condition=Q(board__gte=1), name="pairing_board_from_one"),
        ]

    @property
    def verified(self) -> bool:
        """Two people have read the same result."""
        return bool(self.result) and self.result == self.second_result

    @property
    def disputed(self) -> bool:
        """Two people have read different results."""
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
