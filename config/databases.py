"""Settings of the databases, with the options that each engine needs, and of the storage of photographs."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from config import environment as env

# Storage of photographs of score sheets.


def photo_storage() -> dict[str, Any]:
    """Return Django's settings of the storage: a folder, or an S3 bucket shared by several machines.

    Only the views serve its files, after checking permissions.
    """
    if bucket := env.text("MEDIA_S3_BUCKET"):
        env.require_package("storages", "MEDIA_S3_BUCKET")
        # The client of S3 looks for the credentials itself, where it always does.
        options = {
            "bucket_name": bucket,
            "endpoint_url": env.text("MEDIA_S3_ENDPOINT") or None,
            "region_name": env.text("MEDIA_S3_REGION") or None,
            "default_acl": None,  # that of the bucket, which is private
            "file_overwrite": False,
        }
        return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
    # Readable only by this account; static files are also for the proxy.
    return {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"file_permissions_mode": 0o640}}


#: `own`, or `pgbouncer`: the pool of connections to PostgreSQL.
POOL = env.one_of("DATABASE_POOL", ("own", "pgbouncer"))


#: Milliseconds after which the server ends a request's wait for a lock, its statement, or its idle transaction.
#: nginx waits 30 s for an answer: a thread that waits longer is lost to all.  Commands and tasks have no limits.
REQUEST_LIMITS: Mapping[str, int] = MappingProxyType(
    {"lock_timeout": 3_000, "statement_timeout": 20_000, "idle_in_transaction_session_timeout": 30_000}
)
#: The name of the database at PgBouncer whose connections have `REQUEST_LIMITS` (deploy/pgbouncer.ini): in its
#: transaction mode a program cannot set them for its own connection.
LIMITED_NAME = "{}_web"


def settings_of(name: str, url: str, *, pool: bool, limits: Mapping[str, int] | None = None) -> dict[str, Any]:
    """Return Django's settings for the database at `url`, the value of variable `name`.

    `pool`: the process shares its connections among its threads; else each thread keeps one. `limits`: milliseconds by
    setting of PostgreSQL, for each connection; by default those of a request, if the process answers any.
    """
    if limits is None:
        limits = REQUEST_LIMITS if env.serves_requests else {}
    try:
        settings: dict[str, Any] = dict(dj_database_url.parse(url))
    except ValueError:
        # Not chained: the original error would show the address, and with it the password.
        raise ImproperlyConfigured(
            f"{name} cannot be read; it looks like postgresql://user:password@host/name."
        ) from None
    options = settings.setdefault("OPTIONS", {})
    if settings["ENGINE"].endswith("sqlite3"):
        # IMMEDIATE takes the write lock at BEGIN: a transaction that reads and then writes waits its turn
        # instead of failing half-way, and no update is lost.
        options["transaction_mode"] = "IMMEDIATE"
        options["timeout"] = 10
        options["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
    elif settings["ENGINE"].endswith("postgresql"):
        # A new connection for each request costs four times the request itself.
        if pool:
            # A request waits a second for one, and no page waits longer for a database that is away.
            options["pool"] = {
                "min_size": 1,
                "max_size": env.number("TAVLEYA_DB_POOL", 8),
                "timeout": 1,
                # Each request retries by itself. The pool's retries become rarer, so after an outage of minutes the
                # pool would be unavailable for minutes more.
                "reconnect_timeout": 0,
            }
        else:
            settings["CONN_MAX_AGE"] = 60
        options["connect_timeout"] = 2
        # One that the server has closed (a restart) is replaced before it is handed out: the pool's by our engine.
        settings["ENGINE"] = "config.postgresql"
        settings["CONN_HEALTH_CHECKS"] = not pool
        # Only for `games.compiled_queries`: Django's own queries are never prepared.
        options["prepare_threshold"] = 3 if env.flag("TAVLEYA_DB_PREPARE", default=True) else None
        if limits and POOL == "pgbouncer" and name == "DATABASE_URL":
            settings["NAME"] = LIMITED_NAME.format(settings["NAME"])
        elif limits:
            lines = [options["options"]] if "options" in options else []
            options["options"] = " ".join([*lines, *(f"-c {key}={ms}" for key, ms in limits.items())])
        if POOL == "pgbouncer":
            # In its transaction mode the next transaction may use another connection, so a connection must have no
            # state.
            options["prepare_threshold"] = None
            settings["DISABLE_SERVER_SIDE_CURSORS"] = True
    return settings
