"""Prizes through the pages of the desk, and what the public sees of them."""

import pytest
from django.test import Client

from documents.models.prizes import Award, Category, Prize, PrizeFund
from tests.pages.desk.conftest import signed_in
from tests.world import NOW, World
from tournaments.models.player import Player
from tournaments.services.events import edit_event
from tournaments.services.results import enter_result

pytestmark = pytest.mark.django_db

MAIN_LIST = {"currency": "uah", "sharing": "hort", "list_": "1 000\n500,50\n100", "act": "prizes"}
WOMEN = {"name_en": "Women", "slug": "women", "women": "on"}


def base(world: World) -> str:
    return f"/desk/{world.event.slug}/{world.section.slug}/prizes/"


def public(world: World, page: str) -> str:
    return f"/events/{world.event.slug}/{world.section.slug}/{page}"


@pytest.mark.parametrize(
    ("name", "may_read", "may_edit"),
    [("olga", 200, 200), ("artur", 200, 200), ("ana", 200, 403), ("hana", 200, 403), ("alice", 403, 403)],
)
def test_access_to_prizes_depends_on_the_role(
    world: World, olga: Client, name: str, may_read: int, may_edit: int
) -> None:
    client = signed_in(name)
    assert client.get(base(world)).status_code == may_read
    assert client.get(base(world) + "new-category/").status_code == may_edit
    posted = client.post(base(world), MAIN_LIST).status_code
    assert posted == (302 if may_edit == 200 else 403)


def test_a_fund_is_typed_in_kept_and_shown(world: World, olga: Client) -> None:
    assert olga.post(base(world) + "new-category/", WOMEN).status_code == 302
    assert olga.post(base(world), {**MAIN_LIST, "list_women": "70"}).status_code == 302
    assert PrizeFund.objects.get().currency == "UAH"
    prizes = Prize.objects.order_by("category", "place").values_list("category__slug", "place", "amount")
    assert set(prizes) == {(None, 1, 100_000), (None, 2, 50_050), (None, 3, 10_000), ("women", 1, 7_000)}
    page = olga.get(base(world)).content.decode()
    assert "1\u202f670.50" not in page  # no player is a woman yet: her prize is not paid
    assert "1\u202f600.50" in page


def test_unreadable_input_is_reported_at_its_field_and_kept(world: World, olga: Client) -> None:
    answer = olga.post(base(world), {**MAIN_LIST, "list_": "100\nmuch"})
    page = answer.content.decode()
    assert (answer.status_code, 'data-code="bad_amount"' in page, "100\nmuch" in page) == (422, True, True)
    answer = olga.post(base(world), {**MAIN_LIST, "list_": "100\n200"})
    assert (answer.status_code, 'data-code="prizes_rise"' in answer.content.decode()) == (422, True)
    assert not Prize.objects.exists()
    answer = olga.post(base(world) + "new-category/", {"name_en": "Nobody", "slug": "nobody"})
    assert (answer.status_code, 'data-code="no_terms"' in answer.content.decode()) == (422, True)
    answer = olga.post(base(world) + "new-category/", {**WOMEN, "numbers": "1, x"})
    assert (answer.status_code, 'data-code="bad_numbers"' in answer.content.decode()) == (422, True)


def test_a_category_is_changed_and_removed(world: World, olga: Client) -> None:
    olga.post(base(world) + "new-category/", {**WOMEN, "clubs": "Dynamo\nSpartak", "numbers": "3, 7"})
    page = olga.get(base(world) + "categories/women/").content.decode()
    assert "Dynamo\nSpartak" in page
    olga.post(base(world) + "categories/women/", {**WOMEN, "slug": "ladies"})
    assert Category.objects.get().terms == {"women": True}
    assert olga.post(base(world) + "categories/ladies/", {"act": "remove"}).status_code == 302
    assert not Category.objects.exists()
    assert olga.get(base(world) + "categories/ladies/").status_code == 404


def test_a_list_is_approved_and_the_approval_cancelled(world: World, olga: Client) -> None:
    olga.post(base(world), MAIN_LIST)
    refused = olga.post(base(world), {"act": "approve"})
    assert (refused.status_code, 'data-code="table_not_final"' in refused.content.decode()) == (409, True)
    assert "Receipts" not in olga.get(base(world) + "print/").content.decode()
    assert olga.post(base(world), {"act": "approve", "provisional": "on"}).status_code == 302
    assert "Receipts" in olga.get(base(world) + "print/").content.decode()
    assert olga.post(base(world), MAIN_LIST).status_code == 409
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
    visible = visitor.get(public(world, "prizes/"))
    assert visible.status_code == 200
    assert "not approved yet" in visible.content.decode()
    assert (
        visitor.get(public(world, "prizes/"), headers={"if-none-match": visible["ETag"]}).status_code == 304
    )
    olga.post(base(world), {"act": "approve", "provisional": "on"})
    second = visitor.get(public(world, "prizes/"), headers={"if-none-match": visible["ETag"]})
    assert second.status_code == 200
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
