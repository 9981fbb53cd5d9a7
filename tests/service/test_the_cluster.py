"""The whole production shape: the source of each read, and service while parts of it are dead."""

import json
import os
import re
import signal
import time
from collections.abc import Iterator
from http.client import HTTPConnection

import psycopg
import pytest
import yaml

from benchmarks.chaos.campaign import Campaign, Tally, report_lines
from benchmarks.chaos.plan import plan
from deploy.cluster import programs
from tests.concurrency import until
from tests.conftest import needed_servers
from tests.event_streams import EventStream
from tests.paths import ROOT
from tests.production import Clustered, exchange

pytestmark = [pytest.mark.crash, pytest.mark.long, pytest.mark.xdist_group("cluster")]

PAGES = (
    "/", "/events/spring-cup/open/rounds/1/", "/events/spring-cup/open/standings/",
    "/events/spring-cup/open/standings.csv", "/events/spring-cup/games/{game}/board/", "/api/v1/events/",
    "/api/v1/events/spring-cup/games/", "/api/v1/events/spring-cup/games/{game}/", "/login/",
)  # fmt: skip
LAG_SECONDS = 4
SETTINGS = {
    "TAVLEYA_REPLICA_LAG": str(LAG_SECONDS),
    # A task of a worker that was killed is delivered again at once.
    "TAVLEYA_CELERY_VISIBILITY_TIMEOUT": "5",
    "TAVLEYA_CELERY_RESTORE_INTERVAL": "1",
}
#: With this seed the plan is short and includes the import worker, the database and the network.
SEED = 1850


@pytest.fixture(scope="module")
def service() -> Iterator[Clustered]:
    with needed_servers():
        service = Clustered(settings=SETTINGS)
    yield service
    service.stop()


def test_it_has_the_services_of_the_compose_file(service: Clustered) -> None:
    services = yaml.safe_load((ROOT / "docker-compose.scale.yml").read_text())["services"]
    parts = [re.sub(r"-\d$", "", name) for name in service.cluster.parts]
    assert set(parts) | {"migrate"} == set(services)
    several = {name for name in parts if parts.count(name) > 1}
    assert several == {name for name, value in services.items() if value.get("deploy", {}).get("replicas", 1) > 1}


@pytest.mark.parametrize("part", ["replica", "cache", "broker", "web-1", "live", "relay", "beat-1"])
def test_pages_and_moves_go_on_while_a_part_is_dead(service: Clustered, part: str) -> None:
    dead = service.cluster.parts[part]
    dead.kill()
    try:
        _pages_and_moves(service)
    finally:
        dead.start()
    _pages_and_moves(service, moves=0)


def test_pages_moves_and_streams_go_on_after_the_workers_of_nginx_died(service: Clustered) -> None:
    nginx = service.cluster.nginx
    before = set(nginx.workers())
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    until(lambda: service.ask("GET", "/login/").status == 200 and not before & set(nginx.workers()))
    _pages_and_moves(service)
    stream = EventStream(service.cluster.port, f"/live/games/{service.known['game']}")
    try:
        seq = service.seq()
        assert service.play().status == 201
        assert stream.until(seq + 1)["seq"] > seq
    finally:
        stream.close()


def test_a_list_is_read_from_a_replica_until_it_is_too_far_behind(service: Clustered) -> None:
    def name(**headers: str) -> str:
        return str(service.ask("GET", "/api/v1/events/spring-cup/", **headers).json()["names"]["en"])

    reads = "SELECT seq_scan + idx_scan FROM pg_stat_user_tables WHERE relname = 'tournaments_event'"
    with psycopg.connect(service.cluster.replica.url, autocommit=True) as replica:
        before = replica.execute(reads).fetchone()
        # A node leaves the replica alone for 10 s after another test has taken it away.
        until(lambda: bool(name()) and replica.execute(reads).fetchone() != before)
        replica.execute("SELECT pg_wal_replay_pause()")
        began = time.monotonic()
        try:
            _rename(service, "Autumn Cup")
            seen = {name() for _ in range(4)}
            fresh = [name(Cookie="wrote=1"), name(Authorization=f"Bearer {service.known['token']}")]
            assert "Spring Cup" in seen or time.monotonic() - began > LAG_SECONDS
            assert fresh == ["Autumn Cup", "Autumn Cup"]
            until(lambda: name() == "Autumn Cup")
        finally:
            replica.execute("SELECT pg_wal_replay_resume()")
            _rename(service, "Spring Cup")


