"""Flags of correspondence games: no player sits at these boards, so the service rules on them."""

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
    """Rule on every correspondence flag that is down at `now`; return the games in order.

    Each game is checked again under its lock: a move made in time or another ruling has priority, and a second run
    changes nothing. Cases without an automatic decision (both flags, an open claim) are left to an arbiter.
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
    """Yield correspondence games whose running clock has run out, according to their rows."""
    rows = Game.objects.filter(phase=GamePhase.PLAYING, control__contains=PER_MOVE).order_by("pk")
    for game_id, snapshot in rows.values_list("pk", "snapshot").iterator():
        clock = snapshot.get("clock")
        if clock is None:
            continue
        side = ClockState.from_json(clock).first_fallen(now_ms)
        if side is not None:
            yield game_id, side


#: Occurs only in the canonical text of a correspondence time control (`TimeControl.times`).
PER_MOVE = "days/move"
