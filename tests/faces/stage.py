"""A browser that gets its responses from Django's test client: no server and no stream runs.

Pages see the transaction of the test, nothing changes by itself, and each page can be requested as any user.
"""

from __future__ import annotations

import contextvars
import mimetypes
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache, cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.http import HttpResponseBase
from django.test import Client
from django.utils import timezone
from django.utils.http import http_date

from games.live import events

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page, Route

# A host that browsers treat as secure, as if it had https.
ORIGIN = "http://localhost"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# A stream that stays open and sends nothing.
SILENT_STREAM = """
window.EventSource = class extends EventTarget {
  static CLOSED = 2;
  readyState = 1;
  constructor() { super(); queueMicrotask(() => this.dispatchEvent(new Event("open"))); }
  close() { this.readyState = 2; }
};
"""
_STATIC = "/static/"
# Headers that are not passed on; the client has its own cookies.
_OF_THE_BROWSER = {"cookie", "connection", "content-length", "host"}


@contextmanager
def standing_still(now: datetime) -> Iterator[None]:
    """Freeze Django's time and the clocks of live boards at `now`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: now)
        patch.setattr(events, "time", SimpleNamespace(time_ns=lambda: int(now.timestamp()) * 10**9))
        yield


class Stage:
    """One window with its visitor.  `now`: the browser's time, by default the machine's.

    `script` runs in each page before its own.  `slower`: how many times slower than this machine the reader's is.
    `problems`: script errors and content that the policy blocked.
    """

    def __init__(self, browser, visitor=None, now=None, script="", slower=1, **options):
        self.visitor = visitor or Client(raise_request_exception=False)
        self.now = now
        self.problems: list[str] = []
        self._responses: dict[str, HttpResponseBase] = {}
        # Playwright answers in greenlets, each with its own context variables and thus its own database connection,
        # which would not see the transaction of the test.
        self._surroundings = contextvars.copy_context()
        common: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce", **DESKTOP, **options}
        self.context = browser.new_context(base_url=ORIGIN, service_workers="block", **common)
        self.context.add_init_script(SILENT_STREAM + script)
        self.context.route("**/*", lambda route: self._surroundings.copy().run(self._answer, route))
        self.page: Page = self.context.new_page()
        if slower > 1:
            self._devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        if now:
            self.page.clock.set_fixed_time(now)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on(
            "console", lambda line: self.problems.append(line.text) if "Content Security Policy" in line.text else None
        )

    def open(self, address: str, response: HttpResponseBase | None = None) -> Page:
        """Open a page and return it when its scripts have run and its fonts are loaded.

        `response`: that of the page, if the test has it already; else the visitor requests it.
        """
        self._responses = {address: response} if response else {}
        self.page.goto(address)
        self.page.evaluate("document.fonts.ready.then(() => new Promise((done) => setTimeout(done)))")
        return self.page

    def forget(self) -> None:
        """Make the window a fresh profile for the next page: empty storage, no problems."""
        self._devtools.send("Storage.clearDataForOrigin", {"origin": ORIGIN, "storageTypes": "all"})
        self.problems.clear()

    def turn_into(self, device: dict[str, Any]) -> None:
        """Show the page that is open on another device: the size of its window, its viewport and its pointer."""
        mobile = device.get("is_mobile", False)
        metrics = {**device["viewport"], "deviceScaleFactor": 1, "mobile": mobile}
        self._devtools.send("Emulation.setDeviceMetricsOverride", metrics)
        self._devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": device.get("has_touch", False)})

    @cached_property
    def _devtools(self) -> CDPSession:
        return self.context.new_cdp_session(self.page)

    def close(self) -> None:
        self.context.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _answer(self, route: Route) -> None:
        url = urlsplit(route.request.url)
        if f"{url.scheme}://{url.netloc}" != ORIGIN:
            route.abort()
        elif url.path.startswith(_STATIC):
            self._static(route, url.path)
        else:
            self._page(route, f"{url.path}?{url.query}" if url.query else url.path)

    def _static(self, route: Route, path: str) -> None:
        file = finders.find(path.removeprefix(_STATIC))
        if not file:
            route.fulfill(status=404)
            return
        headers = {"Date": http_date(self.now.timestamp())} if self.now else {}
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        route.fulfill(body=static_file(str(file)), content_type=kind, headers=headers)

    def _page(self, route: Route, address: str) -> None:
        request = route.request
        headers = {name: value for name, value in request.headers.items() if name not in _OF_THE_BROWSER}
        response = self._responses.pop(address, None) or self.visitor.generic(
            request.method,
            address,
            request.post_data_buffer or b"",
            request.headers.get("content-type", "application/octet-stream"),
            headers={**headers, "host": urlsplit(ORIGIN).netloc},
        )
        route.fulfill(status=response.status_code, headers=dict(response.items()), body=body_of(response))


@cache
def static_file(path: str) -> bytes:
    return Path(path).read_bytes()


def body_of(response: HttpResponseBase) -> bytes:
    """Return the body, also of a streaming response."""
    return b"".join(response) if response.streaming else response.content
