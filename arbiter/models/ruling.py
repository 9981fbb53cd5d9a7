from django.conf import settings
from django.db import models

from games.models.game import Game
from tavleya.messages import Message
from tavleya.record.results import Result
from tavleya.sides import Side
from tavleya.use import CODE, KEPT, NAMED_EMPTIED, use


class Ruling(models.Model):
    """One decision at one board: facts, article and effects. Written once; superseded by another ruling, never edited.

    `article` and `penalty_article` are addresses, book and number (`fide-2023:7.5.1`): a later edition does not change
    old rulings. The book may be the regulations of the event (`regulations:12`).

    `first_seq` to `last_seq` are the entries that the ruling appended to the game's record. `grounds` are messages as
    JSON, so that every reader gets their own language. Clock readings are in milliseconds by side.

    Advice appends no entries: both numbers are then the last entry that it considered. A ruling that undoes another one
    `supersedes` it: with the outcome `reversed` nothing else follows, otherwise it decides the question again.
    `part_of`: the ruling from which this one follows (a game forfeited by an exclusion).
    """

    class Outcome(models.TextChoices):
        UPHELD = "upheld"
        REJECTED = "rejected"
        DISMISSED = "dismissed"
        APPLIED = "applied"
        POSTPONED = "postponed"
        ADVICE = "advice"
        REVERSED = "reversed"

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rulings")
    number = models.PositiveIntegerField()
    kind = use(models.CharField(max_length=30), CODE)
    outcome = models.CharField(max_length=10, choices=Outcome.choices)
    regime = use(models.CharField(max_length=40), CODE)
    article = use(models.CharField(max_length=40), CODE)
    penalty_article = use(models.CharField(max_length=40, blank=True), CODE)
    offender = use(models.CharField(max_length=5, blank=True), CODE)
    facts = use(models.JSONField(default=dict), KEPT)
    grounds = use(models.JSONField(default=list), CODE)
    clock_before = use(models.JSONField(null=True), CODE)
    clock_after = use(models.JSONField(null=True), CODE)
    result = use(models.CharField(max_length=8, blank=True), CODE)
    note = use(models.TextField(blank=True), NAMED_EMPTIED)
    first_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField()
    arbiter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    supersedes = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="superseded_by")
    part_of = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="parts")

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="ruling_number_once"),
            models.CheckConstraint(
                condition=models.Q(last_seq__gte=models.F("first_seq")), name="ruling_entries_in_order"
            ),
            models.CheckConstraint(
                condition=models.Q(offender__in=["", *(s.value for s in Side)]), name="ruling_offender_known"
            ),
            models.CheckConstraint(
                condition=models.Q(result__in=["", *(r.value for r in Result)]), name="ruling_result_known"
            ),
            models.CheckConstraint(
                condition=models.Q(
                    outcome__in=[
                        "upheld",
                        "rejected",
                        "dismissed",
                        "applied",
                        "postponed",
                        "advice",
                        "reversed",
                    ]
                ),
                name="ruling_outcome_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number} {self.kind} ({self.article})"

    @property
    def stands(self) -> bool:
        return not hasattr(self, "superseded_by")

    @property
    def sentences(self) -> list[Message]:
        return [Message.from_json(ground) for ground in self.grounds]
