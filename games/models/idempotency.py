from django.db import models

from tavleya.use import CODE, DELETED, use


class IdempotencyKey(models.Model):
    """A request that has been carried out, and its response, which a repeated request gets again.

    Written in the transaction of the request's effect, so that there is never one without the other.
    """

    actor = use(models.CharField(max_length=80), DELETED)
    key = use(models.CharField(max_length=80), CODE)
    request_digest = use(models.CharField(max_length=64), CODE)
    status = models.PositiveSmallIntegerField()
    answer = use(models.JSONField(), DELETED)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["actor", "key"], name="idempotency_key_once")]

    def __str__(self) -> str:
        return f"{self.actor} {self.key}"
