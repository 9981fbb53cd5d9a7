"""Idempotency: a repeated request is carried out once, and gets the same response again."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import JSONField, Value

from games.messages import say
from games.models.idempotency import IdempotencyKey
from tavleya.errors import BadInput, DomainError

LONGEST_KEY = 80
Answer = tuple[int, Any]


def carry_out_once(
    *, who: str, key: str, digest: str, now: datetime, operation: Callable[[], Answer]
) -> tuple[Answer, bool]:
    """Return status and response (JSON) of `operation`, or those stored for this key of `who`; and whether they were
    stored.

    The key is written in the transaction of the effect.  Of two simultaneous copies one is carried out; the other
    fails on the key or on the state, is rolled back, and returns the response of the first.  Errors are not stored.
    Raises: BadInput ("bad_idempotency_key"; "idempotency_key_reused" if the key came with another `digest`).
    """
    if len(key) > LONGEST_KEY:
        raise BadInput(say("bad_idempotency_key"))
    if (existing := _stored_answer(who, key, digest)) is not None:
        return existing, True
    try:
        with transaction.atomic():
            status, answer = operation()
            IdempotencyKey.objects.create(
                actor=who, key=key, request_digest=digest, status=status, answer=_as_json(answer), at=now
            )
    except (DomainError, IntegrityError):
        if (existing := _stored_answer(who, key, digest)) is not None:
            return existing, True
        raise
    return (status, answer), False


def _as_json(answer: Any) -> Any:
    """Return the response as JSON; without a body it is null, not missing."""
    return Value(None, JSONField()) if answer is None else answer


def _stored_answer(username: str, key: str, digest: str) -> Answer | None:
    row = IdempotencyKey.objects.filter(actor=username, key=key).first()
    if row is None:
        return None
    if row.request_digest != digest:
        raise BadInput(say("idempotency_key_reused"))
    return row.status, row.answer
