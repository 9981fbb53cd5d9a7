"""Rating lists are fetched from their publishers, or sent through a page by an administrator."""

import io
import zipfile
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import IO
from unittest.mock import patch

import pytest
from django.conf import LazySettings
from django.contrib.auth import get_user_model
from django.core.exceptions import ImproperlyConfigured
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.http_client import RequestFailed
from config import environment
from ratings.models import ListedRating, RatedPlayer, RatingList
from ratings.selectors.player_lists import list_states
from ratings.selectors.rated import changes_from_list
from ratings.services.player_lists import renew_ratings
from ratings.services.rating_jobs import (
    LARGEST,
    _Limited,
    fetch_list,
    import_own_list,
    request_rating_list,
    unpacked,
    update_due_lists,
    update_rating_lists,
)
from ratings.services.rating_list import import_rating_list
from tavleya.actors import Actor
from tavleya.errors import BadInput, ImportRefused, NotPermitted
from tests.ratings.test_rating_list_import import SAMPLE, line, text
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW, World
from tournaments.models.activity import Job
from tournaments.services.entries import enter_person
from tournaments.services.jobs import run_job

pytestmark = pytest.mark.django_db


ADDRESS, OTHER = "https://ratings.example/players.txt", "https://chess.example/rus.csv"
SYSTEM = Actor.of_system("tests")
CARLSEN = line(1503014, "Carlsen, Magnus", ratings=(2839, 0, 0))


@dataclass
class FakeTransport:
    """Files by address, each with its version; an unknown address cannot be reached."""

    files: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    requests: list[tuple[str, str]] = field(default_factory=list)

    def __call__(self, address: str, tag: str, into: IO[bytes]) -> str | None:
        self.requests.append((address, tag))
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
    with patch("ratings.services.rating_jobs.fetch_list", transport):
        return run_job(job_id=job.pk, now=at)


def due(at: datetime) -> list[str]:
    return [job.report["name"] for job in update_due_lists(at)]


def test_one_click_fetches_every_list_that_has_an_address(admin, world):
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
    lists = {row.name: (row.players, row.tag) for row in RatingList.objects.all()}
    assert lists == {"fide": (1, '"1"'), "RUS": (1, "")}


def test_the_page_has_the_click_and_says_what_became_of_it(admin, client):
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


def test_a_list_that_is_the_same_is_not_imported_again(admin):
    [first, _] = update_rating_lists(actor=admin, now=NOW)
    transport = published()
    run(first, transport)
    [job, *_] = update_rating_lists(actor=admin, now=LATER)
    done = run(job, transport, LATER)
    assert transport.requests == [(ADDRESS, ""), (ADDRESS, '"1"')]
    assert done.report == {"name": "fide", "unchanged": True}
    row = RatingList.objects.get(name="fide")
    assert (row.imported_at, row.checked_at) == (NOW, LATER)


def test_an_update_that_fails_keeps_the_old_list_and_says_why(admin):
    import_rating_list(actor=SYSTEM, now=NOW, source=text(CARLSEN))
    later = NOW + timedelta(days=2)
    for transport, result, code in (
        (FakeTransport(), "failed", "rating_list_unreachable"),
        (FakeTransport({ADDRESS: ("", b"nothing of the kind\n")}), "failed", "no_rating_list"),
        (published(), "done", None),
    ):
        [job, *_] = update_rating_lists(actor=admin, now=later)
        assert run(job, transport, later).state == result
        [state] = list_states(["fide"], later)
        assert (state.failure and state.failure.code, state.current) == (code, code is None)
        assert RatedPlayer.objects.get().standard == 2839
        Job.objects.all().delete()


def test_lists_are_never_more_than_a_day_behind():
    assert due(NOW) == ["fide", "RUS"]
    Job.objects.all().delete()
    import_rating_list(actor=SYSTEM, now=NOW, source=text(CARLSEN))
    RatingList.objects.create(name="RUS", checked_at=NOW, failed_at=NOW + timedelta(hours=20))
    assert due(NOW + timedelta(hours=19)) == []
    assert due(NOW + timedelta(hours=20)) == ["fide"], "what has just failed is tried in an hour"
    Job.objects.all().delete()
    assert due(NOW + timedelta(hours=21)) == ["fide", "RUS"]


