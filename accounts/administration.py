"""Administration of accounts: lock, unlock, merge, delete, and reset second factors."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import structlog
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from accounts import hooks
from accounts.encryption import decrypt_secret, encrypt_secret
from accounts.messages import say
from accounts.models import User
from accounts.services import lock_user, require_administrator
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict

log = structlog.get_logger(__name__)


@transaction.atomic
def lock(*, actor: Actor, user_id: int) -> User:
    """Lock an account and end its sessions.  Raises: Conflict ("own_account", "last_administrator")."""
    user = _other(actor, user_id)
    _keep_an_administrator(user)
    user.is_active = False
    user.save(update_fields=["is_active"])
    end_sessions(user)
    log.info("account_locked", account=user.pk, by=actor.key)
    return user


@transaction.atomic
def unlock(*, actor: Actor, user_id: int) -> User:
    """Unlock an account.  Raises: Conflict ("account_merged"): a merged account stays closed."""
    user = _other(actor, user_id)
    if user.merged_into_id is not None:
        raise Conflict(say("account_merged"))
    user.is_active = True
    user.save(update_fields=["is_active"])
    log.info("account_unlocked", account=user.pk, by=actor.key)
    return user


@transaction.atomic
def set_administrator(*, actor: Actor, user_id: int, administrator: bool) -> User:
    """Make a user an administrator, or not.  Raises: Conflict ("own_account", "last_administrator")."""
    user = _other(actor, user_id)
    if not administrator:
        _keep_an_administrator(user)
    user.is_superuser = administrator
    user.save(update_fields=["is_superuser"])
    log.info("administrator_set", account=user.pk, administrator=administrator, by=actor.key)
    return user


@transaction.atomic
def remove_second_factors(*, actor: Actor, user_id: int) -> User:
    """Remove the second factors of a user who lost the phone and the recovery codes: the password suffices again."""
    user = _other(actor, user_id)
    Authenticator.objects.filter(user=user).delete()
    end_sessions(user)
    log.info("second_factors_removed", account=user.pk, by=actor.key)
    return user


@transaction.atomic
def merge(*, actor: Actor, now: datetime, user_id: int, into_id: int) -> User:
    """Merge two accounts of one person: roles, seats and the name go to `into_id`; the other account is closed.

    Signatures of the other account stay, and are shown with the common name.
    Raises: BadInput ("same_account"); Conflict ("own_account", "last_administrator", "account_merged").
    """
    if user_id == into_id:
        raise BadInput(say("same_account"), field="into")
    user, into = _other(actor, user_id, into_id), lock_user(into_id)
    if user.merged_into_id is not None or into.merged_into_id is not None:
        raise Conflict(say("account_merged"))
    _keep_an_administrator(user)
    hooks.account_closed(user.pk, into.pk, now)
    EmailAddress.objects.filter(user=user).update(user=into, primary=False)
    SocialAccount.objects.filter(user=user).update(user=into)
    _close(user)
    User.objects.filter(merged_into=user).update(merged_into=into, name=into.shown_name)
    user.name, user.merged_into = into.shown_name, into
    user.save()
    log.info("account_merged", account=user.pk, into=into.pk, by=actor.key)
    return into


@transaction.atomic
def delete(*, actor: Actor, now: datetime, user_id: int) -> None:
    """Close the account and erase its personal data; the row stays, because records and logs refer to it.

    Raises: Conflict ("own_account", "last_administrator"; "sole_organiser" by the apps above).
    """
    user = _other(actor, user_id)
    _keep_an_administrator(user)
    hooks.account_closed(user.pk, None, now)
    EmailAddress.objects.filter(user=user).delete()
    SocialAccount.objects.filter(user=user).delete()
    _close(user)
    user.username, user.name, user.deleted_at = f"deleted-{user.pk}", "", now
    user.save()
    User.objects.filter(merged_into=user).update(name="", deleted_at=now)
    log.info("account_deleted", account=user.pk, by=actor.key)


def end_sessions(user: User) -> None:
    for session in UserSession.objects.filter(user=user):
        session.end()


def _close(user: User) -> None:
    """Close the account; the caller saves it."""
    end_sessions(user)
    Authenticator.objects.filter(user=user).delete()
    user.set_unusable_password()
    user.email, user.is_active, user.is_superuser = "", False, False


def _other(actor: Actor, user_id: int, *more: int) -> User:
    """Return another user's account, locked for writing.  Raises: Conflict ("own_account").

    `more` accounts and all administrators are locked with it, in the order of their keys: if two administrators close
    each other's account, the second waits and then finds no other administrator.
    """
    require_administrator(actor)
    if actor.user_id == user_id:
        raise Conflict(say("own_account"))
    accounts = User.objects.filter(Q(pk__in=[user_id, *more]) | Q(is_superuser=True)).order_by("pk")
    list(accounts.select_for_update().values_list("pk"))
    return lock_user(user_id)


def _keep_an_administrator(user: User) -> None:
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    if user.is_superuser and user.is_active and not others.exists():
        raise Conflict(say("last_administrator"))


# The requirement of a second factor, and its enforcement.

#: The pages for adding a second factor, and those that users need without one.
_OPEN = ("/account/", "/login/", "/logout/", "/language/", "/theme/", "/static/")
_FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def must_add(user: Any) -> bool:
    """Return whether the service requires a second factor that this user does not have yet (MFA_REQUIRED)."""
    return isinstance(user, User) and _is_required_of(user) and not is_mfa_enabled(user, _FACTORS)


def _is_required_of(user: User) -> bool:
    requirement = settings.MFA_REQUIRED
    if requirement == "officials":
        return user.is_superuser or hooks.is_official(user.pk)
    return requirement == "all" or (requirement == "administrators" and user.is_superuser)


class SecondFactorMiddleware:
    """Redirects users who must add a second factor to its page.  API tokens are exempt."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_checked = settings.MFA_REQUIRED != "none" and settings.SESSION_COOKIE_NAME in request.COOKIES
        if not is_checked or request.path.startswith(_OPEN) or not must_add(request.user):
            return self.get_response(request)
        if request.path.startswith("/api/"):
            problem = {"status": 403, "title": "Forbidden", "code": "second_factor_missing", "type": "about:blank"}
            return JsonResponse(problem, status=403, content_type="application/problem+json")
        return redirect("mfa_index")


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Encrypts the secrets of second factors: reading the database is not enough to generate codes."""

    def encrypt(self, text: str) -> str:
        return encrypt_secret(text)

    def decrypt(self, encrypted_text: str) -> str:
        return decrypt_secret(encrypted_text)

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code, dark on light independently of the page's colours."""
        import segno

        svg: str = segno.make(url, error="m").svg_inline(scale=5, border=4, dark="#000", light="#fff")
        return svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
