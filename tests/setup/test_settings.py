"""Defaults of the settings, and the values that must be set explicitly. Each case runs in a separate process."""

import io
import json
import os
import sys
from importlib.util import find_spec

import pytest
import uvicorn
from django.core.exceptions import ImproperlyConfigured

from config import databases, environment
from portal.demo import open_run
from tests.setup.project_files import python

PRODUCTION = {
    "TAVLEYA_MODE": "production",
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ALLOWED_HOSTS": "chess.example, www.chess.example",
    "DATABASE_URL": "postgresql://tavleya:secret@db/tavleya",
    "REDIS_URL": "redis://redis:6379/0",
}


def printed(code, **environment):
    """Return the JSON that a program prints."""
    result = python("-c", code, **environment)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def settings(expression, **environment):
    """Return the value of an expression over the settings."""
    code = f"import json; from config import settings as s; print(json.dumps({expression}, default=str))"
    return printed(code, **environment)


def refusal(**environment):
    """Return the error message of settings that do not load."""
    result = python("-c", "import config.settings", **environment)
    assert result.returncode != 0
    assert "ImproperlyConfigured" in result.stderr
    return result.stderr.rpartition("ImproperlyConfigured: ")[2]


def without(*names, **changes):
    return {name: value for name, value in {**PRODUCTION, **changes}.items() if name not in names}


def test_the_command_line_names_everything_that_is_missing_at_once_and_no_traceback():
    result = python("manage.py", "check", TAVLEYA_MODE="production")
    assert result.returncode == 1
    assert result.stderr.startswith("Tavleya does not start: ")
    assert "Traceback" not in result.stderr
    assert all(name in result.stderr for name in ("SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL"))


@pytest.mark.long
@pytest.mark.parametrize("name", ["SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL"])
def test_production_refuses_to_start_without(name):
    message = refusal(**without(name))
    assert name in message
    assert message.count("\n  ") == 1


@pytest.mark.long
def test_production_refuses_what_is_only_for_the_demonstration():
    assert "PostgreSQL" in refusal(**without(DATABASE_URL="sqlite:///somewhere"))
    assert "TAVLEYA_DEBUG" in refusal(**without(TAVLEYA_DEBUG="1"))
    assert "50 characters" in refusal(**without(SECRET_KEY="short"))


@pytest.mark.long
def test_a_password_never_stands_in_the_refusal():
    for url in (
        "nonsense://tavleya:hunter2@db/tavleya",
        "tavleya:hunter2@db",
        "postgresql://tavleya:hunter2@db:port/x",
    ):
        result = python("-c", "import config.settings", **without(DATABASE_URL=url))
        assert "ImproperlyConfigured: DATABASE_URL" in result.stderr
        assert "hunter2" not in result.stderr


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "value"),
    [("TAVLEYA_MODE", "prod"), ("TAVLEYA_DEBUG", "perhaps"), ("TAVLEYA_PROXIES", "one"), ("TAVLEYA_PROXIES", "-1")],
)
def test_a_value_that_means_nothing_is_refused_by_name(name, value, tmp_path):
    assert name in refusal(**{"TAVLEYA_VAR": str(tmp_path), name: value})


