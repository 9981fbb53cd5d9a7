"""Time until devices receive a round: from its publication to the last message that a push service receives.

A round of 200 players is published; every device follows one of them. The push service is a process of ours on this
machine, by TLS; the worker's two steps run in the process that publishes, one after another, on the tests' PostgreSQL.
The baseline is one connection for each message.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Any

from benchmarks.measuring import Row

LONG = True
PLAYERS, DEVICES, ALONE = 200, 2000, 100
LANGUAGES = ("en", "ru", "uk")


def run(devices: str = str(DEVICES), servers: str = "1") -> Iterator[Row]:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "TAVLEYA_TEST_SERVERS": servers}
    command = [sys.executable, "-m", "benchmarks.notifications", devices]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    last, published, spread, each, alone, encrypted = map(float, done.stdout.split()[-6:])
    yield Row(f"{devices} devices, publication to the last", last, "s", goal="under 10 s")
    yield Row("the publication itself", published, "s")
    yield Row("the messages written", spread, "s")
    yield Row("processor a message sent", each, "ms", "a connection each", alone)
    yield Row("of it encryption", encrypted, "ms")


def _measured(devices: int) -> None:
    import django

    django.setup()
    from tests.tournaments.receivers import certificate

    count, at = multiprocessing.Value("i", 0), multiprocessing.Value("d", 0.0)
    certificate()
    listening = socket.create_server(("127.0.0.1", 0), backlog=256)
    service = multiprocessing.get_context("fork").Process(
        target=_serve, args=(listening, certificate(), count, at), daemon=True
    )
    service.start()
    try:
        _notify(devices, listening.getsockname()[1], count, at)
    finally:
        service.terminate()
        service.join()


def _notify(devices: int, port: int, count: Synchronized[int], at: Synchronized[float]) -> None:
    from django.db import connection

    from tests.tournaments.push_service import push_is_set_up

    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        with push_is_set_up:
            figures = _told(devices, port, count, at)
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
    print(" ".join(f"{figure:.4f}" for figure in figures))


def _told(devices: int, port: int, count: Synchronized[int], at: Synchronized[float]) -> list[float]:
    from django.urls import reverse
    from django.utils.translation import gettext, override

    from notifications.models.notifications import Channel
    from notifications.services.channels.push import WebPusher
    from notifications.services.due_lines import spread_due
    from notifications.services.sending import send_due
    from tests.tournaments.conftest import NOW, World
    from tests.tournaments.push_service import Browser
    from tests.tournaments.receivers import HERE
    from tests.tournaments.swiss import make_swiss, pair
    from tournaments.services.events import edit_event
    from tournaments.services.rounds import publish_round

    world = World()
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": True})
    section = make_swiss(world, PLAYERS)
    _subscribe(section, devices, port, NOW)
    row = pair(world, section, 1)
    for language in LANGUAGES:  # what a worker has loaded long since: addresses and catalogues
        with override(language):
            gettext(reverse("events"))
    began = time.time()
    publish_round(actor=world.olga, now=NOW, round_id=row.pk)
    published = time.time()
    spread_due(NOW)
    spread, processor = time.time(), time.process_time()
    sent = send_due(Channel.PUSH, NOW, HERE)
    each = 1000 * (time.process_time() - processor) / sent
    if (sent, count.value) != (devices, devices):
        raise RuntimeError(f"{sent} of {devices} sent, {count.value} received")
    last = at.value
    browser = Browser(f"https://receiver.test:{port}/send/x")
    given = {"endpoint": browser.endpoint, "keys": browser.keys}
    processor = time.process_time()
    for _ in range(ALONE):
        WebPusher(given).encode(b"x" * 300)
    encrypted = 1000 * (time.process_time() - processor) / ALONE
    for _ in range(ALONE):
        HERE.post(browser.endpoint, WebPusher(given).encode(b"x" * 300)["body"], {})
    alone = 1000 * (time.process_time() - processor) / ALONE - encrypted
    return [last - began, published - began, spread - published, each, alone, encrypted]


def _subscribe(section: Any, devices: int, port: int, now: Any) -> None:
    """Devices as they are kept; by one statement, for each would be checked by itself."""
    from notifications.models.notifications import Subscription
    from notifications.services.subscriptions import Subject
    from tests.tournaments.push_service import Browser

    players = [one.player for one in section.registrations.select_related("player")]
    rows = []
    for number in range(devices):
        browser = Browser(f"https://receiver.test:{port}/send/{number}")
        subject = Subject(section.event, player=players[number % len(players)])
        rows.append(
            Subscription(
                event=section.event,
                player=subject.player,
                channel="push",
                address=browser.endpoint,
                keys=browser.keys,
                digest=subject.digest("push", browser.endpoint),
                kinds=["pairings"],
                language=LANGUAGES[number % 3],
                made_at=now,
                confirmed_at=now,
            )
        )
    Subscription.objects.bulk_create(rows, batch_size=500)


# The push service


def _serve(
    listening: socket.socket, pair: tuple[bytes, bytes], count: Synchronized[int], at: Synchronized[float]
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.NamedTemporaryFile() as both:
        both.write(b"".join(pair))
        both.flush()
        context.load_cert_chain(Path(both.name))

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
                await reader.readexactly(length)
                count.value += 1
                at.value = time.time()
                writer.write(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def serve() -> None:
        server = await asyncio.start_server(answer, sock=listening, ssl=context)
        await server.serve_forever()

    asyncio.run(serve())


if __name__ == "__main__":
    _measured(int(sys.argv[1]))
