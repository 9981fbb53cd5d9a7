"""Regulations and images go into the file of an event, and are checked on import like uploads."""

import io

import pytest
from django.core.files.storage import default_storage
from django.utils import timezone

from tavleya.actors import Actor
from tavleya.errors import BadInput, DomainError, NotFound
from tests.security.hall import Hall
from tests.tournaments.conftest import raises_code
from tests.transfer.event_files.files import changed, event_file_bytes, members, rows, signed
from tournaments.models.event import Event
from tournaments.models.upload import UploadKind
from tournaments.selectors.uploads import uploads_of
from tournaments.services.uploads import LARGEST_DOCUMENT, MOST, upload_for
from transfer.services.eventfile.importing import import_event, look_into

pytestmark = pytest.mark.django_db

SYSTEM = Actor.of_system("tests")


@pytest.fixture(scope="module")
def file(hall: Hall) -> bytes:
    return event_file_bytes(hall.event)


@pytest.mark.long
def test_regulations_and_images_are_the_same(hall: Hall, file: bytes) -> None:
    copy = import_event(actor=SYSTEM, now=timezone.now(), source=io.BytesIO(file), slug="copy")
    rows = [
        [(upload.kind, upload.title, upload.sha256) for upload in event.uploads.all()]
        for event in (hall.event, copy)
    ]
    assert {kind for kind, *_ in rows[0]} == {"image", "regulations"}
    assert rows[1] == rows[0]
    for old, new in zip(hall.event.uploads.all(), copy.uploads.all(), strict=True):
        assert old.stored != new.stored
        assert default_storage.open(old.stored).read() == default_storage.open(new.stored).read()
    assert uploads_of(copy, UploadKind.IMAGE)


def uploaded(file: bytes, kind: str) -> tuple[str, int]:
    """The member of the file with the first upload of a kind, and its row."""
    row = next(item["row"] for item in rows(file, "eventupload") if item["kind"] == kind)
    return f"uploads/{row}", row


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
def test_an_upload_is_what_its_bytes_are_or_is_refused(
    file: bytes, kind: str, content: bytes, code: str
) -> None:
    name, _ = uploaded(file, kind)
    strange = signed({**members(file), name: content})
    before = list_of_files("uploads")
    with raises_code(DomainError, code):
        forged(strange)
    assert not Event.objects.filter(slug="copy").exists()
    assert list_of_files("uploads") == before


def test_more_uploads_than_an_event_may_have_are_refused(file: bytes) -> None:
    _, key = uploaded(file, "regulations")

    def more(results: list[dict[str, object]]) -> None:
        (common,) = [row for row in results if row["row"] == key]
        results += [{**common, "row": 1000 + number, "sha256": f"{number:064}"} for number in range(MOST)]

    with raises_code(BadInput, "too_many_uploads"):
        forged(signed(changed(file, "eventupload", more)))


def test_an_upload_whose_file_is_gone_comes_as_it_is(file: bytes) -> None:
    name, _ = uploaded(file, "regulations")
    result = members(file)
    del result[name]
    copy = forged(signed(result))
    (row,) = copy.uploads.filter(kind="regulations")
    with pytest.raises(NotFound):
        upload_for(event=copy, upload_id=row.pk)


def forged(strange: io.BytesIO) -> Event:
    fingerprint = look_into(strange).fingerprint
    return import_event(actor=SYSTEM, now=timezone.now(), source=strange, slug="copy", trusted=fingerprint)


def list_of_files(folder: str) -> set[str]:
    return set(default_storage.listdir(folder)[1])
