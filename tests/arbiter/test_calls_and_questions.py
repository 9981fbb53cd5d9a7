"""A named arbiter answers each call once, and each question of an electronic board."""

from typing import Any

import pytest

from arbiter.models import Ruling
from arbiter.services.answers import answer_board_question, answer_call
from arbiter.services.reversal import reverse
from arbiter.services.ruling import rule_illegal_move
from games.models.game import Game
from games.models.record import RecordEntry
from games.services.moves import call_arbiter
from games.states import state_of
from games.texts import put_to
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tavleya.record.clock_entries import CallReason
from tavleya.record.entries import GamePhase
from tests.pages.live.conftest import started_world
from tests.refusals import refused
from tests.world import World, later
from tournaments.models.activity import Log
from tournaments.models.boards import BoardQuestion, GameSource
from venue.services.reports import report_boards

pytestmark = pytest.mark.django_db


def call(world: World, username: str, reason: str, *, seconds: int = 10, text: str = "") -> Game:
    at = {"actor": world.people[username], "now": later(seconds=seconds), "game_id": world.board.pk}
    return call_arbiter(**at, reason=reason, said={"text": text})


def answer(world: World, *, upheld: bool = True, seconds: int = 70, **more: object) -> Ruling:
    common: dict[str, object] = {"note": "The clock was replaced.", **more}
    seq = common.pop("call", None) or state_of(world.board).calls[0].seq
    at = {"actor": world.artur, "now": later(seconds=seconds), "game_id": world.board.pk}
    return answer_call(**at, call=seq, upheld=upheld, **common)


@pytest.mark.parametrize("upheld", [True, False])
@pytest.mark.parametrize(("game", "regime"), [("tavreli", "tavreli-1997"), ("chess", "fide-2023")])
def test_an_answer_to_a_call_cites_no_penalty(upheld: bool, game: str, regime: str) -> None:
    world = started_world(game=game, regime=regime)
    call(world, "alice", CallReason.CLOCK)
    ruling = answer(world, upheld=upheld)
    assert (ruling.article, ruling.penalty_article) == ("", "")


@pytest.fixture
def started() -> World:
    return started_world()


@pytest.mark.article("tavreli:6.12")
def test_a_call_stops_the_clocks_and_its_answer_starts_them_where_they_stood(started: World) -> None:
    game = call(started, "alice", CallReason.CLOCK, seconds=25)
    assert (game.phase, game.calls) == ("paused", 1)
    ruling = answer(started)
    state = state_of(started.board)
    assert (state.phase.value, state.calls) == ("playing", ())
    # 25 seconds less 10 of the delay were used before the call, and nothing while the arbiter was there.
    assert state.clock.readings(state.at).white.ms == 60 * 60_000 - 15_000
    assert (ruling.arbiter_id, ruling.outcome) == (started.artur.user_id, "applied")
    assert ruling.at == later(seconds=70)
    entry = RecordEntry.objects.get(game=game, kind="decision")
    put_to([entry])
    (note,) = entry.texts
    assert (entry.user_id, note.name, note.text) == (started.artur.user_id, "note", "The clock was replaced.")


def test_an_absent_opponent_keeps_their_clock_running(started: World) -> None:
    started.play("e2-e4")
    game = call(started, "alice", CallReason.ABSENT)
    assert (game.phase, game.calls) == ("playing", 1)
    answer(started, note="White came back.")
    assert (started.board.phase, started.board.calls) == ("playing", 0)


@pytest.mark.parametrize("tracking", ["result", "sheets"])
def test_boards_that_are_not_followed_can_be_called_to_before_and_after_the_start(tracking: str) -> None:
    world = World(tracking=tracking)
    assert call(world, "bob", CallReason.ABSENT).phase == "pending"
    assert call(world, "hana", CallReason.DISTURBANCE).calls == 2
    answer(world, upheld=False, note="")
    assert (world.board.phase, world.board.calls) == ("pending", 1)


def test_the_clocks_stay_stopped_with_another_call_open_or_if_the_arbiter_keeps_them_so(started: World) -> None:
    call(started, "alice", CallReason.TOUCH)
    call(started, "bob", CallReason.DISTURBANCE)
    answer(started)
    assert (started.board.phase, started.board.calls) == ("paused", 1)
    answer(started)
    assert started.board.phase == "playing"
    call(started, "alice", CallReason.TOUCH, seconds=80)
    answer(started, resume=False, seconds=90)
    assert (started.board.phase, started.board.calls) == ("paused", 0)


def test_another_reason_has_to_be_written_and_an_unknown_one_is_refused(started: World) -> None:
    for reason, text, code in (
        ("other", "  ", "call_text_missing"),
        ("hunger", "", "no_such_reason"),
        ("clock_fault", "x" * 301, "call_text_too_long"),
    ):
        with refused(BadInput, code):
            call(started, "alice", reason, text=text)
    assert started.board.calls == 0
    call(started, "alice", "other", text="The lamp has gone out.")
    assert started.board.snapshot["calls"][0]["text"] == "The lamp has gone out."


