"""Players call the arbiter for many reasons; a named arbiter answers each call once, and the game continues."""

import pytest

from arbiter.models.ruling import Ruling
from arbiter.services.calls import answer_call
from arbiter.services.reversal import reverse
from games.models.game import Game
from games.models.record import RecordEntry
from games.services.play import call_arbiter
from games.states import state_of
from games.texts import put_to
from tavleya.errors import BadInput, Conflict, NotPermitted
from tavleya.record.calls import CallReason
from tests.tavleya.law.cases import Table
from tests.world import World, later

pytestmark = pytest.mark.django_db


def call(world: World, username: str, reason: str, *, seconds: int = 10, text: str = "") -> Game:
    return call_arbiter(
        actor=world.people[username],
        now=later(seconds=seconds),
        game_id=world.board.pk,
        reason=reason,
        said={"text": text},
    )


def answer(world: World, *, upheld: bool = True, seconds: int = 70, **more: object) -> Ruling:
    common: dict[str, object] = {"note": "The clock was replaced.", **more}
    seq = common.pop("call", None) or state_of(world.board).calls[0].seq
    return answer_call(
        actor=world.artur,
        now=later(seconds=seconds),
        game_id=world.board.pk,
        call=seq,
        upheld=upheld,
        **common,
    )


@pytest.mark.parametrize("upheld", [True, False])
def test_an_answer_to_a_call_cites_no_penalty(upheld: bool) -> None:
    world = World()
    world.started()
    call(world, "alice", CallReason.CLOCK)
    ruling = answer(world, upheld=upheld)
    assert (ruling.article, ruling.penalty_article) == ("", "")


@pytest.mark.parametrize("regime", ["tavreli-1997", "fide-2023"])
def test_a_call_that_is_not_upheld_cites_no_penalty(regime: str) -> None:
    table = Table(regime).started()
    remedy = table.decide("dismissed", 10_000)
    assert (remedy.article, remedy.penalty_article) == ("", "")


@pytest.mark.article("tavreli:6.12")
def test_a_call_stops_the_clocks_and_its_answer_starts_them_where_they_stood() -> None:
    world = World()
    world.started()
    game = call(world, "alice", CallReason.CLOCK, seconds=25)
    assert (game.phase, game.calls) == ("paused", 1)
    ruling = answer(world)
    state = state_of(world.board)
    assert (state.phase.value, state.calls) == ("playing", ())
    # 25 seconds less 10 of the delay were used before the call, and nothing while the arbiter was there.
    assert state.clock.readings(state.at).white.ms == 60 * 60_000 - 15_000
    assert (ruling.arbiter_id, ruling.at, ruling.outcome) == (
        world.artur.user_id,
        later(seconds=70),
        "applied",
    )
    entry = RecordEntry.objects.get(game=game, kind="decision")
    put_to([entry])
    (note,) = entry.texts
    assert (entry.user_id, note.name, note.text) == (world.artur.user_id, "note", "The clock was replaced.")


def test_an_absent_opponent_keeps_their_clock_running() -> None:
    world = World()
    world.started()
    world.play("e2-e4")
    game = call(world, "alice", CallReason.ABSENT)
    assert (game.phase, game.calls) == ("playing", 1)
    answer(world, note="White came back.")
    assert (world.board.phase, world.board.calls) == ("playing", 0)


@pytest.mark.parametrize("tracking", ["result", "sheets"])
def test_boards_that_are_not_followed_can_be_called_to_before_and_after_the_start(tracking: str) -> None:
    world = World(tracking=tracking)
    assert call(world, "bob", CallReason.ABSENT).phase == "pending"
    assert call(world, "hana", CallReason.DISTURBANCE).calls == 2
    answer(world, upheld=False, note="")
    assert (world.board.phase, world.board.calls) == ("pending", 1)


def test_with_another_call_open_the_clocks_stay_stopped() -> None:
    world = World()
    world.started()
    call(world, "alice", CallReason.TOUCH)
    call(world, "bob", CallReason.DISTURBANCE)
    answer(world)
    assert (world.board.phase, world.board.calls) == ("paused", 1)
    answer(world)
    assert world.board.phase == "playing"


def test_the_arbiter_may_keep_the_clocks_stopped() -> None:
    world = World()
    world.started()
    call(world, "alice", CallReason.TOUCH)
    answer(world, resume=False)
    assert (world.board.phase, world.board.calls) == ("paused", 0)


def test_another_reason_has_to_be_written_and_an_unknown_one_is_refused() -> None:
    world = World()
    world.started()
    for reason, text, code in (
        ("other", "  ", "call_text_missing"),
        ("hunger", "", "no_such_reason"),
        ("clock_fault", "x" * 301, "call_text_too_long"),
    ):
        with pytest.raises(BadInput) as excinfo:
            call(world, "alice", reason, text=text)
        assert excinfo.value.code == code
    assert world.board.calls == 0
    call(world, "alice", "other", text="The lamp has gone out.")
    assert world.board.snapshot["calls"][0]["text"] == "The lamp has gone out."


def test_the_same_side_does_not_call_twice_for_one_reason() -> None:
    world = World()
    world.started()
    call(world, "alice", CallReason.TOUCH)
    with pytest.raises(Conflict) as excinfo:
        call(world, "alice", CallReason.TOUCH, seconds=12)
    assert excinfo.value.code == "already_called"


def test_a_call_is_answered_once_and_the_second_arbiter_gets_a_conflict() -> None:
    world = World()
    world.started()
    call(world, "alice", CallReason.TOUCH)
    seen, seq = world.board.seq, state_of(world.board).calls[0].seq
    answer(world, call=seq, expected=seen)
    with pytest.raises(Conflict) as excinfo:
        answer(world, call=seq, expected=seen)
    assert excinfo.value.code == "stale"
    with pytest.raises(Conflict) as exc_info:
        answer(world, call=seq)
    assert exc_info.value.code == "call_not_open"
    assert Ruling.objects.count() == 1


def test_an_answer_says_what_was_done_and_only_arbiters_give_one() -> None:
    world = World()
    world.started()
    call(world, "alice", CallReason.TOUCH)
    with pytest.raises(BadInput):
        answer(world, note=" ")
    with pytest.raises(NotPermitted):
        answer_call(
            actor=world.hana,
            now=later(seconds=20),
            game_id=world.board.pk,
            call=state_of(world.board).calls[0].seq,
            upheld=False,
        )


def test_an_answer_can_be_undone_and_the_call_is_open_again() -> None:
    world = World()
    world.started()
    call(world, "alice", CallReason.TOUCH)
    ruling = answer(world)
    reverse(actor=world.artur, now=later(seconds=75), ruling_id=ruling.pk, note="The wrong board.")
    assert (world.board.phase, world.board.calls) == ("paused", 1)
