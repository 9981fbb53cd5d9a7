"""The bar of a card and what its sheets offer; a preview before and after; the time left around a tile's number."""

import re
from typing import Any

from django.urls import reverse

from tests.pages.html import page_of


def body(table: Any, name: str, query: str = "", *, board: bool = True) -> str:
    args = [table.world.slug, *([table.game.pk] if board else [])]
    answer = table.client("artur").get(reverse(name, args=args) + query)
    assert answer.status_code == 200
    assert page_of(answer).problems == []
    return answer.content.decode()


def bar(html: str) -> list[str]:
    """The names of the bar's buttons."""
    inside = html.partition('class="card-bar"')[2]
    return [name.strip() for name in re.findall(r"<summary[^>]*>(.*?)</summary>", inside, re.DOTALL)]


def test_a_board_in_play_is_stopped_ruled_on_decided_or_called_to(table: Any) -> None:
    assert bar(body(table, "board-card")) == ["Stop clocks", "Rule", "Result", "Call"]


def test_a_helper_finds_only_what_helpers_may(table: Any) -> None:
    answer = table.client("hana").get(reverse("board-card", args=[table.world.slug, table.game.pk]))
    assert bar(answer.content.decode()) == ["Result", "Call"]


def test_the_commonest_rulings_come_first_and_none_is_missing(table: Any) -> None:
    sheet = body(table, "board-card").partition('id="rulings-here"')[2].partition("</details>")[0]
    names = re.findall(r'<li class="incident"><span>(.*?)</span>', sheet)
    assert names[:6] == [
        "Touch-move",
        "Draw claim",
        "Flag fall",
        "Phone or other electronic device",
        "Pieces displaced",
        "Late arrival or absence",
    ]
    assert len(names) == len(set(names)) > 12
    assert "Adjust time" not in names and "?kind=penalty" in sheet


def test_a_preview_shows_the_position_before_and_after_where_it_changes(table: Any) -> None:
    assert 'class="before-after"' not in body(table, "board-ruling", "?incident=distracting&side=white")
    table.move("alice", "e2-e5", irregular="1")
    partition = body(table, "board-ruling", "?kind=illegal_move").partition('class="before-after"')[2]
    before, after = partition.partition('class="remedy-')[0].split("<figcaption")[:2]
    assert "Position now" in before and "Position after the ruling" in after
    assert before.count("<use") == after.count("<use")


def test_a_tile_knows_how_much_time_its_clocks_began_with(table: Any) -> None:
    assert 'data-clock-full="3600000"' in body(table, "boards", board=False)
