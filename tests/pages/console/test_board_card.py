"""The card of a board: a ruling is shown before it is applied, and applied at once; the bar and its sheets."""

import re
from typing import Any

import pytest
from django.urls import reverse

from arbiter.models import Ruling
from games.models.record import RecordEntry
from tests.databases import remembered
from tests.pages.html import page_of
from tests.pages.live.conftest import started_world
from tests.pages.live.table import Table
from tests.world import World

MINUTE = 60_000


def url(table, act=""):
    args = [table.world.slug, table.game.pk]
    return reverse("board-action", args=[*args, act]) if act else reverse("board-card", args=args)


def card(table, username="artur", query=""):
    return table.client(username).get(url(table) + query, headers={"X-Part": "card"})


def do(table, act, username="artur", **fields):
    values = {"seq": table.game.seq, **fields}
    return table.client(username).post(url(table, act), values, headers={"X-Part": "card"})


def value_of(answer, name):
    return re.search(rf'name="{name}" value="([^"]*)"', answer.content.decode())[1]


@remembered
def world_with_a_call() -> World:
    with pytest.MonkeyPatch.context() as patch:
        table = Table(started_world(), patch)
        table.at = 40
        table.move("alice", "e2-e5", irregular="1")
        table.at = 45
        table.do("bob", "call")
    return table.world


@pytest.fixture
def called(db, monkeypatch):
    """White has moved illegally after 40 s, and Black has called the arbiter."""
    table = Table(world_with_a_call(), monkeypatch)
    table.at = 120
    return table


def test_the_ruling_is_proposed_with_its_reasons_articles_and_clocks(called, read):
    answer = card(called)
    text = read(answer)
    assert "Black calls: illegal move" in text
    assert "e2 to e5" in text
    assert "The position before move e2-e5 of White is set up again." in text
    assert "Illegal moves of White in this game: 1." in text
    assert "Black gets 2 min extra." in text
    assert "Tavreli 7.4" in text and "Tavreli 10.3" in text
    assert value_of(answer, "clock_white") == "59:30"
    assert value_of(answer, "clock_black") == "1:02:00"
    assert not Ruling.objects.exists()


@pytest.mark.article("tavreli:7.4", "tavreli:10.3")
def test_applied_as_proposed_it_sets_position_clocks_and_count(called, read):
    opened = card(called)
    names = ("clock_white", "clock_black", "proposed_white", "proposed_black")
    fields = {name: value_of(opened, name) for name in names}
    answer = do(called, "rule", resume="1", note="Both agreed.", **fields)
    assert answer.status_code == 200
    snapshot = called.game.snapshot
    assert (snapshot["ply"], snapshot["illegal"]["white"], called.game.phase) == (0, 1, "playing")
    clock = snapshot["clock"]
    assert (clock["white"]["ms"], clock["black"]["ms"]) == (60 * MINUTE - 30_000, 62 * MINUTE)
    ruling = Ruling.objects.get()
    assert (ruling.note, ruling.arbiter.username) == ("Both agreed.", "artur")
    assert "Ruling on an illegal move" not in read(answer)


@pytest.mark.article("tavreli:6.13")
def test_the_arbiter_sets_other_readings_than_the_proposed_ones(called):
    answer = card(called)
    proposed = {name: value_of(answer, name) for name in ("proposed_white", "proposed_black")}
    do(called, "rule", resume="1", clock_white="58:00", clock_black="1:02:00", **proposed)
    clock = called.game.snapshot["clock"]
    assert (clock["white"]["ms"], clock["black"]["ms"]) == (58 * MINUTE, 62 * MINUTE)


def test_a_reading_that_is_none_is_refused_and_the_clocks_may_stay_stopped(called, read):
    opened = card(called)
    proposed = {name: value_of(opened, name) for name in ("proposed_white", "proposed_black")}
    answer = do(called, "rule", clock_white="an hour", clock_black="1:02:00", note="kept", **proposed)
    assert answer.status_code == 422
    assert "“an hour” is not a clock reading" in read(answer)
    assert "kept" in read(answer)
    assert not Ruling.objects.exists()
    do(called, "rule")
    assert called.game.phase == "paused"


