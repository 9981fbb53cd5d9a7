"""Senders, rate limits, conditional edits and idempotency keys of requests."""

import hashlib
import json
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, cast

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games.services.moves import carry_out_once
from tavleya.actors import ANONYMOUS, Actor
from tavleya.errors import Conflict, NotPermitted
from tournaments.services.tokens import actor_of_token

# The rate limit of posts to a game: counted in the process, so that counting needs no server and cannot
# fail.

Key = tuple[int, int]  # user and game
_MOST_KEYS = 20_000


class Allowance:
    """The number of acts a minute for each key, at once or spread: a bucket that fills evenly.

    The least recently used keys are dropped first, and start again with a full bucket.
    """

    def __init__(self, a_minute: int, most_keys: int = _MOST_KEYS) -> None:
        self._each, self._most_keys = 60 / a_minute, most_keys
        self._used_until: OrderedDict[Key, float] = OrderedDict()
        self._lock = Lock()

    def wait(self, key: Key) -> float:
        """Return the seconds until the key may act again; 0 or less if it may act now."""
        with self._lock:
            return self._used_until.get(key, 0.0) + self._each - 60 - time.monotonic()

    def count(self, key: Key) -> None:
        """Count an act of the key."""
        with self._lock:
            begun = max(self._used_until.pop(key, 0.0), time.monotonic())
            self._used_until[key] = begun + self._each
            if len(self._used_until) > self._most_keys:
                self._used_until.popitem(last=False)


#: Counted in each process separately: it only has to stop runaway programs.
posts = Allowance(600)


class ByGame(BaseThrottle):
    """The limit of one user's posts to one game: a relay of many boards is not slowed down by their number."""

    def allow_request(self, request: Request, view: Any) -> bool:
        self.key = (request.user.pk or 0, view.kwargs["game_id"])
        if posts.wait(self.key) > 0:
            return False
        posts.count(self.key)
        return True

    def wait(self) -> float:
        return posts.wait(self.key)


# Authentication: a bearer token of one event, or the browser's own session.


class BearerToken(BaseAuthentication):
    """`Authorization: Bearer tvl_…`."""

    def authenticate(self, request: Request) -> tuple[Any, Actor] | None:
        scheme, _, secret = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":
            return None
        try:
            actor = actor_of_token(secret=secret.strip(), now=timezone.now())
        except NotPermitted as error:
            raise exceptions.AuthenticationFailed(error.message.render(gettext), code=error.code) from None
        return get_user_model().objects.get(pk=cast(int, actor.user_id)), actor

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="tavleya"'


class BearerTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # its __init_subclass__
    target_class = BearerToken
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "bearerFormat": "tvl_…"}


def actor_of(request: Request) -> Actor:
    """Return the actor for the services."""
    if isinstance(request.auth, Actor):
        return request.auth
    user = request.user
    if isinstance(user, AnonymousUser) or not user.is_authenticated:
        return ANONYMOUS
    return Actor(user.pk, user.shown_name)


# Conditional edits: `If-Match` with the `ETag` of an earlier response (RFC 9110, RFC 6585).


class PreconditionRequired(exceptions.APIException):
    status_code = 428
    default_code = "precondition_required"


class PreconditionFailed(exceptions.APIException):
    status_code = 412
    default_code = "precondition_failed"


def tag_of(content: Any) -> str:
    """Return a strong ETag of the response's content."""
    text = json.dumps(content, sort_keys=True, cls=DjangoJSONEncoder)
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'


def check_match(request: Request, tag: str) -> None:
    """Check `If-Match` against `tag`.  Raises: PreconditionRequired without the header; PreconditionFailed."""
    header = request.headers.get("If-Match", "").strip()
    if not header:
        raise PreconditionRequired(gettext("Send If-Match with the ETag of the version you are changing."))
    if header != "*" and tag not in [name.strip() for name in header.split(",")]:
        raise PreconditionFailed(gettext("It has been changed since you read it. Read it again."))


@contextmanager
def no_later_change() -> Iterator[None]:
    """Treat a change between the reading and the lock as an outdated tag.  Raises: PreconditionFailed."""
    try:
        yield
    except Conflict as error:
        if error.code == "changed_meanwhile":
            raise PreconditionFailed(str(error)) from error
        raise


# `Idempotency-Key`: a repeated request is carried out once and gets the same response.

HEADER = "Idempotency-Key"
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
