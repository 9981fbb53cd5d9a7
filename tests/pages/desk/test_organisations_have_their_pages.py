"""Clubs and federations: their desk, their public page, and how an event comes to one."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.uploads import png_file
from tests.world import World, person
from tournaments.models.access import Invitation
from tournaments.models.event import Event
from tournaments.models.organisation import Organisation

pytestmark = pytest.mark.django_db
CLUB, PUBLIC = "/desk/organisations/riga-club/", "/organisations/riga-club/"
GIVEN = {
    "name_en": "Riga Club", "short_name": "RCC", "type": "club", "country": "LAT", "languages": ["en", "ru"],
    "website": "https://example.org/", "contact": "club@example.org", "about_en": "Since 1924.",
}  # fmt: skip


@pytest.fixture
def owner(db: None) -> Client:
    person("nina")
    client = signed_in("nina")
    answer = client.post("/desk/organisations/new/", GIVEN, follow=True)
    assert answer.redirect_chain == [(CLUB, 302)]
    return client


def ok(client: Client, path: str) -> str:
    """The words of a page that is well made."""
    answer = client.get(path)
    assert answer.status_code == 200
    page = page_of(answer)
    assert page.problems == []
    return page.words


def test_an_organisation_is_created_and_changed_by_its_owner(owner: Client) -> None:
    assert "Riga Club" in ok(owner, "/desk/")
    assert ok(owner, CLUB)
    ok(owner, "/desk/organisations/new/")
    assert "RCC" in owner.get(CLUB + "edit/").content.decode()
    ok(owner, CLUB + "edit/")
    assert owner.post(CLUB + "edit/", {**GIVEN, "country": "L"}).status_code == 422
    assert owner.post(CLUB + "edit/", {**GIVEN, "slug": "riga", "contact": "me"})["Location"] == (
        "/desk/organisations/riga/"
    )
    taken = owner.post("/desk/organisations/new/", {**GIVEN, "slug": "riga"})
    assert taken.status_code == 409
    assert 'data-code="slug_taken"' in taken.content.decode()


def test_changes_of_the_organisation_are_in_its_log_in_words(owner: Client, world: World) -> None:
    owner.post(CLUB + "edit/", {**GIVEN, "country": "EST"})
    created = {"name_en": "Grand Prix", "rule": "score", "best": "", "place_points": "", "first": "best"}
    assert owner.post(CLUB + "series/new/", created).status_code == 302
    words = ok(owner, CLUB + "log/")
    for text in ("Organisation created", "Organisation changed", "Series created", "series: grand-prix"):
        assert text in words
    assert "series.created" not in words


def test_others_find_no_desk_of_it(owner: Client, world: World) -> None:
    for name in ("", "edit/", "log/"):
        assert Client().get(CLUB + name).status_code == 302
        assert signed_in("olga").get(CLUB + name).status_code == 404
    for name in ("logo/", "invite/", "invitations/revoke/", "roles/revoke/", "listed/", "events/"):
        assert signed_in("olga").post(CLUB + name).status_code == 404
        assert owner.get(CLUB + name).status_code == 302
    assert ok(Client(), PUBLIC)
    assert Client().get("/organisations/none/").status_code == 404


def test_the_logo_stands_on_the_pages(owner: Client, world: World) -> None:
    assert Client().get(PUBLIC + "logo/").status_code == 404
    wrong = owner.post(CLUB + "logo/", {"file": SimpleUploadedFile("a.png", b"no image")})
    assert wrong.status_code == 422
    sent = SimpleUploadedFile("a.png", png_file().content)
    assert owner.post(CLUB + "logo/", {"file": sent}).status_code == 302
    answer = Client().get(PUBLIC + "logo/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert Client().get(PUBLIC + "logo/", HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304
    Event.objects.filter(pk=world.event.pk).update(organisation=Organisation.objects.get())
    for page in (PUBLIC, "/events/spring-cup/"):
        html = Client().get(page).content.decode()
        assert PUBLIC + "logo/" in html
        assert "Riga Club" in html
    assert owner.post(CLUB + "logo/", {"act": "remove"}).status_code == 302
    assert Client().get(PUBLIC + "logo/").status_code == 404


def test_an_event_comes_to_it_when_both_have_agreed(owner: Client, world: World) -> None:
    olga, page = signed_in("olga"), "/desk/spring-cup/organisation/"
    ok(olga, page)
    assert olga.post(page, {"organisation": "none"}).status_code == 404
    response = olga.post(page, {"organisation": "riga-club"}, follow=True)
    assert "The event moves when it agrees" in page_of(response).words
    assert "olga asks that the event Spring Cup" in ok(owner, CLUB)
    assert "Riga Club" not in Client().get("/events/spring-cup/").content.decode()
    key = str(world.event.pk)
    assert owner.post(CLUB + "events/", {"event": key, "act": "accept"}).status_code == 302
    assert "Spring Cup" in ok(Client(), PUBLIC)
    assert "Riga Club" in ok(Client(), "/events/spring-cup/")
    assert owner.get("/desk/spring-cup/").status_code == 200
    assert "The event belongs to Riga Club" in ok(olga, page)
    released = owner.post(CLUB + "events/", {"event": key, "act": "release"}, follow=True)
    assert "belongs to no organisation now" in page_of(released).words
    assert owner.get("/desk/spring-cup/").status_code == 403


def test_a_request_is_declined_or_cancelled(owner: Client, world: World) -> None:
    olga, page, key = signed_in("olga"), "/desk/spring-cup/organisation/", str(world.event.pk)
    olga.post(page, {"organisation": "riga-club"})
    assert owner.post(CLUB + "events/", {"event": key, "act": "decline"}).status_code == 302
    assert owner.post(CLUB + "events/", {"event": key, "act": "accept"}).status_code == 404
    olga.post(page, {"organisation": "riga-club"})
    cancelled = olga.post(page, {"act": "cancel"}, follow=True)
    assert "The request has been cancelled" in page_of(cancelled).words
    assert "asks that the event" not in ok(owner, CLUB)


def test_people_come_by_name_or_by_invitation_and_say_themselves_whether_they_are_named(
    owner: Client, world: World
) -> None:
    assert owner.post(CLUB, {"username": "nobody", "role": "arbiter"}).status_code == 422
    assert owner.post(CLUB, {"username": "olga", "role": "arbiter"}).status_code == 302
    olga = signed_in("olga")
    assert "olga" not in ok(Client(), PUBLIC)
    assert olga.post(CLUB + "listed/", {"listed": "1"}).status_code == 302
    assert "olga" in ok(Client(), PUBLIC)
    response = owner.post(CLUB + "invite/", {"roles": ["treasurer"]})
    link = re.search(r"/invitations/[\w-]+/", response.content.decode())
    assert link is not None
    person("tom")
    tom = signed_in("tom")
    assert "Riga Club" in page_of(tom.get(link[0], follow=True)).words
    assert tom.post("/invitation/")["Location"] == CLUB
    owner.post(CLUB + "invite/", {"roles": ["owner"]})
    open_one = Invitation.objects.get(accepted_at=None)
    assert "Owner" in ok(owner, CLUB)
    owner.post(CLUB + "invitations/revoke/", {"invitation": str(open_one.pk)})
    open_one.refresh_from_db()
    assert open_one.revoked_at is not None
    own = owner.post(CLUB + "roles/revoke/", {"user": str(person("nina").user_id), "role": "owner"})
    assert own.status_code == 409
    left = tom.post(CLUB + "roles/revoke/", {"user": str(person("tom").user_id), "role": "treasurer"})
    assert left["Location"] == "/desk/"


def test_events_are_found_by_their_organisation(owner: Client, world: World) -> None:
    Event.objects.filter(pk=world.event.pk).update(organisation=Organisation.objects.get())
    assert "Spring Cup" in ok(Client(), "/events/?organisation=riga-club")
    assert "Spring Cup" not in ok(Client(), "/events/?organisation=other")
    assert PUBLIC in page_of(Client().get("/search/?q=riga")).links


def test_an_event_is_set_up_in_it(owner: Client) -> None:
    assert "Organisation" in ok(owner, "/desk/new-event/quick/?organisation=riga-club&preset=rapid-open")
    common = {"name": "Blitz", "game": "chess", "format": "swiss"}
    owner.post("/desk/new-event/quick/", {**common, "organisation": "riga-club"})
    assert Event.objects.get(slug="blitz").organisation == Organisation.objects.get()
    assert owner.post("/desk/new-event/quick/", {**common, "organisation": "other"}).status_code == 422


def test_administrators_merge_two_and_the_old_address_leads_on(owner: Client, world: World) -> None:
    owner.post("/desk/organisations/new/", {**GIVEN, "slug": "federation", "name_en": "Federation"})
    page = "/administration/organisations/"
    assert owner.get(page).status_code == 404
    root = world.people["olga"]
    from django.contrib.auth import get_user_model

    get_user_model().objects.filter(pk=root.user_id).update(is_superuser=True)
    admin = signed_in("olga")
    assert "riga-club" in ok(admin, page)
    assert admin.post(page, {"old": "riga-club", "into": "none"}).status_code == 422
    assert admin.post(page, {"old": "riga-club", "into": "federation"}).status_code == 302
    moved = Client().get(PUBLIC)
    assert (moved.status_code, moved["Location"]) == (301, "/organisations/federation/")
    assert "federation" in ok(admin, page)
