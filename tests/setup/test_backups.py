"""A backup is the whole service in one file; a restore reproduces it, and an altered backup is refused."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.apps import apps
from django.db.models import FileField

from deploy.cluster.stores import find_postgres
from games.models.base import StoredFileField
from tests import template
from tests.conftest import needed_servers
from tests.paths import PACKAGES, ROOT
from tests.servers import Postgres
from upkeep.backup import backups, postgres

#: Run in the environment of a service: it creates rows of every kind, with a photograph.
FILL = """
import io, django
django.setup()
from PIL import Image
from tavleya.record.merging import Keeper
from games.services.results import annul
from games.services.record import NewBoard, open_games
from games.services.sheets import Picture, hand_in
from tests.world import NOW, SYSTEM, World
from tournaments.models.event import Organisation
from tournaments.models.activity import UploadKind
from people.services.organisations import set_logo
from tournaments.services.uploads import add_upload
(old,) = open_games(actor=SYSTEM, now=NOW, game="chess", regime="fide-2023", boards=[NewBoard("A", "B")])
annul(actor=SYSTEM, now=NOW, game_id=old.pk, reason="never played")
world = World(game="chess", regime="fide-2023", control="60", tracking="live", others=("charlie", "dora"))
world.started()
picture = io.BytesIO()
Image.new("RGB", (20, 20), "red").save(picture, "PNG")
hand_in(actor=world.artur, now=NOW, game_id=world.board.pk, keeper=Keeper.ARBITER, photos=[Picture(picture.getvalue())])
club = Organisation.objects.create(slug="club", names={"en": "Club"}, created_at=NOW)
set_logo(actor=SYSTEM, now=NOW, organisation_id=club.pk, file=Picture(picture.getvalue()))
poster = Picture(picture.getvalue())
add_upload(actor=SYSTEM, now=NOW, event_id=world.event.pk, kind=UploadKind.IMAGE, title="Poster", file=poster)
"""
#: Every row of every table and every file of the storage, as text.
DUMP = """
import hashlib, json, django
from pathlib import Path
django.setup()
from django.conf import settings
from django.apps import apps
from django.core import serializers
rows = {model._meta.label: json.loads(serializers.serialize("json", model.objects.order_by("pk")))
        for model in apps.get_models()}
media = Path(settings.MEDIA_ROOT)
files = {str(path.relative_to(media)): hashlib.sha256(path.read_bytes()).hexdigest()
         for path in media.rglob("*") if path.is_file()}