@pytest.mark.long
def test_the_deployment_checks_of_django_find_nothing():
    result = python("manage.py", "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert result.returncode == 0, result.stderr


def test_production_uses_the_servers_it_was_given():
    debug, hosts, databases, hub, eager, *languages = settings(
        "[s.DEBUG, s.ALLOWED_HOSTS, s.DATABASES, s.LIVE_HUB, s.CELERY_TASK_ALWAYS_EAGER,"
        " s.LANGUAGE_CODE, s.TIME_ZONE, *sorted(c for c, _ in s.LANGUAGES)]",
        **PRODUCTION,
    )
    assert (debug, eager) == (False, False)
    assert hosts == ["chess.example", "www.chess.example"]
    assert databases["default"]["ENGINE"] == "config.postgresql"
    assert databases["default"]["OPTIONS"]["pool"]["max_size"] >= 4
    assert hub == PRODUCTION["REDIS_URL"]
    assert languages == ["en", "UTC", "en", "ru", "uk"]


def test_a_killed_workers_task_is_not_lost_and_not_run_twice():
    names = ("ACKS_LATE", "REJECT_ON_WORKER_LOST", "TIME_LIMIT")
    values = ", ".join(f"s.CELERY_TASK_{name}" for name in names)
    late, lost, limit, prefetch, transport = settings(
        f"[{values}, s.CELERY_WORKER_PREFETCH_MULTIPLIER, s.CELERY_BROKER_TRANSPORT_OPTIONS]", **PRODUCTION
    )
    assert (late, lost, prefetch) == (True, True, 1)
    assert limit < transport["visibility_timeout"] <= 60


def test_the_content_policy_admits_no_inline_script_or_style():
    directives = settings("s.CONTENT_SECURITY_POLICY['DIRECTIVES']", **PRODUCTION)
    assert directives["script-src"] == directives["style-src"] == ["'self'"]
    assert "unsafe" not in json.dumps(directives)


def test_without_any_variable_everything_stays_on_this_machine(tmp_path):
    database, hub, eager, hosts = settings(
        "[s.DATABASES['default'], s.LIVE_HUB, s.CELERY_TASK_ALWAYS_EAGER, s.ALLOWED_HOSTS]", TAVLEYA_VAR=str(tmp_path)
    )
    assert database["NAME"] == str(tmp_path / "tavleya.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert (hub, eager) == ("memory", True)
    assert hosts == ["localhost", "127.0.0.1", "[::1]"]


@pytest.mark.long
def test_the_demonstration_keeps_its_own_secret(tmp_path):
    first, second = (settings("s.SECRET_KEY", TAVLEYA_VAR=str(tmp_path)) for _ in range(2))
    assert first == second
    assert len(first) >= 50
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_behind_pgbouncer_nothing_is_kept_on_a_connection():
    database = settings("s.DATABASES['default']", **PRODUCTION, DATABASE_POOL="pgbouncer")
    assert "pool" not in database["OPTIONS"]
    assert database["OPTIONS"]["prepare_threshold"] is None
    assert database["DISABLE_SERVER_SIDE_CURSORS"] is True
    assert "DATABASE_POOL" in refusal(**PRODUCTION, DATABASE_POOL="some")


@pytest.mark.long
def test_a_replica_is_read_beside_the_primary_and_has_no_password_in_a_refusal():
    databases, routers = settings(
        "[s.DATABASES, s.DATABASE_ROUTERS]",
        **PRODUCTION,
        DATABASE_REPLICA_URL="postgresql://reader:secret@copy/tavleya",
    )
    assert databases["replica"]["HOST"] == "copy"
    assert "pool" not in databases["replica"]["OPTIONS"]
    assert routers == ["config.replica.Router"]
    message = refusal(**PRODUCTION, DATABASE_REPLICA_URL="nonsense://reader:hunter2@copy/x")
    assert "DATABASE_REPLICA_URL" in message
    assert "hunter2" not in message
    assert "PostgreSQL" in refusal(**PRODUCTION, DATABASE_REPLICA_URL="sqlite:///copy")


@pytest.mark.long
def test_tasks_have_a_broker_of_their_own_where_one_is_named():
    expression = "[s.CELERY_BROKER_URL, s.CACHES['default']['LOCATION'], s.LIVE_HUB]"
    redis, broker = PRODUCTION["REDIS_URL"], "redis://broker:6379/0"
    assert settings(expression, **PRODUCTION) == [redis, redis, redis]
    assert settings(expression, **PRODUCTION, BROKER_URL=broker) == [broker, redis, redis]


@pytest.mark.long
def test_every_task_goes_to_a_queue_that_there_is():
    code = (
        "import json, django; django.setup(); from config.celery import app; app.finalize();"
        "app.loader.import_default_modules(); route = app.amqp.router.route;"
        "print(json.dumps({name: route({}, name)['queue'].name"
        " for name in app.tasks if not name.startswith('celery.')}))"
    )
    queues = printed(code, **PRODUCTION, DJANGO_SETTINGS_MODULE="config.settings")
    assert queues["tournaments.tasks.publish_due_rounds"] == "now"
    assert queues["notifications.tasks.send_due_webhooks"] == "deliver"
    assert "tournaments.tasks.run_job" in queues
    routed = settings("list(s.CELERY_TASK_ROUTES)", **PRODUCTION)
    assert set(routed) <= set(queues)


def test_every_kind_of_job_is_registered_and_has_a_queue_that_there_is():
    """Checked in a separate process: this one has already imported the registering modules."""
    code = (
        "import json, django; django.setup(); from tournaments.models.activity import JobKind;"
        "from tournaments.services.jobs import SPECS;"
        "print(json.dumps({kind: SPECS[kind].queue for kind in JobKind.values}))"
    )
    queues = printed(code, **PRODUCTION, DJANGO_SETTINGS_MODULE="config.settings")
    assert queues.pop("pair_round") == "pairing" and set(queues.values()) == {"import"}
    assert {"pairing", "import"} <= set(settings("[queue.name for queue in s.CELERY_TASK_QUEUES]", **PRODUCTION))


def test_a_setting_whose_package_is_not_installed_is_refused(monkeypatch):
    monkeypatch.setattr(environment, "find_spec", lambda module: None)
    monkeypatch.setenv("MEDIA_S3_BUCKET", "sheets")
    with pytest.raises(ImproperlyConfigured, match=r"MEDIA_S3_BUCKET needs what requirements-extras\.txt"):
        databases.photo_storage()


# The start of a process: its imports, the collection of garbage, and its output.


HEAVY = {"babel", "http_ece", "icalendar", "markdown_it", "networkx", "PIL", "reportlab", "segno", "xlsxwriter"}
START = """
import django, json, sys
django.setup()
from django.urls import get_resolver
assert len(get_resolver().url_patterns) > 10
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


@pytest.mark.long
def test_a_start_imports_no_heavy_library() -> None:
    assert all(find_spec(name) for name in HEAVY), "a misspelt name is imported by no process"
    done = python("-c", START, **os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"})
    assert done.returncode == 0, done.stderr
    imported = set(json.loads(done.stdout))
    assert "tournaments" in imported
    assert not HEAVY & imported


#: A server that has started leaves what it imported out of every collection of cycles.
FREEZE = """
import gc, sys
plain = gc.get_threshold()
import config.{server}
assert "config.urls" in sys.modules
assert gc.get_freeze_count() > 100_000 > 10 * len(gc.get_objects()), (gc.get_freeze_count(), len(gc.get_objects()))
assert gc.isenabled() and gc.get_threshold()[0] > plain[0]
"""


@pytest.mark.long
@pytest.mark.parametrize("server", ["wsgi", "asgi"])
def test_only_what_is_made_later_is_looked_at(server: str) -> None:
    done = python("-c", FREEZE.format(server=server), **os.environ)
    assert done.returncode == 0, done.stderr


def test_output_is_flushed_before_the_server_starts(monkeypatch) -> None:
    pipe = io.BytesIO()
    arrived: list[bytes] = []
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(pipe))
    monkeypatch.setattr(uvicorn, "run", lambda *args, **options: arrived.append(pipe.getvalue()))
    monkeypatch.setattr("portal.scheduler.start", lambda _: None)
    sys.stdout.write("Sign in as olga")
    open_run.serve("127.0.0.1", 8000)
    assert arrived == [b"Sign in as olga"]


@pytest.mark.parametrize(
    ("site", "links"),
    [("http://localhost:8000", "http://localhost:8220"), ("https://chess.example", "https://chess.example")],
)
@pytest.mark.parametrize(("eager", "begun"), [(True, 1), (False, 0)])
def test_links_lead_to_the_port_that_is_served_and_a_thread_works_only_where_no_worker_does(
    settings, monkeypatch, site, links, eager, begun
) -> None:
    threads: list[object] = []
    settings.SITE_URL, settings.CELERY_TASK_ALWAYS_EAGER = site, eager
    monkeypatch.setattr(uvicorn, "run", lambda *_, **__: None)
    monkeypatch.setattr("portal.scheduler.start", threads.append)
    open_run.serve("127.0.0.1", 8220)
    assert (links, len(threads)) == (settings.SITE_URL, begun)
