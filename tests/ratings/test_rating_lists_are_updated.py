"""Rating lists are fetched from their publishers: by one click, every day, and before ratings are compared."""

import io
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import IO
from unittest.mock import patch

import pytest
from django.conf import LazySettings
from django.contrib.auth import get_user_model
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from accounts.http_client import RequestFailed
from config import environment
from ratings.models.rated import RatedPlayer, RatingList
from ratings.selectors.rating_lists import list_states
from ratings.services.rating_list import import_rating_list
from ratings.services.rating_updates import fetch_list, update_due_lists, update_rating_lists
from tavleya.actors import Actor
from tavleya.errors import BadInput, NotPermitted
from tests.ratings.test_rating_list_import import line, text
from tests.tournaments.conftest import LATER, NOW, World, raises_code
from tournaments.models.job import Job
from tournaments.services.jobs import run_job

pytestmark = pytest.mark.django_db

ADDRESS, OTHER = "https://ratings.example/players.txt", "https://chess.example/rus.csv"
SYSTEM = Actor.of_system("tests")
CARLSEN = line(1503014, "Carlsen, Magnus", ratings=(2839, 0, 0))


@dataclass
class FakeTransport:
    """Files by address, each with its version; an address that it does not know cannot be reached."""

    files: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    asked: list[tuple[str, str]] = field(default_factory=list)

    def __call__(self, address: str, tag: str, into: IO[bytes]) -> str | None:
        self.asked.append((address, tag))
        if address not in self.files:
            raise RequestFailed("HTTP 503")
        version, data = self.files[address]
        if tag and version == tag:
            return None
        into.write(data)
        return version


@pytest.fixture(autouse=True)
def _addresses(settings: LazySettings) -> None:
    settings.RATING_LISTS = {"fide": ADDRESS, "RUS": OTHER}


@pytest.fixture
def admin(world: World) -> Actor:
    user = world.users["olga"]
    user.is_superuser = True
    user.save()
    return world.olga


def published(tag: str = '"1"', *lines: str) -> FakeTransport:
    return FakeTransport({ADDRESS: (tag, text(*(lines or (CARLSEN,))).read())})


def run(job: Job, transport: FakeTransport, at: datetime = NOW) -> Job:
    with patch("ratings.services.rating_updates.fetch_list", transport):
        return run_job(job_id=job.pk, now=at)


def due(at: datetime) -> list[str]:
    return [job.report["name"] for job in update_due_lists(at)]


def test_one_click_fetches_every_list_that_has_an_address(admin: Actor, world: World) -> None:
    with pytest.raises(NotPermitted):
        update_rating_lists(actor=world.chen, now=NOW)
    jobs = update_rating_lists(actor=admin, now=NOW)
    assert [job.report["name"] for job in jobs] == ["fide", "RUS"]
    assert update_rating_lists(actor=admin, now=NOW) == [], "they are being fetched already"
    transport = published()
    transport.files[OTHER] = ("", b"FIDE ID,Rating\n1503014,2800\n")
    for job in jobs:
        assert run(job, transport).state == "done"
    assert RatedPlayer.objects.get().standard == 2839
    lists = {
        rating_list.name: (rating_list.players, rating_list.tag) for rating_list in RatingList.objects.all()
    }
    assert lists == {"fide": (1, '"1"'), "RUS": (1, "")}


def test_the_page_has_the_click_and_says_what_became_of_it(admin: Actor, client: Client) -> None:
    client.force_login(get_user_model().objects.get(pk=admin.user_id))
    page = client.get("/administration/ratings/").content.decode()
    assert "Update all lists" in page and "every day" in page
    client.post("/administration/ratings/", {"update": "1"})
    first = Job.objects.get(report__name="fide")
    assert "being updated" in client.get("/administration/ratings/").content.decode()
    run(first, FakeTransport())
    page = client.get("/administration/ratings/").content.decode()
    assert "The list could not be fetched from ratings.example: HTTP 503. The old list is kept." in page
    assert "last update failed" in page


def test_a_list_that_is_the_same_is_not_imported_again(admin: Actor) -> None:
    [first, _] = update_rating_lists(actor=admin, now=NOW)
    transport = published()
    run(first, transport)
    [job, *_] = update_rating_lists(actor=admin, now=LATER)
    done = run(job, transport, LATER)
    assert transport.asked == [(ADDRESS, ""), (ADDRESS, '"1"')]
    assert done.report == {"name": "fide", "unchanged": True}
    row = RatingList.objects.get(name="fide")
    assert (row.imported_at, row.checked_at) == (NOW, LATER)


def test_an_update_that_fails_keeps_the_old_list_and_says_why(admin: Actor) -> None:
    import_rating_list(actor=SYSTEM, now=NOW, source=text(CARLSEN))
    later = NOW + timedelta(days=2)
    for transport, code in (
        (FakeTransport(), "rating_list_unreachable"),
        (FakeTransport({ADDRESS: ("", b"nothing of the kind\n")}), "no_rating_list"),
    ):
        [job, *_] = update_rating_lists(actor=admin, now=later)
        assert run(job, transport, later).state == "failed"
        [state] = list_states(["fide"], later)
        assert (state.failure and state.failure.code, state.current) == (code, False)
        assert RatedPlayer.objects.get().standard == 2839
        Job.objects.all().delete()
    [job, *_] = update_rating_lists(actor=admin, now=later)
    run(job, published(), later)
    [state] = list_states(["fide"], later)
    assert (state.failure, state.current) == (None, True)


def test_lists_are_never_more_than_a_day_behind() -> None:
    assert due(NOW) == ["fide", "RUS"]
    Job.objects.all().delete()
    import_rating_list(actor=SYSTEM, now=NOW, source=text(CARLSEN))
    RatingList.objects.create(name="RUS", checked_at=NOW, failed_at=NOW + timedelta(hours=20))
    assert due(NOW + timedelta(hours=19)) == []
    assert due(NOW + timedelta(hours=20)) == ["fide"], "what has just failed is tried in an hour"
    Job.objects.all().delete()
    assert due(NOW + timedelta(hours=21)) == ["fide", "RUS"]


def test_nothing_is_fetched_unless_the_operator_says_where(settings: LazySettings, admin: Actor) -> None:
    settings.RATING_LISTS = {}
    assert due(NOW) == []
    with raises_code(BadInput, "no_list_addresses"):
        update_rating_lists(actor=admin, now=NOW)


def test_addresses_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVLEYA_RATING_LISTS", f"fide={ADDRESS}, RUS={OTHER}?a=b")
    assert environment.addresses("TAVLEYA_RATING_LISTS") == {"fide": ADDRESS, "RUS": f"{OTHER}?a=b"}
    for wrong in ("fide=http://ratings.example/", ADDRESS, "=https://x.example"):
        monkeypatch.setenv("TAVLEYA_RATING_LISTS", wrong)
        with pytest.raises(ImproperlyConfigured):
            environment.addresses("TAVLEYA_RATING_LISTS")


@pytest.mark.parametrize("address", ["http://ratings.example/", "file:///etc/passwd", "ftp://x.example/"])
def test_only_https_is_spoken(address: str) -> None:
    into = io.BytesIO()
    with pytest.raises(RequestFailed):
        fetch_list(address, "", into)
    assert into.getvalue() == b""
