"""The requirement of a second factor, and its enforcement."""

from collections.abc import Callable
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from accounts import hooks
from accounts.encryption import decrypt_secret, encrypt_secret
from accounts.models import User

#: The pages for adding a second factor, and those that users need without one.
_OPEN = ("/account/", "/login/", "/logout/", "/language/", "/theme/", "/static/")
_FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def must_add(user: Any) -> bool:
    """Return whether the service requires a second factor that this user does not have yet (MFA_REQUIRED)."""
    return isinstance(user, User) and _asked_of(user) and not is_mfa_enabled(user, _FACTORS)


def _asked_of(user: User) -> bool:
    refusal = settings.MFA_REQUIRED
    if refusal == "officials":
        return user.is_superuser or hooks.is_official(user.pk)
    return refusal == "all" or (refusal == "administrators" and user.is_superuser)


class SecondFactorMiddleware:
    """Redirects users who must add a second factor to its page.  API tokens are exempt."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        requested = settings.MFA_REQUIRED != "none" and settings.SESSION_COOKIE_NAME in request.COOKIES
        if not requested or request.path.startswith(_OPEN) or not must_add(request.user):
            return self.get_response(request)
        if request.path.startswith("/api/"):
            code = {
                "status": 403,
                "title": "Forbidden",
                "code": "second_factor_missing",
                "type": "about:blank",
            }
            return JsonResponse(code, status=403, content_type="application/problem+json")
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
