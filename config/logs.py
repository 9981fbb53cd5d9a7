"""Logging and error reports: one line of JSON per event in production, with the request id on every line."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import structlog
from django.core.signals import request_finished
from django.http import HttpRequest, HttpResponse
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import EventDict

from config import environment as env
from config.environment import SECRET_PATHS
from tavleya.version import VERSION

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint


# Errors sent to Sentry, or to a service that takes its reports, if an operator names one.


def start() -> None:
    """Report errors to the address in `SENTRY_DSN`; without it nothing is imported or sent."""
    if not (address := env.text("SENTRY_DSN")):
        return
    env.require_package("sentry_sdk", "SENTRY_DSN")
    import sentry_sdk
    from sentry_sdk.integrations.celery import CeleryIntegration
    from sentry_sdk.integrations.django import DjangoIntegration

    # No local variables, bodies or earlier log lines: any of them may hold a person's data or a sealed move.
    sentry_sdk.init(
        dsn=address,
        release=VERSION,
        integrations=[DjangoIntegration(), CeleryIntegration()],
        auto_enabling_integrations=False,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=_masked,
    )


def _masked(event: Event, hint: Hint) -> Event:
    """Keep method and path of the request, and mask every text as the logs do."""
    request = event.pop("request", {})
    event["request"] = {name: request[name] for name in ("method", "url") if name in request}
    masked: Event = mask(event)
    return masked


# Names of secrets that grant access, and of rows in database errors: a row may be a sealed move.
_SECRETS = (
    *((re.compile(f"/{path}/{secret}"), f"/{path}/…") for path, secret in SECRET_PATHS.items()),
    (re.compile(r"tvl_[A-Za-z0-9_-]+"), "tvl_…"),
    (
        re.compile(
            r"(?i)\b(sessionid|csrftoken|csrfmiddlewaretoken|password)(['\"]?\s*[=:]\s*)"
            r"('[^']*'|\"[^\"]*\"|[^\s;,&]+)"
        ),
        r"\1\2…",
    ),
    (re.compile(r"://[^/\s:@]*:[^/\s@]+@"), "://…@"),
    (re.compile(r"^DETAIL: .*?(?=\n\n|\n[A-Z]+: |\Z)", re.MULTILINE | re.DOTALL), "DETAIL: …"),
)
SAFE_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")


def logging_config(*, as_json: bool, level: str = "INFO") -> dict[str, Any]:
    """Return the value of Django's LOGGING, and configure structlog to write the same lines."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.PositionalArgumentsFormatter(),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    if as_json:
        tail: list[Any] = [
            structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
            without_secrets,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    else:
        tail = [
            structlog.processors.format_exc_info,
            without_secrets,
            structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
        ]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": shared,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *tail],
            }
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Django adds handlers for these; only the root handler must write.
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
        },
    }


def without_secrets(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Mask secrets in all texts of a line, including nested ones and the stack (a structlog processor)."""
    return {name: mask(value) for name, value in event.items()}


def mask(value: Any) -> Any:
    """Return a copy of what can be written as JSON without the secrets in its texts."""
    if isinstance(value, str):
        for secret, text in _SECRETS:
            value = secret.sub(text, value)
        return value
    if isinstance(value, dict):
        return {name: mask(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [mask(item) for item in value]
    return value


def begin_request(offered: str) -> str:
    """Set and return the request id, `offered` if valid, for all log lines until the request ends.

    It outlasts this call: Django logs a 4xx or 5xx response after the last middleware.
    """
    request_id = offered if SAFE_ID.fullmatch(offered) else uuid.uuid4().hex
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=request_id)
    return request_id


class RequestIdMiddleware:
    """Middleware that gives every request an id: the proxy's valid `X-Request-ID`, else a new one.

    The id is on every log line of the request, in `request.request_id` and in the response.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = begin_request(request.headers.get("X-Request-ID", ""))
        request.request_id = request_id  # type: ignore[attr-defined]
        response = self.get_response(request)
        response["X-Request-ID"] = request_id
        return response


def _forget_request(**_: object) -> None:
    structlog.contextvars.clear_contextvars()


request_finished.connect(_forget_request, dispatch_uid="config.logs")
