"""The pages of a whole event as a file: exported, checked out, imported, checked in, undone."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks
from pytest_django.fixtures import Settings

from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.transfer.event_files.files import members, signed
from tests.world import World
from tournaments.models.activity import Job
from tournaments.models.event import Event
from transfer.models import HandOff
from transfer.services.eventfile.importing import look_into

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PAGE = "/desk/spring-cup/hand-off/"
NEW = "/desk/new-event/file/"


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def post(django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> Callable[..., object]:
    """Post a form, run the job it starts, and return the page it leads to."""

    def posted(client: Client, address: str, data: dict[str, object]) -> object:
        with django_capture_on_commit_callbacks(execute=True):
            answer = client.post(address, data)
        return client.get(answer.headers["Location"]) if answer.status_code == 302 else answer

    return posted


def downloaded(client: Client) -> bytes:
    job = Job.objects.get(kind="export_event")
    answer = client.get(f"{PAGE}{job.key}/file/")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="spring-cup.tavleya"'
    return b"".join(answer.streaming_content)


def file_of(data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("spring-cup.tavleya", data)


def test_an_event_is_exported_and_its_file_imported_at_another_address(olga, world, post):
    assert "Export and hand-off" in page_of(olga.get("/desk/spring-cup/edit/")).words
    page = post(olga, PAGE, {"act": "export"})
    assert "Download the file" in page_of(page).words
    assert page_of(page).problems == []
    page = post(olga, NEW, {"event_file": file_of(downloaded(olga))})
    assert page_of(page).problems == [] and "Every record is as it was written." in page_of(page).words
    assert "not known here" not in page_of(page).words
    assert post(olga, page.request["PATH_INFO"], {"slug": "spring-cup"}).status_code == 422
    done = post(olga, page.request["PATH_INFO"], {"slug": "a-copy"})
    assert "The event has been imported." in page_of(done).words
    assert page_of(done).problems == []
    assert Event.objects.get(slug="a-copy").players.count() == world.event.players.count()
    assert "Event imported from a file" in page_of(olga.get("/desk/a-copy/log/")).words
    response = olga.post(page.request["PATH_INFO"], {"slug": "another"})
    assert response.status_code == 200 and not Event.objects.filter(slug="another").exists()


def test_an_unknown_signer_has_to_be_trusted_and_officials_are_given_their_accounts(olga, world, post):
    post(olga, PAGE, {"act": "export"})
    file = signed(members(downloaded(olga)))
    page = post(olga, NEW, {"event_file": file_of(file.getvalue())})
    assert look_into(file).fingerprint in page_of(page).words
    assert 'data-code="unknown_signer"' in page.content.decode()
    artur = next(person for person in look_into(file).people if person.handle == "artur")
    form_data = {"slug": "copy", f"person_{artur.row}": "artur"}
    assert post(olga, page.request["PATH_INFO"], form_data).status_code == 422
    wrong = post(olga, page.request["PATH_INFO"], {**form_data, "trusted": "on", f"person_{artur.row}": "nobody-here"})
    assert wrong.status_code == 422 and "There is no account “nobody-here”." in page_of(wrong).words
    post(olga, page.request["PATH_INFO"], {**form_data, "trusted": "on"})
    assert signed_in("artur").get("/desk/copy/").status_code == 200
    assert signed_in("hana").get("/desk/copy/").status_code == 404


def test_an_event_goes_away_and_comes_back_or_is_taken_back_by_an_administrator(olga, world, post):
    assert post(olga, PAGE, {"act": "out", "holder": ""}).status_code == 422
    page = post(olga, PAGE, {"act": "out", "holder": "Laptop in the hall"})
    assert "run on another machine since" in page_of(page).words
    assert page_of(page).problems == []
    data = downloaded(olga)
    assert "run on another machine since" in page_of(olga.get("/events/spring-cup/")).words
    refused = olga.post("/desk/spring-cup/rehearse/")
    assert (refused.status_code, "checked_out" in refused.content.decode()) == (409, True)
    assert "Yes, cancel the hand-off" not in page_of(page).words
    page = post(olga, PAGE, {"act": "in", "event_file": file_of(data)})
    assert "Check the event in" in page_of(page).words
    assert "The event has been checked in." in page_of(post(olga, page.request["PATH_INFO"], {})).words
    assert Event.objects.get(slug="spring-cup").checked_out_at is None
    assert HandOff.objects.get().outcome == "returned"
    post(olga, PAGE, {"act": "out", "holder": "Laptop"})
    assert olga.post(PAGE, {"act": "back"}).status_code == 403
    get_user_model().objects.filter(username="olga").update(is_superuser=True)
    assert "Yes, cancel the hand-off" in page_of(olga.get(PAGE)).words
    page = post(olga, PAGE, {"act": "back"})
    assert "The event is run here again." in page_of(page).words
    assert HandOff.objects.latest("pk").outcome == "taken_back"


def test_a_user_who_may_create_events_imports_a_file(olga: Client, world: World, post) -> None:
    post(olga, PAGE, {"act": "export"})
    data = downloaded(olga)
    assert Client().post(NEW, {"event_file": file_of(data)}).status_code == 302
    assert not Job.objects.filter(kind="import_event").exists()
    post(signed_in("charlie"), NEW, {"event_file": file_of(data)})
    assert Job.objects.filter(kind="import_event").count() == 1
    assert signed_in("charlie").post(PAGE, {"act": "export"}).status_code == 403
