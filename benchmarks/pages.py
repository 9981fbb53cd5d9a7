"""Public pages, from the cache of nginx and without it, on the cluster.

A round of 150 boards, the standings of its 300 players and the list of events; in clear, so that the client is not kept
busy by TLS. The baseline is the same address requested from the two nodes directly, which keep pages in the process
too.
"""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.load import get
from benchmarks.measuring import Row, processor_of_children

LONG = True
PLAYERS = 300
ROUND = "/events/phones/swiss/rounds/1/"
SETTLING = 15  # seconds until workers and schedulers have started too
SECONDS, CONNECTIONS, PACE = 4, 64, 20
PAGES = (("round", ROUND), ("standings", "/events/phones/swiss/standings/"), ("events", "/"))

MAKE = f"""
import json
import django
django.setup()
from tests.world import World, later
from tournaments.services.sections import create_section
from ratings.services.player_lists import import_players
from tournaments.services.swiss import pair_next_round
from tournaments.services.rounds import publish_round

world = World(slug="phones", game="chess", regime="fide-2023")
section = create_section(
    actor=world.olga, now=later(), event_id=world.event.pk, slug="swiss", names={{"en": "Swiss"}}, game="chess",
    regime="fide-2023", format="swiss", rounds_planned=9,
)
lines = ["family_name,given_name,rating", *(f"Player{{n}},A,{{2700 - n}}" for n in range({PLAYERS}))]
import_players(
    actor=world.olga, now=later(), event_id=world.event.pk, data="\\n".join(lines), section_id=section.pk
)
pair_next_round(actor=world.olga, now=later(), section_id=section.pk, number=1)
publish_round(actor=world.olga, now=later(), round_id=section.rounds.get(number=1).pk)
print(json.dumps({{}}))
"""


def run() -> Iterator[Row]:
    from tests.production import HOST, Clustered

    service = Clustered(make=MAKE, tls=False)
    proxy, nodes = [service.cluster.port], service.cluster.web_ports
    last = []
    try:
        time.sleep(SETTLING)
        for name, address in PAGES:
            request = _request(address, HOST)
            for ports in (nodes, proxy):
                get(ports, request, 1, len(ports))  # loads and caches the page before the measurement
            without, measured = _measure(nodes, request), _measure(proxy, request)
            yield Row(f"{name}, pages a second", measured.rate, "/s", "without the cache", without.rate)
            yield Row(f"{name}, processor a page", measured.processor, "ms", "without the cache", without.processor)
            yield Row(f"{name}, p99 at {PACE} a second", measured.p99, "ms", "without the cache", without.p99)
            last.append(
                f"{name} {measured.rate:.0f}/s, p99 {measured.p99:.1f} ms, ratio {measured.rate / without.rate:.1f}"
            )
        print(f"pages     load of the machine, one minute: {os.getloadavg()[0]:.1f}")
        print(f"pages: {'; '.join(last)}")
    finally:
        service.stop()


@dataclass(frozen=True, slots=True)
class Measurement:
    """Pages a second, milliseconds of the servers' processors for one, and p99 at the pace in milliseconds."""

    rate: float
    processor: float
    p99: float


def _measure(ports: list[int], request: bytes) -> Measurement:
    before = processor_of_children()
    rate, times = get(ports, request, SECONDS, CONNECTIONS)
    processor = 1000 * (processor_of_children() - before) / len(times)
    _, paced = get(ports, request, SECONDS, CONNECTIONS, PACE)
    return Measurement(rate, processor, 1000 * paced[int(len(paced) * 0.99)])


def _request(address: str, host: str) -> bytes:
    lines = (
        f"GET {address} HTTP/1.1",
        f"Host: {host}",
        "X-Forwarded-Proto: https",
        "Accept-Encoding: gzip",
        "Accept-Language: ru",
    )
    return "\r\n".join((*lines, "", "")).encode()
