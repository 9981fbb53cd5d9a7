"""`Idempotency-Key`: a repeated request is carried out once and gets the same response."""

import hashlib
from collections.abc import Callable
from typing import Any

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from games.services.moves import LONGEST_KEY, carry_out_once
from tavleya.actors import Actor

HEADER = "Idempotency-Key"
LONGEST = LONGEST_KEY
REPLAYED = "Idempotency-Replayed"


def once(request: Request, actor: Actor, operation: Callable[[], tuple[int, Any]]) -> Response:
    """Carry out `operation` (status and answer), or repeat the answer that this key got before."""
    key = request.headers.get(HEADER, "").strip()
    if not key:
        status, answer = operation()
        return Response(answer, status=status)
    digest = digest_of_request(request.method or "", request.path, request.body)
    (status, answer), repeated = carry_out_once(
        who=actor.key, key=key, digest=digest, now=timezone.now(), operation=operation
    )
    return Response(answer, status=status, headers={REPLAYED: "true"} if repeated else None)


def digest_of_request(method: str, path: str, body: bytes) -> str:
    """Return the digest that tells whether a key is reused with the same request."""
    return hashlib.sha256(f"{method} {path}\n".encode() + body).hexdigest()
