"""Cases of the examiner's table through the services: ruled on, told, and undone without a trace."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import pytest

from arbiter.services.reversal import reverse
from arbiter.services.ruling import preview, rule
from games.models.game import Game
from games.models.record import milliseconds as milliseconds_of
from games.services.moves import call_arbiter, play_move
from games.states import state_of
from tavleya.law.library import regime
from tavleya.record.fold import fold, snapshot
from tavleya.record.state import State
from tests.tavleya.law.examining import PACE, ExamCase, Outcome, compare, milliseconds, moves_of, params
from tests.world import SYSTEM, World, later

pytestmark = pytest.mark.django_db
TRACKING = {"live": "live", "sheets": "sheets", "paper": "result"}


@pytest.mark.long
@pytest.mark.parametrize("case", params(services=True))
def test_the_ruling_is_the_one_of_the_text_and_undoing_it_gives_back_what_was(case: ExamCase) -> None:
    world = _world(case)
    at = _happened(world, case)
    before = state_of(world.board)
    kind, facts, now = case.said["ruling"], case.get("facts", {}), later(seconds=(at + PACE) / 1000)
    remedy = preview(actor=world.artur, now=now, game=world.board, kind=kind, facts=facts).remedy
    game = world.board
    ruling = rule(actor=world.artur, now=now, game_id=game.pk, kind=kind, facts=facts)
    game.refresh_from_db()
    state = _state(game)
    compare(case, Outcome(regime(case.said["regime"]), state, remedy, at=at + PACE))
    assert (ruling.article, ruling.result) == (remedy.article, state.result.value if state.result else "")
    reverse(actor=world.artur, now=later(seconds=at / 1000 + 60), ruling_id=ruling.pk)
    game.refresh_from_db()
    assert _state_facts(_state(game), now) == _state_facts(before, now)


def _world(case: ExamCase) -> World:
    key = case.said["regime"]
    world = World(
        game=regime(key).game,
        regime=key,
        control=case.get("control", "90+30"),
        tracking=TRACKING[case.get("depth", "live")],
    )
    if world.tracking == "live":
        world.started()
    return world


def _happened(world: World, case: ExamCase) -> int:
    at = 0
    for act in case.get("happened", ()):
        at = _act(world, act, at)
    return at


def _act(world: World, act: str | Mapping[str, Any], at: int) -> int:
    if not isinstance(act, str):
        facts = {name: value for name, value in act.items() if name != "ruling"}
        now = _instant(at + PACE)
        rule(actor=world.artur, now=now, game_id=world.board.pk, kind=act["ruling"], facts=facts)
        return at + PACE
    verb, _, rest = act.partition(" ")
    if verb == "wait":
        return at + milliseconds(rest)
    if verb == "call":
        caller = world.alice if rest.startswith("white") else world.bob
        call_arbiter(actor=caller, now=_instant(at + PACE), game_id=world.board.pk, reason=rest.split()[1])
        return at + PACE
    illegal, pressed = verb.startswith("illegal"), not verb.endswith("unpressed")
    for move in moves_of(act):
        at += PACE
        play_move(
            actor=SYSTEM, now=_instant(at), game_id=world.board.pk, text=move, irregular=illegal,
            press=pressed,
        )  # fmt: skip
    return at


def _instant(at: int) -> datetime:
    return later(seconds=at / 1000)


def _state(game: Game) -> State:
    """The snapshot, which is what the entries fold to."""
    state = fold(row.entry() for row in game.entries.order_by("seq"))
    assert game.snapshot == snapshot(state)
    return state_of(game)


def _state_facts(state: State, at: datetime) -> dict[str, object]:
    """Return everything that a ruling may change, with the clocks at the instant of the ruling."""
    readings = state.clock.readings(max(milliseconds_of(at), state.at)) if state.clock else None
    return {
        "position": state.position.text(),
        "turn": state.turn,
        "result": (state.result, state.termination),
        "counts": [dict(row) for row in (state.illegal, state.penalties, state.claims)],
        "duty": (state.bound, state.must_play, state.offer),
        "clocks": (readings.white.ms, readings.black.ms) if readings else None,
    }
