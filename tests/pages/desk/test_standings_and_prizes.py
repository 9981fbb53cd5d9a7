"""Prizes at the desk and for the public; the order of tied players and external values, entered beside standings."""

import pytest
from django.test import Client

from documents.models import Award, Category, Prize, PrizeFund
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.player import Player
from tournaments.selectors.standings import standings_of
from tournaments.services.events import edit_event
from tournaments.services.results import enter_result
from tournaments.services.rounds import publish_round
from tournaments.services.section_settings import edit_section

pytestmark = pytest.mark.django_db
MAIN_LIST = {"currency": "uah", "sharing": "hort", "list_": "1 000\n500,50\n100", "act": "prizes"}
WOMEN = {"name_en": "Women", "slug": "women", "women": "on"}


def base(world: World) -> str:
    return f"/desk/{world.event.slug}/{world.section.slug}/prizes/"


def public(world: World, page: str) -> str:
    return f"/events/{world.event.slug}/{world.section.slug}/{page}"


def test_a_fund_is_typed_in_kept_and_shown_and_unreadable_input_is_reported_and_kept(world, olga):
    answer = olga.post(base(world), {**MAIN_LIST, "list_": "100\nmuch"})
    page = answer.content.decode()
    assert (answer.status_code, 'data-code="bad_amount"' in page, "100\nmuch" in page) == (422, True, True)
    assert olga.post(base(world), {**MAIN_LIST, "list_": "100\n200"}).status_code == 422
    assert not Prize.objects.exists()
    answer = olga.post(base(world) + "new-category/", {**WOMEN, "numbers": "1, x"})
    assert (answer.status_code, 'data-code="bad_numbers"' in answer.content.decode()) == (422, True)
    assert olga.post(base(world) + "new-category/", WOMEN).status_code == 302
    assert olga.post(base(world), {**MAIN_LIST, "list_women": "70"}).status_code == 302
    assert PrizeFund.objects.get().currency == "UAH"
    prizes = Prize.objects.order_by("category", "place").values_list("category__slug", "place", "amount")
    assert set(prizes) == {(None, 1, 100_000), (None, 2, 50_050), (None, 3, 10_000), ("women", 1, 7_000)}
    page = olga.get(base(world)).content.decode()
    assert "1\u202f670.50" not in page  # no player is a woman yet: her prize is not paid
    assert "1\u202f600.50" in page


def test_a_category_is_changed_and_removed_and_its_address_is_made_from_its_name(world, olga):
    olga.post(base(world) + "new-category/", {**WOMEN, "clubs": "Dynamo\nSpartak", "numbers": "3, 7"})
    assert "Dynamo\nSpartak" in olga.get(base(world) + "categories/women/").content.decode()
    olga.post(base(world) + "categories/women/", {**WOMEN, "slug": "ladies"})
    assert Category.objects.get().terms == {"women": True}
    assert olga.post(base(world) + "categories/ladies/", {"act": "remove"}).status_code == 302
    assert not Category.objects.exists()
    assert olga.get(base(world) + "categories/ladies/").status_code == 404
    for name in ("Under 18", "Я"):
        values = {"name_en": name, "under": "18", "in_year": "2026"}
        assert olga.post(base(world) + "new-category/", values).status_code == 302
    assert set(Category.objects.values_list("slug", flat=True)) == {"under-18", "ya"}
    suggested = olga.get("/desk/suggest/address/", {"name_en": "U", "kind": "category"}).json()
    assert suggested == {"slug": "category-u"}


def test_a_list_is_approved_and_the_approval_cancelled(world: World, olga: Client) -> None:
    olga.post(base(world), MAIN_LIST)
    refused = olga.post(base(world), {"act": "approve"})
    assert (refused.status_code, 'data-code="table_not_final"' in refused.content.decode()) == (409, True)
    assert "Receipts" not in olga.get(base(world) + "print/").content.decode()
    assert olga.post(base(world), {"act": "approve", "provisional": "on"}).status_code == 302
    assert "Receipts" in olga.get(base(world) + "print/").content.decode()
    assert olga.post(base(world), MAIN_LIST).status_code == 409
    assert 'data-code="awards_approved"' in olga.get(base(world) + "new-category/").content.decode()
    assert olga.post(base(world), {"act": "cancel", "reason": " "}).status_code == 422
    assert olga.post(base(world), {"act": "cancel", "reason": "a wrong sum"}).status_code == 302
    assert Award.objects.get().reason == "a wrong sum"
    assert olga.post(base(world), {"act": "dance"}).status_code == 404


