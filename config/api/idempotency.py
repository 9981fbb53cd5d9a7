"""`Idempotency-Key`: a request sent twice is carried out once and answered twice alike."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from common.actors import Actor
from common.errors import BadInput, DomainError
from config.messages import say
from games.models import IdempotencyKey
from games.services.record import actor_key

HEADER = "Idempotency-Key"
_LONGEST = 80


def once(request: Request, actor: Actor, act: Callable[[], tuple[int, Any]]) -> Response:
    """Carry out `act` (status and answer), or repeat the answer that this key got before.

    The key is written in the transaction of the effect.  Of two copies that arrive together one does it; the other
    fails on the key or on the state, is rolled back, and finds the first one's answer.
    """
    key = request.headers.get(HEADER, "").strip()
    if not key:
        status, answer = act()
        return Response(answer, status=status)
    if len(key) > _LONGEST:
        raise BadInput(say("bad_idempotency_key"))
    digest = hashlib.sha256(f"{request.method} {request.path}\n".encode() + request.body).hexdigest()
    who = actor_key(actor)
    if (known := _known(who, key, digest)) is not None:
        return known
    try:
        with transaction.atomic():
            status, answer = act()
            IdempotencyKey.objects.create(
                actor=who, key=key, request_digest=digest, status=status, answer=answer, at=timezone.now()
            )
    except (DomainError, IntegrityError):
        if (known := _known(who, key, digest)) is not None:
            return known
        raise
    return Response(answer, status=status)


def _known(who: str, key: str, digest: str) -> Response | None:
    row = IdempotencyKey.objects.filter(actor=who, key=key).first()
    if row is None:
        return None
    if row.request_digest != digest:
        raise BadInput(say("idempotency_key_reused"))
    return Response(row.answer, status=row.status, headers={"Idempotency-Replayed": "true"})
