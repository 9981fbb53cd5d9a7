"""Throw-away PostgreSQL and Redis servers for one test session (stdlib only).

The servers end with the process that started them, even when it is killed (Linux), and their
folders go at the latest when the next session starts.
"""

import atexit
import os
import pwd
import shutil
import tempfile
from pathlib import Path

from deploy.cluster import stores
from deploy.cluster.processes import Failed, Unavailable, alive, end, end_with_parent, free_port, unprivileged_account
from tests import template

__all__ = ["Failed", "Postgres", "Redis", "Unavailable", "end", "end_with_parent", "new_folder"]

PREFIX = "tavleya-"
# Nothing here needs to outlive the session, so nothing is forced to disk.
POSTGRES_SETTINGS = {
    "fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "100",
    "shared_buffers": "64MB", "jit": "off", "autovacuum": "off",
}  # fmt: skip


class Postgres(stores.Postgres):
    """A new cluster in a separate folder, reached by a Unix socket only; `settings` override those above.

    `copy_of` is the data folder of a stopped cluster to start from (`tests.template`).
    """

    def __init__(self, copy_of: Path | None = None, **settings: str) -> None:
        home = new_folder("pg")
        if copy_of is not None:
            shutil.copytree(copy_of, home / "data", copy_function=shutil.copyfile)
            hand_over(home / "data", unprivileged_account())
        super().__init__(home, settings=POSTGRES_SETTINGS | settings)
        atexit.register(self.stop)
        self.start()

    @property
    def migrated(self) -> str:
        """The URL of the migrated database that a copy of the template has."""
        return self.url.replace("/postgres?", f"/{template.DATABASE}?")

    def halt(self) -> None:
        """Stop the server and keep its data."""
        super().stop()

    def stop(self) -> None:
        self.halt()
        shutil.rmtree(self.home, ignore_errors=True)


class Redis(stores.Redis):
    """An empty Redis (or Valkey) on a free port of the loopback address."""

    def __init__(self) -> None:
        super().__init__(new_folder("redis"), free_port())
        atexit.register(self.stop)
        self.start()

    def stop(self) -> None:
        super().stop()
        shutil.rmtree(self.home, ignore_errors=True)


def hand_over(folder: Path, account: pwd.struct_passwd | None) -> None:
    """Make a data folder private, and owned by the account that PostgreSQL runs as."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o700 if path.is_dir() else 0o600)
        if account is not None:
            os.chown(path, account.pw_uid, account.pw_gid)


def new_folder(kind: str) -> Path:
    """A folder under /tmp (socket paths stop at 107 bytes), after clearing those of sessions that were killed."""
    for old in Path("/tmp").glob(f"{PREFIX}{kind}-*"):
        owner = old.name.removeprefix(f"{PREFIX}{kind}-").split("-")[0]
        if owner.isdigit() and not alive(int(owner)):
            shutil.rmtree(old, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"{PREFIX}{kind}-{os.getpid()}-", dir="/tmp"))