def test_nothing_is_fetched_unless_the_operator_says_where(settings, admin):
    settings.RATING_LISTS = {}
    assert due(NOW) == []
    with refused(BadInput, "no_list_addresses"):
        update_rating_lists(actor=admin, now=NOW)


def test_addresses_are_read_from_the_environment_and_only_https_is_spoken(monkeypatch):
    monkeypatch.setenv("TAVLEYA_RATING_LISTS", f"fide={ADDRESS}, RUS={OTHER}?a=b")
    assert environment.addresses("TAVLEYA_RATING_LISTS") == {"fide": ADDRESS, "RUS": f"{OTHER}?a=b"}
    for wrong in ("fide=http://ratings.example/", ADDRESS, "=https://x.example"):
        monkeypatch.setenv("TAVLEYA_RATING_LISTS", wrong)
        with pytest.raises(ImproperlyConfigured):
            environment.addresses("TAVLEYA_RATING_LISTS")
    for address in ("http://ratings.example/", "file:///etc/passwd", "ftp://x.example/"):
        into = io.BytesIO()
        with pytest.raises(RequestFailed):
            fetch_list(address, "", into)
        assert into.getvalue() == b""


OWN = "No;FIDE ID;Name;Rating\n17;4100018;Kasparov, Garry;2650\n18;;Petrov, Ivan;1800\n;;Nobody;\n"


def sent(actor: Actor, lines: str, **arguments: str) -> Job:
    return request_rating_list(
        actor=actor, now=NOW, source=io.BytesIO(lines.encode()), filename="list.csv", **arguments
    )


def test_a_national_list_is_imported_and_says_whom_it_concerns(world, admin):
    section = world.section(rating_method="NIDOF", national_list="RUS")
    person = {"family_name": "Kasparov", "fide_id": 4100018, "ratings": {"standard": 2812, "RUS": 2600}}
    registration = enter_person(actor=world.olga, now=NOW, section_id=section.pk, person=person)
    job = sent(admin, OWN, name="RUS")
    stored = job.report["stored"]
    done = run_job(job_id=job.pk, now=NOW)
    assert (done.state, done.report["players"], done.report["skipped"]) == ("done", 2, 1)
    assert done.report["concerned"] == {str(section.pk): 1}
    assert not default_storage.exists(stored)
    [change] = changes_from_list(section, NOW.date())
    assert (change.rating_before, change.rating_after, change.source_after) == (2600, 2650, "RUS")
    renew_ratings(actor=world.olga, now=NOW, section_id=section.pk, registration_ids=[registration.pk])
    registration.refresh_from_db()
    assert (registration.rating, registration.rating_source) == (2650, "RUS")
    assert registration.player.ratings["RUS"] == 2650


def test_a_new_list_takes_the_place_of_the_old_one_alone(admin):
    for name, lines in (("RUS", OWN), ("CLUB", OWN), ("RUS", "FIDE ID,Rating\n4100018,2700\n")):
        import_own_list(actor=admin, now=NOW, source=io.BytesIO(lines.encode()), name=name)
    rows = ListedRating.objects.order_by("list__name", "number").values_list("list__name", "number", "rating")
    assert list(rows) == [("CLUB", "17", 2650), ("CLUB", "18", 1800), ("RUS", "4100018", 2700)]


def test_a_fide_list_in_a_zip_is_imported_with_progress(admin):
    packed = zip_of(list=text(*SAMPLE).read() + b" " * 3 * 2**20)
    job = request_rating_list(actor=admin, now=NOW, source=io.BytesIO(packed), filename="list.zip")
    steps: list[tuple[int, int]] = []
    assert run_job(job_id=job.pk, now=NOW, progress=lambda at, of: steps.append((at, of))).state == "done"
    assert RatedPlayer.objects.get(pk=1503014).ratings == {"standard": 2839, "rapid": 2824, "blitz": 2881}
    assert steps == sorted(steps) and all(at <= of for at, of in steps)


