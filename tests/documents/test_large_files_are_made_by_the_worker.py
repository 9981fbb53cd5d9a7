"""A large file is made by the worker, once for each state, and polled until it is ready."""

from datetime import timedelta
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from celery import current_app
from django.contrib.auth import get_user_model
from django.core.cache import caches
from django.core.files.storage import default_storage
from django.test import Client
from django.utils import timezone

from documents import tasks
from documents.views import downloads, exports
from tests.world import NOW, World
from tournaments.services.results import enter_result

pytestmark = pytest.mark.django_db
BOOK = "/events/spring-cup/open.xlsx"


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    for cache in caches.all():
        cache.clear()
    downloads.forget_old(timezone.now() + timedelta(days=1))
    monkeypatch.setattr(exports, "_AT_ONCE", 0)
    return World()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Collect the tasks handed to a worker that does not run yet."""
    calls: list[tuple[Any, ...]] = []
    monkeypatch.setattr(downloads, "enqueue", lambda *arguments, **_: calls.append(arguments))
    return calls


def test_a_visitor_waits_for_the_worker_and_then_gets_the_file(world, sent, monkeypatch):
    first = Client().get(BOOK)
    assert (first.status_code, first["Retry-After"], first["Cache-Control"]) == (202, "2", "no-store")
    assert Client().get(BOOK).status_code == 202
    assert sent == [("documents.tasks.make_document", BOOK, "en")]
    tasks.make_document(*sent[0][1:])
    monkeypatch.setattr(exports, "section_sheets", lambda _: pytest.fail("made again"))
    caches["pages"].clear()
    response = Client().get(BOOK)
    assert response.status_code == 200
    assert response["Content-Disposition"].endswith('.xlsx"')
    assert "xl/workbook.xml" in ZipFile(BytesIO(response.content)).namelist()


def test_the_file_is_in_the_language_of_who_asked(world, sent):
    Client(headers={"accept-language": "uk"}).get(BOOK)
    tasks.make_document(*sent[0][1:])
    caches["pages"].clear()
    russian = Client(headers={"accept-language": "ru"})
    assert russian.get(BOOK).status_code == 202
    assert Client(headers={"accept-language": "uk"}).get(BOOK).status_code == 200


def test_another_state_is_another_file_and_files_are_deleted_after_an_hour(world, sent):
    Client().get(BOOK)
    tasks.make_document(*sent[0][1:])
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    assert Client().get(BOOK).status_code == 202
    assert downloads.forget_old(timezone.now()) == 0
    assert downloads.forget_old(timezone.now() + timedelta(minutes=61)) == 1
    assert default_storage.listdir(downloads.FOLDER)[1] == []


def test_where_tasks_run_in_the_process_it_is_there_at_once(world, django_capture_on_commit_callbacks):
    assert current_app.conf.task_always_eager
    with django_capture_on_commit_callbacks(execute=True):
        Client().get(BOOK)
    caches["pages"].clear()
    assert Client().get(BOOK).status_code == 200


def test_without_a_worker_the_request_makes_it(world, sent, monkeypatch):
    assert Client().get(BOOK).status_code == 202
    now = downloads.time.time() + 30
    monkeypatch.setattr(downloads.time, "time", lambda: now)
    assert Client().get(BOOK).status_code == 200


@pytest.mark.parametrize(("name", "at_once"), [("", 600), ("artur", 0)], ids=["small", "signed in"])
def test_a_small_one_and_that_of_a_signed_in_user_are_made_at_once(world, sent, monkeypatch, name, at_once):
    monkeypatch.setattr(exports, "_AT_ONCE", at_once)
    client = Client()
    if name:
        client.force_login(get_user_model().objects.get(username=name))
    assert client.get(BOOK).status_code == 200
    assert sent == []
