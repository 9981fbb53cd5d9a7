"""A whole tournament from a file: a job that reports, by line, game and half-move."""

from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.job import Job
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.services.sections import create_section

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
    return create_section(
        actor=world.olga,
        now=NOW,
        event_id=world.event.pk,
        slug="second",
        names={"en": "Second"},
        game="chess",
        regime="fide-2023",
        format="round_robin",
    )


def upload(client: Client, data: bytes):
    return client.post(ADDRESS, {"file": SimpleUploadedFile("games.pgn", data)})


def test_a_file_is_taken_and_counted(
    olga: Client, second: Section, django_capture_on_commit_callbacks
) -> None:
    games = FILE.read_text().split("[Event ")[1:8]
    with django_capture_on_commit_callbacks(execute=True):
        answer = upload(olga, "".join(f"[Event {game}" for game in games).encode())
    page = page_of(olga.get(answer["Location"]))
    assert page.problems == []
    assert "The whole file has been imported." in page.words
    assert Pairing.objects.filter(round__section=second).count() == 7


def test_a_bad_file_names_the_place_and_leaves_nothing(
    olga: Client, second: Section, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        answer = upload(olga, BAD.encode())
    page = page_of(olga.get(answer["Location"]))
    assert "The file was not imported" in page.words
    assert page.find(data_code="games_refused")
    assert "713The king on e1 does not move to e3." in page.words  # line 7, game 1, half-move 3
    assert not Pairing.objects.filter(round__section=second).exists()


def test_a_job_that_waits_asks_again_by_itself(olga: Client, second: Section) -> None:
    for cach in caches.all():
        cach.clear()
    answer = upload(olga, BAD.encode())
    part = olga.get(answer["Location"] + "?part=1")
    assert "hx-trigger" in part.content.decode()
    assert "<html" not in part.content.decode()
    assert "The file is being processed." in page_of(part).words


def test_an_empty_file_is_refused_at_once(olga: Client, second: Section) -> None:
    answer = upload(olga, b"")
    assert answer.status_code == 422
    assert page_of(answer).find(data_code="empty_file")
    assert not Job.objects.exists()


def test_a_file_that_is_too_large_is_refused_before_it_is_read(
    olga: Client, second: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.forms.base.LARGEST_FILE", 10)
    answer = upload(olga, BAD.encode())
    assert answer.status_code == 422
    assert page_of(answer).find(data_code="file_too_large")
