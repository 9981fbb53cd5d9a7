"""The start of a process: what it imports, leaves to the collection of garbage, and prints."""

import io
import json
import os
import sys
from importlib.util import find_spec
from typing import Any

import pytest
import uvicorn

from portal.demo import open_run
from tests.setup.project_files import python

HEAVY = {"babel", "http_ece", "icalendar", "markdown_it", "networkx", "PIL", "reportlab", "segno", "xlsxwriter"}
START = """
import django, json, sys
django.setup()
from django.urls import get_resolver
assert len(get_resolver().url_patterns) > 10
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


@pytest.mark.long
def test_a_start_imports_no_heavy_library() -> None:
    assert all(find_spec(name) for name in HEAVY), "a misspelt name is imported by no process"
    done = python("-c", START, **os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"})
    assert done.returncode == 0, done.stderr
    imported = set(json.loads(done.stdout))
    assert "tournaments" in imported
    assert not HEAVY & imported


#: A server that has started leaves what it imported out of every collection of cycles.
ASKED = """
import gc, sys
plain = gc.get_threshold()
import config.{server}
assert "config.urls" in sys.modules
assert gc.get_freeze_count() > 100_000 > 10 * len(gc.get_objects()), (gc.get_freeze_count(), len(gc.get_objects()))
assert gc.isenabled() and gc.get_threshold()[0] > plain[0]
"""


@pytest.mark.long
@pytest.mark.parametrize("server", ["wsgi", "asgi"])
def test_only_what_is_made_later_is_looked_at(server: str) -> None:
    done = python("-c", ASKED.format(server=server), **os.environ)
    assert done.returncode == 0, done.stderr


def test_output_is_flushed_before_the_server_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.BytesIO()
    arrived: list[bytes] = []
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(pipe))
    monkeypatch.setattr(uvicorn, "run", lambda *args, **options: arrived.append(pipe.getvalue()))
    sys.stdout.write("Sign in as olga")
    open_run.serve("127.0.0.1", 8000)
    assert arrived == [b"Sign in as olga"]


@pytest.mark.parametrize(
    ("site", "links"),
    [("http://localhost:8000", "http://localhost:8220"), ("https://chess.example", "https://chess.example")],
)
def test_links_lead_to_the_port_that_is_served(
    settings: Any, monkeypatch: pytest.MonkeyPatch, site: str, links: str
) -> None:
    settings.SITE_URL = site
    monkeypatch.setattr(uvicorn, "run", lambda *_, **__: None)
    monkeypatch.setattr("portal.scheduler.start", lambda _: None)
    open_run.serve("127.0.0.1", 8220)
    assert links == settings.SITE_URL
