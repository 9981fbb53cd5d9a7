from games.models.archive import Archive, ArchivedRecord
from games.models.check import CheckPass, CheckScope
from games.models.game import Game, TrackingLevel
from games.models.idempotency import IdempotencyKey
from games.models.photo import SheetPhoto, VoidPhoto
from games.models.record import ClockReading, Move, RecordEntry
from games.models.sheet import ScoreSheet
from games.models.text import RecordText

__all__ = [
    "Archive",
    "ArchivedRecord",
    "CheckPass",
    "CheckScope",
    "ClockReading",
    "Game",
    "IdempotencyKey",
    "Move",
    "RecordEntry",
    "RecordText",
    "ScoreSheet",
    "SheetPhoto",
    "TrackingLevel",
    "VoidPhoto",
]
