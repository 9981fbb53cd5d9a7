"""Adapters of django-allauth: sign-up, redirects, rate limits of failed log-ins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.utils import filter_users_by_email
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.shortcuts import render, resolve_url

from accounts import hooks
from accounts.addresses import client_ip
from accounts.models import User

if TYPE_CHECKING:
    from allauth.socialaccount.models import SocialLogin
    from django.contrib.auth.base_user import AbstractBaseUser

log = structlog.get_logger(__name__)
_HERE = "login_failed_here"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts by invitation, unless SIGN_UP opens the service to the public."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return settings.SIGN_UP or hooks.is_invited(request)

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        official = hooks.is_official(request.user.pk or 0)
        return resolve_url(settings.OFFICIALS_REDIRECT_URL if official else settings.LOGIN_REDIRECT_URL)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return resolve_url("account")

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_ip(request)

    # Guessing

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return one key for an account, whether its user name or one of its e-mail addresses is tried."""
        typed = str(credentials.get("email") or credentials.get("username") or "").lower()
        user = User.objects.filter(username__iexact=typed).first()
        if user is None and "@" in typed:
            user = next(iter(filter_users_by_email(typed)), None)
        return f"account:{user.pk}" if user else f"login:{typed}"

    def _key_here(self, request: HttpRequest, **credentials: Any) -> str:
        return f"{self._get_login_attempts_cache_key(request, **credentials)}@{client_ip(request)}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        key = self._key_here(request, **credentials)
        try:
            if not ratelimit.consume(request, action=_HERE, key=key):
                raise self.validation_error("too_many_login_attempts")
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            raise ImmediateHttpResponse(render(request, "429.html", status=429)) from None

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Log the key of the account, not the input, which may be a password in the wrong field."""
        kind, _, number = self._get_login_attempts_cache_key(request, **credentials).partition(":")
        account = int(number) if kind == "account" else None
        log.warning("sign_in_failed", account=account, client=client_ip(request))

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Reset the count of failures from this address after a success; the count from all addresses continues."""
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user is not None:
            ratelimit.clear(request, action=_HERE, key=self._key_here(request, **credentials))
        return user


class ProviderAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Sign-in by a provider: every user known there may have an account; its operator decides who that is."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        return True

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> User:
        user: User = super().populate_user(request, sociallogin, data)
        parts = (data.get("first_name"), data.get("last_name"))
        user.name = (data.get("name") or " ".join(part for part in parts if part))[:150]
        return user


def shown_name(user: User) -> str:
    """Return the user's public name (for ACCOUNT_USER_DISPLAY)."""
    return user.shown_name
