from __future__ import annotations

from django.db import models


class IdempotencyKey(models.Model):
    """A request that has been carried out, and what was answered: sent again, it gets the same answer.

    Written in the transaction of the request's effect, so that there is never one without the other.
    """

    actor = models.CharField(max_length=80)
    key = models.CharField(max_length=80)
    request_digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    answer = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["actor", "key"], name="idempotency_key_once")]

    def __str__(self) -> str:
        return f"{self.actor} {self.key}"
