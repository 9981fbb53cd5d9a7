"""Rounds of a section that are sent to a broadcast of lichess."""

from django.db import models

from tavleya.use import CODE, use
from tournaments.models.section import Section


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
        constraints = [
            models.UniqueConstraint(fields=["broadcast", "number"], name="broadcast_round_once"),
        ]

    def __str__(self) -> str:
        return f"{self.broadcast_id}, {self.number}: {self.key}"
