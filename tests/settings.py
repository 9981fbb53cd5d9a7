"""Settings for the tests: a real PostgreSQL and a real Redis, started here unless their URLs are given.

They are started in this module and not in conftest.py because pytest-django reads the settings first.
The URLs go into the environment, so the workers of pytest-xdist share the servers of the main process.

TAVLEYA_TEST_SERVERS=0     no servers: SQLite, tasks run in the process; tests that need more are skipped
TAVLEYA_REQUIRE_SERVERS=1  a missing server fails the run (so does CI=true)
"""

import atexit
import os
import shutil

from tests import template
from tests.servers import Failed, Postgres, Redis, Unavailable, new_folder

# A variable left over in the user's shell must not decide what the tests run on.
os.environ["TAVLEYA_MODE"] = "test"
for leftover in ("SECRET_KEY", "ALLOWED_HOSTS", "TAVLEYA_DEBUG", "TAVLEYA_PROXIES"):
    os.environ.pop(leftover, None)

WITH_SERVERS = os.environ.get("TAVLEYA_TEST_SERVERS", "1") != "0"
MUST_HAVE_SERVERS = WITH_SERVERS and (
    os.environ.get("TAVLEYA_REQUIRE_SERVERS") == "1" or os.environ.get("CI", "").lower() in ("1", "true")
)

# Reasons for a missing server, by the variable that would name it; conftest.py skips or fails on it.
WHY_NOT: dict[str, str] = {}
for _name, _server in (("DATABASE_URL", Postgres), ("REDIS_URL", Redis)):
    if os.environ.get(_name):
        continue
    if not WITH_SERVERS:
        WHY_NOT[_name] = "TAVLEYA_TEST_SERVERS=0"
        continue
    try:
        if _server is Postgres and (_data := template.prepared()):
            os.environ[_name] = Postgres(copy_of=_data).url
            os.environ["TAVLEYA_TEST_TEMPLATE"] = template.DATABASE
        else:
            os.environ[_name] = _server().url
    except (Unavailable, Failed, OSError) as _problem:
        WHY_NOT[_name] = str(_problem)

# One Redis database for each worker of pytest-xdist, or they would take each other's tasks.
_worker = os.environ.get("PYTEST_XDIST_WORKER", "")
if _worker and os.environ.get("REDIS_URL"):
    os.environ["REDIS_URL"] = (
        os.environ["REDIS_URL"].rpartition("/")[0] + "/" + str(int(_worker.removeprefix("gw")) % 15 + 1)
    )
os.environ["TAVLEYA_LIVE_CHANNEL_PREFIX"] = f"tavleya-test-{_worker or 'main'}"
# A worker that a test kills must be noticed within the test's patience.
os.environ.setdefault("TAVLEYA_CELERY_VISIBILITY_TIMEOUT", "2")
os.environ.setdefault("TAVLEYA_CELERY_RESTORE_INTERVAL", "1")
# Tasks run in the process, unless a test asks for the real worker with the celery_worker fixture.
os.environ.setdefault("TAVLEYA_CELERY_EAGER", "1")

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, REST_FRAMEWORK  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("postgresql"):
    # Idle connections of a pool keep a test database from being dropped.
    DATABASES["default"]["OPTIONS"].pop("pool", None)
else:
    # A file as in the demonstration, not memory, so that threads meet the same locks; one for each process.
    _folder = new_folder("sqlite")
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)
    DATABASES["default"]["NAME"] = str(_folder / "main.sqlite3")
    DATABASES["default"]["TEST"] = {"NAME": str(_folder / "test.sqlite3")}

_media = new_folder("media")
atexit.register(shutil.rmtree, _media, ignore_errors=True)
MEDIA_ROOT = _media

ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
REST_FRAMEWORK = {**REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": []}
