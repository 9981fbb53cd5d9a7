from games.models.game import Depth, Game
from games.models.idempotency import IdempotencyKey
from games.models.record import ClockReading, Move, RecordEntry

__all__ = ["ClockReading", "Depth", "Game", "IdempotencyKey", "Move", "RecordEntry"]
