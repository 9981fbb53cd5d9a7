"""An action can be undone once and by its author alone; a draft shows its score groups and the page the next step."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tavleya.errors import NotPermitted
from tests.databases import remembered
from tests.pages.desk.conftest import signed_in
from tests.pages.html import Page, page_of
from tests.tournaments.conftest import World as LargeWorld
from tests.tournaments.swiss import make_swiss, pair, play_round, publish
from tests.world import NOW, World
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.models.swiss import RequestedBye
from tournaments.selectors.act_stream import happened
from tournaments.selectors.events import acts_of
from tournaments.services.events import edit_event
from tournaments.services.results import correct_result, enter_result, withdraw_result
from tournaments.services.rounds import close_round
from tournaments.services.undo import undo_act
from tournaments.views.desk.log_lines import log_lines

E = "/desk/spring-cup/"
S = E + "open/"
W = "/desk/spring-open/swiss/"
RESULT, FIRST = S + "rounds/1/boards/1/result/", {"result": "1-0", "version": "0"}


@remembered
def large_world_after_round_1() -> LargeWorld:
    large = LargeWorld()
    play_round(large, make_swiss(large, 8, slug="swiss", tiebreaks=["BH", "SB"]), 1, lambda pairing: "1-0")
    return large


@pytest.fixture
def large(request: pytest.FixtureRequest, db: None) -> LargeWorld:
    return large_world_after_round_1() if "swiss" in request.fixturenames else LargeWorld()


@pytest.fixture
def swiss(large: LargeWorld) -> Section:
    """Eight players, one round closed."""
    return Section.objects.get(event=large.event, slug="swiss")


@pytest.fixture
def organiser(large: LargeWorld) -> Client:
    return signed_in("olga")


def submit(client: Client, address: str, body: dict[str, object]) -> Page:
    answer = client.post(address, body, follow=True)
    assert answer.redirect_chain, answer.status_code
    return page_of(answer)


def note_on(page: Page) -> str:
    return page.find(name="note")[0]["value"]


def undo(client: Client, page: Page) -> Page:
    (address,) = {form["action"] for form in page.find() if form.get("action", "").endswith("/undo/")}
    return submit(client, address, {"note": note_on(page), "back": page.find(name="back")[0]["value"]})


def test_each_act_on_a_result_is_undone_and_the_reader_stays_where_they_were(world: World, olga: Client) -> None:
    page = submit(olga, RESULT, FIRST)
    assert "Board 1: saved." in page.words
    answer = olga.post(E + "undo/", {"note": note_on(page), "back": S + "rounds/1/results/"})
    assert answer["Location"] == S + "rounds/1/results/" and world.pairing.result == ""
    answer = olga.post(RESULT, {**FIRST, "version": world.pairing.version}, headers={"x-requested-with": "fetch"})
    undo(olga, page_of(answer))  # entered by keyboard
    assert world.pairing.result == ""
    submit(olga, RESULT, {**FIRST, "version": world.pairing.version})
    undo(olga, submit(olga, RESULT, {"result": "0-1", "version": world.pairing.version, "replace": "1"}))
    assert world.pairing.result == "1-0"
    undo(olga, submit(olga, S + "rounds/1/boards/1/withdrawal/", {"version": world.pairing.version}))
    assert world.pairing.result == "1-0"
    assert not submit(olga, RESULT, {**FIRST, "version": world.pairing.version}).find(name="note")  # nothing changed


def test_other_users_cannot_undo_it(world: World, olga: Client) -> None:
    page = submit(olga, RESULT, FIRST)
    for user in ("artur", "hana"):
        undo(signed_in(user), page)
    assert world.pairing.result == "1-0"
    edit_event(actor=world.olga, now=timezone.now(), event_id=world.event.pk, changes={"place": "Riga"})
    withdraw_result(actor=world.artur, now=timezone.now(), pairing_id=world.pairing.pk)  # a line of another user
    for forged in (*Log.objects.values_list("pk", flat=True)[:2], note_on(page) + "x", "0", ""):
        assert "no longer be undone" in submit(olga, E + "undo/", {"note": forged}).words
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    assert signed_in("alice").post(E + "undo/", {"note": note_on(page)}).status_code == 403
    World(slug="autumn-cup")
    olga.post("/desk/autumn-cup/undo/", {"note": note_on(page)})
    world.event.roles.filter(user=world.olga.user_id).delete()
    with pytest.raises(NotPermitted):
        undo_act(actor=world.olga, now=timezone.now(), event_id=world.event.pk, line_id=int(note_on(page)))
    assert world.pairing.result == "1-0"


def test_a_result_is_undone_within_an_hour_unless_it_was_changed_since(world: World, olga: Client) -> None:
    for minutes, result in ((61, "1-0"), (59, "")):
        at = timezone.now() - timedelta(minutes=minutes)
        pairing = world.rounds[0].pairings.filter(result="").first()
        enter_result(actor=world.olga, now=at, pairing_id=pairing.pk, result="1-0")
        olga.post(E + "undo/", {"note": Log.objects.filter(action="result.entered")[0].pk})
        pairing.refresh_from_db()
        assert pairing.result == result
    page = submit(olga, S + f"rounds/1/boards/{pairing.board}/result/", {"result": "1-0", "version": pairing.version})
    correct_result(actor=world.artur, now=NOW, pairing_id=pairing.pk, result="0-1", reason="slip")
    undo(olga, page)
    pairing.refresh_from_db()
    assert pairing.result == "0-1"


def test_an_unpublished_event_is_public_again_once_and_a_withdrawn_player_plays_again(world, olga):
    hide = E + "edit/published/", {"published": "0", "back": E + "publish/"}
    undo(olga, page := submit(olga, *hide))
    world.event.refresh_from_db()
    assert world.event.published
    submit(olga, *hide)
    assert "no longer be undone" in undo(olga, page).words
    world.event.refresh_from_db()
    assert not world.event.published
    registration = world.section.registrations.get(number=3)
    undo(olga, submit(olga, S + "players/3/withdraw/", {}))
    registration.refresh_from_db()
    assert registration.status == "active"


def test_a_player_removed_before_the_pairing_returns_to_the_same_place_in_the_list(large, organiser):
    section = make_swiss(large, 4, slug="swiss")
    before = list(section.registrations.order_by("number").values_list("number", "player", "rating"))
    page = submit(organiser, W + "players/2/withdraw/", {})
    assert section.registrations.count() == 3
    undo(organiser, page)
    assert list(section.registrations.order_by("number").values_list("number", "player", "rating")) == before
    added, withdrawn = log_lines(acts_of(large.event)[:2])  # values for the undo alone are not shown
    assert withdrawn.changes == (("removed from the list", "yes"),) and added.what == "Player added to a section"
    acts = happened(large.event, acts_of(large.event)[2].pk, now=NOW, most=9)
    assert [act.kind for act in acts] == ["registration.withdrawn", "registration.added"]
    assert {name for act in acts for name in act.told()} == {"id", "at", "kind", "section", "registration"}


def test_byes_are_undone_and_a_round_that_was_paired_is_unpaired(swiss, organiser):
    registration = swiss.registrations.get(number=2)
    body = {"act": "bye", "registration": registration.pk, "rounds": ["2", "3"], "kind": "zero"}
    page = submit(organiser, W + "pairing/action/", body)
    half = submit(organiser, W + "pairing/action/", {**body, "kind": "half", "confirmed": "second_half_bye"})
    assert set(RequestedBye.objects.values_list("registration", "kind")) == {(registration.pk, "half")}
    undo(organiser, half)
    assert list(RequestedBye.objects.values_list("kind", flat=True)) == ["zero", "zero"]
    assert not submit(organiser, W + "pairing/action/", body).find(name="note")  # nothing changed
    undo(organiser, page)
    assert not RequestedBye.objects.exists()
    submit(organiser, W + "pairing/action/", {**body, "act": "out", "how": "withdraw", "reason": "ill"})
    undo(
        organiser, submit(organiser, W + "pairing/action/", {"act": "back", "key": registration.pk})
    )  # by restore point
    registration.refresh_from_db()
    assert registration.status == "withdrawn"
    page = submit(organiser, W + "pairing/action/", {"act": "pair", "number": "2", "first_colour": ""})
    assert swiss.rounds.count() == 2
    undo(organiser, page)
    assert swiss.rounds.count() == 1


def test_a_round_published_too_early_is_a_draft_again_until_something_has_happened(large, swiss, organiser):
    round_2 = pair(large, swiss, 2)
    action = W + "rounds/2/action/", {"act": "publish"}
    undo(organiser, submit(organiser, *action))
    round_2.refresh_from_db()
    assert round_2.status == "draft" and not round_2.pairings.filter(game__isnull=False).exists()
    page = submit(organiser, *action)
    enter_result(actor=large.olga, now=NOW, pairing_id=round_2.pairings.get(board=1).pk, result="1-0")
    undo(organiser, page)
    round_2.refresh_from_db()
    assert round_2.status == "published"


def swap(section: Section) -> dict[str, object]:
    round_2 = section.rounds.get(number=2)
    pairing = round_2.pairings.order_by("board")[0]
    return {"act": "swap", "pairing": pairing.pk, "version": round_2.provenance.version}


def seats(section: Section) -> list[tuple[int, int | None]]:
    pairings = section.rounds.get(number=2).pairings.order_by("board")
    return [(pairing.white_id, pairing.black_id) for pairing in pairings]


def test_a_draft_changed_by_hand_is_as_before_unless_it_was_changed_again(large, swiss, organiser):
    pair(large, swiss, 2)
    before = seats(swiss)
    first = submit(organiser, W + "rounds/2/change/", swap(swiss))
    changed = seats(swiss)
    second = submit(organiser, W + "rounds/2/change/", swap(swiss))
    undo(organiser, first)  # too late: there is a change after it
    assert seats(swiss) == before
    undo(organiser, second)
    assert seats(swiss) == changed


# A draft by score groups, re-paired when it is stale, and the next step


def read(organiser: Client, address: str) -> Page:
    return page_of(organiser.get(W + address))


def test_a_draft_shows_where_score_groups_begin_and_standings_their_tie_breaks(large, swiss, organiser):
    pair(large, swiss, 2)
    for address in ("rounds/2/", "rounds/2/change/"):
        page = read(organiser, address)
        assert page.problems == [] and page.words.count("Score group 1: 4 players") == 1
        assert page.words.count("Score group 0: 4 players") == 1
        assert page.words.count("(1)") == 4 and page.words.count("(0)") == 4
    assert "Score group" not in read(organiser, "rounds/1/").words
    page = read(organiser, "standings/")
    assert page.problems == [] and "PointsBHSB" in page.words
    assert len(page.find(class_="number tie-break")) == 8 * 2


def test_a_stale_draft_is_re_paired_until_it_is_public_by_the_button_that_its_text_names(large, swiss, organiser):
    assert "Re-pair the round" not in read(organiser, "rounds/1/").words
    pair(large, swiss, 2)
    board = Pairing.objects.get(round__section=swiss, round__number=1, board=1)
    correct_result(actor=large.olga, now=NOW, pairing_id=board.pk, result="0-1", reason="slip")
    address = W + "rounds/2/pair-again/"
    for place in ("rounds/2/", "rounds/2/change/"):
        page = read(organiser, place)
        assert page.problems == [] and "Re-pair the round" in page.words and page.find(action=address)
    assert "button-main" not in read(organiser, "rounds/2/").find(value="publish")[0]["class"]
    assert organiser.post(address)["Location"] == W + "rounds/2/"
    page = read(organiser, "rounds/2/")
    assert "have changed since this round was paired" not in page.words
    assert "button-main" in page.find(value="publish")[0]["class"]
    round_2 = publish(large, swiss.rounds.get(number=2))
    assert organiser.post(address).status_code == 409 and swiss.rounds.get(number=2).pk == round_2.pk


def test_next_is_the_true_next_step_without_start_and_close(large, swiss, organiser):
    edit_event(actor=large.olga, now=NOW, event_id=large.event.pk, changes={"published": True})
    assert "Next: Pair round 2" in read(organiser, "").words
    assert "Next: Pair round 2" in read(organiser, "rounds/1/").words
    round_2 = publish(large, pair(large, swiss, 2))
    assert "Next: Start round 2" in read(organiser, "").words
    boards = list(round_2.pairings.order_by("board"))
    enter_result(actor=large.hal, now=NOW, pairing_id=boards[0].pk, result="1-0")
    assert "Next: Enter results: 3 boards are missing" in read(organiser, "").words
    for board in boards[1:]:
        enter_result(actor=large.hal, now=NOW, pairing_id=board.pk, result="1-0")
    assert "Next: Close round 2" in read(organiser, "").words and read(organiser, "rounds/2/").find(value="close")
    pair(large, swiss, 3)
    assert "Next: Review and publish round 3" in read(organiser, "").words
    close_round(actor=large.olga, now=NOW, round_id=round_2.pk)
    assert "Next: Review and publish round 3" in read(organiser, "rounds/2/").words
