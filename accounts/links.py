"""Addresses of pages outside of a request, and links that open an account."""

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.urls import reverse

from accounts.models import User


def absolute(path: str) -> str:
    """Return the complete address of a page of this service."""
    return settings.SITE_URL + path


def password_link(user: User) -> str:
    """Return a link for setting the password of the account: once, within PASSWORD_RESET_TIMEOUT."""
    place = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    return absolute(reverse("account_reset_password_from_key", kwargs=place))
