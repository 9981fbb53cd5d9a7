"""Migrated databases that test sessions copy, so that only the first session after a change migrates.

`python -m tests.template FOLDER` makes one: the data folder of a stopped PostgreSQL, whose database `tavleya_template`
is migrated, or a folder with a file of SQLite.  `tests.settings` calls `prepared` before it starts a server.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from deploy.cluster.stores import find_postgres
from tests.paths import ROOT

DATABASE, SQLITE = "tavleya_template", "tavleya.sqlite3"
KEPT = 6


def digest() -> str:
    """Return the digest of everything that the migrated database depends on."""
    files = sorted(
        [
            *ROOT.glob("*/migrations/*.py"), *ROOT.glob("*/models.py"), *ROOT.glob("*/models/*.py"),
            ROOT / "config" / "settings.py", ROOT / "games" / "append_only.py",
            ROOT / "requirements-dev.txt", Path(__file__),
        ]
    )  # fmt: skip
    sha256 = hashlib.sha256(f"{sys.version_info[:2]} {find_postgres()}".encode())
    for file in files:
        if file.exists():
            sha256.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return sha256.hexdigest()[:16]


def prepared(vendor: str = "postgresql") -> Path | None:
    """Return the folder to copy, made now if there is none; None if it cannot be made (the tests migrate then)."""
    home = Path(os.environ.get("TAVLEYA_TEST_TEMPLATES") or Path(sys.prefix) / "test-templates")
    folder = home / f"{vendor}-{digest()}"
    try:
        home.mkdir(parents=True, exist_ok=True)
        with (home / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.exists():
                _make(folder)
            os.utime(folder)
        for old in sorted(home.glob("*/"), key=lambda path: path.stat().st_mtime)[:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return folder


def _make(folder: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {"DATABASE_URL": "", "TAVLEYA_TEST_SERVERS": "0"}
    subprocess.run(
        [sys.executable, "-m", "tests.template", str(folder)], cwd=ROOT, env=environment, check=True, stdout=2
    )


def main(folder: Path) -> None:
    import psycopg

    from tests.servers import Postgres

    print(f"Migrating {folder.name} for the tests (once after a change of models).", file=sys.stderr, flush=True)
    part = folder.with_name(folder.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    if folder.name.startswith("sqlite"):
        part.mkdir()
        _migrate(f"VACUUM INTO '{part / SQLITE}'")
    else:
        server = Postgres()
        os.environ["DATABASE_URL"] = server.migrated
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {DATABASE}")
        _migrate()
        server.halt()
        shutil.copytree(server.data, part)
        server.stop()
    part.rename(folder)


def _migrate(*statements: str) -> None:
    """Migrate the database of the environment, and execute statements in it."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.core.management import call_command
    from django.db import connections

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    with connections["default"].cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
    connections.close_all()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
