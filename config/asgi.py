"""ASGI entry point, served by uvicorn: `/live/…` and streams of events are answered here, the rest by Django."""

import os
from typing import Any

from django.core.asgi import get_asgi_application

from config import environment

environment.serves_requests = True
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

django_application = get_asgi_application()

from api.activity import STREAM, stream  # noqa: E402  (models can be imported only once Django is set up)
from config.apps import settle  # noqa: E402
from games.live.asgi import live  # noqa: E402
from upkeep.metrics import STREAMS  # noqa: E402

settle()


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] == "http" and scope["path"].startswith("/live/"):
        with STREAMS.track_inprogress():
            await live(scope, receive, send)
    elif scope["type"] == "http" and scope["method"] == "GET" and STREAM.match(scope["path"]):
        with STREAMS.track_inprogress():
            await stream(scope, receive, send)
    else:
        await django_application(scope, receive, send)
