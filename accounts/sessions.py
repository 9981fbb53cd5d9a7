"""The end of sessions: after a playing day, or after a long pause."""

from collections.abc import Callable
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any

import structlog
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import get_user, logout
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.db import DatabaseError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.addresses import client_ip
from accounts.models import User

log = structlog.get_logger(__name__)
_SIGNED_IN, _SEEN = "signed_in_at", "seen_at"
#: The minimum interval between updates of a session's last activity: reading a page writes nothing else.
NOTED_EVERY = timedelta(minutes=5)


def note_sign_in(*, request: HttpRequest | None, user: User, **_: Any) -> None:
    """Record a sign-in (receiver of Django's `user_logged_in`)."""
    if request is not None:
        log.info("signed_in", account=user.pk, client=client_ip(request))
        request.session[_SIGNED_IN] = request.session[_SEEN] = timezone.now().isoformat()


def is_over(session: SessionBase, now: datetime) -> bool:
    """Return whether a session has ended: SESSION_COOKIE_AGE after the sign-in, IDLE_TIME after the last page."""
    signed_in, seen = _instant(session, _SIGNED_IN), _instant(session, _SEEN)
    if signed_in is None or seen is None:
        return True
    return now - signed_in > timedelta(seconds=settings.SESSION_COOKIE_AGE) or _idle(now - seen)


def user_of(session_key: str | None, now: datetime) -> User | AnonymousUser:
    """Return the user signed in with this session, outside of Django's own requests."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = get_user(request)
    return user if isinstance(user, User) and not is_over(request.session, now) else AnonymousUser()


class SessionEndMiddleware:
    """Signs out users whose session is over, and notes their activity from time to time."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            now = timezone.now()
            if is_over(request.session, now):
                logout(request)
            elif now - (_instant(request.session, _SEEN) or now) >= NOTED_EVERY:
                request.session[_SEEN] = now.isoformat()
                _note_seen(request, now)
        return self.get_response(request)


def _note_seen(request: HttpRequest, now: datetime) -> None:
    """Update the user's list of sessions; failures are logged, so that the page is still shown."""
    try:
        with transaction.atomic():
            UserSession.objects.filter(session_key=request.session.session_key).update(
                last_seen_at=now, ip=client_ip(request)
            )
    except DatabaseError:
        log.warning("session_not_noted")


def _instant(session: SessionBase, name: str) -> datetime | None:
    stored = session.get(name)
    return datetime.fromisoformat(stored) if isinstance(stored, str) else None


def _idle(pause: timedelta) -> bool:
    return bool(settings.IDLE_TIME) and pause > settings.IDLE_TIME
