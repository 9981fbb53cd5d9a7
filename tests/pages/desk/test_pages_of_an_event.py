"""An event at the desk: published, repeated, rehearsed, archived; its licence, files, displays, officials and log."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.pages.desk.conftest import new_player, new_section, signed_in
from tests.pages.html import page_of
from tests.uploads import PDF, png
from tests.world import NOW, World
from tournaments.models.access import ApiToken, EventRole
from tournaments.models.activity import EventUpload
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.services.events import create_event, edit_event
from tournaments.services.results import enter_result
from tournaments.services.sections import enter_player, withdraw_player

pytestmark = pytest.mark.django_db
WARNING = "The event is not published"
E = "/desk/spring-cup/"
S = E + "open/"
REMOVAL = "edit/removal/"


def test_a_published_round_says_that_its_event_is_not(olga: Client, world: World) -> None:
    assert WARNING not in page_of(olga.get("/desk/spring-cup/open/rounds/1/")).words
    world.event.published = False
    world.event.save()
    page = page_of(olga.get("/desk/spring-cup/open/rounds/1/"))
    assert page.problems == [] and WARNING in page.words
    assert WARNING not in page_of(olga.get("/desk/spring-cup/open/rounds/2/")).words


PAGE = "/desk/spring-cup/repeat/"
NEXT_EVENT = {"name_en": "Summer Cup", "slug": "summer-cup", "starts_on": "2027-06-01", "officials": "on"}


def test_the_next_event_is_set_up_and_its_desk_follows(olga: Client, world: World) -> None:
    assert PAGE in olga.get("/desk/spring-cup/").content.decode()
    page = olga.get(PAGE)
    assert page_of(page).problems == [] and 'value="spring-cup-2"' in page.content.decode()
    taken = olga.post(PAGE, {**NEXT_EVENT, "slug": "spring-cup"})
    assert taken.status_code == 409 and 'data-code="slug_taken"' in taken.content.decode()
    assert 'value="Summer Cup"' in taken.content.decode()
    assert olga.post(PAGE, {"slug": "summer-cup"}).status_code == 422
    answer = olga.post(PAGE, {**NEXT_EVENT, "players": "on"}, follow=True)
    assert answer.redirect_chain[-1][0] == "/desk/summer-cup/"
    assert "Only officials can see it so far" in page_of(answer).words
    assert "Set up like an earlier event" in page_of(olga.get("/desk/summer-cup/log/")).words
    event = Event.objects.get(slug="summer-cup")
    assert event.name_in("en") == "Summer Cup"
    assert event.players.count() == world.event.players.count() > 0
    assert Client().get("/events/summer-cup/").status_code == 404


def test_the_licence_is_shown_beside_the_files_and_in_them(world: World, olga: Client) -> None:
    assert "Licence of the data" in page_of(olga.get(E + "edit/")).words
    assert 'rel="license' not in Client().get("/events/spring-cup/").content.decode()
    assert Client().get("/events/spring-cup/open/crosstable.json").json()["licence"] is None
    values = {"name_en": "Spring Cup", "slug": "spring-cup", "licence": "mine", "languages": ["en"]}
    assert olga.post(E + "edit/", values).status_code == 422
    assert olga.post(E + "edit/", {**values, "licence": "CC-BY-4.0"}).status_code == 302
    page = Client().get("/events/spring-cup/").content.decode()
    assert 'rel="license' in page and "CC BY 4.0</a>" in page
    for name in ("crosstable.json", "standings.json", "rounds/1.json", "players.json"):
        assert Client().get(f"/events/spring-cup/open/{name}").json()["licence"] == "CC-BY-4.0"


DISPLAYS, FILES = "/desk/spring-cup/displays/", "/desk/spring-cup/files/"
SCREENS = [f"/hall/spring-cup/open/{name}/" for name in ("boards", "names", "standings")]


def put_up(olga: Client, address: str, name: str, content: bytes, title: str = "") -> int:
    form_data = {"do": "add", "title": title, "file": SimpleUploadedFile(name, content)}
    return int(olga.post(address, form_data).status_code)


def test_an_announcement_and_an_image_stand_on_every_display_until_they_are_cleared(world, olga, client):
    tags = {address: client.get(address)["ETag"] for address in SCREENS}
    data = {"do": "announce", "name_en": "Prize-giving at 18:00", "name_ru": "Награждение в 18:00"}
    assert olga.post(DISPLAYS, data).status_code == 302
    for address in SCREENS:
        answer = client.get(address, headers={"accept-language": "ru", "if-none-match": tags[address]})
        assert "Награждение в 18:00" in answer.content.decode()
        assert "Prize-giving at 18:00" in client.get(address).content.decode()
    olga.post(DISPLAYS, {"do": "announce"})
    assert "Prize-giving" not in client.get(SCREENS[0]).content.decode()
    assert put_up(olga, DISPLAYS, "logo.png", png(300, 100), "Savings Bank") == 302
    upload = EventUpload.objects.get()
    for address in SCREENS:
        html = client.get(address).content.decode()
        assert f'src="/events/spring-cup/files/{upload.pk}/" alt="Savings Bank" width="300" height="100"' in html
    olga.post(DISPLAYS, {"do": "remove", "upload": upload.pk})
    assert "Savings Bank" not in client.get(SCREENS[0]).content.decode()


def test_a_file_is_sent_as_what_it_is_and_regulations_stand_on_the_page_of_the_event(world, olga, client):
    put_up(olga, FILES, "rules.pdf", PDF, "Regulations 2026")
    put_up(olga, DISPLAYS, "logo.gif", png())
    first, second = EventUpload.objects.order_by("pk")
    page = page_of(client.get("/events/spring-cup/"))
    assert f"/events/spring-cup/files/{first.pk}/" in page.links and "Regulations 2026" in page.text
    for upload, kind, content in (first, "application/pdf", PDF), (second, "image/png", png()):
        answer = client.get(f"/events/spring-cup/files/{upload.pk}/")
        assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == (kind, "nosniff")
        assert b"".join(answer.streaming_content) == content
        unchanged = client.get(f"/events/spring-cup/files/{upload.pk}/", headers={"if-none-match": answer["ETag"]})
        assert unchanged.status_code == 304


def test_a_file_of_the_wrong_kind_and_a_form_that_no_page_offers_are_refused(world: World, olga: Client) -> None:
    assert put_up(olga, FILES, "rules.pdf", png()) == 422
    for form in ({}, {"do": "other"}, {"do": "remove", "upload": "x"}):
        assert olga.post(FILES, form).status_code == 404
    assert not EventUpload.objects.exists()


def test_address_and_contact_are_asked_for_and_shown(world: World, olga: Client, client: Client) -> None:
    page = page_of(olga.get("/desk/spring-cup/edit/"))
    names = {values.get("name") for _tag, values in page.attributes}
    assert {"address", "contact"} <= names
    form_data = {
        "slug": "spring-cup", "name_en": "Spring Cup", "languages": ["en"], "main_language": "en",
        "address": "House of Chess, 1 Park Road", "contact": "arbiter@example.org", "time_zone": "UTC",
    }  # fmt: skip
    assert olga.post("/desk/spring-cup/edit/", form_data).status_code == 302
    html = client.get("/events/spring-cup/").content.decode()
    assert "House of Chess, 1 Park Road" in html
    assert re.search(r'<a href="mailto:arbiter@example.org"', html)


def test_the_log_says_codes_and_numbers_in_words_and_names_a_player_who_is_gone(olga, world):
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1/2-1/2")
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"place": "Pskov"})
    words = page_of(olga.get("/desk/spring-cup/log/")).words
    assert "Result entered Round 1, board 1: Alice – Gleb result: – → ½ – ½ artur" in words
    assert "Event changed place: – → Pskov olga" in words and "Role granted person: ana role: Arbiter" in words
    assert "Section created Open game: Chess laws: FIDE Laws 2023, standard format: Round robin" in words
    player = new_player(world, "Zukertort")
    section = new_section(world, "second", format="free")
    registration = enter_player(actor=world.olga, now=NOW, section_id=section.pk, player_id=player.pk)
    withdraw_player(actor=world.olga, now=NOW, registration_id=registration.pk, reason="ill")
    assert "Player withdrawn Zukertort reason: ill" in page_of(olga.get("/desk/spring-cup/log/")).words


def test_a_long_log_has_pages(olga: Client, world: World) -> None:
    for number in range(60):
        edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"place": f"Hall {number}"})
    newest, older = (page_of(olga.get(f"/desk/spring-cup/log/?page={page}")).words for page in (1, 2))
    assert "Hall 58 → Hall 59" in newest and "Event created" not in newest
    assert "Event created" in older


def test_a_section_with_games_is_archived_and_brought_back_and_an_empty_one_deleted(olga, world):
    page = olga.get(S + REMOVAL)
    assert "cannot be deleted" in page_of(page).words and "Yes, delete" not in page.content.decode()
    assert page.context["contents"].games > 0
    assert page_of(page).problems == [] and olga.post(S + REMOVAL, {"act": "delete"}).status_code == 409
    response = olga.post(S + REMOVAL, {"act": "archive"}, follow=True)
    assert "1 archived section" in page_of(response).words
    assert f'href="{S}standings/' not in response.content.decode()
    assert Client().get("/events/spring-cup/open/standings/").status_code == 404
    assert "only officials of the event see it" in page_of(olga.get(S)).words
    assert "Restore the section" in page_of(olga.get(S + REMOVAL)).words
    olga.post(S + REMOVAL, {"act": "unarchive"})
    assert Client().get("/events/spring-cup/open/standings/").status_code == 200
    assert olga.post(S + REMOVAL, {"act": "nonsense"}).status_code == 404
    new_section(world, "mistake", format="swiss", rounds_planned=7)
    assert "Nothing has been played" in page_of(olga.get(E + "mistake/" + REMOVAL)).words
    answer = olga.post(E + "mistake/" + REMOVAL, {"act": "delete"}, follow=True)
    assert "The section has been deleted." in page_of(answer).words
    assert not Section.objects.filter(slug="mistake").exists()


def test_an_event_archived_stands_below_the_others_and_one_without_games_is_deleted(olga, world):
    assert E + REMOVAL in olga.get(E + "edit/").content.decode()
    answer = olga.post(E + REMOVAL, {"act": "archive"}, follow=True)
    assert "1 archived event" in page_of(answer).words
    assert not answer.context["events"]
    assert Client().get("/events/spring-cup/").status_code == 404
    assert "Restore from the archive" in page_of(olga.get(E)).words
    olga.post(E + REMOVAL, {"act": "unarchive"})
    assert Client().get("/events/spring-cup/").status_code == 200
    assert olga.post(E + REMOVAL, {"act": "delete"}).status_code == 409
    create_event(actor=world.olga, now=NOW, slug="empty-cup", names={"en": "Empty Cup"})
    assert page_of(olga.get("/desk/empty-cup/" + REMOVAL)).problems == []
    answer = olga.post("/desk/empty-cup/" + REMOVAL, {"act": "delete"}, follow=True)
    assert "The event has been deleted." in page_of(answer).words
    assert olga.get("/desk/empty-cup/").status_code == 404


def test_a_role_is_given_by_user_name_and_taken_back(olga: Client, world: World) -> None:
    unknown = olga.post(E + "officials/", {"username": "nobody-here", "role": "arbiter"})
    page = page_of(unknown)
    assert unknown.status_code == 422 and page.find(data_code="no_such_user") and page.find(value="nobody-here")
    answer = olga.post(E + "officials/", {"username": "charlie", "role": "arbiter"}, follow=True)
    assert "charlie: Arbiter." in page_of(answer).words
    user_id = world.charlie.user_id
    olga.post(E + "officials/revoke/", {"user": user_id, "role": "arbiter"})
    assert not EventRole.objects.filter(user=user_id).exists()


def test_a_key_is_shown_once_and_opens_the_api_until_it_is_revoked(olga: Client, world: World) -> None:
    data = {"name": "relay", "scopes": ["play", "enter_result"], "expires_on": "2099-12-31"}
    refused = olga.post(E + "tokens/", {**data, "expires_on": "2020-01-01"})
    assert refused.status_code == 422 and page_of(refused).find(data_code="expires_too_early")
    answer = olga.post(E + "tokens/", data)
    secret = re.search(r"tvl_[\w-]+", answer.content.decode())
    assert secret is not None
    assert "no-store" in answer["Cache-Control"]
    assert secret[0] not in olga.get(E + "tokens/").content.decode()
    token = ApiToken.objects.get()
    assert token.scopes == ["enter_result", "play"]
    olga.post(f"{E}tokens/{token.pk}/revoke/")
    token.refresh_from_db()
    assert token.revoked_at is not None


NOTICE = "Nothing here counts"


@pytest.fixture
def copy(world: World, olga: Client) -> Event:
    response = olga.post(reverse("desk_rehearse", args=[world.event.slug]))
    event = Event.objects.get(rehearsal_of=world.event)
    assert (response.status_code, response["location"]) == (302, reverse("desk_event", args=[event.slug]))
    return event


def pages(event: Event) -> list[str]:
    """Addresses of every app: desk, hall, public, board, rules."""
    slug, section = event.slug, event.sections.get().slug
    game = Pairing.objects.filter(round__section__event=event, game__isnull=False).first().game_id
    return [
        *(reverse(f"desk_{name}", args=[slug]) for name in ("event", "event_edit", "officials", "log")),
        *(reverse(name, args=[slug, section]) for name in ("desk_section", "desk_players", "desk_games")),
        reverse("desk_round", args=[slug, section, 1]),
        reverse("desk_round_print", args=[slug, section, 1]),
        reverse("boards", args=[slug]),
        reverse("board-card", args=[slug, game]),
        reverse("board-ruling", args=[slug, game]) + "?kind=penalty",
        *(reverse(name, args=[slug]) for name in ["rulings", "rulings-report", "appeals", "committee", "event"]),
        *(reverse(name, args=[slug, section]) for name in ("standings", "crosstable", "players", "rules")),
        reverse("round", args=[slug, section, 1]),
        reverse("game", args=[slug, game]),
    ]


@pytest.mark.long
def test_every_page_of_it_says_what_it_is(copy: Event, world: World) -> None:
    artur = signed_in("artur")
    olga = signed_in("olga")
    for address in pages(copy):
        # Some pages are an organiser's, some an arbiter's.
        answers = [answer for answer in (artur.get(address), olga.get(address)) if answer.status_code == 200]
        assert answers, address
        assert all(NOTICE in answer.content.decode() for answer in answers), address
    assert NOTICE not in artur.get(reverse("desk_event", args=[world.event.slug])).content.decode()


def test_a_rehearsal_is_on_the_desk_alone_is_not_published_and_is_gone_once_archived(copy, olga):
    assert copy.slug in olga.get(reverse("desk")).content.decode()
    assert copy.slug not in olga.get(reverse("events")).content.decode()
    assert copy.slug not in Client().get("/api/v1/events/").content.decode()
    page = olga.get(reverse("desk_event", args=[copy.slug])).content.decode()
    assert "Publish the event" not in page and "Archive the rehearsal" in page
    answer = olga.post(reverse("desk_event_publish", args=[copy.slug]), {"published": "1"}, follow=True)
    assert "cannot be published" in answer.content.decode()
    copy.refresh_from_db()
    assert not copy.published
    answer = olga.post(reverse("desk_archive", args=[copy.slug]), follow=True)
    assert "has been archived" in answer.content.decode()
    assert olga.get(reverse("desk_event", args=[copy.slug])).status_code == 404
    assert copy.slug not in olga.get(reverse("desk")).content.decode()
