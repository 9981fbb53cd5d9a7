"""A board without recorded moves or clock: it is played with its round, and unknown values are not shown."""

import pytest
from django.urls import reverse

from arbiter.selectors.boards import boards_of
from games.models.record import milliseconds
from tavleya.record.phase import GamePhase
from tests.pages.console.test_rulings_on_paper_boards import PAPER, card, rule, send, typed_in
from tests.pages.live.table import Table
from tests.world import NOW, World
from tournaments.services.results import enter_result
from tournaments.services.rounds import publish_round, start_round


@pytest.fixture
def table(table_of, monkeypatch, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    table = table_of(**PAPER)
    monkeypatch.setattr("arbiter.views.rule.timezone", type("Clock", (), {"now": staticmethod(table.now)}))
    return table


def console(table: Table) -> str:
    return reverse("boards", args=[table.world.slug])


def test_it_runs_with_its_round_until_it_has_a_result(db):
    world = World(game="chess", regime="fide-2023", control="15+10", tracking="result", published=False)

    def phases() -> list[GamePhase]:
        return [board.phase for board in boards_of(world.event, milliseconds(NOW))]

    publish_round(actor=world.olga, now=NOW, round_id=world.rounds[0].pk)
    assert phases() == [GamePhase.PENDING]
    start_round(actor=world.olga, now=NOW, round_id=world.rounds[0].pk)
    assert phases() == [GamePhase.PLAYING]
    enter_result(actor=world.hana, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    assert phases() == [GamePhase.FINISHED]


def test_no_clock_no_diagram_and_no_side_to_move_before_moves_are_typed_in(table, read):
    client = table.client("artur")
    tiles = client.get(console(table)).content.decode()
    assert "tile-clock" not in tiles and "to-move" not in tiles
    page = client.get(card(table)).content.decode()
    assert "board-frame" not in page and "to-move" not in page
    assert reverse("board-clocks", args=[table.world.slug, table.game.pk]) not in page
    assert "Playing" in read(client.get(card(table)))
    typed_in(table, "e4", "e5")
    assert "board-frame" in client.get(card(table)).content.decode()


def test_the_time_of_a_ruling_is_shown_as_a_clock_setting_and_reversed_on_undo(table, read):
    fields = {"offender": "white"}
    assert "Set the clock at the board to: Black +2:00" in read(
        send(table, "illegal_move", "preview", **fields)
    )
    applied = rule(table, "illegal_move", **fields)
    client = table.client("artur")
    client.cookies.update(applied.cookies)
    address = reverse("board-ruling-undo", args=[table.world.slug, table.game.pk, 1])
    text = client.get(address)
    assert "Set the clock at the board to: Black −2:00" in read(text)
    assert 'name="clock_' not in text.content.decode() and 'name="resume"' not in text.content.decode()
    undone = client.post(address, {"seq": table.game.seq, "note": "It was legal."}, follow=True)
    assert "Ruling 1 has been undone. Set the clock at the board: Black −2:00." in read(undone)
    assert "Ruling undone: undone" not in read(undone)
    assert table.game.rulings.get(number=2).clock_before is None


def test_a_ruling_lists_the_points_that_it_changes_and_folds_the_places(table_of, read):
    table = table_of(**PAPER, others=("dora", "emil", "fedor", "galina"))
    visible = send(table, "flag", "preview", side="white")
    page = visible.content.decode()
    above, folded = (
        page.partition('class="remedy"')[2].partition('class="remedy-articles"')[0].split("<details")
    )
    assert above.count('<tr><th scope="row">') == 1 and "0 → 1" in above
    assert folded.count('<tr><th scope="row">') == 5
    assert "5 players only change place" in read(visible)


def test_a_call_is_quoted_as_the_language_quotes(table, read):
    address = reverse("board-action", args=[table.world.slug, table.game.pk, "call"])
    values = {"seq": table.game.seq, "side": "white", "reason": "disturbance", "text": "Talks"}
    table.client("artur").post(address, values)
    assert "disturbance, “Talks”" in read(table.client("artur").get(card(table)))
