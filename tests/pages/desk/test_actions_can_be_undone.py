"""After an action the page offers to undo it, once and only to its author; later changes are left unchanged."""

import pytest
from django.test import Client

from tests.databases import remembered
from tests.pages.desk.conftest import signed_in
from tests.pages.html import Page, page_of
from tests.tournaments.conftest import World as LargeWorld
from tests.tournaments.swiss import make_swiss, pair, play_round
from tests.world import NOW, World
from tournaments.models.section import Section
from tournaments.models.swiss import RequestedBye
from tournaments.services.results import correct_result, enter_result

E = "/desk/spring-cup/"
S = E + "open/"
W = "/desk/spring-open/swiss/"
RESULT, FIRST = S + "rounds/1/boards/1/result/", {"result": "1-0", "version": "0"}


@remembered
def large_world_after_round_1() -> LargeWorld:
    large = LargeWorld()
    play_round(large, make_swiss(large, 8, slug="swiss"), 1, lambda pairing: "1-0")
    return large


@pytest.fixture
def large(request: pytest.FixtureRequest, db: None) -> LargeWorld:
    """Another event of Olga's."""
    return large_world_after_round_1() if "swiss" in request.fixturenames else LargeWorld()


@pytest.fixture
def swiss(large: LargeWorld) -> Section:
    """Eight players, one round closed."""
    return Section.objects.get(event=large.event, slug="swiss")


@pytest.fixture
def organiser(large: LargeWorld) -> Client:
    return signed_in("olga")


def done(client: Client, address: str, body: dict[str, object]) -> Page:
    """The page after an act that was not refused."""
    answer = client.post(address, body, follow=True)
    assert answer.redirect_chain, answer.status_code
    return page_of(answer)


def note_on(page: Page) -> str:
    return page.find(name="note")[0]["value"]


def undo(client: Client, page: Page) -> Page:
    (address,) = {form["action"] for form in page.find() if form.get("action", "").endswith("/undo/")}
    return done(client, address, {"note": note_on(page), "back": page.find(name="back")[0]["value"]})


def test_a_result_is_undone_and_the_reader_stays_where_they_were(world: World, olga: Client) -> None:
    page = done(olga, RESULT, FIRST)
    assert "Board 1: saved." in page.words
    answer = olga.post(E + "undo/", {"note": note_on(page), "back": S + "rounds/1/results/"})
    assert answer["Location"] == S + "rounds/1/results/"
    assert world.pairing.result == ""


def test_a_replaced_result_becomes_the_one_before(world: World, olga: Client) -> None:
    done(olga, RESULT, FIRST)
    second = {"result": "0-1", "version": world.pairing.version, "replace": "1"}
    undo(olga, done(olga, RESULT, second))
    assert world.pairing.result == "1-0"


def test_a_result_taken_back_by_mistake_comes_back(world: World, olga: Client) -> None:
    done(olga, RESULT, {"result": "1/2-1/2", "version": "0"})
    undo(olga, done(olga, S + "rounds/1/boards/1/withdrawal/", {"version": world.pairing.version}))
    assert world.pairing.result == "1/2-1/2"


def test_the_row_of_a_result_entered_by_keyboard_has_the_button_too(world: World, olga: Client) -> None:
    script = {"x-requested-with": "fetch"}
    undo(olga, page_of(olga.post(RESULT, FIRST, headers=script)))
    assert world.pairing.result == ""


def test_a_result_that_was_changed_since_stays(world: World, olga: Client) -> None:
    page = done(olga, RESULT, FIRST)
    correct_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="0-1", reason="slip")
    undo(olga, page)
    assert world.pairing.result == "0-1"


def test_other_users_cannot_undo_it(world: World, olga: Client) -> None:
    page = done(olga, RESULT, FIRST)
    for user in ("artur", "hana"):
        undo(signed_in(user), page)
    assert world.pairing.result == "1-0"
    assert "no longer be undone" in done(olga, E + "undo/", {"note": note_on(page) + "x"}).words
    assert signed_in("alice").post(E + "undo/", {"note": note_on(page)}).status_code == 403


