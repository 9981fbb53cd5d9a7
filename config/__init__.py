"""The project package: settings, URLs, the WSGI and ASGI entry points, Celery.

The Celery application is imported here so that `shared_task` finds it in every process.
"""

from config.garbage_collection import look_less_often

__all__ = ["celery_app"]


# Before the other imports: the start creates hundreds of thousands of objects, and none of them is garbage.
look_less_often()

from config.celery import app as celery_app  # noqa: E402
