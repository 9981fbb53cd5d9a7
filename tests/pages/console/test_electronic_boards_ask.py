"""The console shows where an electronic board disagrees: in the queue, on the tile, and on the card with two boards."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from games.states import state_of
from tests.world import World, later
from tournaments.models.boards import BoardQuestion, ElectronicBoard, GameSource
from venue.services.reports import assign_board, report_boards

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="60+30", others=("dora", "emil"), tracking="live")


def client(world: World, name: str = "artur") -> Client:
    result = Client(headers={"accept-language": "en"})
    result.force_login(get_user_model().objects.get(pk=world.people[name].user_id))
    return result


def report(world: World, *reports: dict[str, Any], seconds: float = 10) -> None:
    report_boards(
        actor=world.hana, now=later(seconds=seconds), round_id=world.rounds[0].pk, source="hall A", reports=reports
    )


def card(world: World, name: str = "artur") -> str:
    return client(world, name).get(reverse("board-card", args=["spring-cup", world.board.pk])).content.decode()


def act(world: World, action: str, name: str = "artur", **arguments: Any) -> Any:
    url = reverse("board-action", args=["spring-cup", world.board.pk, action])
    return client(world, name).post(url, {"seq": world.board.seq, **arguments})


def test_a_question_waits_in_the_queue_and_on_its_tile_and_goes_by_itself(world: World) -> None:
    console, arbiter = reverse("boards", args=["spring-cup"]), client(world)
    quiet = arbiter.get(console)
    assert "electronic board" not in quiet.content.decode()
    poll = quiet.context["poll"]
    report(world, {"board": 1, "moves": ["e2e4"], "faults": [{"code": "piece_missing", "fen": "8/8/8/8/8/8/8/8"}]})
    answer = arbiter.get(console + poll)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert text.count("A piece is missing on the electronic board") == 2, "in the queue and on the tile"
    assert 'class="tile tile-warned"' in text and "#board-questions" in text
    report(world, {"board": 1, "moves": ["e2e4"], "faults": []}, seconds=20)
    assert "electronic board" not in arbiter.get(console + answer.context["poll"]).content.decode()


def test_the_card_shows_both_boards_with_the_squares_that_differ(world: World) -> None:
    report(world, {"board": 1, "moves": ["e2e4", "e7e5"]})
    report(world, {"board": 1, "moves": ["e2e4", "c7c5"]})
    text = card(world)
    assert "The electronic board shows other moves from 1… c7c5 on" in text
    questions = text[text.index('id="board-questions"') :]
    questions = questions[: questions.index("</section>")]
    assert questions.count("<svg") == 2
    assert "The record: 1… e5" in questions and "The electronic board: 1… c5" in questions
    for square in ("c5", "c7", "e5", "e7"):
        assert questions.count(f'last" data-square="{square}"') == 2, square
    assert questions.count('last" data-square') == 8


def test_one_button_takes_over_the_moves_of_the_electronic_board(world: World) -> None:
    report(world, {"board": 1, "moves": ["e2e4", "e7e5"]})
    report(world, {"board": 1, "moves": ["e2e4", "c7c5"]})
    question = BoardQuestion.objects.get()
    assert act(world, "board-question", question=question.pk, do="taken").status_code == 302
    assert [ply.text for ply in state_of(world.board).line.plies] == ["e2e4", "c7c5"]
    assert "electronic board differs" not in card(world)
    second = act(world, "board-question", question=question.pk, do="taken")
    assert second.status_code == 404 and "no longer open" in second.content.decode()
    assert act(world, "board-question", question=question.pk, do="guess").status_code == 422


def test_a_proposed_result_has_one_button_also_for_a_helper(world: World) -> None:
    report(world, {"board": 1, "moves": ["e2e4"], "result": "1-0"})
    text = card(world, "hana")
    assert "The electronic board shows 1 – 0: enter it?" in text and "Enter 1 – 0" in text
    assert "Keep the record" not in text
    act(world, "board-question", "hana", question=BoardQuestion.objects.get().pk, do="taken")
    assert world.board.result == "1-0"


def test_the_source_of_a_game_is_shown_and_changed_in_one_tap(world: World) -> None:
    report(world, {"board": 1, "moves": ["e2e4"]})
    assert 'value="board" aria-pressed="true"' in card(world)
    act(world, "source", feed="hand")
    assert GameSource.objects.get().feed == "hand"
    assert 'value="hand" aria-pressed="true"' in card(world)
    assert act(world, "source", feed="wire").status_code == 422
    assert act(world, "source", "hana", feed="pgn").status_code == 403


def test_a_placement_that_no_game_could_have_is_shown_all_the_same(world: World) -> None:
    world.started()
    report(world, {"board": 1, "faults": [{"code": "mismatch", "fen": "rnbqkbnr/8/8/8/8/8/8/RNBQ1BNR"}]})
    assert card(world).count("<svg") >= 2
    BoardQuestion.objects.update(shown={"fen": "not a placement"})
    assert "shows another position" in card(world)


def test_a_board_that_reports_without_a_table_is_shown_with_a_link_to_assign_one(world: World) -> None:
    console, arbiter = reverse("boards", args=["spring-cup"]), client(world)
    poll = arbiter.get(console).context["poll"]
    report(world, {"serial": "24017", "moves": ["e2e4"], "faults": [{"code": "unknown_serial"}]})
    content = arbiter.get(console + poll).content.decode()
    assert "electronic boards without a table: 24017" in content
    assert "/desk/spring-cup/open/electronic-boards/" in content
    assign_board(actor=world.hana, now=later(seconds=20), section_id=world.section.pk, serial="24017", table=1)
    assert "without a table" not in arbiter.get(console).content.decode()


def test_a_board_whose_report_names_its_table_is_not_without_one(world: World) -> None:
    report(world, {"serial": "24018", "moves": []})
    report(world, *({"board": 1, "serial": serial, "moves": []} for serial in ("24018", "24019")), seconds=11)
    tables = dict(ElectronicBoard.objects.values_list("serial", "table"))
    assert tables == {"24018": 1, "24019": None}, "one board at a table"


def test_jumps_of_one_clock_are_one_question(world: World) -> None:
    jumps = [{"code": "clock_jump", "ply": ply} for ply in (1, 2, 3)]
    report(world, {"board": 1, "moves": ["e2e4", "e7e5", "g1f3"], "faults": jumps})
    assert list(BoardQuestion.objects.filter(gone_at=None).values_list("ply", flat=True)) == [3]
