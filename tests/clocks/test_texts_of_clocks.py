"""Time controls and times in words and figures, the form field, and clock readings that arbiters type."""

import re
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import translation

from arbiter.services.clock_readings import adjust_time
from clocks.graph import clock_graph
from clocks.labels import control_label, time_left
from clocks.readings import MoveTime, TimeControlField, move_times, parse_change, parse_reading
from games.services.moves import play_move, resume_play, stop_clocks
from games.states import state_of
from tavleya.clocks.controls import DAY, HOUR, MINUTE, SECOND
from tavleya.clocks.timekeeping import clock_text
from tavleya.errors import BadInput
from tavleya.sides import Side
from tests.pages.html import page_of
from tests.refusals import refused
from tests.world import World, later


@pytest.mark.parametrize(("control", "text"), [
    ("", ""), ("10", "10 min"), ("90+30", "90 min; 30 s added per move"),
    ("60 d10", "60 min; a delay of 10 s before each move"), ("40/90:30", "90 min for 40 moves, then 30 min"),
    ("40/90+30:30+30", "90 min for 40 moves, then 30 min; 30 s added per move"),
    ("40/90:30+30", "90 min for 40 moves, then 30 min + 30 s added per move"), ("2m30s", "2 min 30 s"),
])  # fmt: skip
def test_a_time_control_is_printed_as_in_a_programme(control: str, text: str) -> None:
    with translation.override("en"):
        assert control_label(control) == text


@pytest.mark.parametrize(("ms", "text"), [
    (None, ""), (0, "0:00.0"), (9_450, "0:09.4"), (10_000, "0:10"), (245_000, "4:05"), (7_147_000, "1:59:07"),
    (-5, "0:00.0"),
])  # fmt: skip
def test_time_left_is_shown_as_on_a_clock(ms: int | None, text: str) -> None:
    assert time_left(ms) == text


@pytest.mark.parametrize(
    ("text", "value"), [(" 90 + 30 ", "90+30"), ("15 min", "15"), ("40/90+30:30+30", "40/90+30:30+30"), (" ", "")]
)
def test_the_value_is_the_canonical_spelling(text: str, value: str) -> None:
    assert TimeControlField(required=False).clean(text) == value


@pytest.mark.parametrize(("text", "code"), [
    ("quick", "time_control_unreadable"), ("1" * 121, "max_length"), ("60 [carry=no]", "time_control_option_unknown"),
])  # fmt: skip
def test_an_error_has_the_code_of_the_parser_and_its_sentence(text: str, code: str) -> None:
    with pytest.raises(ValidationError) as excinfo:
        TimeControlField(required=False).clean(text)
    (error,) = excinfo.value.error_list
    assert error.code == code
    assert error.messages[0].endswith(".")


@pytest.mark.parametrize(("text", "ms"), [
    ("0:00", 0), ("5:09", 309_000), ("65:09", 3_909_000), ("1:05:09", 3_909_000), ("120:00", 7_200_000),
    ("0:09.4", 9_400), ("0:09,4", 9_400), (" 1:00:00 ", 3_600_000), ("3d 0:00:00", 3 * DAY),
    ("2d 5:07:09", 2 * DAY + 5 * HOUR + 7 * MINUTE + 9 * SECOND), ("1d 0:00:00", DAY), ("23:59:59", DAY - SECOND),
])  # fmt: skip
def test_hours_minutes_and_seconds(text: str, ms: int) -> None:
    assert parse_reading(text) == ms


@pytest.mark.parametrize(("parse", "text"), [
    *((parse_reading, text) for text in ("", "5", "5:60", "1:60:00", "-5:00", "5:0:0:0", "five", "1:2.34", "٣:00 ")),
    *((parse_change, text) for text in ("+1:00\n2", "-", "- -1:00")),
])  # fmt: skip
def test_an_invalid_reading_or_change_is_refused(parse: Callable[[str], int], text: str) -> None:
    with refused(BadInput, "bad_reading"):
        parse(text)


@pytest.mark.parametrize("ms", [0, 100, 9_400, 19_900, 20_000, 59_000, 3_599_000, 3_600_000, 36_000_000])
def test_a_displayed_clock_time_is_read_unchanged(ms: int) -> None:
    assert parse_reading(clock_text(ms)) == ms


