"""Clubs and federations: their desk and public page, events and series; players of several events as one person."""

import re
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from people.models import PersonAct, Series
from people.services.organisations import create_organisation
from people.services.persons import join_known
from tavleya.actors import Actor
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.tournaments.persons import FIDE_ID, plays
from tests.uploads import png_file
from tests.world import NOW, World, person
from tournaments.models.access import Invitation
from tournaments.models.event import Event, Organisation
from tournaments.models.player import Person, Player
from tournaments.services.players import issue_player_links, secret_of

pytestmark = pytest.mark.django_db
CLUB, PUBLIC = "/desk/organisations/riga-club/", "/organisations/riga-club/"
CLUB_FORM = {
    "name_en": "Riga Club", "short_name": "RCC", "type": "club", "country": "LAT", "languages": ["en", "ru"],
    "website": "https://example.org/", "contact": "club@example.org", "about_en": "Since 1924.",
}  # fmt: skip


@pytest.fixture
def owner(db: None) -> Client:
    person("nina")
    client = signed_in("nina")
    assert client.post("/desk/organisations/new/", CLUB_FORM, follow=True).redirect_chain == [(CLUB, 302)]
    return client


def read(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    page = page_of(answer)
    assert page.problems == []
    return page.words


def test_an_organisation_is_created_and_changed_by_its_owner_and_its_log_says_so_in_words(owner, world):
    owner.post(CLUB + "edit/", {**CLUB_FORM, "country": "EST"})
    series = {"name_en": "Grand Prix", "rule": "score", "best": "", "place_points": "", "first": "best"}
    assert owner.post(CLUB + "series/new/", series).status_code == 302
    words = read(owner, CLUB + "log/")
    for text in ("Organisation created", "Organisation changed", "Series created", "series: grand-prix"):
        assert text in words
    assert "series.created" not in words
    assert "Riga Club" in read(owner, "/desk/")
    assert read(owner, CLUB)
    read(owner, "/desk/organisations/new/")
    assert "RCC" in owner.get(CLUB + "edit/").content.decode()
    read(owner, CLUB + "edit/")
    assert owner.post(CLUB + "edit/", {**CLUB_FORM, "country": "L"}).status_code == 422
    moved = owner.post(CLUB + "edit/", {**CLUB_FORM, "slug": "riga", "contact": "me"})
    assert moved["Location"] == "/desk/organisations/riga/"
    taken = owner.post("/desk/organisations/new/", {**CLUB_FORM, "slug": "riga"})
    assert taken.status_code == 409 and 'data-code="slug_taken"' in taken.content.decode()


def test_the_logo_stands_on_the_pages(owner: Client, world: World) -> None:
    assert Client().get(PUBLIC + "logo/").status_code == 404
    assert owner.post(CLUB + "logo/", {"file": SimpleUploadedFile("a.png", b"no image")}).status_code == 422
    logo = SimpleUploadedFile("a.png", png_file().content)
    assert owner.post(CLUB + "logo/", {"file": logo}).status_code == 302
    answer = Client().get(PUBLIC + "logo/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert Client().get(PUBLIC + "logo/", HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304
    Event.objects.filter(pk=world.event.pk).update(organisation=Organisation.objects.get())
    for page in (PUBLIC, "/events/spring-cup/"):
        html = Client().get(page).content.decode()
        assert PUBLIC + "logo/" in html and "Riga Club" in html
    assert owner.post(CLUB + "logo/", {"act": "remove"}).status_code == 302
    assert Client().get(PUBLIC + "logo/").status_code == 404


def test_an_event_comes_to_it_when_both_have_agreed(owner: Client, world: World) -> None:
    olga, page = signed_in("olga"), "/desk/spring-cup/organisation/"
    read(olga, page)
    assert olga.post(page, {"organisation": "none"}).status_code == 404
    response = olga.post(page, {"organisation": "riga-club"}, follow=True)
    assert "The event moves when it agrees" in page_of(response).words
    assert "olga asks that the event Spring Cup" in read(owner, CLUB)
    assert "Riga Club" not in Client().get("/events/spring-cup/").content.decode()
    key = str(world.event.pk)
    assert owner.post(CLUB + "events/", {"event": key, "act": "accept"}).status_code == 302
    assert "Spring Cup" in read(Client(), PUBLIC)
    assert "Riga Club" in read(Client(), "/events/spring-cup/")
    assert owner.get("/desk/spring-cup/").status_code == 200
    assert "The event belongs to Riga Club" in read(olga, page)
    released = owner.post(CLUB + "events/", {"event": key, "act": "release"}, follow=True)
    assert "belongs to no organisation now" in page_of(released).words
    assert owner.get("/desk/spring-cup/").status_code == 403


def test_a_request_is_declined_or_cancelled(owner: Client, world: World) -> None:
    olga, page, key = signed_in("olga"), "/desk/spring-cup/organisation/", str(world.event.pk)
    olga.post(page, {"organisation": "riga-club"})
    assert owner.post(CLUB + "events/", {"event": key, "act": "decline"}).status_code == 302
    assert owner.post(CLUB + "events/", {"event": key, "act": "accept"}).status_code == 404
    olga.post(page, {"organisation": "riga-club"})
    assert "The request has been cancelled" in page_of(olga.post(page, {"act": "cancel"}, follow=True)).words
    assert "asks that the event" not in read(owner, CLUB)


def test_people_come_by_name_or_by_invitation_and_say_themselves_whether_they_are_named(owner, world):
    assert owner.post(CLUB, {"username": "nobody", "role": "arbiter"}).status_code == 422
    assert owner.post(CLUB, {"username": "olga", "role": "arbiter"}).status_code == 302
    olga = signed_in("olga")
    assert "olga" not in read(Client(), PUBLIC)
    assert olga.post(CLUB + "listed/", {"listed": "1"}).status_code == 302
    assert "olga" in read(Client(), PUBLIC)
    response = owner.post(CLUB + "invite/", {"roles": ["treasurer"]})
    link = re.search(r"/invitations/[\w-]+/", response.content.decode())
    assert link is not None
    person("tom")
    tom = signed_in("tom")
    assert "Riga Club" in page_of(tom.get(link[0], follow=True)).words
    assert tom.post("/invitation/")["Location"] == CLUB
    owner.post(CLUB + "invite/", {"roles": ["owner"]})
    invitation = Invitation.objects.get(accepted_at=None)
    assert "Owner" in read(owner, CLUB)
    owner.post(CLUB + "invitations/revoke/", {"invitation": str(invitation.pk)})
    invitation.refresh_from_db()
    assert invitation.revoked_at is not None
    own = owner.post(CLUB + "roles/revoke/", {"user": str(person("nina").user_id), "role": "owner"})
    assert own.status_code == 409
    left = tom.post(CLUB + "roles/revoke/", {"user": str(person("tom").user_id), "role": "treasurer"})
    assert left["Location"] == "/desk/"


def test_an_event_is_set_up_in_it_and_found_by_it(owner, world):
    Event.objects.filter(pk=world.event.pk).update(organisation=Organisation.objects.get())
    assert "Spring Cup" in read(Client(), "/events/?organisation=riga-club")
    assert "Spring Cup" not in read(Client(), "/events/?organisation=other")
    assert PUBLIC in page_of(Client().get("/search/?q=riga")).links
    assert "Organisation" in read(owner, "/desk/new-event/quick/?organisation=riga-club&preset=rapid-open")
    common = {"name": "Blitz", "game": "chess", "format": "swiss"}
    owner.post("/desk/new-event/quick/", {**common, "organisation": "riga-club"})
    assert Event.objects.get(slug="blitz").organisation == Organisation.objects.get()
    assert owner.post("/desk/new-event/quick/", {**common, "organisation": "other"}).status_code == 422


def test_administrators_merge_two_and_the_old_address_leads_on(owner: Client, world: World) -> None:
    owner.post("/desk/organisations/new/", {**CLUB_FORM, "slug": "federation", "name_en": "Federation"})
    page = "/administration/organisations/"
    assert owner.get(page).status_code == 404
    get_user_model().objects.filter(username="olga").update(is_superuser=True)
    admin = signed_in("olga")
    assert "riga-club" in read(admin, page)
    assert admin.post(page, {"old": "riga-club", "into": "none"}).status_code == 422
    assert admin.post(page, {"old": "riga-club", "into": "federation"}).status_code == 302
    moved = Client().get(PUBLIC)
    assert (moved.status_code, moved["Location"]) == (301, "/organisations/federation/")
    assert "federation" in read(admin, page)


RIGA = "/desk/organisations/riga/"
SERIES, SERIES_PAGE = RIGA + "series/grand-prix/", "/series/grand-prix/"
TERMS = {"name_en": "Grand Prix", "rule": "place", "place_points": "10, 6;3", "best": "", "first": "best"}


@pytest.fixture
def series_owner(db: None) -> Client:
    create_organisation(actor=person("nina"), now=NOW, slug="riga", names={"en": "Riga Club"})
    client = signed_in("nina")
    assert client.post(RIGA + "series/new/", TERMS, follow=True).redirect_chain == [(SERIES, 302)]
    return client


@pytest.fixture
def played(series_owner: Client) -> World:
    world = World()
    Event.objects.filter(pk=world.event.pk).update(organisation=Organisation.objects.get())
    form_data = {"act": "add", "section": world.section.pk}
    assert series_owner.post(SERIES + "act/", form_data).status_code == 302
    return world


def test_a_series_is_created_and_changed(series_owner: Client) -> None:
    read(series_owner, RIGA + "series/new/")
    assert "10, 6, 3" in series_owner.get(SERIES).content.decode()
    assert "Grand Prix" in read(series_owner, RIGA)
    wrong = series_owner.post(SERIES, {**TERMS, "place_points": "3, 10"})
    assert wrong.status_code == 422 and 'data-code="bad_place_points"' in wrong.content.decode()
    for points in ("ten", "1½", "-3"):
        assert series_owner.post(SERIES, {**TERMS, "place_points": points}).status_code == 422
    assert series_owner.post(SERIES, {**TERMS, "slug": "cup", "best": "2"})["Location"] == RIGA + "series/cup/"
    assert Series.objects.get().terms.best == 2
    taken = series_owner.post(RIGA + "series/new/", {**TERMS, "slug": "cup"})
    assert taken.status_code == 409 and 'data-code="slug_taken"' in taken.content.decode()


def test_sections_are_added_and_removed_and_the_series_deleted(series_owner: Client, played: World) -> None:
    assert "Spring Cup" in read(series_owner, SERIES)
    assert series_owner.post(SERIES + "act/", {"act": "add", "section": "0"}).status_code == 422
    assert series_owner.post(SERIES + "act/", {"act": "remove", "section": "0"}).status_code == 404
    assert series_owner.post(SERIES + "act/", {"act": "other"}).status_code == 404
    removed = series_owner.post(SERIES + "act/", {"act": "remove", "section": played.section.pk}, follow=True)
    assert "has been removed" in page_of(removed).words
    assert series_owner.get(SERIES + "act/")["Location"] == SERIES
    assert series_owner.post(SERIES + "act/", {"act": "delete"})["Location"] == RIGA
    assert not Series.objects.exists()
    assert Client().get(SERIES_PAGE).status_code == 404


def test_the_public_reads_the_table_once_a_section_is_over(series_owner: Client, played: World) -> None:
    assert "No event of the series is over yet" in read(Client(), SERIES_PAGE)
    page = page_of(Client().get("/events/spring-cup/"))
    assert page.problems == [] and "Series: Grand Prix" in page.words and SERIES_PAGE in page.links
    played.section.rounds.update(status="closed")
    words = read(Client(), SERIES_PAGE)
    assert "Points by place: 10, 6, 3" in words
    assert re.search(r"1–2 Alice.* 8 8", words)
    assert "Riga Club" in words
    assert "Grand Prix" in read(Client(), "/organisations/riga/")
    answer = Client().get(SERIES_PAGE)
    assert "s-maxage" in answer["Cache-Control"]
    assert Client().get(SERIES_PAGE, HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304


def test_the_name_leads_to_the_person_unless_they_are_hidden(series_owner: Client, played: World) -> None:
    played.section.rounds.update(status="closed")
    person = Person.objects.create(made_at=NOW)
    alice = Player.objects.filter(event=played.event, family_name__startswith="Alice")
    alice.update(person=person, on_person_page=True)
    link = f"/people/{person.pk}/"
    assert link in Client().get(SERIES_PAGE).content.decode()
    alice.update(on_person_page=False)
    html = Client().get(SERIES_PAGE).content.decode()
    assert link not in html and "Alice" in html


def test_the_table_is_a_file_too(series_owner: Client, played: World) -> None:
    played.section.rounds.update(status="closed")
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


# An organiser joins players of two events as one person, and players do so on their own page


def own_page(player: Player) -> str:
    organiser = get_user_model().objects.get(username=f"o-{player.event.slug}")
    issue_player_links(actor=Actor(organiser.pk, ""), now=NOW, event_id=player.event_id)
    link = player.player_links.get()
    return f"/my/{secret_of(link)}/person/"


def test_an_organiser_finds_joins_separates_and_undoes() -> None:
    first, second = plays("one", "Polgar", "Judit"), plays("two", "Polgar", "J.")
    client, address = signed_in("o-one"), f"/desk/one/people/{first.pk}/"
    page = page_of(client.get(address))
    assert page.problems == [] and f'value="{second.pk}"' in client.get(address).content.decode()
    assert client.post(address, {"do": "join", "other": second.pk, "reason": ""}).status_code == 422
    assert client.post(address, {"do": "join", "other": second.pk, "reason": "told me"}).status_code == 302
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.person_id == second.person_id is not None
    text = page_of(client.get(address)).text
    assert "Joined by an official" in text and "told me" in text
    assert client.post(address, {"do": "undo", "act": PersonAct.objects.get().pk}).status_code == 302
    second.refresh_from_db()
    assert second.person_id is None


def test_a_signed_in_player_claims_a_page_and_a_visitor_is_asked_to_sign_in() -> None:
    first, second = plays("one", "Petrenko"), plays("two", "Petrenko")
    person("olena")
    claimant = signed_in("olena")
    for player in (first, second):
        address = own_page(player)
        assert "Sign in" in page_of(Client(headers={"accept-language": "en"}).get(address)).text
        assert Client().post(address, {"do": "claim"}).status_code == 403
        assert page_of(claimant.get(address)).problems == []
        assert claimant.post(address, {"do": "claim"}).status_code == 302
        player.refresh_from_db()
    assert first.person_id == second.person_id is not None
    assert claimant.post(own_page(second), {"do": "unclaim"}).status_code == 302
    second.refresh_from_db()
    assert second.person_id is None


def test_a_player_asks_for_no_public_page_without_an_account() -> None:
    first, second = plays("one", "Carlsen", fide_id=FIDE_ID), plays("two", "Carlsen", fide_id=FIDE_ID)
    join_known(NOW)
    address = own_page(first)
    visitor = Client(headers={"accept-language": "en"})
    assert visitor.post(address, {"do": "hide"}).status_code == 302
    for player in (first, second):
        player.refresh_from_db()
        assert not player.on_person_page
    assert "You have no public page" in page_of(visitor.get(address)).text
    assert visitor.post(address, {"do": "show"}).status_code == 302
    second.refresh_from_db()
    assert second.on_person_page
