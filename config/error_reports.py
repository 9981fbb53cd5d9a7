"""Errors sent to Sentry, or to a service that takes its reports, if an operator names one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from config import environment as env
from config.logs import mask
from tavleya.version import VERSION

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint


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
