"""`Idempotency-Key`: a request sent twice is carried out once and answered twice alike."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from common.actors import Actor
from common.errors import BadInput, DomainError
from config.messages import say
from games.models import IdempotencyKey

HEADER = "Idempotency-Key"
LONGEST = 80


def once(request: Request, actor: Actor, operation: Callable[[], tuple[int, Any]]) -> Response:
    """Carry out `operation` (status and answer), or repeat the answer that this key got before.

    The key is written in the transaction of the effect.  Of two copies that arrive together one does it; the other
    fails on the key or on the state, is rolled back, and finds the first one's answer.
    """
    key = request.headers.get(HEADER, "").strip()
    if not key:
        status, answer = operation()
        return Response(answer, status=status)
    if len(key) > LONGEST:
        raise BadInput(say("bad_idempotency_key"))
    digest = digest_of_request(request.method or "", request.path, request.body)
    who = actor.key
    if (known := _known(who, key, digest)) is not None:
        return known
    try:
        with transaction.atomic():
            status, answer = operation()
            IdempotencyKey.objects.create(
                actor=who, key=key, request_digest=digest, status=status, answer=answer, at=timezone.now()
            )
    except (DomainError, IntegrityError):
        if (known := _known(who, key, digest)) is not None:
            return known
        raise
    return Response(answer, status=status)


def digest_of_request(method: str, path: str, body: bytes) -> str:
    """By which it is known whether a key comes back with the same request."""
    return hashlib.sha256(f"{method} {path}\n".encode() + body).hexdigest()


def create(
    request: Request,
    actor: Actor,
    add: Callable[..., Model],
    given: type[BaseSerializer[Any]],
    shown: type[BaseSerializer[Any]],
) -> Response:
    """Have a service add what `given` reads from the request, `once`; answer 201 with the row as `shown` writes it."""
    reading = given(data=request.data)
    reading.is_valid(raise_exception=True)

    def operation() -> tuple[int, Any]:
        row = add(actor=actor, now=timezone.now(), **reading.validated_data)
        return 201, dict(shown(row).data)

    return once(request, actor, operation)


def _known(who: str, key: str, digest: str) -> Response | None:
    row = IdempotencyKey.objects.filter(actor=who, key=key).first()
    if row is None:
        return None
    if row.request_digest != digest:
        raise BadInput(say("idempotency_key_reused"))
    return Response(row.answer, status=row.status, headers={"Idempotency-Replayed": "true"})
