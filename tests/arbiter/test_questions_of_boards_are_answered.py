"""An arbiter answers where an electronic board disagrees: what it shows is entered, or the record stands."""

from typing import Any

import pytest

from arbiter.services.board_questions import answer_board_question
from arbiter.services.illegal_moves import rule_illegal_move
from games.states import state_of
from tavleya.errors import Conflict, NotFound, NotPermitted
from tavleya.record.phase import GamePhase
from tests.world import World, later
from tournaments.models.boards import BoardQuestion, GameSource
from tournaments.models.boards import BoardQuestion as Question
from tournaments.models.log import Log
from venue.services.reports import report_boards

pytestmark = pytest.mark.django_db

LINE = ["e2e4", "e7e5", "g1f3", "b8c6"]
OTHER = ["e2e4", "e7e5", "f1c4", "g8f6", "d2d3"]
Answer = Question.Answer


@pytest.fixture
def world(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="60+30", tracking="live")


def open_question(world: World, seconds: float = 0, **arguments: Any) -> BoardQuestion:
    (answer,) = report_boards(
        actor=world.hana, now=later(seconds=seconds), round_id=world.rounds[0].pk, source="hall A",
        reports=[{"board": 1, **arguments}],
    )  # fmt: skip
    return answer.question


def answer(world, question, manner, seconds=100, **more):
    caller = {"actor": world.artur, "now": later(seconds=seconds), **more}
    return answer_board_question(**caller, board_question_id=question.pk, answer=manner)


def line(world: World) -> list[str]:
    return [ply.text for ply in state_of(world.board).line.plies]


def differing(world: World) -> BoardQuestion:
    world.started()
    world.play(*LINE)
    return open_question(world, seconds=60, moves=OTHER)


def test_the_moves_of_the_board_take_the_place_of_the_records_by_a_ruling(world: World) -> None:
    answer(world, differing(world), Answer.TAKEN)
    assert line(world) == OTHER and state_of(world.board).phase is GamePhase.PLAYING
    ruling = world.board.rulings.get()
    assert (ruling.kind, ruling.facts["ply"]) == ("restored", 2)
    assert len([ply for ply in state_of(world.board).plies if ply.struck]) == 2
    (board_answer,) = report_boards(
        actor=world.hana, now=later(seconds=120), round_id=world.rounds[0].pk, source="hall A",
        reports=[{"board": 1, "moves": OTHER}],
    )  # fmt: skip
    assert (board_answer.code, board_answer.question) == ("same", None)
    assert BoardQuestion.objects.get().gone_at == later(seconds=120)


def test_an_illegal_move_is_entered_as_one_and_ruled_on_as_any_other(world: World) -> None:
    question = open_question(world, moves=[*LINE, "e1e5"])
    answer(world, question, Answer.TAKEN)
    assert state_of(world.board).line.plies[-1].irregular
    assert rule_illegal_move(actor=world.artur, now=later(seconds=200), game_id=world.board.pk)
    assert line(world) == LINE


def test_a_proposed_result_is_entered_by_one_tap_also_by_a_helper(world: World) -> None:
    question = open_question(world, moves=LINE, result="1-0")
    answer_board_question(
        actor=world.hana, now=later(seconds=1), board_question_id=question.pk, answer=Answer.TAKEN
    )
    assert world.board.result == "1-0"
    with pytest.raises(NotFound):
        answer(world, question, Answer.KEPT)


def test_the_record_stands_and_is_kept_by_hand(world: World) -> None:
    question = differing(world)
    with pytest.raises(NotPermitted):
        answer_board_question(
            actor=world.hana, now=later(seconds=1), board_question_id=question.pk, answer=Answer.KEPT
        )
    answer(world, question, Answer.BY_HAND)
    assert line(world) == LINE and GameSource.objects.get().feed == "hand"
    assert Log.objects.get(action="board.question_answered").after["answer"] == "by_hand"
    with pytest.raises(NotFound):
        answer(world, question, Answer.DISMISSED)


def test_only_what_is_known_to_be_entered_is_entered(world: World) -> None:
    question = open_question(world, faults=[{"code": "offline"}])
    with pytest.raises(Conflict, match="cannot be entered"):
        answer(world, question, Answer.TAKEN)
    question = differing(world)
    with pytest.raises(Conflict, match="continued"):
        answer(world, question, Answer.TAKEN, expected=1)
    assert line(world) == LINE and BoardQuestion.objects.filter(answered_at=None).count() == 2
