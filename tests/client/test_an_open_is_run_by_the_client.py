"""`docs/examples/run_an_open.py` against a real server: a whole Swiss, its report checked by `checkpairings`."""

import secrets
from io import StringIO
from pathlib import Path

import pytest
import run_an_open
from django.core.management import call_command
from django.utils import timezone

from documents.models.prizes import Award
from tests.browser.conftest import Server
from tests.world import person
from tournaments.models.event import Event
from tournaments.models.log import Log
from tournaments.services.tokens import issue_account_token

LONG_OPEN = pytest.param(40, 7, marks=pytest.mark.long)


def key(*scopes: str) -> str:
    _, secret = issue_account_token(
        actor=person("olga"), now=timezone.now(), name=secrets.token_hex(4), scopes=scopes
    )
    return secret


@pytest.mark.long
@pytest.mark.parametrize(("players", "rounds"), [(12, 3), LONG_OPEN])
def test_an_open_is_run_from_its_creation_to_its_report(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int, rounds: int
) -> None:
    report = tmp_path / "open.trf"
    value = [server.url, key(*run_an_open.SCOPES), "--players", str(players), "--rounds", str(rounds)]
    monkeypatch.setattr("sys.argv", ["run_an_open.py", *value, "--report", str(report)])
    run_an_open.main()
    event = Event.objects.get(slug="open-by-api")
    assert event.published
    section = event.sections.get()
    assert section.registrations.count() == players + 1
    assert section.rounds.filter(status="closed").count() == rounds
    assert section.final_at is not None
    assert Award.objects.get(section=section).cancelled_at is None
    done = set(Log.objects.filter(event=event).values_list("action", flat=True))
    assert {"registration.withdrawn", "result.corrected", "round.closed", "table.final"} <= done
    string_io = StringIO()
    call_command(
        "checkpairings", str(report), stdout=string_io, stderr=StringIO()
    )  # exits with 1 where anything differs
