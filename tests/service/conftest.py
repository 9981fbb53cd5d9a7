"""One service as in production for the tests of this folder; each leaves it as it found it."""

from collections.abc import Iterator

import pytest

from tests import settings
from tests.production import Service
from tests.servers import Unavailable


@pytest.fixture(scope="session")
def _service() -> Iterator[Service]:
    if not settings.WITH_SERVERS:
        pytest.skip("TAVLEYA_TEST_SERVERS=0")
    try:
        service = Service()
    except Unavailable as problem:
        if settings.MUST_HAVE_SERVERS:
            pytest.fail(str(problem))
        pytest.skip(str(problem))
    yield service
    service.stop()


@pytest.fixture
def service(_service: Service) -> Service:
    assert _service.web.poll() is None
    return _service
