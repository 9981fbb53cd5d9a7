"""Largest contentful paint (LCP) of the main pages, in Chromium, on a server of the demonstration's kind.

Every visit starts with an empty cache: page, styles, scripts and fonts come over the line. `phone` has a processor
slowed down four times. `--only` names one of the pages. Milliseconds of the clock and not of the processor, so the
machine should do nothing else.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from benchmarks.measuring import RUNS, Row

if TYPE_CHECKING:
    from django.test import Client
    from playwright.sync_api import Browser

LONG = True
GOAL = "1 000 ms"
SLOWER = 4
LARGEST = """
window.largest = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) window.largest = one.startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });
"""


def run(only: str = "") -> Iterator[Row]:
    from tests.faces.studio import set_up, studio

    set_up()
    from tests.browser.conftest import Server
    from tests.faces.gallery import NOW
    from tests.faces.scenes import MAIN
    from tests.faces.stage import DESKTOP, PHONE, standing_still

    with studio() as (browser, gallery), standing_still(NOW):
        server = Server()
        try:
            for scene in MAIN:
                if only not in ("", scene.name):
                    continue
                client, address = gallery.client(scene.who), scene.at(gallery)
                times = {
                    name: _median(browser, server.url, client, address, device, slower)
                    for name, device, slower in (("desktop", DESKTOP, 1), ("phone", PHONE, SLOWER))
                }
                for name, largest in times.items():
                    yield Row(f"{scene.name}, {name}", largest, "ms", goal=GOAL)
        finally:
            server.stop()


def _median(
    browser: Browser, url: str, client: Client, address: str, device: dict[str, Any], slower: int
) -> float:
    _largest(browser, url, client, address, device, slower)  # what the server keeps is made
    return statistics.median(_largest(browser, url, client, address, device, slower) for _ in range(RUNS))


def _largest(
    browser: Browser, url: str, client: Client, address: str, device: dict[str, Any], slower: int
) -> float:
    """Milliseconds from the request on."""
    context = browser.new_context(base_url=url, locale="en-GB", reduced_motion="reduce", **device)
    try:
        context.add_cookies(
            [{"name": name, "value": one.value, "url": url} for name, one in client.cookies.items()]
        )
        context.add_init_script(LARGEST)
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        page.goto(address, wait_until="load")
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
        return float(page.evaluate("window.largest"))
    finally:
        context.close()
