"""Uploaded files: a tournament is imported by a job; a hostile file is refused, and nothing is kept."""

import io
import re
import struct
import time
import zipfile
import zlib
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.services.sheets import Picture
from tavleya.errors import BadInput
from tests.pages.desk.conftest import new_section
from tests.pages.html import page_of
from tests.refusals import refused
from tests.tournaments.counting import counts
from tests.uploads import PDF, png
from tests.world import World
from tournaments.models.activity import EventUpload, Job, UploadKind
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.services.uploads import examined

FILE = Path(settings.BASE_DIR, "portal", "demo_data", "chess-tata-steel-masters-2022.pgn")
BAD = """[Event "E"]
[Round "1.1"]
[White "A, B"]
[Black "C, D"]
[Result "1-0"]

1. e4 e5 2. Ke3 1-0
"""
ADDRESS = "/desk/spring-cup/second/file/"


@pytest.fixture
def second(world: World) -> Section:
    return new_section(world, "second", format="round_robin")


def upload(client: Client, data: bytes):
    return client.post(ADDRESS, {"file": SimpleUploadedFile("games.pgn", data)})


def test_a_file_is_taken_and_counted(olga, second, django_capture_on_commit_callbacks):
    games = FILE.read_text().split("[Event ")[1:8]
    with django_capture_on_commit_callbacks(execute=True):
        answer = upload(olga, "".join(f"[Event {game}" for game in games).encode())
    page = page_of(olga.get(answer["Location"]))
    assert page.problems == [] and "The whole file has been imported." in page.words
    assert Pairing.objects.filter(round__section=second).count() == 7


def test_a_bad_file_names_the_place_and_leaves_nothing(olga, second, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        answer = upload(olga, BAD.encode())
    page = page_of(olga.get(answer["Location"]))
    assert "The file was not imported" in page.words
    assert page.find(data_code="games_refused")
    assert "713The king on e1 does not move to e3." in page.words  # line 7, game 1, half-move 3
    assert not Pairing.objects.filter(round__section=second).exists()


def test_a_job_that_waits_asks_again_by_itself(olga: Client, second: Section) -> None:
    for cache in caches.all():
        cache.clear()
    part = olga.get(upload(olga, BAD.encode())["Location"] + "?part=1")
    assert "hx-trigger" in part.content.decode() and "<html" not in part.content.decode()
    assert "The file is being processed." in page_of(part).words


def test_an_empty_file_and_one_that_is_too_large_are_refused_at_once(olga, second, monkeypatch):
    empty = upload(olga, b"")
    assert empty.status_code == 422 and page_of(empty).find(data_code="empty_file")
    monkeypatch.setattr("tournaments.forms.base.LARGEST_FILE", 10)
    answer = upload(olga, BAD.encode())
    assert answer.status_code == 422 and page_of(answer).find(data_code="file_too_large")
    assert not Job.objects.exists()


DESK = "/desk/spring-cup/"
IMAGES, LIST = DESK + "displays/", DESK + "open/players/list/"
REPORT, EVENT_FILE = DESK + "new-section/report/", "/desk/new-event/file/"
#: Additional memory and time that refusing one file may take.
MOST_BYTES, MOST_SECONDS = 128 * 1024**2, 10.0
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


def huge_png() -> bytes:
    """Return a small file that claims to be an image of 60 000 by 60 000 pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 6, 0, 0, 0)
    body = zlib.compress(bytes(1_000_000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def workbook_bomb() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as book:
        book.writestr("[Content_Types].xml", "<Types/>")
        with book.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as sheet:
            for _ in range(64):
                sheet.write(bytes(8 * 1024**2))
    return content.getvalue()


def lying_workbook() -> bytes:
    """Return a workbook bomb whose table of contents claims a small size."""
    data = bytearray(workbook_bomb())
    offset = data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 4)  # the second entry of the directory
    struct.pack_into("<I", data, offset + 24, 100)
    return bytes(data)


IMAGE_FILES = {
    "huge png": (huge_png(), "photo_too_large"),
    "half a png": (png(600, 600)[:-40], "not_a_photo"),
    "svg with a script": (SVG, "not_a_photo"),
    "pdf": (PDF, "not_a_photo"),
    "page": (b"<!doctype html><script>alert(1)</script>", "not_a_photo"),
    "too large": (png() + bytes(3 * 1024**2), "upload_too_large"),
}


def peak() -> int:
    """Return the peak memory of the process since its last reset, in bytes."""
    (text,) = re.findall(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(text) * 1024


def post_hostile_file(client: Client, address: str, field: str, content: bytes, name: str, **fields: str):
    """Post a file, check that it is refused within the bounds, and return the page."""
    before = counts(), EventUpload.objects.count(), Job.objects.count(), stored_files()
    Path("/proc/self/clear_refs").write_text("5")
    memory, start = peak(), time.monotonic()
    answer = client.post(address, {field: SimpleUploadedFile(name, content), **fields})
    assert time.monotonic() - start < MOST_SECONDS
    assert peak() - memory < MOST_BYTES
    assert answer.status_code in (409, 413, 422), answer.status_code
    assert (counts(), EventUpload.objects.count(), Job.objects.count(), stored_files()) == before
    page = answer.content.decode()
    assert re.search('class="field-error|data-code="', page)  # reported at the field or above the form
    return page


def stored_files() -> list[str]:
    return sorted(default_storage.listdir("uploads")[1]) if default_storage.exists("uploads") else []


@pytest.mark.parametrize("kind", IMAGE_FILES)
def test_an_image_that_is_none_or_is_a_bomb_is_refused(world: World, olga: Client, kind: str) -> None:
    content, code = IMAGE_FILES[kind]
    post_hostile_file(olga, IMAGES, "file", content, "logo.png", do="add", title="")
    with refused(BadInput, code):
        examined(UploadKind.IMAGE, Picture(content, "logo.png"))


@pytest.mark.long
@pytest.mark.parametrize("make", [workbook_bomb, lying_workbook])
def test_a_workbook_that_unpacks_without_end_is_refused(world, olga, make):
    post_hostile_file(olga, LIST, "file", make(), "players.xlsx")


@pytest.mark.parametrize("address", [LIST, REPORT, EVENT_FILE])
def test_a_file_of_another_kind_is_refused_and_nothing_is_kept(world, olga, address):
    field = {LIST: "file", REPORT: "report", EVENT_FILE: "event_file"}[address]
    for content in (b"", bytes(1000), huge_png(), b"PK\x03\x04" + bytes(200), bytes(6 * 1024**2)):
        post_hostile_file(olga, address, field, content, "file.txt")


def test_an_image_with_a_page_behind_it_is_never_served_as_a_page(world, olga):
    polyglot = png() + b"<!doctype html><script>alert(1)</script>"
    olga.post(IMAGES, {"do": "add", "title": "", "file": SimpleUploadedFile("logo.html", polyglot)})
    served = olga.get(f"/events/spring-cup/files/{EventUpload.objects.get().pk}/")
    assert (served["Content-Type"], served["X-Content-Type-Options"]) == ("image/png", "nosniff")
    assert "sandbox" in served["Content-Security-Policy"]
