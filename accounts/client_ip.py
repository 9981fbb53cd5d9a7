"""The client's IP address behind trusted proxies."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest


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
