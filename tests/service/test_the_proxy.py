"""deploy/nginx.conf in front of the service: its cache, its rate limits, and its own responses."""

import re
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from config.environment import SECRET_PATHS
from tavleya import languages
from tests.conftest import needed_servers
from tests.paths import ROOT
from tests.production import METRICS_TOKEN, PUBLISHED, Answer, Proxy, Service

pytestmark = [pytest.mark.crash, pytest.mark.long, pytest.mark.xdist_group("service")]

ROUND = "/events/spring-cup/open/rounds/1/"
POLICIES = ("content-security-policy", "strict-transport-security", "x-content-type-options")


@pytest.fixture
def proxy(service: Service) -> Iterator[Proxy]:
    with needed_servers():
        proxy = Proxy(service)
    yield proxy
    proxy.stop()
    for path in proxy.home.rglob("*"):
        if path.is_file():
            path.unlink()
    proxy.home.rename(proxy.home.with_name(f"proxy-{proxy.port}"))


def test_six_hundred_phones_behind_one_address_are_all_answered(proxy: Proxy) -> None:
    with ThreadPoolExecutor(50) as phones:
        answers = list(phones.map(lambda _: proxy.ask("GET", ROUND), range(600)))
    assert Counter(answer.status for answer in answers) == {200: 600}
    cache_results = re.findall(r'"cache":"(\w*)"', proxy.written())
    assert cache_results.count("HIT") > 500  # one in two seconds is asked of the service


def test_a_page_outlives_the_service(proxy: Proxy, service: Service) -> None:
    first = proxy.ask("GET", ROUND)
    with service.killed():
        assert proxy.ask("GET", ROUND).body == first.body
        elsewhere = proxy.ask("GET", "/desk/", Accept="text/html")
        program = proxy.ask("GET", f"{service.game}/")
    assert (elsewhere.status, elsewhere.headers["retry-after"]) == (503, "5")
    assert "Временно недоступно" in elsewhere.text
    assert "strict-transport-security" in elsewhere.headers
    assert program.headers["content-type"] == "application/problem+json"
    assert program.json()["code"] == "unavailable"


def test_an_unpublished_page_is_gone_for_the_next_visitor(proxy: Proxy, service: Service) -> None:
    """Not only from the second request on: the first visitor after a while gets no old page."""
    assert proxy.ask("GET", ROUND).status == 200
    service.run("-c", PUBLISHED % False)
    try:
        time.sleep(10.5)  # longer than a page may be shown while it is asked after
        assert proxy.ask("GET", ROUND).status == 404
    finally:
        service.run("-c", PUBLISHED % True)
    time.sleep(2.5)
    assert proxy.ask("GET", ROUND).status == 200


def test_cached_pages_are_anonymous_and_in_the_requested_language(proxy: Proxy, service: Service) -> None:
    cookie = service.log_in(service.known["password"]).headers["set-cookie"]
    session = re.search(r"sessionid=\w+", cookie)
    assert session is not None
    own = proxy.ask("GET", ROUND, Cookie=session[0])
    assert 'action="/logout/"' in own.text
    for headers in ({}, {"Cookie": "csrftoken=x; theme=dark; player_link=forged"}):
        page = proxy.ask("GET", ROUND, **headers)
        assert 'action="/logout/"' not in page.text
        assert "set-cookie" not in page.headers
    for code in languages.codes():
        for headers in (
            {"Accept_Language": f"de, {code};q=0.8"},
            {"Cookie": f"django_language={code}", "Accept_Language": "en"},
        ):
            assert f'<html lang="{code}"' in proxy.ask("GET", ROUND, **headers).text
    plain, packed = proxy.ask("GET", ROUND), proxy.ask("GET", ROUND, Accept_Encoding="gzip")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    best = proxy.ask("GET", ROUND, Accept_Encoding="gzip, deflate, br")
    assert best.headers["content-encoding"] == "br"
    assert proxy.ask("GET", ROUND, If_None_Match=packed.headers["etag"]).status == 304


def test_one_visitor_in_a_hurry_is_stopped_and_the_others_are_not(proxy: Proxy) -> None:
    def ask(username: str) -> Answer:
        return proxy.ask_plain("/api/v1/", Cookie=f"player_link=of-{username}")  # the service leads to https at once

    with ThreadPoolExecutor(16) as hurry:
        answers = list(hurry.map(lambda _: ask("alice"), range(1000)))
    stopped = [answer for answer in answers if answer.status == 429]
    assert stopped
    assert {answer.json()["code"] for answer in stopped} == {"throttled"}
    assert ask("bob").status == 301