def test_a_call_is_answered_once_and_the_second_arbiter_gets_a_conflict(started: World) -> None:
    call(started, "alice", CallReason.TOUCH)
    with refused(Conflict, "already_called"):
        call(started, "alice", CallReason.TOUCH, seconds=12)
    seen, seq = started.board.seq, state_of(started.board).calls[0].seq
    with pytest.raises(BadInput):
        answer(started, note=" ")
    answer(started, call=seq, expected=seen)
    with refused(Conflict, "stale"):
        answer(started, call=seq, expected=seen)
    with refused(Conflict, "call_not_open"):
        answer(started, call=seq)
    reverse(actor=started.artur, now=later(seconds=75), ruling_id=Ruling.objects.get().pk, note="The wrong board.")
    assert (started.board.phase, started.board.calls) == ("paused", 1), "the call is open again"


LINE = ["e2e4", "e7e5", "g1f3", "b8c6"]
OTHER = ["e2e4", "e7e5", "f1c4", "g8f6", "d2d3"]
Answer = BoardQuestion.Answer


@pytest.fixture
def world(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="60+30", tracking="live")


def open_question(world: World, seconds: float = 0, **arguments: Any) -> BoardQuestion:
    (report,) = report_boards(
        actor=world.hana, now=later(seconds=seconds), round_id=world.rounds[0].pk, source="hall A",
        reports=[{"board": 1, **arguments}],
    )  # fmt: skip
    return report.question


def answer_question(world, question, choice, seconds=100, **more):
    common = {"actor": world.artur, "now": later(seconds=seconds), **more}
    return answer_board_question(**common, board_question_id=question.pk, answer=choice)


def line(world: World) -> list[str]:
    return [ply.text for ply in state_of(world.board).line.plies]


def differing(world: World) -> BoardQuestion:
    world.started()
    world.play(*LINE)
    return open_question(world, seconds=60, moves=OTHER)


def test_the_moves_of_the_board_take_the_place_of_the_records_by_a_ruling(world: World) -> None:
    answer_question(world, differing(world), Answer.TAKEN)
    assert line(world) == OTHER and state_of(world.board).phase is GamePhase.PLAYING
    ruling = world.board.rulings.get()
    assert (ruling.kind, ruling.facts["ply"]) == ("restored", 2)
    assert len([ply for ply in state_of(world.board).plies if ply.struck]) == 2
    (report,) = report_boards(
        actor=world.hana, now=later(seconds=120), round_id=world.rounds[0].pk, source="hall A",
        reports=[{"board": 1, "moves": OTHER}],
    )  # fmt: skip
    assert (report.code, report.question) == ("same", None)
    assert BoardQuestion.objects.get().gone_at == later(seconds=120)


def test_an_illegal_move_is_entered_as_one_and_ruled_on_as_any_other(world: World) -> None:
    question = open_question(world, moves=[*LINE, "e1e5"])
    answer_question(world, question, Answer.TAKEN)
    assert state_of(world.board).line.plies[-1].irregular
    assert rule_illegal_move(actor=world.artur, now=later(seconds=200), game_id=world.board.pk)
    assert line(world) == LINE


def test_a_proposed_result_is_entered_by_one_tap_also_by_a_helper(world: World) -> None:
    question = open_question(world, moves=LINE, result="1-0")
    answer_board_question(actor=world.hana, now=later(seconds=1), board_question_id=question.pk, answer=Answer.TAKEN)
    assert world.board.result == "1-0"
    with pytest.raises(NotFound):
        answer_question(world, question, Answer.KEPT)


def test_the_record_stands_and_is_kept_by_hand(world: World) -> None:
    question = differing(world)
    with pytest.raises(NotPermitted):
        answer_board_question(actor=world.hana, now=later(seconds=1), board_question_id=question.pk, answer=Answer.KEPT)
    answer_question(world, question, Answer.BY_HAND)
    assert line(world) == LINE and GameSource.objects.get().feed == "hand"
    assert Log.objects.get(action="board.question_answered").after["answer"] == "by_hand"
    with pytest.raises(NotFound):
        answer_question(world, question, Answer.DISMISSED)


def test_only_what_is_known_to_be_entered_is_entered(world: World) -> None:
    question = open_question(world, faults=[{"code": "offline"}])
    with pytest.raises(Conflict, match="cannot be entered"):
        answer_question(world, question, Answer.TAKEN)
    question = differing(world)
    with pytest.raises(Conflict, match="continued"):
        answer_question(world, question, Answer.TAKEN, expected=1)
    assert line(world) == LINE and BoardQuestion.objects.filter(answered_at=None).count() == 2
