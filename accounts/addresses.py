"""Addresses: of clients, with their rate limits; of pages outside of a request; and links that open an account."""

import ipaddress
import time

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from accounts.models import User


def absolute(path: str) -> str:
    """Return the complete address of a page of this service."""
    return settings.SITE_URL + path


def password_link(user: User) -> str:
    """Return a link for setting the password of the account: once, within PASSWORD_RESET_TIMEOUT."""
    arguments = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    return absolute(reverse("account_reset_password_from_key", kwargs=arguments))


# Rate limits by address: counted without a lock, so that a club behind one address never waits.

_SECONDS = 60


def too_often(request: HttpRequest, action: str) -> HttpResponse | None:
    """Return the page 429 for a client above the limit in `settings.PER_MINUTE`; None for all others.

    The last minute slides: the count of the previous minute is weighted by its share of the last 60 seconds.  Refused
    requests count too.  Without a cache nothing is refused.
    """
    minute, second = divmod(time.time(), _SECONDS)
    key = f"limit:{action}:{client_network(request)}"
    previous = cache.get(f"{key}:{int(minute) - 1}", 0) * (1 - second / _SECONDS)
    if previous + _increment(f"{key}:{int(minute)}") <= settings.PER_MINUTE[action]:
        return None
    response = render(request, "429.html", {"soon": True}, status=429)
    response["Retry-After"] = str(_SECONDS)
    return response


def _increment(key: str) -> int:
    """Increment the counter and return it.  It is created first, because only an existing one counts without a lock."""
    cache.add(key, 0, 2 * _SECONDS)
    try:
        return cache.incr(key)
    except ValueError:  # emptied in between
        return 1


# The client's IP address behind trusted proxies.


def client_ip(request: HttpRequest) -> str:
    """Return the address of the client, behind `TAVLEYA_PROXIES` trusted proxies.

    Any client can send X-Forwarded-For, so only the entries that our own proxies appended are used.
    """
    direct: str = request.META.get("REMOTE_ADDR", "")
    if not settings.TRUSTED_PROXIES:
        return direct
    chain = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
    return chain[-min(settings.TRUSTED_PROXIES, len(chain))] if chain else direct


def client_network(request: HttpRequest) -> str:
    """Return the address of the client, or its 64-bit network for IPv6, where one line has any number of addresses."""
    client = client_ip(request)
    try:
        address = ipaddress.ip_address(client)
    except ValueError:
        return client
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else client
