"""The site for each module of this folder, in a transaction that is rolled back after the module."""

import logging
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from pytest_django.plugin import DjangoDbBlocker

from accounts import sessions
from tests.databases import Remembered
from tests.security.site import Site, open_site
from tests.tournaments.conftest import made_once


@pytest.fixture(scope="package", autouse=True)
def _quiet() -> Iterator[None]:
    """Log no tracebacks: these tests expect thousands of refusals."""
    logger = logging.getLogger("django.request")
    before, logger.disabled = logger.disabled, True
    yield
    logger.disabled = before


@pytest.fixture(scope="package", autouse=True)
def _no_session_is_noted() -> Iterator[None]:
    """Every five minutes a read also writes when the session was used, which would look like a change."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sessions, "NOTED_EVERY", timedelta(days=1))
        yield


class OpenSite(metaclass=Remembered):
    """An open site, which the next module of the process gets as a copy.

    Its pages depend on the clock, so `period`, the number of the ten minutes, is an argument: a copy is never older.
    """

    def __init__(self, period: int) -> None:
        self.site = open_site()


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Site]:
    """Not wider than a module: `marked` of another module needs an empty database."""
    with django_db_blocker.unblock(), made_once(lambda: OpenSite(int(time.time()) // 600)) as opened:
        yield opened.site
