"""A captain enters a team: the form, the private page, and what the desk sees of it."""

import pytest
from django.core.cache import caches
from django.test import Client

from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.pages.public.test_players_enter_online import mark, terms, url
from tests.world import NOW, World
from tournaments.models.entry import Entry, EntryTerms
from tournaments.models.section import Section
from tournaments.services.sections import create_section

pytestmark = pytest.mark.django_db
DESK = "/desk/spring-cup/league/entries/"
GIVEN = {
    "team_name": "Riga", "family_name": "Koblencs", "email": "k@example.org", "website": "",
    "p0_name": "Tal, Mikhail", "p0_birth_year": "1936", "p1_name": "Gipslis, Aivars", "p2_name": "Petrosian",
}  # fmt: skip


@pytest.fixture
def section(db) -> Section:
    caches["default"].clear()  # counts of the throttle
    world = World()
    created = create_section(
        actor=world.olga, now=NOW, event_id=world.event.pk, slug="league", names={"en": "League"},
        game="chess", regime="fide-2023", format="team_swiss", rounds_planned=3, options={"boards": 2},
    )  # fmt: skip
    terms(created, offered=True, most_reserves=1, asked={"email": "optional", "fide_id": "optional"})
    return created


def test_a_captain_enters_a_team_and_changes_it_by_the_private_page(section):
    client = Client()
    form = page_of(client.get(url(section)))
    assert form.title.startswith("Enter")
    page = client.get(url(section)).content.decode()
    assert "Board 2" in page and "Reserve 1" in page and "Patronymic" not in page
    short = client.post(url(section), {**GIVEN, "form": mark(section), "p1_name": "", "p2_name": ""})
    assert short.status_code == 422 and 'data-code="too_few_players"' in short.content.decode()
    answer = client.post(url(section), {**GIVEN, "form": mark(section)})
    own = client.get(answer["Location"]).content.decode()
    assert "Your entry is confirmed" in own and 'value="Gipslis, Aivars"' in own
    client.post(answer["Location"], {**GIVEN, "do": "change", "p0_name": "Kholmov", "p2_name": ""})
    names = section.registrations.values_list("player__family_name", flat=True)
    assert sorted(names) == ["Gipslis", "Kholmov"]
    client.post(answer["Location"], {"do": "withdraw"})
    assert not section.teams.exists() and not section.registrations.exists()


def test_the_desk_sees_the_line_up_answers_who_players_are_and_withdraws_the_team(section):
    alice = section.event.players.get(family_name="Alice")
    Client().post(url(section), {**GIVEN, "form": mark(section), "p0_name": "Alice", "p0_birth_year": ""})
    entry, olga = Entry.objects.get(), signed_in("olga")
    page = olga.get(DESK).content.decode()
    assert "Koblencs" in page and "Gipslis Aivars" in page and "known already" in page
    response = olga.post(DESK, {"do": "approve", "entry": entry.pk})
    assert response.status_code == 409 and "The same person" in response.content.decode()
    olga.post(DESK, {"do": "approve", "entry": entry.pk, "who": str(alice.pk)})
    assert section.teams.get().members.get(place=1).registration.player == alice
    assert "Gipslis Aivars" in olga.get(DESK.rstrip("/") + ".csv").content.decode("utf-8-sig")
    olga.post(DESK, {"do": "withdraw", "entry": entry.pk})
    assert not section.teams.exists()


def test_the_organiser_says_how_many_reserves_a_team_may_have(section):
    page = signed_in("olga").get(DESK + "terms/").content.decode()
    assert "most_reserves" in page and "born_from" not in page
    answer = signed_in("olga").post(DESK + "terms/", {"offered": "on", "most_reserves": "3", "places": "8"})
    assert answer.status_code == 302
    assert EntryTerms.objects.get(section=section).most_reserves == 3
