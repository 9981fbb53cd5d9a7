"""Exported and imported, an event is the same: rows, records, standings, pages, uploads."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.files.storage import default_storage
from django.db import models, transaction
from django.test import Client, TestCase
from django.urls import reverse
from django.utils import timezone

from fairplay.models import Inspection
from games.models.game import Game
from games.models.sheet import SheetPhoto
from games.services.record import export_record
from games.services.sheets import remove_files
from games.verification import verify
from tavleya.actors import Actor, Role
from tavleya.errors import BadInput, Conflict, DomainError, ImportRefused, NotFound
from tests.paths import APPS, ROOT
from tests.refusals import refused
from tests.security.hall import Hall
from tests.transfer.event_files.files import changed, event_file_bytes, members, rows, signed, zipped
from tests.world import World
from tournaments.event_tables import Table
from tournaments.models.access import EventRole
from tournaments.models.activity import Job, Log, UploadKind
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.swiss import PlayerLink, RestorePoint
from tournaments.selectors.events import acts_of
from tournaments.selectors.standings import standings_of
from tournaments.selectors.versions import uploads_of
from tournaments.services.restore_points import unpacked
from tournaments.services.uploads import LARGEST_DOCUMENT, MOST, upload_for
from transfer.models import SigningKey
from transfer.services.eventfile.container import MANIFEST
from transfer.services.eventfile.importing import import_event, look_into
from transfer.services.eventfile.jobs import forget_event_files
from transfer.services.eventfile.tables import OUTSIDE, Scope, tables

pytestmark = pytest.mark.django_db


SYSTEM = Actor.of_system("tests")
#: Expected differences: the event is not public yet, its log mentions the import, and its people are other accounts.
_OF_THE_COPY = {
    f"{folder}{name}{suffix}"
    for name in ("event", "log", "people")
    for folder, suffix in (("tables/", ".ndjson"), ("lines/", ".sha256"))
}


@pytest.fixture(scope="module")
def file(hall: Hall) -> bytes:
    return event_file_bytes(hall.event)


def import_file(file: bytes, slug: str = "copy", **arguments: object) -> Event:
    return import_event(actor=SYSTEM, now=timezone.now(), source=io.BytesIO(file), slug=slug, **arguments)


def import_forged(forged: io.BytesIO) -> Event:
    return import_file(forged.getvalue(), trusted=look_into(forged).fingerprint)


@pytest.mark.long
def test_the_file_has_rows_of_every_table(file):
    counts = json.loads(members(file)[MANIFEST])["counts"]
    empty = {table.name for table in tables() if not table.links and not counts[table.name]}
    assert not empty


@pytest.mark.long
def test_the_copy_makes_the_same_file(hall, file):
    content = event_file_bytes(import_file(file))
    second, before = members(content), members(file)
    differ = {
        name
        for name in before.keys() | second.keys()
        if before.get(name) != second.get(name) and name not in _OF_THE_COPY
    }
    assert differ == {MANIFEST, "signature.json"}
    names = [[row["name"] for row in rows(data, "people")] for data in (file, content)]
    assert names[0] == names[1]
    lines = [contents["tables/log.ndjson"].splitlines() for contents in (before, second)]
    assert lines[1][:-1] == lines[0]
    assert json.loads(lines[1][-1])["action"] == "event.imported"


def test_records_standings_photographs_and_uploads_are_the_same(hall, file):
    copy = import_file(file)
    games = [Game.objects.filter(pk__in=Scope(event).games).order_by("pk") for event in (hall.event, copy)]
    pairs = list(zip(*games, strict=True))
    assert len(pairs) > 15
    for old, new in pairs:
        assert old.pk != new.pk
        assert (old.key, old.seq, old.digest, old.snapshot) == (new.key, new.seq, new.digest, new.snapshot)
        assert _without_authors(old) == _without_authors(new)
    assert not [game for game in verify(games[1]) if game.broken]
    for old, new in zip(hall.event.sections.all(), copy.sections.all(), strict=True):
        assert _table(old) == _table(new)
    photos = [SheetPhoto.objects.filter(game__in=event_games).order_by("pk") for event_games in games]
    uploads = [event.uploads.all() for event in (hall.event, copy)]
    assert photos[0] and {upload.kind for upload in uploads[0]} == {"image", "regulations"}
    for old, new in (*zip(*photos, strict=True), *zip(*uploads, strict=True)):
        assert old.stored != new.stored and old.sha256 == new.sha256
        assert default_storage.open(old.stored).read() == default_storage.open(new.stored).read()
    kinds, titles = ([[getattr(row, name) for row in rows] for rows in uploads] for name in ("kind", "title"))
    assert kinds[0] == kinds[1] and titles[0] == titles[1]
    assert uploads_of(copy, UploadKind.IMAGE)


def _without_authors(game: Game) -> list[str]:
    """Return the export of a game without the authors of sheets and rulings, who are other accounts in the copy."""
    lines = [json.loads(line) for line in export_record(actor=SYSTEM, game=game)]
    return [
        {name: value for name, value in line.items() if line["type"] == "entry" or name not in ("actor", "arbiter")}
        for line in lines
        if line["type"] != "end"
    ]


def _table(section):
    standings = standings_of(section)
    return [(row.registration.number, row.place, row.points) for row in standings.rows]


@pytest.mark.long
def test_pages_are_the_same(hall, file):
    copy = import_file(file)
    Event.objects.filter(pk=copy.pk).update(published=True)
    games = [Scope(event).games for event in (hall.event, copy)]
    keys = {str(new): str(old) for old, new in zip(*games, strict=True)}
    for section in hall.event.sections.all():
        for name in ("section", "standings", "crosstable", "players"):
            pages = [Client().get(reverse(name, args=[slug, section.slug])) for slug in ("hall", "copy")]
            assert pages[0].status_code == pages[1].status_code, (section.slug, name)
            assert _same(pages[0].content.decode(), {}) == _same(pages[1].content.decode(), keys)


def _same(page: str, games: dict[str, str]) -> str:
    page = page.replace("/copy/", "/hall/").replace("%2Fcopy%2F", "%2Fhall%2F")
    page = re.sub(r"/games/(\d+)/", lambda match: f"/games/{games.get(match[1], match[1])}/", page)
    page = re.sub(r'data-(live|version|game|key|board|pairing)="[^"]*"', "", page)
    page = re.sub(r"v=[0-9a-f]{12}", "", page)  # the version of the shared picture
    # Persons belong to the installation.
    page = re.sub(r'\s*<a class="person-link".*?</a>', "", page, flags=re.DOTALL)
    return re.sub(r"/live/\w+/\d+|csrfmiddlewaretoken[^>]*", "", page)


def test_it_comes_into_an_empty_database(hall, file):
    with transaction.atomic():
        # Without its own signing key, this database does not know the file.
        SigningKey.objects.all().delete()
        existing = set(Event.objects.values_list("pk", flat=True))
        copy = import_file(file, trusted=look_into(io.BytesIO(file)).fingerprint)
        assert copy.pk not in existing
        own = {pairing.game_id for pairing in Pairing.objects.filter(round__section__event=copy)}
        assert not own & set(Scope(hall.event).games)


def test_people_become_accounts_without_sign_in_unless_they_are_mapped(hall, file):
    preview = look_into(io.BytesIO(file))
    olga = next(person for person in preview.people if person.handle == "olga")
    assert Role.ORGANISER.value in olga.roles
    user = get_user_model().objects.create_user("here")
    copy = import_file(file, people={olga.row: user.pk})
    roles = EventRole.objects.filter(event=copy).exclude(user=user)
    assert roles
    assert not [row for row in roles if row.user.is_active or row.user.has_usable_password()]
    assert EventRole.objects.filter(event=copy, user=user, role=Role.ORGANISER.value).exists()
    assert not {row.user_id for row in EventRole.objects.filter(event=copy)} & {
        row.user_id for row in EventRole.objects.filter(event=hall.event)
    }
    acted = Log.objects.filter(event=copy, actor=f"user:{user.pk}")
    acts = acts_of(hall.event).filter(actor=f"user:{hall.olga.user_id}")
    assert acted.count() == acts.count() and not acted.filter(due_at__isnull=False).exists()


def test_a_copy_is_not_public_has_nothing_private_and_its_restore_points_name_its_rows(hall, file):
    copy = import_file(file)
    assert hall.event.published and not copy.published
    assert PlayerLink.objects.filter(player__event=hall.event).exists()
    assert not PlayerLink.objects.filter(player__event=copy).exists()
    assert not copy.tokens.exists() and not copy.webhooks.exists() and not copy.invitations.exists()
    assert hall.event.complaints.exists() and Inspection.objects.filter(section__event=hall.event).exists()
    assert b"They left often" not in b"".join(members(file).values()) and not copy.complaints.exists()
    own = {str(registration.pk) for section in copy.sections.all() for registration in section.registrations.all()}
    points = RestorePoint.objects.filter(section__event=copy)
    assert points and all(set(unpacked(point)["registrations"]) <= own for point in points)


def test_no_secret_is_in_the_file(hall, file):
    text = b"".join(members(file).values()).decode(errors="replace")
    secrets = [*hall.secrets.values(), hall.webhook.secret]
    secrets += [row.digest for row in (*hall.event.tokens.all(), *hall.event.invitations.all())]
    secrets += [link.digest for link in PlayerLink.objects.filter(player__event=hall.event)]
    assert len(secrets) > 3
    assert not [secret for secret in secrets if secret in text]


def test_a_file_of_an_unknown_installation_is_taken_only_with_its_fingerprint(file):
    forged = signed(members(file))
    preview = look_into(forged)
    assert not preview.known
    with refused(Conflict, "unknown_signer") as excinfo:
        import_file(forged.getvalue())
    assert preview.fingerprint in str(excinfo.value)
    import_file(forged.getvalue(), trusted=preview.fingerprint.lower())
    assert look_into(forged).known


def put(index: int, **values: object):
    """Return a change of one row."""
    return lambda rows: rows[index].update(values)


@pytest.mark.parametrize(
    ("table", "change", "line"),
    [("player", put(2, family_name="Other"), 3), ("registration", lambda rows: rows.pop(4), 5)],
)
def test_a_changed_or_removed_line_is_named(file, table, change, line):
    with refused(ImportRefused, "event_file_altered") as excinfo:
        look_into(zipped(changed(file, table, change)))
    assert [problem.line for problem in excinfo.value.problems] == [line]
    assert table in str(excinfo.value.problems[0].message)


def test_a_changed_record_is_named_even_where_the_file_was_signed_again(file):
    entries = rows(file, "recordentry")
    index = next(index for index, row in enumerate(entries) if row["kind"] == "move")
    for table, change, line, named in (
        ("recordentry", put(index, move="a2a3"), index + 1, f"entry {entries[index]['seq']} of the record"),
        ("recordentry", lambda rows: rows.pop(), None, ""),
        ("recordtext", put(3, text="Somebody else"), 4, ""),  # the digest of the name is in the record
    ):
        with refused(ImportRefused, "event_file_altered") as excinfo:
            look_into(signed(changed(file, table, change)))
        problem, *_ = excinfo.value.problems
        assert line in (problem.line, None) and named in str(problem.message)


def test_a_result_that_is_not_the_record_s_is_not_taken_over(hall, file):
    def all_won(rows: list[dict[str, object]]) -> None:
        for row in rows:
            if row["phase"] == "finished":
                row["result"] = "1-0"

    copy = import_forged(signed(changed(file, "game", all_won)))
    results = [
        list(Game.objects.filter(pk__in=Scope(event).games).order_by("pk").values_list("result", flat=True))
        for event in (hall.event, copy)
    ]
    assert results[0] == results[1]


def test_a_photograph_that_is_a_page_is_refused(file):
    contents = members(file)
    name = next(name for name in contents if name.startswith("photographs/"))
    with refused(BadInput, "not_a_photo"):
        import_forged(signed({**contents, name: b"<script>alert(1)</script>"}))
    assert not Event.objects.filter(slug="copy").exists()


def test_an_address_that_is_taken_and_another_file_are_refused(hall, file):
    with refused(Conflict, "slug_taken"):
        import_file(file, slug="hall")
    for data in (b"", b"1. e4 e5", zipped({"a": b"b"}).getvalue()):
        with refused(BadInput, "not_an_event_file"):
            look_into(io.BytesIO(data))


def test_a_photograph_that_was_removed_comes_without_its_file(hall):
    photo = SheetPhoto.objects.filter(game__in=Scope(hall.event).games)[0]
    remove_files(SheetPhoto.objects.filter(pk=photo.pk))
    copy = import_file(event_file_bytes(hall.event))
    photos = SheetPhoto.objects.filter(game__in=Scope(copy).games)
    (removed,) = photos.filter(stored=None)
    assert (removed.sha256, removed.number, removed.keeper) == (photo.sha256, photo.number, photo.keeper)
    assert photos.exclude(stored=None).exists()


def test_an_old_file_is_deleted_with_its_job(hall):
    stored = hall.exported.report["stored"]
    assert default_storage.exists(stored)
    with TestCase.captureOnCommitCallbacks(execute=True):
        assert forget_event_files(Job.objects.filter(created_at__lt=timezone.now())) == 2
    assert not default_storage.exists(stored)
    assert not Job.objects.filter(pk=hall.exported.pk).exists()


def upload_row(file: bytes, kind: str) -> int:
    """Return the row number of the first upload of a kind."""
    return next(row["row"] for row in rows(file, "eventupload") if row["kind"] == kind)


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "content", "code"),
    [
        ("image", b"<svg onload='alert(1)'/>", "not_a_photo"),
        ("regulations", b"<script>alert(1)</script>", "not_a_pdf"),
        ("regulations", b"%PDF-" + b" " * LARGEST_DOCUMENT, "upload_too_large"),
        ("regulations", b"%PDF-1.4 other", "event_file_altered"),
    ],
)
def test_an_upload_is_what_its_bytes_are_or_is_refused(file, kind, content, code):
    forged = signed({**members(file), f"uploads/{upload_row(file, kind)}": content})
    before = list_of_files("uploads")
    with refused(DomainError, code):
        import_forged(forged)
    assert not Event.objects.filter(slug="copy").exists()
    assert list_of_files("uploads") == before


def test_more_uploads_than_an_event_may_have_are_refused(file):
    key = upload_row(file, "regulations")

    def more(rows: list[dict[str, object]]) -> None:
        (upload,) = [row for row in rows if row["row"] == key]
        rows += [{**upload, "row": 1000 + number, "sha256": f"{number:064}"} for number in range(MOST)]

    with refused(BadInput, "too_many_uploads"):
        import_forged(signed(changed(file, "eventupload", more)))


def test_an_upload_whose_file_is_gone_comes_as_it_is(file):
    contents = members(file)
    del contents[f"uploads/{upload_row(file, 'regulations')}"]
    copy = import_forged(signed(contents))
    (upload,) = copy.uploads.filter(kind="regulations")
    with pytest.raises(NotFound):
        upload_for(event=copy, upload_id=upload.pk)


def list_of_files(folder: str) -> set[str]:
    return set(default_storage.listdir(folder)[1])


# A file written on PostgreSQL is read on SQLite, and a file written there is the same.


_OTHERWISE = ("event.", "log.", "people.")  # not public there, imported there, other accounts there


@pytest.mark.postgres
@pytest.mark.long
def test_a_file_goes_to_sqlite_and_back(tmp_path: Path) -> None:
    world = World(game="tavreli")
    world.started()
    world.play("e2e4", "e7e5")
    path, back = tmp_path / "there.tavleya", tmp_path / "back.tavleya"
    path.write_bytes(event_file_bytes(world.event))
    fingerprint = look_into(io.BytesIO(path.read_bytes())).fingerprint
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
    copy = import_forged(io.BytesIO(back.read_bytes()))
    assert copy.players.count() == world.event.players.count()


def run(folder: Path, *arguments: str) -> None:
    """Run a command of another installation, on SQLite."""
    environment = {
        **{name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")},
        "DJANGO_SETTINGS_MODULE": "tests.settings_elsewhere",
        "ELSEWHERE": str(folder),
        "TAVLEYA_TEST_SERVERS": "0",
    }
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=environment, check=True, timeout=300)


# Every model and field of an event is in its file, or left out with a reason.


def models_of_events() -> set[type[models.Model]]:
    app_names = set(APPS) - {"accounts"}
    return {model for app in app_names for model in apps.get_app_config(app).get_models() if not model._meta.proxy}


def test_every_model_goes_in_or_says_why_not():
    listed = [table.model for table in tables()]
    assert len(listed) == len(set(listed))
    labels = {model._meta.label for model in listed}
    assert labels | {*OUTSIDE} == {model._meta.label for model in models_of_events()}
    assert not labels & {*OUTSIDE}
    assert all(OUTSIDE.values())


def test_every_field_goes_in_or_is_left_with_a_value():
    for table in tables():
        meta = table.model._meta
        names = {field.name for field in (*meta.concrete_fields, *meta.many_to_many)}
        numbered = {meta.pk.name} if meta.pk.remote_field is None else set()
        assert names - numbered == table.fields(), table.name


def test_a_reference_is_to_an_account_or_to_a_row_that_is_made_before():
    before: set[type[models.Model]] = set()
    for table in tables():
        for name in table.references.split():
            assert _related_model(table, name) in before, (table.name, name)
        for name in table.people.split():
            assert _related_model(table, name)._meta.label == "accounts.User"
        plain = {*table.values, *table.actors.split(), *table.numbers}
        assert not {name for name in plain if table.model._meta.get_field(name).is_relation}
        before.add(table.model)


def _related_model(table: Table, name: str) -> type[models.Model]:
    return table.model._meta.get_field(name).related_model
