"""Moves that a board or a program at the venue reports: played as if posted one by one, written at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType

from django.db import transaction

from games import hooks
from games.models.game import Game
from games.models.record import milliseconds
from games.services.record import followed, keep, lock_game, write_entries
from games.states import state_of
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, DomainError
from tavleya.permissions import Action, require
from tavleya.record import commands
from tavleya.record.entries import Entry, EntryDraft, EntryKind, GamePhase
from tavleya.record.merging import ListRelation, hold_against
from tavleya.record.state import State
from tavleya.sides import Side

#: During a move, the record's clocks are set to a reading only if they are so far off (ms).
OFF_BY = 5_000


@dataclass(frozen=True, slots=True)
class FollowResult:
    """The relation of a reported list to the record, and the moves played from it.

    `ply`: the first half-move at which the list differs from the record, or that was refused.  `refused`: the reason.
    """

    game: Game
    held: ListRelation
    ply: int = 0
    played: int = 0
    refused: DomainError | None = None


@transaction.atomic
def follow_board(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    moves: Sequence[str],
    shown: Mapping[int, int] | None = None,
    reading: Mapping[Side, int] | None = None,
) -> FollowResult:
    """Play the moves of `moves`, the whole game so far, that the record lacks; a waiting game is started.

    `shown`: the reading of the mover's clock (ms) after each half-move (from 1); `reading`: both present readings.  The
    clocks of the record follow them.  A list that is shorter than the record or differs from it changes nothing; moves
    before an illegal one are played.
    Raises: Conflict ("not_live"); NotPermitted.
    """
    game = lock_game(game_id)
    require(hooks.standing_of(actor, game), Action.REPORT_BOARDS)
    followed(game)
    before = state_of(game)
    comparison = hold_against(before, moves)
    if comparison.held is ListRelation.DIFFERS or comparison.held is ListRelation.OLDER:
        return FollowResult(game, comparison.held, comparison.ply)
    entries: list[Entry] = []
    state, refused = before, None

    def write(drafts: Sequence[EntryDraft]) -> None:
        nonlocal state
        appended, state = write_entries(state, drafts, actor, now)
        entries.extend(appended)

    for text in moves[before.ply :]:
        try:
            write(_preparation(state))
            write(_move(state, text, (shown or {}).get(state.ply + 1)))
        except (BadInput, Conflict) as problem:
            refused = problem
            break
    if reading and refused is None:
        write(_reading(state, reading, now))
    if entries:
        keep(game, entries, state, actor=actor, now=now)
    return FollowResult(game, comparison.held, state.ply + 1 if refused else 0, state.ply - before.ply, refused)


def _preparation(state: State) -> Sequence[EntryDraft]:
    """Return entries that start the game or press the clock, because the board already shows the next move."""
    if state.phase is GamePhase.PENDING:
        return commands.start(state)
    return commands.press(state, None) if state.unpressed is not None else ()


def _move(state: State, text: str, shown_ms: int | None) -> Sequence[EntryDraft]:
    """Return the entries of one reported move.  Raises the errors of `play_move`."""
    drafts = commands.move(state, None, text)
    if shown_ms is None or drafts[-1].kind is not EntryKind.PRESS:
        return drafts
    return (*drafts[:-1], replace(drafts[-1], data=MappingProxyType({"shown": shown_ms})))


def are_off(state: State, reading: Mapping[Side, int], now: datetime) -> bool:
    """Return whether the clocks of the record differ so much from the board's that they would be set."""
    return bool(_reading(state, reading, now))


def _reading(state: State, reading: Mapping[Side, int], now: datetime) -> Sequence[EntryDraft]:
    """Return the entry that sets the clocks to the board's reading, if they are far off while they run."""
    clock = state.clock
    if clock is None or clock.running is None or state.phase is not GamePhase.PLAYING:
        return ()
    reckoned = clock.readings(max(milliseconds(now), state.at))
    if all(abs(reckoned.side(side).shown_ms - ms) < OFF_BY for side, ms in reading.items()):
        return ()
    data: dict[str, object] = {f"{side.value}_ms": ms for side, ms in reading.items()}
    return (EntryDraft(EntryKind.READING, data=MappingProxyType({**data, "source": "board", "follows": True})),)
