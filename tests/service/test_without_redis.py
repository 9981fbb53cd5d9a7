"""Redis killed, and Redis that hangs: everything works except the functions that only Redis provides."""

from collections.abc import Iterator

import pytest

from tests.production import Service

pytestmark = [pytest.mark.crash, pytest.mark.xdist_group("service")]

PAGES = (
    "/", "/events/spring-cup/", "/events/spring-cup/open/standings/", "/events/spring-cup/open/rounds/1/",
    "/login/", "/my/{link}/", "/events/spring-cup/games/{game}/", "/events/spring-cup/games/{game}/board/",
    "/api/v1/events/", "/api/v1/events/spring-cup/games/{game}/",
)  # fmt: skip


@pytest.fixture(params=["killed", "frozen"])
def without_redis(service: Service, request: pytest.FixtureRequest) -> Iterator[Service]:
    redis = service.redis
    leave, come_back = (redis.kill, redis.start) if request.param == "killed" else (redis.freeze, redis.thaw)
    leave()
    yield service
    come_back()


@pytest.mark.long
def test_pages_moves_and_log_in_go_on(without_redis: Service) -> None:
    answers = {page: without_redis.get(page.format(**without_redis.known)) for page in PAGES}
    assert answers == dict.fromkeys(PAGES, 200)
    ready = without_redis.ask("GET", "/readyz")
    assert (ready.status, ready.json()["redis"]) == (200, "away")
    assert [without_redis.play().status for _ in range(2)] == [201, 201]
    answer = without_redis.log_in(without_redis.known["password"])
    assert (answer.status, answer.headers.get("location")) == (302, "/desk/")
