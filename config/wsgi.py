"""WSGI entry point: pages and the API. In production granian serves it; `/live` is served by config.asgi."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
