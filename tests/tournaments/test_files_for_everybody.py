"""Files that an organiser uploads: identified by their bytes, limited in size and number, deleted when removed."""

import pytest
from django.core.files.storage import default_storage

from games.services.sheets import Picture
from tavleya.errors import BadInput, Conflict, NotFound
from tests.refusals import refused
from tests.tournaments.conftest import NOW, World
from tests.uploads import PDF, pdf_file, png, png_file
from tournaments.models.activity import EventUpload, UploadKind
from tournaments.models.event import Event
from tournaments.services import uploads
from tournaments.services.events import create_event, edit_event
from tournaments.services.removal import delete_event
from tournaments.services.uploads import add_upload, remove_upload

pytestmark = pytest.mark.django_db


def add(world: World, file: Picture, kind: UploadKind = UploadKind.REGULATIONS, title: str = "") -> EventUpload:
    return add_upload(actor=world.olga, now=NOW, event_id=world.event.pk, kind=kind, file=file, title=title)


def stored() -> set[str]:
    return set(default_storage.listdir("uploads")[1]) if default_storage.exists("uploads") else set()


def test_a_document_is_called_by_its_title_or_by_its_file_and_an_image_is_what_its_bytes_are(world: World) -> None:
    upload = add(world, png_file("logo.jpg", 120, 40), UploadKind.IMAGE)
    assert (upload.media_type, upload.width, upload.height) == ("image/png", 120, 40)
    assert add(world, pdf_file("rules 2026.pdf")).title == "rules 2026"
    assert add(world, pdf_file(more=b"%"), title=" Regulations ").title == "Regulations"


@pytest.mark.parametrize(
    ("kind", "file", "code"),
    [
        (UploadKind.REGULATIONS, Picture(png(), "regulations.pdf"), "not_a_pdf"),
        (UploadKind.REGULATIONS, Picture(PDF + b" " * uploads.LARGEST_DOCUMENT, "long.pdf"), "upload_too_large"),
        (UploadKind.IMAGE, Picture(PDF, "logo.png"), "not_a_photo"),
        (UploadKind.IMAGE, Picture(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "logo.png"), "not_a_photo"),
        (UploadKind.IMAGE, Picture(png() + b" " * uploads.LARGEST_IMAGE, "logo.png"), "upload_too_large"),
        (UploadKind.IMAGE, png_file("logo.png", 4001, 2000), "upload_too_large"),
    ],
)
def test_a_refused_upload_leaves_no_file(world: World, kind: UploadKind, file: Picture, code: str) -> None:
    before = stored()
    with refused(BadInput, code):
        add(world, file, kind)
    assert stored() == before
    assert not EventUpload.objects.exists()


def test_the_same_file_is_put_up_once_and_there_is_an_end_to_the_files_of_an_event(world: World) -> None:
    add(world, pdf_file())
    before = stored()
    with refused(Conflict, "same_upload"):
        add(world, pdf_file("again.pdf"))
    assert stored() == before, "no second copy is left"
    for number in range(1, uploads.MOST):
        add(world, pdf_file(more=b"%" * number))
    with refused(Conflict, "too_many_uploads"):
        add(world, pdf_file(more=b"% one more"))
    add(world, png_file(), UploadKind.IMAGE)  # the limit is per kind


def test_a_file_that_is_taken_down_or_whose_event_is_deleted_is_gone(
    world: World, django_capture_on_commit_callbacks: object
) -> None:
    upload = add(world, pdf_file())
    other = create_event(actor=world.olga, now=NOW, slug="other", names={"en": "Other"})
    with pytest.raises(NotFound):
        uploads.upload_for(event=other, upload_id=upload.pk)
    with pytest.raises(NotFound):
        remove_upload(actor=world.olga, now=NOW, event_id=other.pk, upload_id=upload.pk)
    with django_capture_on_commit_callbacks(execute=True):
        remove_upload(actor=world.olga, now=NOW, event_id=world.event.pk, upload_id=upload.pk)
    assert not default_storage.exists(upload.stored)
    with pytest.raises(NotFound):
        uploads.upload_for(event=world.event, upload_id=upload.pk)
    assert Event.objects.get(pk=world.event.pk).uploads_version == 2, "each added or removed file changes the version"
    upload = add(world, pdf_file())
    with django_capture_on_commit_callbacks(execute=True):
        delete_event(actor=world.olga, now=NOW, event_id=world.event.pk)
    assert not default_storage.exists(upload.stored)
    assert not EventUpload.objects.exists()


def test_an_announcement_fits_a_display(world: World) -> None:
    common = {"actor": world.olga, "now": NOW, "event_id": world.event.pk}
    edit_event(**common, changes={"announcement": {"en": "Prizes at six"}})
    with refused(BadInput, "too_long"):
        edit_event(**common, changes={"announcement": {"en": "x" * 201}})
