"""The page of the two clocks: their times at any second, the changes, and the drift of a physical clock."""

import json
import re
from datetime import UTC, datetime

import pytest
from django.urls import reverse
from django.utils import translation

from arbiter.services.clock_readings import adjust_time, read_clocks
from games.models.record import RecordEntry
from games.services.moves import play_move, resign
from games.services.results import record_result
from games.states import state_of
from tavleya.errors import BadInput, Conflict
from tavleya.sides import Side
from tests.pages.html import page_of
from tests.world import NOW, later

pytestmark = pytest.mark.long


@pytest.fixture
def table(table_of, monkeypatch):
    """Alice has used 30 s and Bob 20 s; then 2 minutes were given to Bob for a ringing telephone."""
    table = table_of(game="chess", regime="fide-2023", control="60")
    world = table.world
    play_move(actor=world.alice, now=later(seconds=30), game_id=table.game.pk, text="e4")
    play_move(actor=world.bob, now=later(seconds=50), game_id=table.game.pk, text="e5")
    adjust_time(
        actor=world.artur, now=later(seconds=70), game_id=table.game.pk, add={Side.BLACK: 120_000},
        article="fide-2023:12.9.2", reason="a telephone rang",
    )  # fmt: skip
    at = int(later(seconds=80).timestamp() * 1000)
    monkeypatch.setattr("arbiter.views.clocks.server_now_ms", lambda: at)
    return table


def desk_url(table, query=""):
    return reverse("board-clocks", args=[table.world.slug, table.game.pk]) + query


def public_url(table, query=""):
    return reverse("game-clocks", args=[table.world.slug, table.game.pk]) + query


def clock_texts(answer, places=2):
    """Return the clock times of the page, White's first, checking that all `places` agree."""
    readings = re.findall(r'data-clock="(white|black)">([\d:.]+)<', answer.content.decode())
    assert len(readings) == 2 * places
    assert len(set(readings)) == 2
    return tuple(text for _, text in sorted(set(readings), reverse=True))


def finish(table):
    resign(actor=table.world.alice, now=later(seconds=80), game_id=table.game.pk, side=Side.WHITE)


INSTANTS = [
    ("?at=0", ("1:00:00", "1:00:00"), "Starting position"),
    ("?at=29", ("59:31", "1:00:00"), "Starting position"),
    ("?at=30", ("59:30", "1:00:00"), "1. e2e4"),
    ("?at=45", ("59:30", "59:45"), "1. e2e4"),
    ("?at=60.5", ("59:19", "59:40"), "1… e7e5"),
    ("?at=75", ("59:05", "1:01:40"), "1… e7e5"),
    ("?entry=2", ("1:00:00", "1:00:00"), "Starting position"),
    ("", ("59:00", "1:01:40"), "1… e7e5"),
    ("?at=junk", ("59:00", "1:01:40"), "1… e7e5"),
    ("?entry=999999999", ("59:10", "1:01:40"), "1… e7e5"),
]


def test_any_second_and_any_entry_can_be_asked_for_without_a_script(table):
    for query, clocks, move in INSTANTS:
        answer = table.client("artur").get(desk_url(table, query))
        page = page_of(answer)
        assert page.problems == []
        assert (clock_texts(answer), move in page.words) == (clocks, True), query


def test_the_author_and_reason_of_added_time_are_in_a_table(table):
    words = page_of(table.client("artur").get(desk_url(table))).words
    assert "Black +2:00 artur Ruling 1: a telephone rang" in words


def test_the_script_gets_every_change_of_the_clocks_and_the_part_that_changes(table):
    answer = table.client("artur").get(desk_url(table))
    (element,) = page_of(answer).find(id="clock-replay")
    frames = json.loads(element["data-frames"])
    assert [frame["t"] for frame in frames] == sorted(frame["t"] for frame in frames)
    assert len(frames) == table.game.seq
    part = table.client("artur").get(desk_url(table, "?at=45"), headers={"X-Part": "instant"})
    assert part["X-Part"] == "instant" and "<html" not in part.content.decode()
    assert clock_texts(part, places=1) == ("59:30", "59:45")


def test_numbers_of_the_drawing_are_numbers_in_every_language(table):
    with translation.override("ru"):
        client = table.client("artur")
        client.cookies["django_language"] = "ru"
        body = client.get(desk_url(table)).content.decode()
    assert not re.search(r'(?:x|x1|width)="\d+,', body)
    assert 'lang="ru"' in body


