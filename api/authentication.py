"""Authentication: a bearer token of one event, or the browser's own session."""

from typing import Any, cast

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tavleya.actors import ANONYMOUS, Actor
from tavleya.errors import NotPermitted
from tournaments.services.tokens import actor_of_token


class BearerToken(BaseAuthentication):
    """`Authorization: Bearer tvl_…`."""

    def authenticate(self, request: Request) -> tuple[Any, Actor] | None:
        scheme, _, secret = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":
            return None
        try:
            actor = actor_of_token(secret=secret.strip(), now=timezone.now())
        except NotPermitted as problem:
            raise AuthenticationFailed(problem.message.render(gettext), code=problem.code) from None
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
