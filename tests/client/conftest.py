"""The client of the checkout, and a real server for it."""

import sys
from collections.abc import Iterator

import pytest

from tests.paths import ROOT

sys.path[:0] = [str(ROOT / "clients" / "python"), str(ROOT / "docs" / "examples")]

from tests.browser.conftest import Server  # noqa: E402  (of the tests of the browser: it is the same service)


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()