@pytest.mark.parametrize(("text", "ms"), [
    ("", 0), (" ", 0), ("2:00", 120_000), ("+0:30", 30_000), ("-0:30", -30_000), ("− 1:00:00", -3_600_000),
])  # fmt: skip
def test_time_is_given_or_taken(text: str, ms: int) -> None:
    assert parse_change(text) == ms


TEXTS = ("e4", "e5", "Nf3", "Nc6")
TIMES = (
    MoveTime(1, 1, Side.WHITE, left=60 * MINUTE),
    MoveTime(2, 1, Side.BLACK, left=60 * MINUTE, spent=MINUTE),
    MoveTime(3, 2, Side.WHITE, left=50 * MINUTE, spent=10 * MINUTE),
    MoveTime(4, 2, Side.BLACK, left=30 * MINUTE, spent=20 * MINUTE),
)


def test_whites_half_of_the_graph_is_above_the_middle_and_blacks_below() -> None:
    graph = clock_graph(TIMES, TEXTS, 3)
    white, black = graph.sides
    # Four places of 250; the longest think and the fullest clock reach 47 from the middle at 50.
    assert white.line == "125.0 3.0 625.0 10.8"
    assert black.line == "375.0 97.0 875.0 73.5"
    assert white.bars == "M437.5 50v-23.5h375.0V50z"
    assert black.bars == "M187.5 50v2.4h375.0V50z M687.5 50v47.0h375.0V50z"
    assert (graph.now, graph.longest) == ("625.0", 20 * MINUTE)


def test_the_graph_is_described_in_words() -> None:
    graph = clock_graph(TIMES, TEXTS, 0)
    assert [side.words for side in graph.sides] == [
        "White: longest think 10:00 (2. Nf3); 50:00 left after the last move.",
        "Black: longest think 20:00 (2… Nc6); 30:00 left after the last move.",
    ]
    assert graph.now == ""


def test_there_is_no_graph_where_no_clock_was_read() -> None:
    bare = (MoveTime(1, 1, Side.WHITE), MoveTime(2, 1, Side.BLACK))
    assert clock_graph(bare, ("e4", "e5"), 2) is None
    assert clock_graph((), (), 0) is None


@pytest.mark.django_db
def test_the_page_of_a_game_has_the_graph_and_its_moves_can_be_found_by_place(client: Client) -> None:
    world = World(game="chess", regime="fide-2023", control="60")
    world.started()
    world.play("e2-e4", "e7-e5", "g1-f3", seconds=7)
    address = f"/events/spring-cup/games/{world.board.pk}/"
    page = page_of(client.get(address, headers={"accept-language": "en"}))
    (graph,) = [values for tag, values in page.attributes if values.get("id") == "clock-graph"]
    places = {values["id"] for _, values in page.attributes if re.match(r"ply-\d+\Z", values.get("id") or "")}
    assert places == {f"ply-{number}" for number in range(1, int(graph["data-plies"]) + 1)}
    assert "White: longest think 0:07 (2. Nf3)" in page.words
    bare = World(game="chess", regime="fide-2023", tracking="result", slug="bare")
    assert b"clock-graph" not in client.get(f"/events/bare/games/{bare.board.pk}/").content


def spent(world: World) -> list[int | None]:
    return [move_time.spent for move_time in move_times(state_of(world.board))]


@pytest.mark.django_db
@pytest.mark.parametrize("control", ["60", "60+30", "60 d10"])
def test_the_time_spent_is_that_from_one_move_to_the_next(control: str) -> None:
    world = World(control=control)
    world.started()
    world.play("e2-e4", "e7-e5", "g1-f3", seconds=7)
    assert spent(world) == [None, 7000, 7000]


def stop(world: World) -> None:
    common = {"actor": world.artur, "game_id": world.board.pk}
    stop_clocks(**common, now=later(seconds=20), reason="Light")
    resume_play(**common, now=later(seconds=620))


def give_time(world: World) -> None:
    change = {"add": {Side.BLACK: 600_000}, "article": "tavreli-1997:6.10", "reason": "The clock stood still."}
    adjust_time(actor=world.artur, now=later(seconds=5), game_id=world.board.pk, **change)


@pytest.mark.django_db
@pytest.mark.parametrize("interrupt", [stop, give_time])
def test_an_interruption_by_the_arbiter_is_no_time_for_a_move(interrupt: Callable[[World], None]) -> None:
    world = World()
    world.started()
    world.play("e2-e4")
    interrupt(world)
    play_move(actor=world.bob, now=later(seconds=625), game_id=world.board.pk, text="e7-e5")
    assert spent(world) == [None, None]
