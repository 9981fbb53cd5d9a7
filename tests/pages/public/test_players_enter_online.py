"""Online entry of players and teams: form, search of the rating list, private page, and the desk."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from entries.services.entry_places import set_entry_terms
from entries.views.online_entries import new_mark
from ratings.models import RatedPlayer, RatingList
from tests.pages.desk.conftest import new_section, signed_in
from tests.pages.html import page_of
from tests.world import NOW, SYSTEM, World
from tournaments.models.entry import Entry, EntryState, EntryTerms
from tournaments.models.event import Event
from tournaments.models.player import Player
from tournaments.models.section import Section
from tournaments.services.players import add_player, renew_player_link

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(db) -> Section:
    caches["default"].clear()  # counts of the throttle
    section = new_section(World(), "rapid")
    terms(section, offered=True, asked=dict.fromkeys(("fide_id", "club", "email"), "optional"), lookup=True)
    return section


def terms(section: Section, **changes: Any) -> None:
    set_entry_terms(actor=SYSTEM, now=NOW, section_id=section.pk, changes=changes)


def url(section: Section, path: str = "") -> str:
    return f"/events/{section.event.slug}/{section.slug}/enter/{path}"


def mark(section: Section, **ago: float) -> str:
    return new_mark(section, timezone.now() - timedelta(**(ago or {"seconds": 30})))


def send(client: Client, section: Section, **arguments: Any) -> Any:
    values = {"form": mark(section), "family_name": "Tal", "website": "", **arguments}
    return client.post(url(section), values)


def test_the_form_leads_to_a_private_page_of_the_entry(section):
    client = Client()
    assert b"Send entry" in client.get(url(section)).content
    answer = send(client, section, given_name="Mikhail", club="Riga")
    assert answer.status_code == 302 and answer["Location"].startswith("/entry/")
    page = client.get(answer["Location"])
    assert "Your entry is confirmed" in page.content.decode() and "no-store" in page["Cache-Control"]
    assert page["X-Robots-Tag"] == "noindex"
    assert Client().get("/entry/" + "x" * 24 + "/").status_code == 404
    assert "Your page during the tournament" in page.content.decode()


def test_the_private_page_names_the_email_only_if_letters_are_sent(section, settings):
    mailed = "it is also in the e-mail that we send you"
    client = Client()
    address = send(client, section, email="tal@example.org")["Location"]
    assert mailed in client.get(address).content.decode()
    settings.SENDS_EMAIL = False
    assert mailed not in client.get(address).content.decode()


def test_entering_under_another_players_number_does_not_open_their_page(section):
    """The FIDE ID of a player of another section is not secret; their private link is."""
    alice = section.event.players.get(family_name="Alice")
    Player.objects.filter(pk=alice.pk).update(fide_id=4100018)
    client = Client()
    answer = send(client, section, fide_id="4100018", family_name="Alice")
    page = client.get(answer["Location"]).content.decode()
    assert Entry.objects.get().player == alice
    assert "Your entry is confirmed" in page and "/my/" not in page
    renew_player_link(actor=SYSTEM, now=NOW, player_id=alice.pk)
    assert "/my/" not in client.get(answer["Location"]).content.decode()


def test_the_same_answers_sent_again_from_the_same_browser_lead_to_the_same_page(section):
    """The back button gives a new form with the earlier input."""
    add_player(actor=SYSTEM, now=NOW, event_id=section.event_id, family_name="Tal", given_name="Vera")
    client, fields = Client(), {"given_name": "Mikhail", "email": "tal@example.org"}
    first, second = (send(client, section, **fields)["Location"] for _ in range(2))
    assert first == second and Entry.objects.count() == 1
    assert send(client, section, given_name="Georg")["Location"] != first  # another of the family
    assert send(client, section, **fields)["Location"] == first
    assert Entry.objects.count() == 2
    client.post(first, {"do": "withdraw"})
    assert send(client, section, **fields)["Location"] != first


def test_the_same_input_from_another_browser_does_not_open_the_private_page(section):
    first, second = (send(Client(), section, given_name="Mikhail")["Location"] for _ in range(2))
    assert first != second
    assert [entry.question for entry in Entry.objects.order_by("pk")] == ["", "same_name"]
    forged = Client()
    forged.cookies["entered"] = str(Entry.objects.earliest("pk").key)
    assert send(forged, section, given_name="Mikhail")["Location"] != first


def test_a_patronymic_is_asked_for_where_the_language_of_the_event_or_reader_has_it(section):
    def asked(language: str) -> bool:
        return b"id_patronymic" in Client(headers={"accept-language": language}).get(url(section)).content

    Event.objects.update(languages=["en"])
    assert (asked("en"), asked("ru"), asked("uk")) == (False, True, True)
    Event.objects.update(languages=["en", "uk"])
    assert asked("en")
    terms(section, approval=True)
    own = send(Client(), section, patronymic="Nekhemievich")["Location"]
    Event.objects.update(languages=["en"])
    assert 'value="Nekhemievich"' in Client(headers={"accept-language": "en"}).get(own).content.decode()


def test_a_missing_rating_list_does_not_stop_the_entry_and_is_reported(section):
    terms(section, lowest_rating=2000)
    RatingList.objects.all().delete()
    notice = "The rating list is not available now."
    client = Client()
    assert notice in client.get(url(section)).content.decode()
    page = client.get(send(client, section, fide_id="4100018")["Location"]).content.decode()
    assert "The rating list was not available when you entered" in page
    entry = Entry.objects.get()
    assert (entry.state, entry.fide_id, entry.question) == (EntryState.PENDING, 4100018, "rating_list_away")
    RatingList.objects.update_or_create(name="fide", defaults={"imported_at": NOW})
    assert notice not in client.get(url(section)).content.decode()
    refused = send(client, section, family_name="Stein", fide_id="4100019")
    assert "This section is for players rated 2000 or higher." in refused.content.decode()


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"website": "https://example.org"}, "form_too_fast"),
        ({"form": "forged"}, "form_expired"),
        ({"ago": {"seconds": 0.5}}, "form_too_fast"),
        ({"ago": {"hours": 25}}, "form_expired"),
    ],
)
def test_a_program_and_an_old_form_are_turned_away_and_keep_what_was_typed(section, fields, code):
    ago = fields.pop("ago", None)
    fields = {**fields, **({"form": mark(section, **ago)} if ago else {})}
    answer = send(Client(), section, **fields)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert f'data-code="{code}"' in page and 'value="Tal"' in page
    assert not Entry.objects.exists()


def test_one_address_cannot_send_entries_or_search_without_end(section, settings, fresh_cache):
    settings.PER_MINUTE = {**settings.PER_MINUTE, "entry": 3}
    client = Client()
    answers = [send(client, section, family_name=f"Tal {chr(65 + n)}") for n in range(4)]
    assert [answer.status_code for answer in answers] == [302, 302, 302, 429]
    assert answers[-1]["Retry-After"] == "60" and "Wait a minute" in answers[-1].content.decode()
    settings.PER_MINUTE = {**settings.PER_MINUTE, "entry_search": 2}
    terms(section, lookup=True)
    answers = [Client().get(url(section, "search/?q=tal")).status_code for _ in range(3)]
    assert answers == [200, 200, 429]


def test_the_page_says_when_entries_open_and_that_they_are_closed_and_is_not_there_without_a_form(section):
    now = timezone.now()
    terms(section, opens_at=now + timedelta(days=1))
    assert "Entries open" in Client().get(url(section)).content.decode()
    terms(section, opens_at=None, closes_at=now - timedelta(days=1))
    assert "Entries are closed." in Client().get(url(section)).content.decode()
    assert send(Client(), section).status_code == 422
    terms(section, offered=False)
    assert Client().get(url(section)).status_code == 404
    assert Client().get(url(section, "search/?q=tal")).status_code == 404


def test_pages_of_event_and_players_have_the_button_and_the_places_left_while_it_is_open(section):
    terms(section, places=2)
    pages = (f"/events/{section.event.slug}/", f"/events/{section.event.slug}/{section.slug}/players/")
    for path in pages:
        page = Client().get(path).content.decode()
        assert url(section) in page and "2 places left" in page
    terms(section, offered=False)
    for path in pages:
        assert url(section) not in Client().get(path).content.decode()


def test_the_waiting_list_is_public_and_says_nothing_of_how_people_are_reached(section):
    terms(section, places=1)
    send(Client(), section)
    send(Client(), section, family_name="Stein", email="stein@example.org")
    page = Client().get(f"/events/{section.event.slug}/{section.slug}/players/").content.decode()
    assert "Waiting list" in page and "Stein" in page and "stein@example.org" not in page
    assert "Join the waiting list" in page


def test_the_rating_list_is_searched_only_where_the_section_allows_it(section):
    RatingList.objects.update_or_create(name="fide", defaults={"imported_at": NOW})
    RatedPlayer.objects.create(
        fide_id=1, name="Tal, Mikhail", standard=2600, birth_year=1936, federation="LAT", title="GM", sex="m",
        search_key=" tal mikhail", family_key="tal",
    )  # fmt: skip
    assert b"data-lookup" in Client().get(url(section)).content
    (player,) = Client().get(url(section, "search/?q=tal")).json()["players"]
    assert player == {
        "name": "Tal, Mikhail", "family_name": "Tal", "given_name": "Mikhail", "patronymic": "",
        "federation": "LAT", "birth_year": 1936, "title": "GM", "rating": 2600, "fide_id": 1,
    }  # fmt: skip
    assert Client().get(url(section, "search/?q=ta")).json()["players"] == []
    terms(section, lookup=False)
    assert Client().get(url(section, "search/?q=tal")).status_code == 404
    assert b"data-lookup" not in Client().get(url(section)).content


def test_the_holder_of_the_link_changes_how_they_are_reached_and_withdraws(section):
    client = Client()
    page = send(client, section)["Location"]
    answer = client.post(page, {"do": "change", "email": "nobody"})
    assert answer.status_code == 422
    client.post(page, {"do": "change", "email": "tal@example.org"})
    assert Entry.objects.get().email == "tal@example.org"
    assert client.post(page, {"do": "promote"}).status_code == 404
    answer = client.post(page, {"do": "withdraw"}, follow=True)
    assert "Your entry has been withdrawn" in answer.content.decode()
    assert Entry.objects.get().state == EntryState.WITHDRAWN
    assert not section.registrations.exists()


DESK = "/desk/spring-cup/league/entries/"
TEAM = {
    "team_name": "Riga", "family_name": "Koblencs", "email": "k@example.org", "website": "",
    "p0_name": "Tal, Mikhail", "p0_birth_year": "1936", "p1_name": "Gipslis, Aivars", "p2_name": "Petrosian",
}  # fmt: skip


@pytest.fixture
def league(db) -> Section:
    caches["default"].clear()  # counts of the throttle
    section = new_section(World(), "league", format="team_swiss", rounds_planned=3, options={"boards": 2})
    terms(section, offered=True, most_reserves=1, asked={"email": "optional", "fide_id": "optional"})
    return section


def test_a_captain_enters_a_team_and_changes_it_by_the_private_page(league):
    client = Client()
    assert page_of(client.get(url(league))).title.startswith("Enter")
    page = client.get(url(league)).content.decode()
    assert "Board 2" in page and "Reserve 1" in page and "Patronymic" not in page
    short = client.post(url(league), {**TEAM, "form": mark(league), "p1_name": "", "p2_name": ""})
    assert short.status_code == 422 and 'data-code="too_few_players"' in short.content.decode()
    answer = client.post(url(league), {**TEAM, "form": mark(league)})
    own = client.get(answer["Location"]).content.decode()
    assert "Your entry is confirmed" in own and 'value="Gipslis, Aivars"' in own
    client.post(answer["Location"], {**TEAM, "do": "change", "p0_name": "Kholmov", "p2_name": ""})
    assert sorted(league.registrations.values_list("player__family_name", flat=True)) == ["Gipslis", "Kholmov"]
    client.post(answer["Location"], {"do": "withdraw"})
    assert not league.teams.exists() and not league.registrations.exists()


def test_the_desk_sees_the_line_up_answers_who_players_are_and_withdraws_the_team(league):
    alice = league.event.players.get(family_name="Alice")
    Client().post(url(league), {**TEAM, "form": mark(league), "p0_name": "Alice", "p0_birth_year": ""})
    entry, olga = Entry.objects.get(), signed_in("olga")
    page = olga.get(DESK).content.decode()
    assert "Koblencs" in page and "Gipslis Aivars" in page and "known already" in page
    response = olga.post(DESK, {"do": "approve", "entry": entry.pk})
    assert response.status_code == 409 and "The same person" in response.content.decode()
    olga.post(DESK, {"do": "approve", "entry": entry.pk, "who": str(alice.pk)})
    assert league.teams.get().members.get(place=1).registration.player == alice
    assert "Gipslis Aivars" in olga.get(DESK.rstrip("/") + ".csv").content.decode("utf-8-sig")
    olga.post(DESK, {"do": "withdraw", "entry": entry.pk})
    assert not league.teams.exists()


def test_the_organiser_says_how_many_reserves_a_team_may_have(league):
    page = signed_in("olga").get(DESK + "terms/").content.decode()
    assert "most_reserves" in page and "born_from" not in page
    answer = signed_in("olga").post(DESK + "terms/", {"offered": "on", "most_reserves": "3", "places": "8"})
    assert answer.status_code == 302 and EntryTerms.objects.get(section=league).most_reserves == 3
