"""The page that says what deleting or archiving means, and does it."""

import pytest
from django.test import Client

from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.section import Section
from tournaments.services.events import create_event
from tournaments.services.sections import create_section

pytestmark = pytest.mark.django_db

E = "/desk/spring-cup/"
S = E + "open/"
REMOVAL = "edit/removal/"


def test_a_section_with_games_is_archived_and_brought_back(olga: Client, world: World) -> None:
    page = olga.get(S + REMOVAL)
    assert "cannot be deleted" in page_of(page).words and "Yes, delete" not in page.content.decode()
    assert page.context["contents"].games > 0
    assert page_of(page).problems == []
    assert olga.post(S + REMOVAL, {"act": "delete"}).status_code == 409
    response = olga.post(S + REMOVAL, {"act": "archive"}, follow=True)
    assert "1 archived section" in page_of(response).words
    assert f'href="{S}standings/' not in response.content.decode()
    assert Client().get("/events/spring-cup/open/standings/").status_code == 404
    assert "only officials of the event see it" in page_of(olga.get(S)).words
    assert "Restore the section" in page_of(olga.get(S + REMOVAL)).words
    olga.post(S + REMOVAL, {"act": "unarchive"})
    assert Client().get("/events/spring-cup/open/standings/").status_code == 200


def test_a_section_made_by_mistake_is_deleted(olga: Client, world: World) -> None:
    create_section(
        actor=world.olga, now=NOW, event_id=world.event.pk, slug="mistake", names={"en": "Mistake"},
        game="chess", regime="fide-2023", format="swiss", rounds_planned=7,
    )  # fmt: skip
    assert E + "mistake/" + REMOVAL in olga.get(E + "mistake/edit/").content.decode()
    assert "Nothing has been played" in page_of(olga.get(E + "mistake/" + REMOVAL)).words
    answer = olga.post(E + "mistake/" + REMOVAL, {"act": "delete"}, follow=True)
    assert "The section has been deleted." in page_of(answer).words
    assert not Section.objects.filter(slug="mistake").exists()
    assert "Section deleted" in page_of(olga.get(E + "log/")).words
    assert olga.post(S + REMOVAL, {"act": "nonsense"}).status_code == 404


def test_an_event_archived_stands_below_the_others(olga: Client, world: World) -> None:
    assert E + REMOVAL in olga.get(E + "edit/").content.decode()
    answer = olga.post(E + REMOVAL, {"act": "archive"}, follow=True)
    assert "1 archived event" in page_of(answer).words
    assert not answer.context["events"]
    assert Client().get("/events/spring-cup/").status_code == 404
    assert "Restore from the archive" in page_of(olga.get(E)).words
    assert signed_in("alice").get(E).status_code == 404
    olga.post(E + REMOVAL, {"act": "unarchive"})
    assert Client().get("/events/spring-cup/").status_code == 200


def test_an_event_in_which_nothing_was_played_is_deleted(olga: Client, world: World) -> None:
    create_event(actor=world.olga, now=NOW, slug="empty-cup", names={"en": "Empty Cup"})
    address = "/desk/empty-cup/" + REMOVAL
    assert page_of(olga.get(address)).problems == []
    answer = olga.post(address, {"act": "delete"}, follow=True)
    assert "The event has been deleted." in page_of(answer).words
    assert "Empty Cup" not in page_of(olga.get("/desk/")).words
    assert olga.get("/desk/empty-cup/").status_code == 404
    assert olga.post(E + REMOVAL, {"act": "delete"}).status_code == 409
