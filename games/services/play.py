"""Acts of players (and of officers for them) at a board."""

from collections.abc import Callable, Mapping
from datetime import datetime

from django.db import transaction

from games import hooks
from games.models.game import Game
from games.services.record import acting_side, append, check_expected, followed, lock_game
from games.states import state_of
from tavleya.actors import Actor, Role, Standing
from tavleya.errors import Conflict
from tavleya.permissions import Action, require
from tavleya.record import commands
from tavleya.record.entries import EntryDraft
from tavleya.record.state import State
from tavleya.sides import Side

_ARBITERS = frozenset({Role.CHIEF_ARBITER, Role.ARBITER})


def _run(
    game_id: int,
    expected: int | None,
    command: Callable[[Game, State, Standing], tuple[EntryDraft, ...]],
    *,
    actor: Actor,
    now: datetime,
    idempotency_key: str,
) -> Game:
    """Lock, look, act, append: the shape of everything that happens at a board."""
    with transaction.atomic():
        game = lock_game(game_id)
        standing = hooks.standing_of(actor, game)
        require(standing, Action.PLAY)
        check_expected(game, expected)
        state = state_of(game)
        append(
            game, state, command(game, state, standing), actor=actor, now=now, idempotency_key=idempotency_key
        )
        return game


def _side_command(
    action: Action, side: Side | None, command: Callable[[State, Side], tuple[EntryDraft, ...]]
) -> Callable[[Game, State, Standing], tuple[EntryDraft, ...]]:
    """Run a command of a player, or of an officer for `side`, after checking the permission."""
    return lambda game, state, standing: command(state, acting_side(standing, action, side, state))


def _arbiter_command(
    action: Action, command: Callable[[State], tuple[EntryDraft, ...]]
) -> Callable[[Game, State, Standing], tuple[EntryDraft, ...]]:
    def checked(game: Game, state: State, standing: Standing) -> tuple[EntryDraft, ...]:
        require(standing, action)
        return command(state)

    return checked


def start_game(*, actor: Actor, now: datetime, game_id: int, idempotency_key: str = "") -> Game:
    """Start the clock of the side that moves first.

    Raises: Conflict ("not_live") if the clock is a physical one, and the service's clock would not be used.
    """

    def start(game: Game, state: State, standing: Standing) -> tuple[EntryDraft, ...]:
        require(standing, Action.START_GAME)
        followed(game)
        return commands.start(state)

    return _run(game_id, None, start, actor=actor, now=now, idempotency_key=idempotency_key)


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
    idempotency_key: str = "",
) -> Game:
    """Record a move of a live board (tavreli 1.1, 6.7).

    `text` is in any notation of the game.  `irregular`: it was played on the board against the rules.  `press` off: the
    piece is put down and the clock not yet pressed.  `expected` is the number of the last entry that the player saw.
    Raises: UnreadableMove, IllegalMove, AmbiguousMove, NotPermitted, Conflict ("out_of_turn", "stale",
    "already_finished", "clocks_stopped" …); then nothing is written.
    """

    def command(game: Game, state: State, standing: Standing) -> tuple[EntryDraft, ...]:
        return move_drafts(
            game,
            state,
            standing,
            text,
            side,
            irregular=irregular,
            press=press,
            offer=offer,
            language=language,
        )

    return _run(game_id, expected, command, actor=actor, now=now, idempotency_key=idempotency_key)


def move_drafts(
    game: Game,
    state: State,
    standing: Standing,
    text: str,
    side: Side | None,
    *,
    press: bool,
    offer: bool,
    language: str,
    irregular: bool = False,
) -> tuple[EntryDraft, ...]:
    """Return the entries of a move at a live board.  Raises the errors of `play_move`."""
    followed(game)
    mover = acting_side(standing, Action.PLAY, side, state)
    return commands.move(state, mover, text, irregular=irregular, press=press, offer=offer, language=language)


def press_clock(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    side: Side | None = None,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Game:
    """Complete a move by pressing the clock (tavreli 6.7)."""
    press = _side_command(Action.PLAY, side, commands.press)
    return _run(game_id, expected, press, actor=actor, now=now, idempotency_key=idempotency_key)


def offer_draw(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    side: Side | None = None,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Game:
    """Offer a draw; against a standing offer of the opponent this is to accept it (tavreli 9.1)."""

    def command(game: Game, state: State, standing: Standing) -> tuple[EntryDraft, ...]:
        offering = acting_side(standing, Action.PLAY, side, state)
        if state.offer is not None and state.offer.side is not offering:
            _may_agree(game, standing)
        return commands.offer_draw(state, offering)

    return _run(game_id, expected, command, actor=actor, now=now, idempotency_key=idempotency_key)


def answer_draw(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    accept: bool,
    side: Side | None = None,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Game:
    """Accept or decline the opponent's offer in words."""

    def command(game: Game, state: State, standing: Standing) -> tuple[EntryDraft, ...]:
        answering = side or (state.offer.side.other if state.offer else None)
        if accept and state.offer is not None:
            _may_agree(game, standing)
        return commands.answer_draw(
            state, acting_side(standing, Action.PLAY, answering, state), accept=accept
        )

    return _run(game_id, expected, command, actor=actor, now=now, idempotency_key=idempotency_key)


def _may_agree(game: Game, standing: Standing) -> None:
    """Check the minimum number of moves for a draw by agreement, unless an arbiter permits it.

    Raises: Conflict ("agreement_too_early").
    """
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
    idempotency_key: str = "",
) -> Game:
    resign = _side_command(Action.PLAY, side, commands.resign)
    return _run(game_id, expected, resign, actor=actor, now=now, idempotency_key=idempotency_key)


def call_arbiter(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    reason: str,
    side: Side | None = None,
    said: Mapping[str, object] | None = None,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Game:
    """Stop the clocks and call the arbiter.  `said` is the caller's report, as plain values."""
    call = _side_command(
        Action.CALL_ARBITER,
        side,
        lambda state, caller: commands.call_arbiter(state, caller, reason, said or {}),
    )
    return _run(game_id, expected, call, actor=actor, now=now, idempotency_key=idempotency_key)


def stop_clocks(*, actor: Actor, now: datetime, game_id: int, reason: str, idempotency_key: str = "") -> Game:
    """Stop both clocks (tavreli 6.12)."""
    stop = _arbiter_command(Action.STOP_CLOCKS, lambda state: commands.pause(state, reason))
    return _run(game_id, None, stop, actor=actor, now=now, idempotency_key=idempotency_key)


def resume_play(
    *, actor: Actor, now: datetime, game_id: int, side: Side | None = None, idempotency_key: str = ""
) -> Game:
    """Start the clock of the side to move, or of `side`."""
    resume = _arbiter_command(Action.STOP_CLOCKS, lambda state: commands.resume(state, side))
    return _run(game_id, None, resume, actor=actor, now=now, idempotency_key=idempotency_key)
