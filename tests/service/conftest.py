"""One service as in production for the tests of this folder; each leaves it as it found it."""

from collections.abc import Iterator

import pytest

from tests.conftest import needed_servers
from tests.production import Service


@pytest.fixture(scope="session")
def _service() -> Iterator[Service]:
    with needed_servers():
        service = Service()
    yield service
    service.stop()


@pytest.fixture
def service(_service: Service) -> Service:
    assert _service.web.poll() is None
    return _service