def test_a_note_of_another_event_undoes_nothing(world: World, olga: Client) -> None:
    page = done(olga, RESULT, FIRST)
    World(slug="autumn-cup")
    olga.post("/desk/autumn-cup/undo/", {"note": note_on(page)})
    assert world.pairing.result == "1-0"


def test_an_unpublished_event_is_public_again(world: World, olga: Client) -> None:
    page = done(olga, E + "edit/published/", {"published": "0", "back": E + "publish/"})
    undo(olga, page)
    world.event.refresh_from_db()
    assert world.event.published


def test_a_withdrawn_player_plays_again(world: World, olga: Client) -> None:
    registration = world.section.registrations.get(number=3)
    undo(olga, done(olga, S + "players/3/withdraw/", {}))
    registration.refresh_from_db()
    assert registration.status == "active"


def test_a_player_removed_before_the_pairing_returns_to_the_same_place_in_the_list(large, organiser):
    section = make_swiss(large, 4, slug="swiss")
    before = list(section.registrations.order_by("number").values_list("number", "player", "rating"))
    page = done(organiser, W + "players/2/withdraw/", {})
    assert section.registrations.count() == 3
    undo(organiser, page)
    assert list(section.registrations.order_by("number").values_list("number", "player", "rating")) == before


def test_a_bye_is_undone(swiss: Section, organiser: Client) -> None:
    player = swiss.registrations.get(number=2)
    body = {"act": "bye", "registration": player.pk, "rounds": ["2"], "kind": "half"}
    page = done(organiser, W + "pairing/action/", body)
    assert RequestedBye.objects.get().registration == player
    undo(organiser, page)
    assert not RequestedBye.objects.exists()


def test_a_round_that_was_paired_is_unpaired(swiss: Section, organiser: Client) -> None:
    page = done(organiser, W + "pairing/action/", {"act": "pair", "number": "2", "first_colour": ""})
    assert swiss.rounds.count() == 2
    undo(organiser, page)
    assert swiss.rounds.count() == 1


def published_too_early(client: Client, section: Section, address: str) -> None:
    undo(client, done(client, address, {"act": "publish"}))
    row = section.rounds.get(number=2)
    assert row.status == "draft"
    assert row.pairings.filter(game__isnull=False).count() == 0
    done(client, address, {"act": "publish"})


def test_a_round_of_a_swiss_published_too_early_is_a_draft_again(large, swiss, organiser):
    pair(large, swiss, 2)
    published_too_early(organiser, swiss, W + "rounds/2/action/")


def test_a_round_of_a_schedule_published_too_early_is_a_draft_again(world: World, olga: Client) -> None:
    published_too_early(olga, world.section, S + "rounds/2/action/")


def test_a_round_in_which_something_has_happened_stays_published(large, swiss, organiser):
    row = pair(large, swiss, 2)
    page = done(organiser, W + "rounds/2/action/", {"act": "publish"})
    board = row.pairings.order_by("board")[0]
    enter_result(actor=large.olga, now=NOW, pairing_id=board.pk, result="1-0")
    undo(organiser, page)
    row.refresh_from_db()
    assert row.status == "published"


def swap(section: Section) -> dict[str, object]:
    row = section.rounds.get(number=2)
    board = row.pairings.order_by("board")[0]
    return {"act": "swap", "pairing": board.pk, "version": row.provenance.version}


def seats(section: Section) -> list[tuple[int, int | None]]:
    rows = section.rounds.get(number=2).pairings.order_by("board")
    return [(row.white_id, row.black_id) for row in rows]


def test_a_draft_changed_by_hand_is_as_before_unless_it_was_changed_again(large, swiss, organiser):
    pair(large, swiss, 2)
    before = seats(swiss)
    first = done(organiser, W + "rounds/2/change/", swap(swiss))
    changed = seats(swiss)
    second = done(organiser, W + "rounds/2/change/", swap(swiss))
    undo(organiser, first)  # too late: there is a change after it
    assert seats(swiss) == before
    undo(organiser, second)
    assert seats(swiss) == changed
