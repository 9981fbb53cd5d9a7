"""Forms that may have been filled in without a network: sent by a script, maybe twice, and carried out once."""

import hashlib
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.http import FileResponse, HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from games.services.moves import carry_out_once
from games.views.requests import Refused, find_or_404
from tavleya.actors import Actor
from tavleya.errors import DomainError, NotPermitted
from tournaments.messages import say
from tournaments.models.activity import UploadKind
from tournaments.services.uploads import upload_for
from tournaments.views.frame import EventFrame

KEY = "Idempotency-Key"
#: The account that typed it, from the page: on a shared device another may be signed in when it is sent.
TYPED_BY = "X-Typed-By"


def comes_with_key(request: HttpRequest) -> bool:
    return bool(request.headers.get(KEY))


def once(request: HttpRequest, actor: Actor, operation: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return the result of `operation` (JSON), stored or new; without a key it is simply carried out.

    Raises: NotPermitted ("typed_by_another") if the form was typed in another account.
    """
    typed_by = request.headers.get(TYPED_BY)
    if typed_by and typed_by != str(actor.user_id):
        raise NotPermitted(say("typed_by_another"))
    key = request.headers.get(KEY, "")
    if not key:
        return operation()
    (_status, result), _repeated = carry_out_once(
        who=actor.key,
        key=key,
        digest=_digest(request),
        now=timezone.now(),
        operation=lambda: (HTTPStatus.OK, operation()),
    )
    return dict(result)


def answer(request: HttpRequest, actor: Actor, operation: Callable[[], str]) -> JsonResponse:
    """Return the message of the successful act as `said`; after an error, its reason and its `code`."""
    try:
        return JsonResponse(once(request, actor, lambda: {"said": operation()}))
    except DomainError as error:
        return refusal(error)


def refusal(problem: DomainError, sentence: str = "") -> JsonResponse:
    refused = Refused.by(problem)
    return JsonResponse({"code": refused.code, "said": sentence or str(refused.sentence)}, status=refused.status)


def _digest(request: HttpRequest) -> str:
    """Return the digest of the form's values, without the CSRF token, which differs in each page."""
    form_data = sorted((name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken")
    return hashlib.sha256(f"{request.path}\n{urlencode(form_data, doseq=True)}".encode()).hexdigest()


# Uploads of organisers, for all visitors who see the event.

#: A file never changes at its address; a removed file disappears a little later.
_PUBLIC = "public, max-age=300"
_PRIVATE = "private, no-cache"


@require_safe
def upload(request: HttpRequest, slug: str, upload_id: int) -> HttpResponseBase:
    """One file, served only as the media type detected from its bytes."""
    frame = EventFrame.at(request, slug)
    row, file = find_or_404(lambda: upload_for(event=frame.event, upload_id=upload_id))
    etag = f'"{row.sha256[:32]}"'
    response: HttpResponseBase
    if (not_modified := get_conditional_response(request, etag=etag)) is not None:
        file.close()
        response = not_modified
    else:
        suffix = row.stored.rpartition(".")[2]
        response = FileResponse(file, content_type=row.media_type, filename=f"{row.title}.{suffix}")
        if row.kind == UploadKind.IMAGE:
            response["Content-Security-Policy"] = "default-src 'none'; img-src 'self'; sandbox"
    response["ETag"] = etag
    response["X-Content-Type-Options"] = "nosniff"
    public = frame.event.published and frame.event.archived_at is None
    response["Cache-Control"] = _PUBLIC if public else _PRIVATE
    return response
