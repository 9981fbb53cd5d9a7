"""Acts at board 1 of a world, and rulings of Artur there."""

from datetime import datetime
from typing import Any

from arbiter.models import Ruling
from arbiter.services import ruling
from tests.world import World, later


def at_board(world: World, now: datetime, name: str = "artur") -> dict[str, Any]:
    return {"actor": world.people[name], "now": now, "game_id": world.board.pk}


def rule(world: World, kind: str, seconds: float = 60, *, game_id: int | None = None, **facts: object) -> Ruling:
    at = at_board(world, later(seconds=seconds)) | ({"game_id": game_id} if game_id else {})
    return ruling.rule(**at, kind=kind, facts=facts)
