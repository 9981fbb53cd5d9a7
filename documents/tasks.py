"""Celery tasks for large files."""

from io import BytesIO

import structlog
from celery import shared_task
from django.contrib.auth.models import AnonymousUser
from django.core.handlers.wsgi import WSGIRequest
from django.urls import resolve
from django.utils import timezone, translation

from documents.views.downloads import forget_old
from games import gate

log = structlog.get_logger(__name__)


@shared_task
def make_document(address: str, language: str) -> None:
    """Make the large file at a public address, as for a visitor without a session; its view stores it."""
    path, _, query = address.partition("?")
    environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "wsgi.input": BytesIO(),
    }
    request = WSGIRequest(environ)
    request.user, request.by_worker = AnonymousUser(), True  # type: ignore[attr-defined]
    resolver_match = resolve(path)
    with translation.override(language), timezone.override(None), gate.closed(timezone.now()):
        resolver_match.func(request, *resolver_match.args, **resolver_match.kwargs)
    log.info("document_made", view=resolver_match.view_name)


@shared_task
def forget_documents() -> int:
    """Delete the expired files; return their number."""
    return forget_old(timezone.now())
