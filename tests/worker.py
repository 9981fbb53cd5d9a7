"""A real Celery worker for tests, in a separate process and on the test's own database."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit

from django.db import connection

from tests.servers import end, end_with_parent

ROOT = Path(__file__).resolve().parent.parent


class Worker:
    """`python -m celery -A config worker`, which a test may also kill and start again."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self.process = self.start()

    @property
    def pid(self) -> int:
        return self.process.pid

    def start(self) -> subprocess.Popen[bytes]:
        """Start the worker and wait until it takes tasks."""
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "DATABASE_URL": database_url_of_this_test(),
            "TAVLEYA_CELERY_EAGER": "0",
            "TAVLEYA_TEST_SERVERS": "0",  # it uses ours and starts none
        }
        before = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "celery", "-A", "config", "worker"),
                    *("--concurrency=2", "--loglevel=INFO", f"--hostname=test-{os.getpid()}@localhost"),
                    *("--without-gossip", "--without-mingle", "--without-heartbeat"),
                ],
                cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True, preexec_fn=end_with_parent(signal.SIGTERM),
            )  # fmt: skip
        deadline = time.monotonic() + 30
        while b" ready." not in self.log.read_bytes()[before:]:
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"the Celery worker did not start:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.05)
        return self.process

    def kill(self) -> None:
        """SIGKILL to the worker and its children, as a crash would end them."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)  # start_new_session made the pid the group's id
        self.process.wait()

    def stop(self) -> None:
        end(self.process, signal.SIGTERM)

    def alive(self) -> bool:
        return self.process.poll() is None


def database_url_of_this_test() -> str:
    """Return DATABASE_URL with the name of the test's database instead of the real one."""
    parts = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(parts._replace(path="/" + quote(str(connection.settings_dict["NAME"]), safe="")))
