"""Electronic boards: boards at tables, sources of a game's moves, disagreements between boards and record."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from games.models.game import Game
from tavleya.use import ACTOR, CODE, use
from tournaments.models.section import Section


class Feed(models.TextChoices):
    """The source of a game's moves.  A game has one at a time; other reports are compared with the record."""

    HAND = "hand"
    BOARD = "board"
    PGN = "pgn"


class QuestionCode(models.TextChoices):
    """The kind of a board question.  The service finds the first three, the board reports the others."""

    DIFFERS = "differs"  # its moves differ from the record
    ILLEGAL_MOVE = "illegal_move"  # its next move cannot be played
    RESULT = "result"  # it proposes a result
    NOT_LEGAL = "not_legal"
    MISMATCH = "mismatch"
    PIECE_MISSING = "piece_missing"
    START_POSITION = "start_position"
    MOVES_DIFFER = "moves_differ"
    CLOCK_STOPPED = "clock_stopped"
    CLOCK_JUMP = "clock_jump"
    OFFLINE = "offline"
    BATTERY_LOW = "battery_low"
    UNKNOWN_SERIAL = "unknown_serial"
    RESULT_UNSAID = "result_unsaid"


class ElectronicBoard(models.Model):
    """An electronic board that has reported in a section, or was given a table there (for every round).

    `table` None: not assigned to a table.  `state` and `battery` are as the board last reported them.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="electronic_boards")
    serial = use(models.CharField(max_length=40), CODE)
    table = models.PositiveIntegerField(null=True, blank=True)
    state = use(models.CharField(max_length=12, blank=True), CODE)
    battery = use(models.CharField(max_length=12, blank=True), CODE)
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["section", "table", "serial"]
        constraints = [
            models.UniqueConstraint(fields=["section", "serial"], name="board_once_in_section"),
            models.UniqueConstraint(fields=["section", "table"], name="one_board_at_a_table"),
            models.CheckConstraint(condition=Q(table=None) | Q(table__gte=1), name="board_table_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.section_id}: {self.serial} at {self.table or '?'}"


class GameSource(models.Model):
    """The source of a game's moves.  Without a row, the first program that reports the next move feeds the game."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="source")
    feed = models.CharField(max_length=5, choices=Feed.choices)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(feed__in=Feed.values), name="feed_known")]

    def __str__(self) -> str:
        return f"{self.game_id} by {self.feed}"


class BoardQuestion(models.Model):
    """A disagreement between a board and the record of a game, or a fault of the board; asked once while it lasts.

    `source`: the program that reported it.  `mark` tells questions of one code apart: the proposed result.
    `shown` is the state of the board (moves, placement, result, further data).  `answer`: the official's answer;
    `gone_at`: when the question no longer applied.  The console lists a question while both are empty.
    """

    class Answer(models.TextChoices):
        TAKEN = "taken"  # what the board shows has been entered
        KEPT = "kept"  # the record is kept
        BY_HAND = "by_hand"  # the record is kept, and moves are entered by hand
        DISMISSED = "dismissed"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="board_questions")
    source = use(models.CharField(max_length=80), CODE)
    code = models.CharField(max_length=16, choices=QuestionCode.choices)
    ply = models.PositiveIntegerField(default=0)
    mark = use(models.CharField(max_length=8, blank=True), CODE)
    shown = use(models.JSONField(default=dict, blank=True), CODE)
    opened_at = models.DateTimeField()
    answer = models.CharField(max_length=9, choices=Answer.choices, blank=True)
    answered_by = use(models.CharField(max_length=80, blank=True), ACTOR)
    answered_at = models.DateTimeField(null=True, blank=True)
    gone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "source", "code", "ply", "mark"],
                condition=Q(gone_at=None),
                name="board_question_once_while_it_lasts",
            ),
            models.CheckConstraint(condition=Q(code__in=QuestionCode.values), name="board_question_code_known"),
            models.CheckConstraint(
                condition=Q(answer="", answered_at=None) | (~Q(answer="") & Q(answered_at__isnull=False)),
                name="board_question_answered_at_a_time",
            ),
        ]
        indexes = [
            models.Index(fields=["game"], name="board_question_open", condition=Q(gone_at=None, answered_at=None))
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.code}"

    @property
    def waits(self) -> bool:
        return self.answered_at is None and self.gone_at is None


class PgnAddress(models.Model):
    """The address at which a program at the venue publishes the games of a section's rounds, polled repeatedly.

    `{round}` in `address` stands for the number of the current round.  `tag` and `changed` are the validators that the
    server sent with the last file (ETag, Last-Modified); `digest` is of that file, `number` its round.  Consecutive
    `failures` delay the next request to every address at `host`.
    """

    section = models.OneToOneField(Section, on_delete=models.CASCADE, related_name="pgn_address")
    address = use(models.CharField(max_length=500), CODE)
    host = use(models.CharField(max_length=253, db_index=True), CODE)
    seconds = models.PositiveSmallIntegerField(default=15, validators=[MinValueValidator(5), MaxValueValidator(60)])
    active = models.BooleanField(default=True)
    set_by = use(models.CharField(max_length=80), ACTOR)
    number = models.PositiveIntegerField(null=True, blank=True)
    tag = use(models.CharField(max_length=200, blank=True), CODE)
    changed = use(models.CharField(max_length=60, blank=True), CODE)
    digest = use(models.CharField(max_length=64, blank=True), CODE)
    next_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True, blank=True)
    read_at = models.DateTimeField(null=True, blank=True)
    problem = use(models.CharField(max_length=200, blank=True), CODE)
    answers = use(models.JSONField(default=list, blank=True), CODE)

    def __str__(self) -> str:
        return f"{self.section_id}: {self.address}"


# Rounds of a section that are sent to a broadcast of lichess.


class Broadcast(models.Model):
    """The lichess token of a section's broadcast, and its sending state.

    `token` is encrypted (`accounts.encryption`); `token_key` is derived from it and groups sections with the same
    token, because lichess accepts one request at a time for each.  After a "too many requests" response nothing is
    sent before `paused_until`; a sweep is sending until `busy_until`.
    """

    section = models.OneToOneField(Section, on_delete=models.CASCADE, related_name="broadcast")
    token = use(models.TextField(), CODE)
    token_key = use(models.CharField(max_length=64, db_index=True), CODE)
    paused_until = models.DateTimeField(null=True, blank=True)
    busy_until = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.section_id}"


class BroadcastRound(models.Model):
    """One round of a broadcast: `key` is its eight-letter id in lichess.

    `seen` is the state of the round when it was last sent.  `answers` are by game of the file: its board and the number
    of accepted moves, or the error.  `status` is that of the last response, None if there was no response.  In that
    case, or if lichess refused the whole file, `problem` gives the reason, and the next attempt is at `next_at`.
    """

    broadcast = models.ForeignKey(Broadcast, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    key = use(models.CharField(max_length=8), CODE)
    seen = use(models.CharField(max_length=64, blank=True), CODE)
    sent_at = models.DateTimeField(null=True, blank=True)
    tried_at = models.DateTimeField(null=True, blank=True)
    next_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    problem = use(models.CharField(max_length=200, blank=True), CODE)
    answers = use(models.JSONField(default=list, blank=True), CODE)

    class Meta:
        ordering = ["broadcast", "number"]
        constraints = [models.UniqueConstraint(fields=["broadcast", "number"], name="broadcast_round_once")]

    def __str__(self) -> str:
        return f"{self.broadcast_id}, {self.number}: {self.key}"
