"""Files and displays from the desk appear on the event's page and on the displays in the hall."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.pages.html import page_of
from tests.uploads import PDF, png
from tests.world import World
from tournaments.models.upload import EventUpload

DISPLAYS, FILES = "/desk/spring-cup/displays/", "/desk/spring-cup/files/"
SCREENS = [f"/hall/spring-cup/open/{name}/" for name in ("boards", "names", "standings")]


def put_up(olga: Client, address: str, name: str, content: bytes, title: str = "") -> int:
    sent = {"do": "add", "title": title, "file": SimpleUploadedFile(name, content)}
    return int(olga.post(address, sent).status_code)


def test_an_announcement_stands_on_every_display_until_it_is_cleared(
    world: World, olga: Client, client: Client
) -> None:
    tags = {address: client.get(address)["ETag"] for address in SCREENS}
    data = {"do": "announce", "name_en": "Prize-giving at 18:00", "name_ru": "Награждение в 18:00"}
    assert olga.post(DISPLAYS, data).status_code == 302
    for address in SCREENS:
        visible = client.get(address, headers={"accept-language": "ru", "if-none-match": tags[address]})
        assert "Награждение в 18:00" in visible.content.decode()
        assert "Prize-giving at 18:00" in client.get(address).content.decode()
    olga.post(DISPLAYS, {"do": "announce"})
    assert "Prize-giving" not in client.get(SCREENS[0]).content.decode()


def test_an_image_stands_in_the_strip_of_every_display(world: World, olga: Client, client: Client) -> None:
    assert put_up(olga, DISPLAYS, "logo.png", png(300, 100), "Savings Bank") == 302
    row = EventUpload.objects.get()
    for address in SCREENS:
        html = client.get(address).content.decode()
        assert f'src="/events/spring-cup/files/{row.pk}/" alt="Savings Bank" width="300" height="100"' in html
    olga.post(DISPLAYS, {"do": "remove", "upload": row.pk})
    assert "Savings Bank" not in client.get(SCREENS[0]).content.decode()


def test_regulations_stand_on_the_page_of_the_event(world: World, olga: Client, client: Client) -> None:
    assert put_up(olga, FILES, "rules.pdf", PDF, "Regulations 2026") == 302
    row = EventUpload.objects.get()
    page = page_of(client.get("/events/spring-cup/"))
    assert f"/events/spring-cup/files/{row.pk}/" in page.links
    assert "Regulations 2026" in page.text


def test_a_file_is_sent_as_what_it_is(world: World, olga: Client, client: Client) -> None:
    put_up(olga, FILES, "rules.pdf", PDF)
    put_up(olga, DISPLAYS, "logo.gif", png())
    for row, kind in zip(EventUpload.objects.order_by("pk"), ("application/pdf", "image/png"), strict=True):
        answer = client.get(f"/events/spring-cup/files/{row.pk}/")
        assert answer["Content-Type"] == kind
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert b"".join(answer.streaming_content) == (PDF if row.title == "rules" else png())
        second = client.get(f"/events/spring-cup/files/{row.pk}/", headers={"if-none-match": answer["ETag"]})
        assert second.status_code == 304


def test_a_file_of_the_wrong_kind_is_reported_at_the_field(world: World, olga: Client) -> None:
    sent = {"do": "add", "title": "", "file": SimpleUploadedFile("rules.pdf", png())}
    answer = olga.post(FILES, sent, headers={"accept-language": "en"})
    assert answer.status_code == 422
    assert 'data-code="not_a_pdf"' in answer.content.decode()
    assert not EventUpload.objects.exists()


@pytest.mark.parametrize("form", [{}, {"do": "other"}, {"do": "remove", "upload": "x"}])
def test_a_form_that_no_page_offers_is_not_found(world: World, olga: Client, form: dict[str, str]) -> None:
    assert olga.post(FILES, form).status_code == 404


def test_address_and_contact_are_asked_for_and_shown(world: World, olga: Client, client: Client) -> None:
    page = page_of(olga.get("/desk/spring-cup/edit/"))
    names = {values.get("name") for _tag, values in page.attributes}
    assert {"address", "contact"} <= names
    sent = {
        "slug": "spring-cup",
        "name_en": "Spring Cup",
        "languages": ["en"],
        "main_language": "en",
        "address": "House of Chess, 1 Park Road",
        "contact": "arbiter@example.org",
        "time_zone": "UTC",
    }
    assert olga.post("/desk/spring-cup/edit/", sent).status_code == 302
    html = client.get("/events/spring-cup/").content.decode()
    assert "House of Chess, 1 Park Road" in html
    assert re.search(r'<a href="mailto:arbiter@example.org"', html)


def test_pages_where_people_hesitate_say_what_they_are_for(world: World, olga: Client) -> None:
    for address in ("", "open/", "open/rounds/1/", "publish/", "boards/", "open/prizes/"):
        html = olga.get(f"/desk/spring-cup/{address}", headers={"accept-language": "en"}).content.decode()
        assert ('class="menu page-help"' in html) is (address != ""), address
