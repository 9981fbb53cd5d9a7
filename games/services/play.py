"""What players (and officers for them) do at a board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from django.db import transaction

from common.actors import Actor, Role, Standing
from common.errors import Conflict
from common.permissions import Action, require
from common.sides import Side
from core.record import acts
from core.record.entries import Draft
from core.record.state import State
from games import hooks
from games.messages import say
from games.models import Depth, Game
from games.services.record import acting_side, append, check_expected, lock_game
from games.states import state_of

_ARBITERS = frozenset({Role.CHIEF_ARBITER, Role.ARBITER})


def _act(
    game_id: int,
    expected: int | None,
    act: Callable[[Game, State, Standing], tuple[Draft, ...]],
    *,
    actor: Actor,
    now: datetime,
    request: str,
) -> Game:
    """Lock, look, act, append: the shape of everything that happens at a board."""
    with transaction.atomic():
        game = lock_game(game_id)
        standing = hooks.standing_of(actor, game)
        require(standing, Action.PLAY)
        check_expected(game, expected)
        state = state_of(game)
        append(game, state, act(game, state, standing), actor=actor, now=now, request=request)
        return game


def start_game(*, actor: Actor, now: datetime, game_id: int, request: str = "") -> Game:
    """Start the clock of the side that moves first."""

    def act(game: Game, state: State, standing: Standing) -> tuple[Draft, ...]:
        require(standing, Action.START_GAME)
        return acts.start(state)

    return _act(game_id, None, act, actor=actor, now=now, request=request)


def play_move(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    text: str,
    side: Side | None = None,
    expected: int | None = None,
    irregular: bool = False,
    press: bool = True,
    offer: bool = False,
    language: str = "",
    request: str = "",
) -> Game:
    """Record a move of a live board (tavreli 1.1, 6.7).

    `text` is in any notation of the game.  `irregular`: it was so played on the board against the rules.  `press` off:
    the piece is put down and the clock not yet pressed.  `expected` is the number of the entry that the player saw
    last.  Raises UnreadableMove, IllegalMove, AmbiguousMove, NotPermitted, or Conflict (`out_of_turn`, `stale`,
    `already_finished`, `clocks_stopped` …); then nothing is written.
    """

    def act(game: Game, state: State, standing: Standing) -> tuple[Draft, ...]:
        if game.depth != Depth.LIVE:
            raise Conflict(say("not_live"))
        mover = acting_side(standing, Action.PLAY, side, state)
        return acts.move(state, mover, text, irregular=irregular, press=press, offer=offer, language=language)

    return _act(game_id, expected, act, actor=actor, now=now, request=request)


def press_clock(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    side: Side | None = None,
    expected: int | None = None,
    request: str = "",
) -> Game:
    """Complete a move by pressing the clock (tavreli 6.7)."""

    def act(game: Game, state: State, standing: Standing) -> tuple[Draft, ...]:
        return acts.press(state, acting_side(standing, Action.PLAY, side, state))

    return _act(game_id, expected, act, actor=actor, now=now, request=request)


def offer_draw(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    side: Side | None = None,
    expected: int | None = None,
    request: str = "",
) -> Game:
    """Offer a draw; against a standing offer of the opponent this is to accept it (tavreli 9.1)."""

    def act(game: Game, state: State, standing: Standing) -> tuple[Draft, ...]:
        offering = acting_side(standing, Action.PLAY, side, state)
        if state.offer is not None and state.offer.side is not offering:
            _may_agree(game, standing)
        return acts.offer_draw(state, offering)

    return _act(game_id, expected, act, actor=actor, now=now, request=request)


def answer_draw(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    accept: bool,
    side: Side | None = None,
    expected: int | None = None,
    request: str = "",
) -> Game:
    """Accept or decline the opponent's offer in words."""

    def act(game: Game, state: State, standing: Standing) -> tuple[Draft, ...]:
        answering = side or (state.offer.side.other if state.offer else None)
        if accept and state.offer is not None:
            _may_agree(game, standing)
        return acts.answer_draw(state, acting_side(standing, Action.PLAY, answering, state), accept=accept)

    return _act(game_id, expected, act, actor=actor, now=now, request=request)


def _may_agree(game: Game, standing: Standing) -> None:
    """Raises Conflict `agreement_too_early` where the regulations want more moves; an arbiter may let them agree."""
    bar = None if standing.roles & _ARBITERS else hooks.agreement_bar(game)
    if bar is not None:
        raise Conflict(bar)


def resign(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    side: Side | None = None,
    expected: int | None = None,
    request: str = "",
) -> Game:
    def act(game: Game, state: State, standing: Standing) -> tuple[Draft, ...]:
        return acts.resign(state, acting_side(standing, Action.PLAY, side, state))

    return _act(game_id, expected, act, actor=actor, now=now, request=request)


def call_arbiter(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    reason: str,
    side: Side | None = None,
    said: Mapping[str, object] | None = None,
    expected: int | None = None,
    request: str = "",
) -> Game:
    """Stop the clocks and call the arbiter.  `said` is what the caller reports, as plain values."""

    def act(game: Game, state: State, standing: Standing) -> tuple[Draft, ...]:
        return acts.call_arbiter(
            state, acting_side(standing, Action.CALL_ARBITER, side, state), reason, said or {}
        )

    return _act(game_id, expected, act, actor=actor, now=now, request=request)


def stop_clocks(*, actor: Actor, now: datetime, game_id: int, reason: str, request: str = "") -> Game:
    """Stop both clocks (tavreli 6.12)."""

    def act(game: Game, state: State, standing: Standing) -> tuple[Draft, ...]:
        require(standing, Action.STOP_CLOCKS)
        return acts.pause(state, reason)

    return _act(game_id, None, act, actor=actor, now=now, request=request)


def resume_play(
    *, actor: Actor, now: datetime, game_id: int, side: Side | None = None, request: str = ""
) -> Game:
    """Start the clock of the side to move, or of `side`."""

    def act(game: Game, state: State, standing: Standing) -> tuple[Draft, ...]:
        require(standing, Action.STOP_CLOCKS)
        return acts.resume(state, side)

    return _act(game_id, None, act, actor=actor, now=now, request=request)