def test_a_client_that_sent_a_form_bypasses_the_cache(service: Clustered) -> None:
    sent = service.ask("POST", "/language/", b"language=en", Content_Type="application/x-www-form-urlencoded")
    assert "wrote=1" in sent.headers["set-cookie"]
    file = "/events/spring-cup/open/standings.csv"
    log = service.cluster.nginx.home / "access.log"

    def cache_results() -> list[str]:
        lines = map(json.loads, log.read_text().splitlines())
        return [line["cache"] for line in lines if line["uri"] == file and line["cache"]]

    before = len(cache_results())
    cookies = ("theme=dark", "theme=dark", "wrote=1")
    for cookie in cookies:
        assert service.ask("GET", file, Cookie=cookie).status == 200
    until(lambda: len(cache_results()) >= before + len(cookies))  # nginx logs a request after its response
    assert cache_results()[before:].count("BYPASS") == 1  # its workers log in any order


def test_every_queue_has_a_worker_that_takes_from_it(service: Clustered) -> None:
    until(lambda: _queues_taken_from(service) == set(programs.QUEUES), 60)


def test_each_node_gives_one_bad_answer_at_most_after_a_restart_of_the_database(service: Clustered) -> None:
    for port in service.cluster.web_ports * 4:  # every thread has had a connection
        _ask_node(service, port)
    service.cluster.primary.stop()
    service.cluster.primary.start()
    by_port = {port: [_ask_node(service, port) for _ in range(12)] for port in service.cluster.web_ports}
    assert all(statuses.count(200) >= len(statuses) - 1 for statuses in by_port.values()), by_port


@pytest.mark.timeout(600)
def test_nothing_is_lost_or_done_twice_while_parts_are_killed_and_cut_off(service: Clustered) -> None:
    lines: list[str] = []
    campaign = Campaign(service.cluster, plan(6, SEED, hold=2, rest=1), SEED, boards=12, say=lines.append)
    findings = campaign.run()
    tally = Tally.of(campaign, findings)
    assert tally.all_well, "\n".join([*lines, *report_lines(campaign, findings), str(tally)])
    assert (tally.kills, campaign.copying.made) == (6, 1), lines
    assert tally.acknowledged > 100


QUEUES = """
import json
from config.celery import app
print(json.dumps(app.control.inspect(timeout=3).active_queues() or {}))
"""


def _queues_taken_from(service: Clustered) -> set[str]:
    replies = json.loads(programs.run(service.cluster.environment, "-c", QUEUES))
    return {queue["name"] for queues in replies.values() for queue in queues}


def _ask_node(service: Clustered, port: int) -> int:
    """Request a page that the primary answers, and return its status."""
    first = {"Host": service.cluster.host, "X-Forwarded-Proto": "https"}
    page = f"/api/v1/events/spring-cup/games/{service.known['game']}/"
    return exchange(
        HTTPConnection("127.0.0.1", port, timeout=30), "GET", page, None, first, {"Cookie": "wrote=1"}
    ).status


def _pages_and_moves(service: Clustered, moves: int = 2) -> None:
    statuses = {page: service.ask("GET", page.format(**service.known)).status for page in PAGES for _ in range(3)}
    assert statuses == dict.fromkeys(PAGES, 200)
    responses = [service.play() for _ in range(moves)]
    assert [response.status for response in responses] == [201] * moves, [response.text for response in responses]


def _rename(service: Clustered, name: str) -> None:
    with psycopg.connect(service.cluster.primary.url) as primary:
        primary.execute("UPDATE tournaments_event SET names = %s", [json.dumps({"en": name})])
