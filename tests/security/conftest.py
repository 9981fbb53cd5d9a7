"""The site is put up once for all tests of this folder, in a transaction that is taken back after them."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import timedelta

import pytest
from pytest_django.plugin import DjangoDbBlocker

from accounts import sessions
from tests.security.site import Site, open_site
from tests.tournaments.conftest import made_once


@pytest.fixture(scope="package", autouse=True)
def _quiet() -> Iterator[None]:
    """Thousands of refusals are what these tests are for: not each is worth a traceback."""
    logger = logging.getLogger("django.request")
    before, logger.disabled = logger.disabled, True
    yield
    logger.disabled = before


@pytest.fixture(scope="package", autouse=True)
def _nobody_is_noted_as_still_there() -> Iterator[None]:
    """Every five minutes a page that is only read writes that: on a slow machine it would look like a change."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sessions, "NOTED_EVERY", timedelta(days=1))
        yield


@pytest.fixture(scope="package")
def site(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Site]:
    with django_db_blocker.unblock(), made_once(open_site) as opened:
        yield opened