def test_the_public_sees_prizes_once_they_are_published(world: World, olga: Client) -> None:
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": True})
    olga.post(base(world), MAIN_LIST)
    visitor = Client(headers={"accept-language": "en"})
    assert visitor.get(public(world, "prizes/")).status_code == 404
    olga.post(base(world), {"act": "publish"})
    answer = visitor.get(public(world, "prizes/"))
    assert answer.status_code == 200 and "not approved yet" in answer.content.decode()
    tag = {"if-none-match": answer["ETag"]}
    assert visitor.get(public(world, "prizes/"), headers=tag).status_code == 304
    olga.post(base(world), {"act": "approve", "provisional": "on"})
    assert visitor.get(public(world, "prizes/"), headers=tag).status_code == 200
    olga.post(base(world), {"act": "hide"})
    assert visitor.get(public(world, "prizes/")).status_code == 404


def test_a_category_has_a_separate_table(world: World, olga: Client) -> None:
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": True})
    first, second = Player.objects.filter(registrations__section=world.section).order_by("pk")[:2]
    Player.objects.filter(pk__in=(first.pk, second.pk)).update(sex="f")
    olga.post(base(world) + "new-category/", WOMEN)
    visitor = Client(headers={"accept-language": "en"})
    page = visitor.get(public(world, "standings/women/")).content.decode()
    names = [player.full_name for player in Player.objects.filter(registrations__section=world.section)]
    assert [name for name in names if name in page] == [first.full_name, second.full_name]
    assert "standings/women/" in visitor.get(public(world, "standings/")).content.decode()
    assert visitor.get(public(world, "standings/men/")).status_code == 404


def test_live_standings_count_games_and_show_who_plays(world: World) -> None:
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": True})
    visitor = Client(headers={"accept-language": "en"})
    pairings = world.section.rounds.get(number=1).pairings.order_by("board")
    boards = len(pairings)
    page = visitor.get(public(world, "standings/live/"))
    text = page.content.decode()
    assert f"games over: 0 of {boards}" in text
    assert text.count("playing") == 2 * boards
    assert f'data-live="/live/sections/{world.section.pk}"' in text
    tag = page["ETag"]
    assert visitor.get(public(world, "standings/live/"), headers={"if-none-match": tag}).status_code == 304
    enter_result(actor=world.olga, now=NOW, pairing_id=pairings[0].pk, result="1-0")
    text = visitor.get(public(world, "standings/live/"), headers={"if-none-match": tag}).content.decode()
    assert f"games over: 1 of {boards}" in text
    assert text.count("playing") == 2 * (boards - 1)


PAGE = "/desk/spring-cup/open/standings/"


@pytest.fixture
def keys(world: World) -> dict[int, int]:
    changed = {"changes": {"tiebreaks": ["OTHER_EXTERNAL"]}, "confirmed": ["tiebreaks"]}
    edit_section(actor=world.olga, now=NOW, section_id=world.section.pk, **changed)
    return dict(world.section.registrations.values_list("number", "pk"))


def numbers_of(world: World) -> list[int]:
    world.section.refresh_from_db()
    return [row.registration.number for row in standings_of(world.section).rows]


def test_external_values_and_an_order_are_saved_and_shown_and_invalid_ones_refused(olga, world, keys):
    page = page_of(olga.get(PAGE))
    assert page.problems == [] and "External values and order of tied players" in page.words
    fields = {f"external-{keys[4]}": "2,5", f"external-{keys[2]}": "", f"order-{keys[3]}": "1"}
    answer = olga.post(PAGE, {"do": "ties", **fields}, follow=True)
    assert "Saved." in page_of(answer).words
    assert numbers_of(world)[:3] == [4, 3, 1]
    page = page_of(answer)
    assert page.find(name=f"external-{keys[4]}", value="2.50")
    assert page.find(name=f"order-{keys[3]}", value="1")
    for text in ("many", "1e9", "1.234", "9999999"):
        answer = olga.post(PAGE, {"do": "ties", f"external-{keys[1]}": text})
        assert answer.status_code == 422 and page_of(answer).find(data_code="bad_tie_value"), text
    assert olga.post(PAGE, {"do": "ties", f"order-{keys[1]}": "1.5"}).status_code == 422


@pytest.mark.long
def test_an_order_is_asked_for_only_when_everything_is_played(olga: Client, world: World) -> None:
    words = "Order of tied players"
    assert words not in page_of(olga.get(PAGE)).words
    for round_ in world.section.rounds.order_by("number"):
        if round_.status == "draft":
            publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
        for pairing in round_.pairings.filter(bye=""):
            assert words not in page_of(olga.get(PAGE)).words
            enter_result(actor=world.olga, now=NOW, pairing_id=pairing.pk, result="1/2-1/2")
    assert words in page_of(olga.get(PAGE)).words
