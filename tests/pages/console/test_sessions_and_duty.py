"""The pages of sessions, of duty with changes by each official, and of checklists."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils import timezone

from arbiter.models import ChecklistTick, Duty, PlaySession
from arbiter.services.duty import go_on_duty, tick, untick
from games.services.moves import call_arbiter, start_game
from games.services.results import record_result
from tavleya.errors import Conflict, NotFound, NotPermitted
from tavleya.record.results import Result
from tests.arbiter.envelopes import ENDS, adjourned, in_session
from tests.pages.html import page_of
from tests.pages.live.table import Table
from tests.world import NOW, World, later
from tournaments.services.events import edit_event
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(monkeypatch):
    return Table(in_session(), monkeypatch)


def url(table, name="sessions", *more):
    return reverse(name, args=[table.world.slug, *more])


def announce(table, username="olga", query="", **fields):
    values = {"section": table.world.section.pk, "place": "Hall 4"}
    values |= {"starts_at": "2026-11-25T10:00", "ends_at": "2026-11-25T14:00"}
    return table.client(username).post(url(table) + query, values | fields)


@pytest.mark.article("tavreli:A.13")
def test_officers_announce_a_session_and_all_officials_read_it(table):
    assert announce(table, "artur").status_code == 302
    for user in ("olga", "artur", "hana"):
        page = page_of(table.client(user).get(url(table)))
        assert page.problems == []
        assert "Hall 4" in page.words
    assert "Announce session" not in page.words  # Hana only reads


@pytest.mark.parametrize(
    ("fields", "status", "text"),
    [
        ({"ends_at": "2026-11-25T09:00"}, 422, "A session must end after it starts"),
        ({"starts_at": "2026-11-19T09:00"}, 422, "announced before it starts"),
        ({"starts_at": "2026-11-21T17:00", "ends_at": "2026-11-21T18:00"}, 409, "overlaps another session"),
        ({"starts_at": "soon"}, 422, "Enter a valid date"),
        ({"section": "0"}, 422, "valid choice"),
    ],
)
def test_an_invalid_session_is_reported_beside_the_field_and_the_input_is_kept(table, fields, status, text):
    answer = announce(table, **fields)
    assert answer.status_code == status
    page = page_of(answer)
    assert page.problems == []
    assert text in page.words
    assert 'value="Hall 4"' in answer.content.decode()


def test_a_session_to_come_is_changed_and_cancelled_and_one_that_is_on_is_not(table):
    coming, on = PlaySession.objects.order_by("-starts_at")
    assert announce(table, query=f"?alter={coming.pk}").status_code == 302
    coming.refresh_from_db()
    assert coming.place == "Hall 4"
    refused = table.client("olga").post(url(table, "session-cancel", on.pk))
    assert refused.status_code == 409 and "has begun" in page_of(refused).words
    assert table.client("olga").post(url(table, "session-cancel", coming.pk)).status_code == 302
    assert list(PlaySession.objects.all()) == [on]
    for unknown in ("?alter=99999", "?alter=x"):
        assert table.client("olga").get(url(table) + unknown).status_code == 404


def test_the_end_of_a_session_is_near(table):
    table.at = (ENDS - NOW - timedelta(minutes=10)).total_seconds()
    words = page_of(table.client("hana").get(url(table, "sessions-ending"))).words
    assert "the session ends at 11:00 UTC, and 1 board is still running" in words
    table.at += 1200
    assert "Ask for the sealed move" in page_of(table.client("hana").get(url(table))).words
    adjourned(table.world)
    assert "still running" not in page_of(table.client("hana").get(url(table))).words


@pytest.fixture
def world():
    return World(others=("dora", "emil"))


def client_of(client, user):
    client.force_login(get_user_model().objects.get(username=user))
    return client


def line(answer, key):
    """Return the state and the text of a checklist point."""
    match = re.search(rf'<li class="check check-(\w+)" id="{key}">(.*?)</li>', answer.content.decode(), re.DOTALL)
    return match[1], " ".join(re.sub(r"<[^>]*>", " ", match[2]).split())


def test_on_duty_at_some_boards_and_off_again(world, client, read):
    page = reverse("duty", args=[world.slug])
    client_of(client, "artur")
    assert "No arbiter is on duty." in read(client.get(page))
    values = {"do": "on", "first_board": "1", "last_board": "1", "task": "time trouble"}
    assert client.post(page, values).status_code == 302
    text = read(client.get(page))
    assert "artur boards 1–1" in text and "time trouble" in text
    response = client.post(page, values)
    assert response.status_code == 409 and "on duty already" in read(response)
    boards = client.get(reverse("boards", args=[world.slug]) + "?mine=1&show=all").content.decode()
    assert boards.count('class="cell ') - boards.count('class="cell cell-pending" aria-hidden') == 1
    assert client.post(page, {"do": "off"}).status_code == 302
    assert Duty.objects.get().ended_at is not None


@pytest.mark.parametrize(
    ("boards", "field"),
    [({"first_board": "9", "last_board": "3"}, "last_board"), ({"first_board": "x"}, "first_board")],
)
def test_bad_boards_are_refused_and_nothing_typed_is_lost(world, client, boards, field):
    values = {"do": "on", "task": "the stage", **boards}
    answer = client_of(client, "artur").post(reverse("duty", args=[world.slug]), values)
    body = answer.content.decode()
    assert answer.status_code == 422
    assert re.search(rf'name="{field}"[^>]*aria-invalid', body) and 'value="the stage"' in body
    assert not Duty.objects.exists()


def test_changes_by_each_official_are_listed_by_name_with_the_board(world, client, read):
    now = timezone.now()
    game = start_game(actor=world.artur, now=now, game_id=world.board.pk)
    record_result(actor=world.hana, now=now, game_id=game.pk, result=Result.DRAW)
    text = read(client_of(client, "olga").get(reverse("duty", args=[world.slug])))
    assert re.search(r"artur .*Board 1 .*hana|hana .*Board 1 .*artur", text)
    overview = read(client.get(reverse("boards", args=[world.slug])))
    assert "Changed by others:" in overview and "hana, Board 1" in overview


def test_own_changes_are_not_those_of_others(world, client, read):
    edit_event(actor=world.olga, now=timezone.now(), event_id=world.event.pk, changes={"place": "Kyiv"})
    overview = reverse("boards", args=[world.slug])
    assert "Changed by others:" not in read(client_of(client, "olga").get(overview))
    assert "olga" in read(client_of(client, "artur").get(overview))


def test_the_data_say_what_is_done_and_at_which_boards_it_is_not(world, client):
    page = reverse("checklists", args=[world.slug])
    client_of(client, "artur")
    first = client.get(page)
    assert line(first, "published")[0] == "done"
    assert line(first, "on_duty")[0] == "open"
    assert line(first, "controls")[0] == "done"
    state, text = line(first, "begun")
    assert state == "open" and "boards 1, 2" in text
    go_on_duty(actor=world.artur, now=later(), event_id=world.event.pk)
    world.started()
    call_arbiter(actor=world.hana, now=later(seconds=3), game_id=world.board.pk, reason="touch")
    second = client.get(page)
    assert line(second, "on_duty")[0] == "done"
    assert "board 2" in line(second, "begun")[1]
    assert line(second, "calls")[0] == "open" and "board 1" in line(second, "calls")[1]
    for pairing in world.rounds[0].pairings.all():
        record_result(actor=world.artur, now=later(seconds=9), game_id=pairing.game_id, result=Result.DRAW)
    last = client.get(page)
    assert line(last, "results")[0] == line(last, "calls")[0] == line(last, "stopped")[0] == "done"
    assert line(last, "closed")[0] == "open"
    assert line(last, "appeals")[0] == "done" and line(last, "off_duty")[0] == "open"


def test_a_tick_is_kept_with_who_and_when_and_so_is_its_taking_back(world, client):
    page = reverse("checklists", args=[world.slug])
    client_of(client, "artur")
    values = {"round": world.rounds[0].pk, "phase": "before", "item": "clocks_set"}
    assert client.post(page, {**values, "do": "tick"}).status_code == 302
    state, text = line(client.get(page), "clocks_set")
    assert state == "done" and "artur" in text
    assert client.post(page, {**values, "do": "tick"}).status_code == 409
    assert client.post(page, {**values, "do": "untick"}).status_code == 302
    assert line(client.get(page), "clocks_set")[0] == "open"
    mark = ChecklistTick.objects.get()
    assert (mark.user_id, mark.undone_by_id) == (world.artur.user_id,) * 2
    assert client.post(page, {**values, "do": "tick"}).status_code == 302
    assert ChecklistTick.objects.count() == 2
    other = client.get(f"{page}?round={world.rounds[1].pk}")
    assert line(other, "clocks_set")[0] == "open"


def test_automatic_points_cannot_be_ticked_and_strangers_cannot_tick(world):
    event_id, first = world.event.pk, world.rounds[0].pk
    for item, round_id in (("results", first), ("nonsense", first), ("report", first), ("clocks_set", None)):
        with pytest.raises(NotFound):
            tick(actor=world.artur, now=later(), event_id=event_id, item=item, round_id=round_id)
    with pytest.raises(NotPermitted):
        tick(actor=world.hana, now=later(), event_id=event_id, item="report")
    with pytest.raises(Conflict):
        untick(actor=world.artur, now=later(), event_id=event_id, item="report")
    tick(actor=world.artur, now=later(), event_id=event_id, item="report")


def test_an_open_point_holds_nothing_up(world, client):
    world.started()
    record_result(actor=world.artur, now=later(seconds=5), game_id=world.board.pk, result=Result.DRAW)
    other = world.rounds[0].pairings.get(board=2)
    record_result(actor=world.artur, now=later(seconds=5), game_id=other.game_id, result=Result.DRAW)
    close_round(actor=world.artur, now=later(seconds=6), round_id=world.rounds[0].pk)
    page = f"{reverse('checklists', args=[world.slug])}?round={world.rounds[0].pk}"
    assert line(client_of(client, "artur").get(page), "on_duty")[0] == "open"


def test_a_checklist_takes_the_same_queries_for_many_boards(client, django_assert_max_num_queries):
    world = World(others=tuple(f"player{number}" for number in range(18)))
    client_of(client, "artur")
    page = reverse("checklists", args=[world.slug])
    client.get(page)
    with django_assert_max_num_queries(22):
        client.get(page)
