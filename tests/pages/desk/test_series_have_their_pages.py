"""Series: created and filled at the desk, readable by the public, also as files."""

import re
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client

from people.models.series import Series
from people.services.organisations import create_organisation
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.world import NOW, World, person
from tournaments.models.event import Event
from tournaments.models.organisation import Organisation
from tournaments.models.person import Person
from tournaments.models.player import Player

pytestmark = pytest.mark.django_db
CLUB = "/desk/organisations/riga/"
DESK, PUBLIC = CLUB + "series/grand-prix/", "/series/grand-prix/"
GIVEN = {"name_en": "Grand Prix", "rule": "place", "place_points": "10, 6;3", "best": "", "first": "best"}


@pytest.fixture
def owner(db: None) -> Client:
    create_organisation(actor=person("nina"), now=NOW, slug="riga", names={"en": "Riga Club"})
    client = signed_in("nina")
    answer = client.post(CLUB + "series/new/", GIVEN, follow=True)
    assert answer.redirect_chain == [(DESK, 302)]
    return client


@pytest.fixture
def world(owner: Client) -> World:
    created = World()
    Event.objects.filter(pk=created.event.pk).update(organisation=Organisation.objects.get())
    assert owner.post(DESK + "act/", {"act": "add", "section": created.section.pk}).status_code == 302
    return created


def over(world: World) -> None:
    world.section.rounds.update(status="closed")


def ok(client: Client, path: str) -> str:
    """The words of a page that is well made."""
    answer = client.get(path)
    assert answer.status_code == 200
    page = page_of(answer)
    assert page.problems == []
    return page.words


def test_the_page_of_an_event_leads_to_its_series(world: World) -> None:
    page = page_of(Client().get("/events/spring-cup/"))
    assert page.problems == []
    assert "Series: Grand Prix" in page.words
    assert PUBLIC in Client().get("/events/spring-cup/").content.decode()


def test_a_series_is_created_and_changed(owner: Client) -> None:
    ok(owner, CLUB + "series/new/")
    assert "10, 6, 3" in owner.get(DESK).content.decode()
    assert "Grand Prix" in ok(owner, CLUB)
    wrong = owner.post(DESK, {**GIVEN, "place_points": "3, 10"})
    assert wrong.status_code == 422
    assert 'data-code="bad_place_points"' in wrong.content.decode()
    for points in ("ten", "1½", "-3"):
        assert owner.post(DESK, {**GIVEN, "place_points": points}).status_code == 422
    assert owner.post(DESK, {**GIVEN, "slug": "cup", "best": "2"})["Location"] == CLUB + "series/cup/"
    assert Series.objects.get().terms.best == 2
    taken = owner.post(CLUB + "series/new/", {**GIVEN, "slug": "cup"})
    assert taken.status_code == 409
    assert 'data-code="slug_taken"' in taken.content.decode()


def test_sections_are_added_and_removed_and_the_series_deleted(owner: Client, world: World) -> None:
    assert "Spring Cup" in ok(owner, DESK)
    assert owner.post(DESK + "act/", {"act": "add", "section": "0"}).status_code == 422
    assert owner.post(DESK + "act/", {"act": "remove", "section": "0"}).status_code == 404
    assert owner.post(DESK + "act/", {"act": "other"}).status_code == 404
    removed = owner.post(DESK + "act/", {"act": "remove", "section": world.section.pk}, follow=True)
    assert "has been removed" in page_of(removed).words
    assert owner.get(DESK + "act/")["Location"] == DESK
    assert owner.post(DESK + "act/", {"act": "delete"})["Location"] == CLUB
    assert not Series.objects.exists()
    assert Client().get(PUBLIC).status_code == 404


def test_others_find_no_desk_of_it(owner: Client, world: World) -> None:
    olga = signed_in("olga")
    for path in (DESK, CLUB + "series/new/"):
        assert Client().get(path).status_code == 302
        assert olga.get(path).status_code == 404
        assert olga.post(path, GIVEN).status_code == 404
    assert olga.post(DESK + "act/", {"act": "delete"}).status_code == 404
    assert owner.get(CLUB + "series/none/").status_code == 404


def test_the_public_reads_the_table_once_a_section_is_over(owner: Client, world: World) -> None:
    assert "No event of the series is over yet" in ok(Client(), PUBLIC)
    over(world)
    words = ok(Client(), PUBLIC)
    assert "Points by place: 10, 6, 3" in words
    assert re.search(r"1–2 Alice.* 8 8", words)
    assert "Riga Club" in words
    assert "Grand Prix" in ok(Client(), "/organisations/riga/")
    answer = Client().get(PUBLIC)
    assert "s-maxage" in answer["Cache-Control"]
    assert Client().get(PUBLIC, HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304


def test_the_name_leads_to_the_person_unless_they_are_hidden(owner: Client, world: World) -> None:
    over(world)
    person = Person.objects.create(made_at=NOW)
    alice = Player.objects.filter(event=world.event, family_name__startswith="Alice")
    alice.update(person=person, on_person_page=True)
    link = f"/people/{person.pk}/"
    assert link in Client().get(PUBLIC).content.decode()
    alice.update(on_person_page=False)
    html = Client().get(PUBLIC).content.decode()
    assert link not in html
    assert "Alice" in html


def test_the_table_is_a_file_too(owner: Client, world: World) -> None:
    over(world)
    lines = Client().get("/series/grand-prix.csv").content.decode("utf-8-sig").splitlines()
    assert lines[0] == "rank,last_rank,name,title,federation,event_1,total,best"
    assert lines[1].startswith("1,2,Alice")
    assert lines[1].endswith(",8,8,8")
    with ZipFile(BytesIO(Client().get("/series/grand-prix.xlsx").content)) as book:
        texts = re.findall(r"<t>([^<]*)</t>", book.read("xl/sharedStrings.xml").decode())
    assert texts[4:8] == ["Federation", "Spring Cup", "Total", "Best single result"]
    assert Client().get("/series/grand-prix.json").json()["rows"][0]["total"] == 8
    assert Client().get("/series/grand-prix.pdf").content.startswith(b"%PDF")
    assert Client().get("/series/none.csv").status_code == 404