def test_a_ruling_on_an_older_board_is_refused_and_says_what_has_changed(called, read):
    seen = called.game.seq
    do(called, "time", add_white="1:00", article="tavreli-1997:6.10", reason="stood still")
    answer = do(called, "rule", seq=seen)
    assert answer.status_code == 409
    assert "In the meantime: The time was changed: White +1:00." in read(answer)
    assert Ruling.objects.count() == 1


def test_a_call_is_dismissed_and_play_goes_on(called, read):
    answer = do(called, "dismiss", note="The move stands.")
    assert (called.game.calls, called.game.phase, called.game.snapshot["ply"]) == (0, "playing", 1)
    assert "not upheld" in read(answer) and "The move stands." in read(answer)


def test_where_the_reply_waives_the_claim_the_card_says_so_and_the_call_can_be_dismissed(table_of, read):
    table = table_of(game="chess", regime="fide-2023-blitz", control="5 +3")
    table.move("alice", "e2e5", irregular="1")
    table.move("bob", "a7a6")
    table.do("alice", "call")
    table.do("bob", "call")
    text = read(card(table))
    assert "The opponent has replied, so the move stands" in text
    assert "Apply ruling" not in text and "Reject call and resume play" in text
    assert do(table, "rule").status_code == 409


@pytest.mark.long
def test_the_last_illegal_move_costs_the_game_and_the_card_says_so_before(table_of, read):
    table = table_of(regime="tavreli-1997-blitz", control="5")
    table.move("alice", "e2-e5", irregular="1")
    table.do("bob", "call")
    assert "The game ends: 0 – 1" in read(card(table))
    do(table, "rule")
    assert (table.game.result, table.game.termination) == ("0-1", "illegal_move")


def test_an_illegal_move_that_was_not_called_can_be_ruled_on(table, read):
    table.move("alice", "e2-e5", irregular="1")
    assert "Apply ruling" in read(card(table))
    assert do(table, "rule", resume="1").status_code == 200
    assert table.game.snapshot["ply"] == 0


def test_the_arbiter_starts_stops_and_resumes_a_game(table_of, read):
    table = table_of(started=False)
    assert do(table, "start").status_code == 200
    table.at = 30
    assert do(table, "stop").status_code == 422  # without a reason
    answer = do(table, "stop", reason="fire alarm")
    assert "The clocks were stopped: fire alarm." in read(answer)
    table.at = 500
    do(table, "resume")
    assert table.game.phase == "playing"
    assert table.game.snapshot["clock"]["white"]["ms"] == 60 * MINUTE - 19_000


@pytest.mark.parametrize(("value", "left"), [("+2:00", 62), ("−2:00", 58)])
def test_time_is_given_and_taken_with_a_reason(table, value, left):
    do(table, "time", add_black=value, article="tavreli-1997:13.4", reason="noise")
    assert table.game.snapshot["clock"]["black"]["ms"] == left * MINUTE


def test_time_without_amount_or_reason_is_refused_and_what_was_typed_stays(table):
    for value, reason in (("2:00", " "), ("", "noise"), ("soon", "noise"), ("-90:00", "noise")):
        answer = do(table, "time", article="tavreli-1997:13.4", add_black=value, reason=reason)
        assert answer.status_code == 422 and f'value="{value}"' in answer.content.decode()
    assert table.game.snapshot["clock"]["black"]["ms"] == 60 * MINUTE


def test_a_result_is_entered_and_corrected_with_a_reason(table, read):
    for code in ("", "2-0", "1-0; drop"):
        assert do(table, "result", result=code).status_code == 422
    assert table.game.result == ""
    do(table, "result", result="1-0")
    assert table.game.result == "1-0"
    assert do(table, "result", result="0-1").status_code == 409
    refused = do(table, "correct", result="0-1")
    assert refused.status_code == 422 and "Give the reason for changing the result." in read(refused)
    answer = do(table, "correct", result="0-1", reason="entered for the wrong board")
    assert table.game.result == "0-1"
    assert "Result corrected: 0 – 1 (corrected by an arbiter, entered for the wrong board)." in read(answer)