def zip_of(**files: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def test_a_zip_that_cannot_be_unpacked_is_refused_at_once(admin):
    whole = zip_of(list=OWN.encode())
    empty, torn, huge = zip_of(), whole[:-30], zip_of(list=b" " * (LARGEST + 1))
    flags = whole.index(b"PK\1\2") + 8  # of the first file in the directory
    locked = whole[:flags] + b"\1" + whole[flags + 1 :]
    codes = {empty: "zip_empty", torn: "zip_broken", locked: "zip_broken", huge: "zip_too_large"}
    for data, code in codes.items():
        with refused(BadInput, code, field="file"):
            request_rating_list(actor=admin, now=NOW, source=io.BytesIO(data), name="RUS")
    assert not Job.objects.exists()


def test_the_size_of_a_zip_member_is_measured_while_reading():
    packed = bytearray(zip_of(list=b"1,2\n" * 1000))
    with unpacked(io.BytesIO(packed), 4000) as source:
        assert len(source.read()) == 4000
    with pytest.raises(BadInput, match="larger"), unpacked(io.BytesIO(packed), 3999):
        pass
    limited = _Limited(io.BytesIO(b"x" * 200_000), 100_000)
    assert len(limited.readline()) == 65_536  # no line fills the memory
    with refused(BadInput, "zip_too_large"):
        limited.readline()
    packed[40] ^= 0xFF  # in the compressed data
    with refused(BadInput, "zip_broken"), unpacked(io.BytesIO(packed), 4000) as source:
        source.read()


def test_a_list_whose_job_is_not_kept_leaves_no_file(admin, settings, tmp_path, monkeypatch):
    settings.MEDIA_ROOT = str(tmp_path)

    def fail(*_: object, **__: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("tournaments.services.jobs.enqueue", fail)
    with pytest.raises(OSError, match="disk"):
        sent(admin, OWN, name="RUS")
    assert not Job.objects.exists()
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("lines", ["nothing of the kind\n", "No;Rating\n1;" + "9" * 200_000], ids=["text", "no lines"])
def test_an_invalid_upload_fails_keeps_the_old_list_and_leaves_no_file(admin, lines):
    import_own_list(actor=admin, now=NOW, source=io.BytesIO(OWN.encode()), name="RUS")
    job = sent(admin, lines, name="RUS")
    failed = run_job(job_id=job.pk, now=NOW)
    assert (failed.state, failed.report["error"]["code"]) == ("failed", "no_own_list")
    assert ListedRating.objects.count() == 2
    assert not default_storage.exists(job.report["stored"])
    with pytest.raises(ImportRefused):
        import_own_list(actor=admin, now=NOW, source=io.BytesIO(b"No;Rating\n1;\n"), name="RUS")


def test_only_administrators_send_lists_under_good_names(world, admin):
    for actor in (world.chen, world.hal, world.nobody):
        with pytest.raises(NotPermitted):
            sent(actor, OWN, name="RUS")
        with pytest.raises(NotPermitted):
            import_rating_list(actor=actor, now=NOW, source=io.BytesIO(b""))
        with pytest.raises(NotPermitted):
            import_own_list(actor=actor, now=NOW, source=io.BytesIO(b""), name="CLUB")
    with pytest.raises(BadInput):
        sent(admin, OWN, name="standard")


def test_the_page_takes_a_list_and_says_what_became_of_it(world, admin, client):
    address = "/administration/ratings/"
    client.force_login(world.users["olga"])
    assert client.post(address, {"name": "RUS"}).status_code == 422
    response = client.post(address, {"file": SimpleUploadedFile("rus.csv", OWN.encode()), "name": "rus"})
    assert response.status_code == 302
    run_job(job_id=Job.objects.get().pk, now=NOW)
    page = client.get(address).content.decode()
    assert "2 players imported." in page
    assert "4: The line has no number or no rating." in page
    assert RatingList.objects.get(name="RUS").filename == "rus.csv"
    for name in ("", "fide", "FIDE"):
        client.post(address, {"file": SimpleUploadedFile("list.txt", b"x"), "name": name})
        assert Job.objects.latest("pk").report["name"] == "fide"
