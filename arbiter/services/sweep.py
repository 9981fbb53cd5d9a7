"""Flags of games by correspondence: nobody sits at those boards, so the service looks for the arbiter."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from arbiter.services.claims import claim_flag
from games.models.game import Game
from games.models.record import milliseconds
from tavleya.actors import Actor
from tavleya.clocks.timekeeping import ClockState
from tavleya.errors import DomainError
from tavleya.record.phase import GamePhase
from tavleya.sides import Side

SWEEPER = Actor.of_system("correspondence")


def call_fallen_flags(now: datetime) -> list[int]:
    """Rule on every flag by correspondence that is down at `now`; returns the games, in order.

    Looked at again under each game's lock: a move that was made in time, or a ruling of somebody else, comes first,
    and a second run does nothing.  What cannot be decided so (both flags, a claim that waits) is left to an arbiter.
    """
    ruled = []
    for game_id, side in list(_down(milliseconds(now))):
        try:
            claim_flag(actor=SWEEPER, now=now, game_id=game_id, side=side)
        except DomainError:
            continue
        ruled.append(game_id)
    return ruled


def _down(now_ms: int) -> Iterator[tuple[int, Side]]:
    """Games by correspondence whose running clock has run out, by what their rows say."""
    rows = Game.objects.filter(phase=GamePhase.PLAYING, control__contains=PER_MOVE).order_by("pk")
    for game_id, snapshot in rows.values_list("pk", "snapshot").iterator():
        clock = snapshot.get("clock")
        if clock is None:
            continue
        state = ClockState.from_json(clock)
        side = state.first_fallen(now_ms)
        if side is not None:
            yield game_id, side


#: What the canonical text of a control by correspondence has, and no other (`TimeControl.times`).
PER_MOVE = "days/move"
