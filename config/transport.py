"""Redirects from HTTP to HTTPS, also to another port than 443."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.request import split_domain_port


class ToHttps:
    """Runs before Django's middleware, which would redirect to the requested port; never for another host name."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.SECURE_SSL_REDIRECT:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.is_secure():
            return self.get_response(request)
        host, _port = split_domain_port(request.get_host())
        port = "" if settings.HTTPS_PORT == 443 else f":{settings.HTTPS_PORT}"
        return HttpResponsePermanentRedirect(f"https://{host}{port}{request.get_full_path()}")
