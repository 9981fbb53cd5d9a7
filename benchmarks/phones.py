"""A hall full of phones that open the round at the same moment, through the proxy as production has it.

150 boards, on the cluster (two nodes of one process and four threads each, nginx as it is shipped), all on this machine
with the client. The baseline is the same page rendered for each phone, requested from the nodes directly.
"""

from __future__ import annotations

import asyncio
import os
import ssl
import time
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.measuring import Row, processor_of_children

LONG = True
PLAYERS = 300
ROUND = "/events/phones/swiss/rounds/1/"
SETTLING = 15  # seconds until workers and schedulers have started too

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
    from tests.production import Clustered

    service = Clustered(make=MAKE)
    proxy, nodes = [service.cluster.port], service.cluster.web_ports
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
    try:
        time.sleep(SETTLING)
        # Nothing is loaded while it is measured.
        asyncio.run(_open(nodes, [f"{ROUND}?q=none"] * 16, None))
        alone = asyncio.run(_open(nodes, [f"{ROUND}?q=a&phone={one}" for one in range(300)], None))
        shared = asyncio.run(_open(proxy, [ROUND] * 300, tls))
        yield from _rows("300 phones open a round just published", shared, alone)
        time.sleep(3)  # longer than the proxy shows a page without asking
        yield from _rows("300 phones, a moment later", asyncio.run(_open(proxy, [ROUND] * 300, tls)))
        yield from _rows("600 phones behind one address", asyncio.run(_open(proxy, [ROUND] * 600, tls)))
        print(f"phones    load of the machine, one minute: {os.getloadavg()[0]:.1f}")
        print(
            f"phones: 300 in {shared.processor:.2f} CPU-s, p99 {shared.last:.2f} s; "
            f"made for each {alone.processor:.2f} CPU-s, p99 {alone.last:.2f} s; "
            f"ratio {alone.processor / shared.processor:.1f}"
        )
    finally:
        service.stop()


@dataclass(frozen=True, slots=True)
class Opened:
    """Seconds of the servers' processors, and how long the phone waited that 99 of 100 were quicker than."""

    processor: float
    last: float
    refused: int


async def _open(ports: list[int], addresses: list[str], tls: ssl.SSLContext | None) -> Opened:
    before = processor_of_children()
    began = time.perf_counter()
    phones = (_phone(ports[one % len(ports)], address, tls) for one, address in enumerate(addresses))
    answers = await asyncio.gather(*phones)
    times = sorted(at - began for _, at in answers)
    refused = sum(status != 200 for status, _ in answers)
    return Opened(processor_of_children() - before, times[int(len(times) * 0.99)], refused)


async def _phone(port: int, address: str, tls: ssl.SSLContext | None) -> tuple[int, float]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=tls)
    lines = (
        f"GET {address} HTTP/1.1",
        "Host: chess.example",
        "X-Forwarded-Proto: https",
        "Accept-Encoding: gzip",
        "Accept-Language: ru",
        "Connection: close",
    )
    writer.write("\r\n".join((*lines, "", "")).encode())
    answer = await reader.read(-1)
    writer.close()
    return int(answer[9:12]), time.perf_counter()


def _rows(what: str, opened: Opened, alone: Opened | None = None) -> Iterator[Row]:
    if opened.refused:
        raise RuntimeError(f"{what}: {opened.refused} were refused")
    named = "made for each" if alone else ""
    yield Row(f"{what}, processor of the servers", opened.processor, "s", named, alone and alone.processor)
    yield Row(f"{what}, 99 of 100 have it after", opened.last, "s", named, alone and alone.last)
