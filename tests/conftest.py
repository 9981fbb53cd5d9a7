"""Fixtures and the pytest hooks of this project. The servers are started by tests.settings, which comes first."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn
from uuid import uuid4

import hypothesis
import pytest
from django.conf import settings as settings_of_django
from django.core.cache import caches
from django.db import DEFAULT_DB_ALIAS, connection
from django.test import TransactionTestCase
from django.test.utils import setup_databases, teardown_databases
from django.utils import translation
from pytest_django.plugin import DjangoDbBlocker

from tests import settings
from tests.amounts import LONG
from tests.databases import add_functions, empty_the_database
from tests.paths import DATA
from tests.servers import Unavailable

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.tournaments.conftest import World
    from tests.tournaments.push_service import PushService
    from tests.tournaments.receivers import Receiver
    from tests.worker import Worker
    from tournaments.models.event import Event

ARTICLES = (DATA / "articles.txt").read_text().split()

# A loaded machine takes long for an example now and then; the time of a whole test is limited all the same.
hypothesis.settings.register_profile("tavleya", deadline=None)
hypothesis.settings.load_profile("tavleya")

# Which server each marker needs.
SERVER_FOR = {"postgres": "DATABASE_URL", "redis": "REDIS_URL"}


# Servers


def pytest_configure(config: pytest.Config) -> None:
    if settings.MUST_HAVE_SERVERS and settings.WHY_NOT:
        reasons = "; ".join(f"{name}: {reason}" for name, reason in settings.WHY_NOT.items())
        raise pytest.UsageError(f"this run requires its servers, and some are missing ({reasons})")


def pytest_report_header() -> list[str]:
    servers = {
        "database": os.environ.get("DATABASE_URL") or "SQLite (" + settings.WHY_NOT["DATABASE_URL"] + ")",
        "redis": os.environ.get("REDIS_URL") or "none (" + settings.WHY_NOT["REDIS_URL"] + ")",
    }
    return [f"{name}: {value}" for name, value in servers.items()]


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not LONG and "long" not in config.option.markexpr:
        node_ids = [argument for argument in config.args if "::" in argument]
        long = [
            item
            for item in items
            if item.get_closest_marker("long") and not any(item.nodeid.startswith(node_id) for node_id in node_ids)
        ]
        items[:] = [item for item in items if item not in long]
        config.hook.pytest_deselected(items=long)
    for item in items:
        for mark, name in SERVER_FOR.items():
            if item.get_closest_marker(mark) and not _has(name):
                reason = settings.WHY_NOT.get(name, f"{name} names another kind of server")
                item.add_marker(pytest.mark.skip(reason=f"needs {mark}: {reason}"))
        # Goes with the report to the main process, which counts the articles.
        for marker in item.iter_markers("article"):
            item.user_properties.extend(("article", article) for article in marker.args)


def pytest_collection_finish() -> None:
    # Everything that is imported stays: repeated searches for garbage in it take a tenth of the time of all tests.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def pytest_sessionfinish() -> None:
    # The process ends: five last collections of everything would take so long that pytest-xdist interrupts it.
    gc.freeze()


def _has(name: str) -> bool:
    url = os.environ.get(name, "")
    return url.startswith("postgres") if name == "DATABASE_URL" else bool(url)


@pytest.fixture(scope="session")
def _celery_process(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worker]:
    from tests.worker import Worker

    worker = Worker(tmp_path_factory.mktemp("celery") / "worker.log")
    yield worker
    worker.stop()


@pytest.fixture
def celery_worker(_celery_process: Worker, transactional_db: None) -> Iterator[Worker]:
    """A real worker on this test's database; during the test tasks go to it through Redis.

    For tests marked `redis`. The worker is shared by the session, and started again when a test has killed it.
    """
    from config.celery import app

    if not _celery_process.alive():
        _celery_process.start()
    before = app.conf.task_always_eager
    app.conf.task_always_eager = False
    app.control.purge()
    yield _celery_process
    app.conf.task_always_eager = before


# Databases


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest, django_test_environment: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """The test database of this process: a copy of a migrated one if there is one, else migrated now."""
    template = os.environ.get("TAVLEYA_TEST_TEMPLATE")
    if not template:
        request.getfixturevalue("django_db_modify_db_settings")
        migrated = Path(os.environ.get("TAVLEYA_TEST_SQLITE") or "none")
        if copied := connection.vendor == "sqlite" and migrated.is_file():
            shutil.copyfile(migrated, connection.creation._get_test_db_name())
        with django_db_blocker.unblock():
            databases = setup_databases(verbosity=0, interactive=False, keepdb=copied, aliases=[DEFAULT_DB_ALIAS])
            add_functions()
        yield
        with django_db_blocker.unblock():
            teardown_databases(databases, verbosity=0)
        return
    name = f"test_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
    with django_db_blocker.unblock(), connection._nodb_cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        connection.close()
        settings_of_django.DATABASES[DEFAULT_DB_ALIAS]["NAME"] = connection.settings_dict["NAME"] = name
    with django_db_blocker.unblock():
        add_functions()
    yield  # the server ends with the session, and the database with it


@pytest.fixture(autouse=True, scope="session")
def _emptied_quickly() -> Iterator[None]:
    """Empty only the tables with rows after a transactional test, and keep content types and permissions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _case: empty_the_database())
        yield


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """Keys of standings are keys of rows, which tests use again."""
    caches["computed"].clear()


