"""The project package: settings, URLs, the WSGI and ASGI entry points, Celery.

The Celery application is imported here so that `shared_task` finds it in every process.

After its start a process of the service holds some 400 000 objects that stay until its end. By default Python goes
through all of them again and again, in search of cycles to free, while pages are made and mostly while rows are read.
"""

import gc

__all__ = ["celery_app"]

# Before the other imports: the start creates hundreds of thousands of objects, and none of them is garbage. Later the
# objects of a large page live until it is sent, and few of them are in cycles.
gc.set_threshold(50_000, 10, 20)

from config.celery import app as celery_app  # noqa: E402
