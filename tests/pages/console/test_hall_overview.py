"""All boards of an event at a glance: what needs an arbiter comes first."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from arbiter.selectors.boards import boards_of
from arbiter.selectors.queue import queue_of
from arbiter.services import appeals
from arbiter.services.duty import go_on_duty
from arbiter.services.ruling import claim_flag, dismiss_call
from arbiter.views import boards as boards_page
from games.models.record import milliseconds
from games.models.sheet import ScoreSheet
from games.services.moves import call_arbiter, play_move, start_game
from games.services.results import record_result
from games.services.sheets import write_sheet
from tavleya.record.merging import Keeper
from tavleya.record.results import Result
from tavleya.sides import Side
from tests.pages.html import page_of
from tests.world import NOW, World, later
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round
from tournaments.models.swiss import ResultReport
from tournaments.services.events import edit_event
from tournaments.services.rounds import publish_round

pytestmark = pytest.mark.long

MS = milliseconds(NOW)


@pytest.fixture
def hall(db):
    """Eight players, four boards, all started by the arbiter."""
    world = World(others=("dora", "emil", "fedor", "galina", "hugo", "irina"))
    for game_id in ids(world):
        start_game(actor=world.artur, now=NOW, game_id=game_id)
    return world


def ids(world):
    return list(world.rounds[0].pairings.order_by("board").values_list("game_id", flat=True))


def call(world, game_id, seconds):
    play_move(actor=world.hana, now=later(seconds=seconds), game_id=game_id, text="e2-e5", irregular=True)
    call_arbiter(actor=world.hana, now=later(seconds=seconds + 1), game_id=game_id, reason="illegal_move")


def order(world, seconds=60):
    return [board.game.pk for board in boards_of(world.event, MS + seconds * 1000)]


def url(world, query=""):
    return reverse("boards", args=[world.slug]) + query


def get(client, world, username, query="", **options):
    if username:
        client.force_login(get_user_model().objects.get(username=username))
    return client.get(url(world, query), **options)


def test_calls_come_first_and_the_oldest_of_them_on_top(hall):
    first, second, third, fourth = ids(hall)
    call(hall, third, 40)
    call(hall, second, 20)
    assert order(hall) == [second, third, first, fourth]


def test_fallen_flags_and_then_illegal_moves_without_a_call_come_next(hall):
    first, second, third, fourth = ids(hall)
    play_move(actor=hall.hana, now=later(seconds=5), game_id=fourth, text="e2-e5", irregular=True)
    play_move(actor=hall.hana, now=later(seconds=5), game_id=first, text="e2-e4")
    assert order(hall) == [fourth, first, second, third]
    play_move(actor=hall.hana, now=later(seconds=3500), game_id=second, text="e2-e4")
    assert order(hall, 3612) == [third, fourth, first, second]


def test_a_flag_that_only_a_player_may_call_is_not_shown(db):
    world = World(regime="tavreli-1997-blitz", control="5")
    world.started()
    (board,) = boards_of(world.event, MS + 600_000)
    assert board.fallen is None
    assert queue_of(world.event, [board], later(minutes=10)) == []


def test_finished_boards_leave_the_running_ones_and_stay_without_a_call(hall, client, read):
    first, *_ = ids(hall)
    call(hall, first, 5)
    record_result(actor=hall.artur, now=later(seconds=9), game_id=first, result=Result.DRAW)
    assert "The arbiter is called" not in read(get(client, hall, "artur"))
    running = get(client, hall, "artur").content.decode()
    finished = get(client, hall, "artur", "?show=finished").content.decode()
    tile = f'id="board-{first}"'
    assert tile not in running and tile in finished


def test_the_tiles_name_call_players_and_clocks(hall, client, read):
    call(hall, ids(hall)[1], 20)
    answer = get(client, hall, "artur")
    text = read(answer)
    assert "The arbiter is called to 1 board." in text
    assert "Black calls: illegal move" in text
    assert "Alice" in text and "Bob" in text
    assert answer.content.decode().count("data-state=") == 4


def test_a_board_that_needs_an_arbiter_is_shown_under_every_filter(hall, client):
    call(hall, ids(hall)[1], 20)
    content = get(client, hall, "artur", "?show=finished").content.decode()
    assert reverse("board-card", args=[hall.slug, ids(hall)[1]]) in content


def hour_of_trouble():
    """A flag at two boards, a dispute, two score sheets that differ, and an appeal at a board that is finished."""
    players = ("dora", "emil", "fedor", "galina", "hugo", "irina", "jana", "karl", "lena", "mark")
    world = World(others=players, control="10")
    appealed, *flags, disputed, written, _quiet = ids(world)
    for game_id in (appealed, *flags):
        start_game(actor=world.artur, now=NOW, game_id=game_id)
    ruling = claim_flag(actor=world.artur, now=later(minutes=20), game_id=appealed, side=Side.WHITE)
    appeals.file_appeal(
        actor=world.alice, now=later(minutes=21), ruling_id=ruling.pk, grounds="My clock had been stopped."
    )
    pairing = Pairing.objects.get(game=disputed)
    for side, result in (("white", "1-0"), ("black", "0-1")):
        ResultReport.objects.create(pairing=pairing, side=side, result=result, at=NOW)
        write_sheet(actor=world.artur, now=NOW, game_id=written, keeper=Keeper(side), text=f"1. e2-e4 e7-e5 {result}")
    return world


def counts(response):
    """Return the numbers next to the heading of the queue and next to its tab."""
    page = page_of(response)
    (heading,) = (words for _level, words in page.headings if words.startswith("Waiting for an arbiter"))
    (tab,) = (words for words in page.links.values() if words.startswith("Needs an arbiter"))
    return heading.split()[-1], tab.split()[-1]


def test_the_queue_and_its_tab_count_the_same_boards(db, client, monkeypatch):
    monkeypatch.setattr(boards_page, "server_now_ms", lambda: milliseconds(later(minutes=25)))
    world = hour_of_trouble()
    response = get(client, world, "artur", "?show=attention")
    assert counts(response) == ("5", "5")
    assert len(re.findall(r'class="tile[ "]', response.content.decode())) == 5
    flagged = ids(world)[1]
    call_arbiter(actor=world.hana, now=later(minutes=24), game_id=flagged, reason="disturbance")
    assert counts(get(client, world, "artur")) == ("5", "5")  # two things wait at one board
    Round.objects.filter(pk=world.rounds[0].pk).update(status="closed")
    response = get(client, world, "artur", "?show=attention")
    assert counts(response) == ("2", "2")  # the call and the appeal outlast their round
    assert len(re.findall(r'class="tile[ "]', response.content.decode())) == 2


def test_boards_can_be_had_by_section(hall, client):
    body = get(client, hall, "artur", "?section=open").content.decode()
    assert len(re.findall(r'class="tile[ "]', body)) == 4
    other = get(client, hall, "artur", "?section=other").content.decode()
    assert not re.findall(r'class="tile[ "]', other)


@pytest.fixture
def one_instant(monkeypatch):
    """Stop the clock within a minute: a page changes by itself at the turn of a minute."""
    monkeypatch.setattr(boards_page, "server_now_ms", lambda: milliseconds(later(minutes=2, seconds=30)))


@pytest.mark.usefixtures("one_instant")
def test_a_poll_is_answered_shortly_while_nothing_is_new(hall, client):
    poll = poll_of(client, hall)
    assert get(client, hall, "artur", poll, headers={"X-Part": "boards"}).status_code == 204
    call(hall, ids(hall)[0], 20)
    newer = get(client, hall, "artur", poll, headers={"X-Part": "boards"})
    assert newer.status_code == 200
    assert "<html" not in newer.content.decode() and "tile-called" in newer.content.decode()


def poll_of(client, world):
    body = get(client, world, "artur").content.decode()
    return re.search(r'id="boards"[^>]*data-poll="([^"]*)"', body)[1].replace("&amp;", "&")


def poll_again(client, world, poll):
    return get(client, world, "", poll, headers={"X-Part": "boards"}).status_code


@pytest.mark.usefixtures("one_instant")
def test_a_poll_without_news_reads_no_board(hall, client, django_assert_max_num_queries):
    poll = poll_of(client, hall)
    with django_assert_max_num_queries(5):
        assert poll_again(client, hall, poll) == 204


@pytest.mark.parametrize("action", ["move", "sheet", "report", "log", "duty", "call"])
def test_whatever_is_done_is_news(hall, client, action):
    first, *_ = ids(hall)
    poll = poll_of(client, hall)
    if action == "move":
        play_move(actor=hall.artur, now=later(seconds=5), game_id=first, text="e2-e4")
    elif action == "sheet":
        ScoreSheet.objects.create(game_id=first, keeper="white", version=1, text="1. e2-e4", actor="user:1", at=NOW)
    elif action == "report":
        pairing = Pairing.objects.get(game=first)
        ResultReport.objects.create(pairing=pairing, side="white", result="1-0", at=NOW)
    elif action == "log":
        edit_event(actor=hall.olga, now=later(), event_id=hall.event.pk, changes={"place": "Kyiv"})
    elif action == "duty":
        go_on_duty(actor=hall.artur, now=later(), event_id=hall.event.pk)
    else:
        call(hall, first, 20)
    assert poll_again(client, hall, poll) == 200


@pytest.mark.parametrize("control", ["60+10d", "3+2", "25+10"])
def test_time_alone_changes_nothing_before_the_page_says_so(db, control):
    world = World(control=control)
    world.started()

    def state_at(at):
        (board,) = boards_of(world.event, at)
        return (board.fallen, board.trouble), board.changes_at

    instants = range(MS, MS + 4_000_000, 5_000)
    samples = [(at, *state_at(at)) for at in instants]
    assert len({state for _, state, _ in samples}) == 3  # plenty of time, short of it, the flag down
    for at, state, until in samples:
        stays = [other for later_at, other, _ in samples if at <= later_at and (until is None or later_at < until)]
        assert set(stays) == {state}


def test_a_hundred_boards_take_no_more_queries_than_one(db, client, django_assert_max_num_queries):
    world = World(others=tuple(f"player{number}" for number in range(18)))
    for round_ in world.rounds[1:10]:
        publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    get(client, world, "artur")
    with django_assert_max_num_queries(14):
        answer = get(client, world, "", "?show=unreported")
    assert answer.content.decode().count('class="tile"') == 100


def test_dismissed_calls_leave_the_top(hall):
    _first, second, *_ = ids(hall)
    call(hall, second, 20)
    dismiss_call(actor=hall.artur, now=later(seconds=50), game_id=second)
    assert not boards_of(hall.event, MS)[0].calls
    assert boards_of(hall.event, MS)[0].irregular  # the move stands, and an arbiter should know
