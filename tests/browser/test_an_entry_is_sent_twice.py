"""Entry in a browser: a double press, the form sent again after going back, and a failing rating list."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from entries.services.entry_places import set_entry_terms
from ratings.models import RatingList
from tests.browser.conftest import MOBILE, NewPage, press, says
from tests.world import NOW, SYSTEM, World
from tournaments.models.entry import Entry
from tournaments.models.section import Section
from tournaments.services.sections import create_section

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture
def form(world: World, monkeypatch: pytest.MonkeyPatch) -> str:
    # A person takes longer than a bot to fill the form in; the test does not.
    monkeypatch.setattr("entries.views.online_entries.SHORTEST", timedelta())
    by = {"actor": SYSTEM, "now": NOW}
    section = create_section(
        **by, event_id=world.event.pk, slug="rapid", names={"en": "Rapid"}, game="chess",
        regime="fide-2023", format="swiss", rounds_planned=5,
    )  # fmt: skip
    RatingList.objects.update_or_create(name="fide", defaults={"imported_at": NOW})
    terms = {"offered": True, "places": 9, "asked": {"fide_id": "optional", "club": "optional"}}
    set_entry_terms(**by, section_id=section.pk, changes=terms)
    return f"/events/{world.slug}/{section.slug}/enter/"


def test_a_form_pressed_twice_and_sent_again_after_the_button_back_is_one_entry(form: str, visitor: NewPage) -> None:
    page = visitor(**MOBILE)
    page.goto(form)
    page.get_by_label("Family name").fill("Geller")
    page.get_by_label("Club").fill("Odesa")
    page.get_by_role("button", name="Send entry").dblclick()
    says(page, "Your entry is confirmed")
    entry_page = page.url
    page.go_back()
    expect(page.get_by_label("Family name")).to_be_visible()
    page.get_by_label("Family name").fill("Geller")
    page.get_by_label("Club").fill("Odesa")
    press(page, "Send entry")
    says(page, "Your entry is confirmed")
    assert page.url == entry_page
    assert Entry.objects.count() == Section.objects.get(slug="rapid").registrations.count() == 1


def test_a_failed_search_is_reported_and_the_entry_succeeds(form: str, visitor: NewPage) -> None:
    page = visitor(**MOBILE)
    page.route("**/enter/search/**", lambda route: route.fulfill(status=503))
    page.goto(form)
    search = page.get_by_label("Find your name in the rating list")
    search.fill("Geller")
    notice = page.get_by_text("The rating list cannot be searched now. Fill in the form yourself.")
    expect(notice).to_be_visible()
    page.unroute("**/enter/search/**")
    page.route("**/enter/search/**", lambda route: route.abort())
    search.fill("Geller E")
    expect(notice).to_be_visible()
    page.unroute("**/enter/search/**")
    search.fill("Geller Ef")
    expect(notice).to_be_hidden()
    page.get_by_label("Family name").fill("Geller")
    press(page, "Send entry")
    says(page, "Your entry is confirmed")