assert {"sheets", "logos", "uploads"} <= {name.partition("/")[0] for name in files}, files
print(json.dumps([rows, files], sort_keys=True))
"""


#: A service that waits for commands, each executed in a fork of it: starting Django takes most of their time.
WAITING = """
import json, os, sys, django
from django.core.management import execute_from_command_line
django.setup()
import config.urls
for line in sys.stdin:
    if not (pid := os.fork()):
        command, *files = json.loads(line)
        for number, file in enumerate(files, 1):
            os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        exec(command[1], {}) if command[0] == "-c" else execute_from_command_line(command)
        sys.exit()
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
"""


@dataclass
class Service:
    """A service of one process, with a separate database and photographs."""

    home: Path
    database: str
    environment: dict[str, str] = field(init=False)
    process: subprocess.Popen[str] = field(init=False)

    def __post_init__(self) -> None:
        binaries = find_postgres()
        self.environment = {
            "PATH": f"{binaries}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "TAVLEYA_VAR": str(self.home),
            "DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": self.database, "SECRET_KEY": "the same " * 9,
            "LD_LIBRARY_PATH": str(binaries.parent / "lib") if binaries else "",
        }  # fmt: skip
        self.process = subprocess.Popen(
            [sys.executable, "-c", WAITING],
            cwd=ROOT, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        assert self.process.stdin and self.process.stdout
        files = [self.home / name for name in ("stdout", "stderr")]
        self.process.stdin.write(json.dumps([command, *map(str, files)]) + "\n")
        self.process.stdin.flush()
        status = int(self.process.stdout.readline())
        return subprocess.CompletedProcess(command, status, *(file.read_text() for file in files))

    def do(self, *command: str) -> str:
        done = self.run(*command)
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    def dump(self) -> object:
        return json.loads(self.do("-c", DUMP))


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def services(request: pytest.FixtureRequest, tmp_path_factory) -> Iterator[list[Service]]:
    """Return a filled service, and an empty service of the same kind."""
    homes = [tmp_path_factory.mktemp(name) for name in ("filled", "empty")]
    migrated, server = template.prepared(request.param), None
    if request.param == "postgresql":
        with needed_servers():
            server = Postgres(copy_of=migrated)
        urls = [server.migrated, server.url]
    else:
        shutil.copyfile(migrated / template.SQLITE, homes[0] / template.SQLITE)
        urls = ["", ""]
    pair = [Service(home, url) for home, url in zip(homes, urls, strict=True)]
    pair[0].do("-c", FILL)
    yield pair
    for service in pair:
        service.process.communicate()
    if server:
        server.stop()


@pytest.fixture(scope="module")
def content(services) -> object:
    return services[0].dump()


@pytest.fixture(scope="module")
def backup(services) -> Path:
    path = services[0].home / "of-today.backup"
    done = services[0].run("manage.py", "backup", "--to", str(path))
    assert done.returncode == 0, done.stderr
    assert re.search(r"1 events, 3 games|1 events, \d+ games, \d+ entries, 1 photographs", done.stderr)
    assert path.stat().st_mode & 0o077 == 0
    assert not list(path.parent.glob("*.part"))
    return path


@pytest.fixture(scope="module")
def restored(services, backup) -> Service:
    """The empty service after a restore; each test leaves it in this state."""
    empty = services[1]
    text = empty.do("manage.py", "restore", str(backup))
    assert re.search(r"Restored: \d+ accounts, 1 events, \d+ games, \d+ entries, 1 photographs", text)
    assert "SECRET_KEY" not in text
    return empty


@pytest.mark.long
def test_restore_reproduces_the_backup(restored, content, backup):
    empty = restored
    assert empty.dump() == content
    assert "all as they were written" in empty.do("manage.py", "verify_records")
    done = empty.run("manage.py", "restore", str(backup))
    assert (done.returncode, "--replace" in done.stderr) == (1, True)
    empty.do("manage.py", "restore", str(backup), "--replace")
    assert empty.dump() == content


@pytest.mark.long
def test_records_stay_append_only_after_a_restore(restored):
    alter = (
        "import django; django.setup()\n"
        "from games.models.record import RecordEntry\n"
        "RecordEntry.objects.update(kind='nothing')"
    )
    done = restored.run("-c", alter)
    assert done.returncode != 0
    assert "append" in done.stderr.lower()


#: A restore that is killed after it has moved the old data away, before it has created the new schema.
KILLED = """
import os, django
django.setup()
from django.db.backends.utils import CursorWrapper
from upkeep.backup import postgres
def execute(self, statement, values=None):
    if statement.startswith("CREATE SCHEMA"):
        os._exit(9)
    return usual(self, statement, values)
