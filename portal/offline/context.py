"""Template context of every page for the service worker."""

from django.conf import settings
from django.http import HttpRequest


def offline_pages(request: HttpRequest) -> dict[str, bool]:
    return {"offline_pages": settings.OFFLINE_PAGES}