def test_a_helper_looks_and_does_not_rule(called, read):
    before = RecordEntry.objects.count()
    assert "Apply ruling" not in read(card(called, "hana"))
    for act in ("rule", "dismiss", "time", "stop", "resume", "start", "correct"):
        assert do(called, act, "hana", add_white="1:00", reason="x", result="1-0").status_code == 403, act
    assert RecordEntry.objects.count() == before


def test_the_record_is_shown_in_words_with_time_and_author(called, read):
    text = read(card(called))
    assert "10:00:00 The game was started. artur" in text
    assert "10:00:40 1. e2-e5 (illegal) alice" in text
    assert "10:00:45 Black stopped the clocks and called the arbiter: illegal move. bob" in text


def test_a_long_record_is_shown_from_its_end_and_the_rest_on_demand(table, read):
    table.world.play(*["g1-f3", "g8-f6", "f3-g1", "f6-g8"] * 10)
    assert "Show 22 older entries" in read(card(table))


def test_a_card_takes_few_queries(called, django_assert_max_num_queries):
    client = called.client("artur")
    with django_assert_max_num_queries(15):
        client.get(url(called), headers={"X-Part": "card"})


def test_a_poll_is_answered_shortly_while_nothing_is_new(called):
    assert card(called, query=f"?seen={called.game.seq}").status_code == 204


def test_without_the_script_an_act_leads_back_to_the_card(table):
    answer = table.client("artur").post(url(table, "stop"), {"reason": "pause"})
    assert (answer.status_code, answer["Location"]) == (302, url(table))


def body(table: Any, name: str, query: str = "", *, board: bool = True) -> str:
    args = [table.world.slug, *([table.game.pk] if board else [])]
    answer = table.client("artur").get(reverse(name, args=args) + query)
    assert answer.status_code == 200
    assert page_of(answer).problems == []
    return answer.content.decode()


def bar(html: str) -> list[str]:
    """Return the names of the bar's buttons."""
    inside = html.partition('class="card-bar"')[2]
    return [name.strip() for name in re.findall(r"<summary[^>]*>(.*?)</summary>", inside, re.DOTALL)]


@pytest.mark.parametrize(
    ("username", "names"), [("artur", ["Stop clocks", "Rule", "Result", "Call"]), ("hana", ["Result", "Call"])]
)
def test_the_bar_of_a_board_in_play_has_what_each_official_may_do(table: Any, username: str, names: list[str]) -> None:
    assert bar(table.client(username).get(url(table)).content.decode()) == names


def test_the_commonest_rulings_come_first_and_none_is_missing(table: Any) -> None:
    sheet = body(table, "board-card").partition('id="rulings-here"')[2].partition("</details>")[0]
    names = re.findall(r'<li class="incident"><span>(.*?)</span>', sheet)
    assert names[:6] == [
        "Touch-move", "Draw claim", "Flag fall", "Phone or other electronic device on the person",
        "Pieces displaced", "Late arrival or absence",
    ]  # fmt: skip
    assert len(names) == len(set(names)) > 12
    assert "Adjust time" not in names and "?kind=penalty" in sheet


def test_a_preview_shows_the_position_before_and_after_where_it_changes(table: Any) -> None:
    assert 'class="before-after"' not in body(table, "board-ruling", "?incident=distracting&side=white")
    table.move("alice", "e2-e5", irregular="1")
    figures = body(table, "board-ruling", "?kind=illegal_move").partition('class="before-after"')[2]
    before, after = figures.partition('class="remedy-')[0].split("<figcaption")[:2]
    assert "Position now" in before and "Position after the ruling" in after
    assert before.count("<use") == after.count("<use")


def test_a_tile_knows_how_much_time_its_clocks_began_with(table: Any) -> None:
    assert 'data-clock-full="3600000"' in body(table, "boards", board=False)