usual, CursorWrapper.execute = CursorWrapper.execute, execute
postgres.set_aside()
"""


@pytest.mark.long
def test_a_restore_that_was_killed_leaves_what_was_there_and_can_be_begun_again(restored, content, backup):
    empty = restored
    if not empty.database:
        pytest.skip("the SQLite file is moved away in one step")
    assert empty.run("-c", KILLED).returncode == 9
    assert empty.dump() == content
    empty.do("manage.py", "restore", str(backup), "--replace")
    assert empty.dump() == content


@pytest.mark.long
def test_the_old_data_are_restored_if_the_backup_is_invalid(services, content, backup, tmp_path):
    """The seal is valid, but the manifest counts entries that the database does not have."""
    filled = services[0]
    forged = tmp_path / "forged.backup"
    with backups.reading(backup) as old, forged.open("wb") as target, backups.writing(target) as new:
        with old.open(backups.DATABASE) as source, new.member(backups.DATABASE) as member:
            member.write(source.read())
        counts = {**old.manifest["counts"], "entries": 10_000}
        new.manifest({**old.manifest, "counts": counts})
    done = filled.run("manage.py", "restore", str(forged), "--replace")
    assert (done.returncode, "10000" in done.stderr) == (1, True), done.stderr
    assert filled.dump() == content
    assert not list(filled.home.glob("before-restore*"))


@pytest.mark.long
def test_a_backup_goes_into_a_pipe(services, tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "backup", "--to", "-"],
        cwd=ROOT, env=services[0].environment, capture_output=True, check=True, timeout=100,
    )  # fmt: skip
    piped = tmp_path / "piped.backup"
    piped.write_bytes(done.stdout)
    backups.check_seal(piped)


@pytest.mark.long
def test_one_altered_byte_is_refused_wherever_it_is(services, content, backup, tmp_path):
    good = backup.read_bytes()
    chance = random.Random(7)
    places = [0, len(good) - 1, len(good) - 40, *(chance.randrange(len(good)) for _ in range(60))]
    altered = tmp_path / "altered.backup"
    for place in places:
        altered.write_bytes(good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :])
        with pytest.raises(backups.NotABackup):
            backups.check_seal(altered)
    done = services[0].run("manage.py", "restore", str(altered), "--replace")
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert services[0].dump() == content


@pytest.mark.long
@pytest.mark.parametrize("length", [0, 10, -1, -200])
def test_a_file_that_was_cut_off_is_refused(backup, tmp_path, length):
    cut = tmp_path / "cut.backup"
    cut.write_bytes(backup.read_bytes()[:length])
    with pytest.raises(backups.NotABackup):
        backups.check_seal(cut)


#: The model fields with file names, by the module that saves the files.
KEPT = {
    "games/services/sheets.py": "games.SheetPhoto.stored",
    "tournaments/services/uploads.py": "tournaments.EventUpload.stored",
    "people/services/organisations.py": "tournaments.Organisation.logo",
    "transfer/services/eventfile/reading.py": "games.SheetPhoto.stored tournaments.EventUpload.stored",
    # Files of jobs, which are deleted within days.
    "transfer/services/eventfile/jobs.py": "",
    "ratings/services/rating_jobs.py": "",
    "documents/views/downloads.py": "",
    # The restore.
    "upkeep/backup/backups.py": "",
}


def test_every_column_that_names_a_stored_file_is_known_to_the_backup():
    saving = {
        str(path.relative_to(ROOT))
        for app in PACKAGES
        for path in (ROOT / app).rglob("*.py")
        if "default_storage.save(" in path.read_text()
    }
    assert saving == set(KEPT)
    columns = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, StoredFileField | FileField)
    }
    assert columns == {name for names in KEPT.values() for name in names.split()}


def test_a_program_older_than_the_server_is_named_and_not_used(monkeypatch, tmp_path):
    monkeypatch.setattr(postgres, "PLACES", (f"{tmp_path}/*/bin",))
    monkeypatch.setenv("PATH", str(tmp_path))
    for version in (15, 17, 18):
        program = tmp_path / str(version) / "bin" / "pg_dump"
        program.parent.mkdir(parents=True)
        program.write_text(f"#!/bin/sh\necho 'pg_dump (PostgreSQL) {version}.1'\n")
        program.chmod(0o755)
    assert postgres.program("pg_dump", 16) == str(tmp_path / "17" / "bin" / "pg_dump")
    with pytest.raises(postgres.NoProgram, match="postgresql-client-19"):
        postgres.program("pg_dump", 19)
