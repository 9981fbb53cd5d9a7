"""The client: its calls are those of the schema, its quick start runs, and a repeated request is carried out once."""

import json
import re
import subprocess
import sys
import threading
from collections.abc import Callable

import httpx2
import pytest
from tavleya_client import Client, Problem

from api.management.commands.write_client import files
from tests.browser.conftest import Server
from tests.client.conftest import key
from tests.paths import ROOT
from tournaments.models.activity import Log
from tournaments.models.player import Player

PACKAGE = ROOT / "clients" / "python" / "tavleya_client"
SCOPES = (
    "create_event", "see_drafts", "see_desk", "edit_event", "edit_section", "enter_players", "pair_round",
    "publish_round", "close_round", "enter_result",
)  # fmt: skip


def test_calls_and_shapes_are_those_of_the_schema() -> None:
    stale = [name for name, text in files().items() if (PACKAGE / name).read_text() != text]
    assert stale == [], "run manage.py write_client"


@pytest.mark.long
def test_the_package_is_typed_strictly() -> None:
    process = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", "pyproject.toml", "tavleya_client"],
        cwd=PACKAGE.parent, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stdout


def test_the_quick_start_of_its_readme_runs(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (PACKAGE.parent / "README.md").read_text(), re.DOTALL)
    exec(code, {"URL": server.url, "KEY": key(*SCOPES)})
    out = capsys.readouterr().out
    assert "results_missing [2]" in out
    assert "1 " in out


class Line:
    """A connection with planned failures: a status, or None for a lost response to a request that was carried out."""

    def __init__(self, *failures: int | None) -> None:
        self.failures = list(failures)
        self.sent: list[httpx2.Request] = []
        self.below = httpx2.HTTPTransport()

    def transport(self) -> httpx2.BaseTransport:
        line = self

        class Failing(httpx2.BaseTransport):
            def handle_request(self, request: httpx2.Request) -> httpx2.Response:
                line.sent.append(request)
                if not line.failures:
                    return line.below.handle_request(request)
                status = line.failures.pop(0)
                if status is not None:
                    return httpx2.Response(status, json={"code": "unavailable"})
                line.below.handle_request(request).read()
                raise httpx2.ReadError("the line is gone")

        return Failing()


def client(server: Server, line: Line, pauses: Callable[[float], None] = lambda _: None) -> Client:
    return Client(server.url, key(*SCOPES), transport=line.transport(), sleep=pauses)


def test_a_call_whose_answer_was_lost_is_done_once(server: Server) -> None:
    line = Line()
    with client(server, line) as api:
        api.create_event(slug="cup", names={"en": "Cup"})
        line.failures = [None, 503]
        api.players_add("cup", family_name="Tal")
    assert Player.objects.count() == 1
    keys = {request.headers["Idempotency-Key"] for request in line.sent if request.url.path.endswith("/players/")}
    assert len(keys) == 1
    assert len(line.sent) == 4


def test_it_waits_for_the_requested_time_and_gives_up_in_the_end(server: Server) -> None:
    pauses: list[float] = []
    line = Line(*[503] * 9)
    with client(server, line, pauses.append) as api, pytest.raises(Problem) as excinfo:
        api.create_event(slug="cup", names={"en": "Cup"})
    assert (excinfo.value.status, excinfo.value.code) == (503, "unavailable")
    assert len(line.sent) == 5
    assert pauses == sorted(pauses)


def test_an_edit_reads_first_and_reports_an_earlier_edit_by_another_client(server: Server) -> None:
    secret = key(*SCOPES)
    with Client(server.url, secret) as api, Client(server.url, secret) as other:
        api.create_event(slug="cup", names={"en": "Cup"})
        assert api.edit_event("cup", place="Lviv")["place"] == "Lviv"
        other.edit_event("cup", place="Kyiv")
        with pytest.raises(Problem) as excinfo:
            api.edit_event("cup", place="Odesa")
        assert excinfo.value.status == 412
        assert api.edit_event("cup", place="Odesa")["place"] == "Odesa"


def test_lists_are_read_to_their_end(server: Server) -> None:
    with client(server, Line()) as api:
        api.create_event(slug="cup", names={"en": "Cup"})
        for number in range(5):
            api.players_add("cup", family_name=f"Player {number}")
        rows = list(api.pages("events/cup/players/", page_size=2))
    assert [row["family_name"] for row in rows] == [f"Player {number}" for number in range(5)]


def test_the_stream_tells_what_happens_and_goes_on_where_it_ended(server: Server) -> None:
    with client(server, Line()) as api:
        api.create_event(slug="cup", names={"en": "Cup"})
        first = Log.objects.get(action="event.created").pk
        messages: list[dict[str, object]] = []
        enough = threading.Event()

        def follow() -> None:
            with Client(server.url, api._http.headers["Authorization"].removeprefix("Bearer ")) as listener:
                for act in listener.follow("cup", since=first):
                    messages.append(act)
                    if sum(row["kind"] == "player.added" for row in messages) == 3:
                        enough.set()
                        return

        listening = threading.Thread(target=follow, daemon=True)
        listening.start()
        for number in range(3):
            api.players_add("cup", family_name=f"Player {number}")
        assert enough.wait(20), json.dumps(messages)
    # After a reconnection, possibly missed events come again; duplicates are dropped.
    assert [item["kind"] for item in messages] == ["event.created"] + ["player.added"] * 3
    assert sorted(item["id"] for item in messages) == [item["id"] for item in messages]
