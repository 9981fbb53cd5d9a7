"""PostgreSQL by its own `pg_dump` and `pg_restore`, of a version that the server is served by."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from django.db import connection, transaction
from psycopg.conninfo import make_conninfo
from psycopg.pq import Conninfo

#: Locations of several installed versions, and of those in the image.
PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/postgresql/bin")
#: The former database, until the restored one has been checked.
BEFORE = "before_restore"


class NoProgram(Exception):
    """No suitable PostgreSQL program is installed; the text says what to install."""


@contextmanager
def snapshot() -> Iterator[str]:
    """Provide one consistent state of the database for all reads inside; return its name, for `dump`."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        yield cursor.fetchone()[0]


def dump(target: IO[bytes], moment: str) -> None:
    """Write the database as it is at a moment of `snapshot`."""
    dsn, environment, major = _connection()
    command = [
        program("pg_dump", major), "--format=custom", "--no-owner", "--no-privileges", f"--snapshot={moment}",
        f"--exclude-schema={BEFORE}", f"--dbname={dsn}",
    ]  # fmt: skip
    _run(command, environment, target=target)


def load(source: IO[bytes]) -> None:
    """Load the dump into the empty schema, all or nothing."""
    dsn, environment, major = _connection()
    command = [
        program("pg_restore", major), "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges",
        f"--dbname={dsn}",
    ]  # fmt: skip
    connection.close()
    _run(command, environment, source=source)


def set_aside() -> None:
    """Rename the schema and create an empty one. A partial restore that was killed is dropped."""
    with transaction.atomic(), connection.cursor() as cursor:
        if _is_set_aside(cursor):
            cursor.execute("DROP SCHEMA IF EXISTS public CASCADE")
        else:
            cursor.execute(f"ALTER SCHEMA public RENAME TO {BEFORE}")
        cursor.execute("CREATE SCHEMA public")
    connection.close()


def take_back() -> None:
    """Restore the schema that was set aside."""
    connection.close()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA IF EXISTS public CASCADE")
        cursor.execute(f"ALTER SCHEMA {BEFORE} RENAME TO public")
    connection.close()


def forget() -> None:
    """Delete the schema that was set aside."""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP SCHEMA {BEFORE} CASCADE")


def _is_set_aside(cursor: Any) -> bool:
    cursor.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", [BEFORE])
    return cursor.fetchone() is not None


def program(name: str, major: int) -> str:
    """Return the program of the lowest version compatible with a server of version `major`. Raises: NoProgram."""
    paths = [shutil.which(name), *(str(path / name) for place in PLACES for path in Path("/").glob(place[1:]))]
    versions = {path: version for path in paths if path and (version := _version(path))}
    suitable = {path: version for path, version in versions.items() if version >= major}
    if not suitable:
        listing = ", ".join(f"{path} is {version}" for path, version in versions.items()) or "there is none"
        raise NoProgram(
            f"{name} must be version {major} or later, as the server is ({listing}): install postgresql-client-{major}."
        )
    return min(suitable, key=lambda path: suitable[path])


def _version(path: str) -> int | None:
    try:
        stdout = subprocess.run(  # noqa: S603 (a program of PostgreSQL)
            [path, "--version"], capture_output=True, text=True, check=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    match = re.search(r"\) (\d+)", stdout)
    return int(match[1]) if match else None


def _connection() -> tuple[str, dict[str, str], int]:
    """Return the connection string without the password, the environment with it, and the server's major version."""
    connection.ensure_connection()
    params = connection.get_connection_params()
    keywords = {option.keyword.decode() for option in Conninfo.get_defaults()} - {"password", "client_encoding"}
    dsn = make_conninfo(**{name: value for name, value in params.items() if name in keywords})
    environment = {**os.environ, "PGPASSWORD": str(params.get("password") or "")}
    return dsn, environment, connection.connection.info.server_version // 10_000


def _run(
    command: list[str], environment: dict[str, str], *, source: IO[bytes] | None = None, target: IO[bytes] | None = None
) -> None:
    """Run a program that reads `source` or writes `target`. Raises: RuntimeError with its output."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(  # noqa: S603 (a program of PostgreSQL)
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
        )
        with process:
            assert process.stdin is not None
            assert process.stdout is not None
            with suppress(BrokenPipeError):  # it has ended, and says why
                if source is not None:
                    shutil.copyfileobj(source, process.stdin)
                process.stdin.close()
            if target is not None:
                shutil.copyfileobj(process.stdout, target)
        if process.returncode:
            errors.seek(0)
            raise RuntimeError(errors.read().decode(errors="replace").strip()[-2000:])