@pytest.fixture(autouse=True)
def _default_language() -> None:
    """A request leaves its language active in the thread."""
    translation.deactivate()


@pytest.fixture
def service() -> Iterator[PushService]:
    """A push service on this machine."""
    from tests.tournaments.push_service import PushService

    push_service = PushService()
    yield push_service
    push_service.close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver of webhooks on this machine."""
    from tests.tournaments.receivers import Receiver

    receiver = Receiver()
    yield receiver
    receiver.close()


@pytest.fixture
def world(db: None) -> World:
    """An event with its officials and players; folders and modules with another world have their own fixture."""
    from tests.tournaments.conftest import World

    return World()


@pytest.fixture
def event(world: World) -> Event:
    return world.event


# Browser

CHROMIUM_FLAGS = [
    "--no-sandbox",  # it shows only our own pages, and root has no sandbox
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_chromium() -> str | None:
    names = (os.environ.get("TAVLEYA_CHROMIUM") or "", "chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if name and (path := shutil.which(name))), None)


def report_missing(reason: str) -> NoReturn:
    """Skip the test, or fail it if the run must have its servers."""
    if settings.MUST_HAVE_SERVERS:
        pytest.fail(reason)
    pytest.skip(reason)


@contextmanager
def needed_servers() -> Iterator[None]:
    if not settings.WITH_SERVERS:
        pytest.skip("TAVLEYA_TEST_SERVERS=0")
    try:
        yield
    except Unavailable as problem:
        report_missing(str(problem))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium. For tests marked `browser`."""
    program = find_chromium()
    if program is None:
        report_missing("no Chromium: install the chromium package, or name one in TAVLEYA_CHROMIUM")
    from playwright.sync_api import expect, sync_playwright

    # Five seconds are too short if other tests start whole clusters beside a browser.
    expect.set_options(timeout=20_000)
    with pytest.MonkeyPatch.context() as patch:
        # Playwright keeps an event loop in this thread, in which Django would refuse to use the database.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        try:
            playwright = sync_playwright().start()
        except Exception as problem:  # noqa: BLE001  (Playwright raises a plain Exception)
            report_missing(f"Playwright does not start ({problem}); on Debian: apt install libatomic1")
        chromium = playwright.chromium.launch(executable_path=program, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()
        playwright.stop()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in a fresh profile. The test fails if a script raised or the content policy blocked something."""
    context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 900}, service_workers="block")
    tab = context.new_page()
    problems: list[str] = []
    tab.on("pageerror", lambda error: problems.append(str(error)))
    tab.on(
        "console", lambda message: problems.append(message.text) if "Content Security Policy" in message.text else None
    )
    yield tab
    context.close()
    assert not problems, problems


# Which articles of the laws have a passing test

_proven: set[str] = set()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" and report.passed:
        _proven.update(str(value) for name, value in report.user_properties if name == "article")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if _proven:
        terminalreporter.write_line(
            f"articles of law with a passing test: {len(_proven & set(ARTICLES))} of {len(ARTICLES)}"
        )


@pytest.fixture
def fresh_cache(settings: Any) -> None:
    """A separate cache for the test: the counters against guessing outlive a test.

    Emptying the shared cache would also empty the Celery broker in the same Redis.
    """
    own = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": uuid4().hex}
    settings.CACHES = {**settings.CACHES, "default": own}
