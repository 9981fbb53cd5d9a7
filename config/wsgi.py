"""WSGI entry point: pages and the API. In production granian serves it; `/live` is served by config.asgi."""

import os

from django.core.wsgi import get_wsgi_application

from config import environment

environment.serves_requests = True
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

general = get_wsgi_application()

from config.apps import settle  # noqa: E402  (models can be imported only once Django is set up)
from config.posted_moves import PostedMoves  # noqa: E402

application = PostedMoves(general)
settle()
