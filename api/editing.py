"""Conditional edits: `If-Match` with the `ETag` of an earlier response (RFC 9110, RFC 6585)."""

import hashlib
import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext
from rest_framework import exceptions, status
from rest_framework.request import Request


class PreconditionRequired(exceptions.APIException):
    status_code = status.HTTP_428_PRECONDITION_REQUIRED
    default_code = "precondition_required"


class PreconditionFailed(exceptions.APIException):
    status_code = status.HTTP_412_PRECONDITION_FAILED
    default_code = "precondition_failed"


def tag_of(content: Any) -> str:
    """Return a strong ETag of the response's content."""
    text = json.dumps(content, sort_keys=True, cls=DjangoJSONEncoder)
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'


def check_match(request: Request, tag: str) -> None:
    """Check `If-Match` against `tag`.  Raises: PreconditionRequired without the header; PreconditionFailed."""
    headers = request.headers.get("If-Match", "").strip()
    if not headers:
        raise PreconditionRequired(gettext("Send If-Match with the ETag of the version you are changing."))
    if headers != "*" and tag not in [name.strip() for name in headers.split(",")]:
        raise PreconditionFailed(gettext("It has been changed since you read it. Read it again."))