@pytest.mark.article("tavreli:6.10")
def test_a_reading_of_the_physical_clock_stands_beside_the_reckoning_with_its_drift(table, monkeypatch):
    monkeypatch.setattr("arbiter.views.clocks.timezone.now", lambda: later(seconds=80))
    before = state_of(table.game).clock
    values = {"read_white": "59:03", "read_black": "1:01:10", "note": "DGT 3000"}
    assert table.client("artur").post(desk_url(table), values).status_code == 302
    after = table.game
    assert state_of(after).clock == before and after.entries.last().kind == "reading"
    page = page_of(table.client("artur").get(desk_url(table)))
    assert page.problems == []
    # White has 59:00 and shows three seconds more; Black has 1:01:40 and shows half a minute less.
    assert "White 59:03 59:00 +3.0 s" in page.words
    assert "Black 1:01:10 1:01:40 −30.0 s over 10 s" in page.words
    assert "artur: DGT 3000" in page.words


def test_a_reading_that_cannot_be_is_refused_and_stays_typed(table):
    rows = RecordEntry.objects.count()
    for fields, status in (
        ({}, 422),
        ({"read_white": "soon"}, 422),
        ({"read_white": "59:00", "read_at": "2030-01-01T10:00"}, 422),
        ({"read_white": "59:00", "read_at": "2020-01-01T10:00"}, 409),
        ({"read_white": "59:00", "read_at": "then"}, 422),
    ):
        answer = table.client("artur").post(desk_url(table), fields)
        assert answer.status_code == status
        page = page_of(answer)
        assert page.problems == [] and "Not saved." in page.words
        if "read_white" in fields:
            assert page.find(id="read-white")[0]["value"] == fields["read_white"]
    assert RecordEntry.objects.count() == rows


def test_the_service_keeps_a_reading_of_an_earlier_moment(table):
    def read(**more):
        return read_clocks(actor=table.world.artur, now=later(seconds=80), game_id=table.game.pk, **more)

    game = read(read={Side.WHITE: 3_571_000}, read_at=later(seconds=30))
    data = game.entries.last().data
    assert data["read_at"] == int(later(seconds=30).timestamp() * 1000)
    assert "black_ms" not in data
    for more, error in (
        ({"read": {Side.WHITE: -1}}, BadInput),
        ({"read": {Side.WHITE: 10**12}}, BadInput),
        ({"read": {}}, BadInput),
        ({"read": {Side.WHITE: 1}, "read_at": datetime(2026, 1, 1, tzinfo=UTC)}, Conflict),
    ):
        with pytest.raises(error):
            read(**more)


def test_the_public_replays_the_clocks_of_a_finished_game_without_reasons(table):
    assert table.client().get(public_url(table)).status_code == 404
    read_clocks(actor=table.world.artur, now=later(seconds=75), game_id=table.game.pk, read={Side.WHITE: 60_000})
    game_page = reverse("game", args=[table.world.slug, table.game.pk])
    assert public_url(table) not in page_of(table.client().get(game_page)).links
    finish(table)
    assert public_url(table) in page_of(table.client().get(game_page)).links
    for query in ("", "?at=45", "?entry=6"):
        answer = table.client().get(public_url(table, query))
        page = page_of(answer)
        assert page.problems == [] and answer.status_code == 200
        assert "telephone" not in answer.content.decode() and "artur" not in answer.content.decode()
        assert "Black +2:00" in page.words and "Drift" not in page.words
    assert clock_texts(table.client().get(public_url(table, "?at=45"))) == ("59:30", "59:45")


def test_a_game_whose_clocks_were_not_followed_has_no_replay_for_the_public(table_of):
    table = table_of(game="chess", regime="fide-2023", control="60", tracking="sheets", started=False)
    record_result(actor=table.world.artur, now=NOW, game_id=table.game.pk, result="1-0")
    assert table.client().get(public_url(table)).status_code == 404
    page = page_of(table.client("artur").get(desk_url(table)))
    assert page.problems == [] and "The clocks of this game were not recorded." in page.words


@pytest.mark.parametrize(
    ("game", "regime"), [("tavreli", "tavreli-1997"), ("draughts", "draughts64"), ("chess", "fide-2023")]
)
def test_every_game_has_its_replay(table_of, game, regime):
    table = table_of(game=game, regime=regime, control="60")
    page = page_of(table.client("artur").get(desk_url(table)))
    assert page.problems == [] and page.find(id="clock-instant")
    card = reverse("board-card", args=[table.world.slug, table.game.pk])
    assert desk_url(table) in page_of(table.client("artur").get(card)).links


def test_a_replay_asks_the_database_no_more_for_a_long_game(table, django_assert_max_num_queries):
    with django_assert_max_num_queries(30):
        table.client("artur").get(desk_url(table))