def test_guesses_are_slowed_down_wherever_they_are_posted(proxy: Proxy) -> None:
    """The limit counts the address, whatever cookies the guesser sends."""
    pages = ("/login/", "/account/password/reset/", "/account/confirm/", "/setup/")

    def ask(turn: int, method: str) -> tuple[str, int]:
        page = pages[turn % len(pages)]
        return page, proxy.ask(method, page, Cookie=f"player_link=of-guesser-{turn}").status

    with ThreadPoolExecutor(16) as hurry:
        posted = list(hurry.map(ask, range(300), ["POST"] * 300))
        read = list(hurry.map(ask, range(100), ["GET"] * 100))
    assert {page for page, status in posted if status == 429} == set(pages)
    assert 429 not in {status for _, status in read}, "reading is not limited"


def test_a_relay_of_many_boards_is_not_stopped_as_one_visitor(proxy: Proxy) -> None:
    def ask(_: int) -> int:
        return proxy.ask_plain("/api/v1/", Authorization="Bearer of-a-relay").status

    with ThreadPoolExecutor(16) as boards:
        assert Counter(boards.map(ask, range(400))) == {301: 400}  # the service leads to https at once


def test_without_tls_only_a_name_of_the_service_is_led_to_it(proxy: Proxy) -> None:
    right, wrong = proxy.ask_plain("/login/"), proxy.ask_plain("/login/", "evil.example")
    assert (right.status, right.headers["location"]) == (301, "https://chess.example/login/")
    assert wrong.status == 400


def test_no_private_link_is_in_its_logs(proxy: Proxy, service: Service) -> None:
    link = service.known["link"]
    with service.killed():
        for path in SECRET_PATHS:
            assert proxy.ask("GET", f"/{path}/{link}/").status == 503
            assert proxy.ask("GET", "/desk/", Referer=f"https://chess.example/{path}/{link}/").status == 503
    assert link not in proxy.written()


def said_once(answer: Answer) -> bool:
    """Whether an answer has its policies, and none of them twice."""
    headers = [answer.headers.get(name, "") for name in POLICIES]
    return all(headers) and not any("," in value for value in headers)


def test_every_response_has_its_policies_once(proxy: Proxy, service: Service) -> None:
    expected = {
        "/": 200,
        ROUND: 200,  # from the service, then from the cache
        "/static/img/favicon.svg": 200,
        "/static/no-such-file": 404,
        "/static/": 403,
        "/metrics": 404,
        "/no-such-page/": 404,
        "/api/v1/events/": 200,
        "/live/nothing": 404,
        "/%": 400,
    }
    for _ in range(2):
        answers = {path: proxy.ask("GET", path) for path in expected}
        assert {path: answer.status for path, answer in answers.items()} == expected
        assert [path for path, answer in answers.items() if not said_once(answer)] == []
    large = proxy.ask("POST", "/api/v1/", b"x" * 6_000_000)
    assert (large.status, large.json()["code"], said_once(large)) == (413, "file_too_large", True)
    with service.killed():
        away = [proxy.ask("GET", path) for path in ("/desk/", "/api/v1/", "/login/")]
        unsafe = proxy.ask_plain("/desk/")
    assert [(answer.status, said_once(answer)) for answer in away] == [(503, True)] * 3
    assert unsafe.status == 503 and unsafe.headers["content-security-policy"]


def test_measurements_are_had_from_the_service_and_not_through_the_proxy(proxy: Proxy, service: Service) -> None:
    token = {"Authorization": f"Bearer {METRICS_TOKEN}"}
    assert proxy.ask("GET", "/metrics", **token).status == 404
    assert proxy.ask_plain("/metrics", **token).status == 404
    inside = service.ask("GET", "/metrics", **token, Host="web:8000")
    assert inside.status == 200
    assert re.search(r'^tavleya_requests_total\{.*route="round".*\} ', inside.text, re.MULTILINE)


def test_the_proxy_may_read_every_static_file(service: Service) -> None:
    """It runs as another user than the service."""
    files = [path for path in Path(service.home, "static").rglob("*") if path.is_file()]
    assert files
    assert [path for path in files if not path.stat().st_mode & 0o004] == []


def test_the_proxy_knows_the_languages_of_the_service() -> None:
    match = re.search(r"\(\?<code>([a-z|]+)\)", (ROOT / "deploy" / "nginx.conf").read_text())
    assert match is not None
    assert match[1].split("|") == sorted(languages.codes())
