"""Bring the database up to date and serve the site from this process."""

import argparse
import sys
import warnings

from django.conf import settings
from django.core.management import call_command

from portal import scheduler

DEFAULT_PORT = 8000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    parser.add_argument(
        "--port", type=int, default=DEFAULT_PORT, help=f"the port to listen on ({DEFAULT_PORT})"
    )


def migrate() -> None:
    call_command("migrate", interactive=False, verbosity=0)


def serve(host: str, port: int) -> None:
    """Serve pages, API and live streams in one process, until interrupted; without Redis also run periodic tasks."""
    import uvicorn

    if settings.CELERY_TASK_ALWAYS_EAGER:
        scheduler.start(settings.VAR / "scheduler.lock")

    # WhiteNoise reads its small files in one piece; in production the proxy serves them.
    warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")
    # Otherwise a pipe or a file would show the output only after the server has stopped.
    sys.stdout.flush()
    uvicorn.run("config.asgi:application", host=host, port=port, log_config=None, access_log=False)
