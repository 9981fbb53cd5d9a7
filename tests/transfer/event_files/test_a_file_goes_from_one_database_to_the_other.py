"""A file written on PostgreSQL is read on SQLite, and a file written there is the same."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.transfer.event_files.files import event_file_bytes, members
from tests.world import World
from transfer.services.eventfile.container import MANIFEST
from transfer.services.eventfile.importing import import_event, look_into

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.long]

_OTHERWISE = ("event.", "log.", "people.")  # not public there, imported there, other accounts there


def test_a_file_goes_to_sqlite_and_back(tmp_path: Path) -> None:
    world = World(game="tavreli")
    world.started()
    world.play("e2e4", "e7e5")
    path, back = tmp_path / "there.tavleya", tmp_path / "back.tavleya"
    path.write_bytes(event_file_bytes(world.event))
    with path.open("rb") as source:
        fingerprint = look_into(source).fingerprint
    run(tmp_path, "migrate", "--verbosity", "0")
    run(tmp_path, "import_event", str(path), "--trust", fingerprint)
    run(tmp_path, "export_event", "spring-cup", str(back))
    before, after = members(path.read_bytes()), members(back.read_bytes())
    differ = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    assert {name.partition("/")[2] or name for name in differ} == {
        MANIFEST,
        "signature.json",
        *(f"{name}{suffix}" for name in _OTHERWISE for suffix in ("ndjson", "sha256")),
    }
    with back.open("rb") as source:
        preview = look_into(source)
        copy = import_event(
            actor=world.olga, now=world.event.created_at, source=source, slug="back", trusted=preview.fingerprint
        )
    assert copy.players.count() == world.event.players.count()


def run(folder: Path, *arguments: str) -> None:
    """A command of another installation, on SQLite."""
    environment = {
        **{name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")},
        "DJANGO_SETTINGS_MODULE": "tests.settings_elsewhere",
        "ELSEWHERE": str(folder),
        "TAVLEYA_TEST_SERVERS": "0",
    }
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=environment, check=True, timeout=300)
