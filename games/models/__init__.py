from games.models.archive import Archive, ArchivedRecord
from games.models.check import CheckPass, CheckScope
from games.models.game import Game, TrackingLevel
from games.models.idempotency import IdempotencyKey
from games.models.photo import SheetPhoto, VoidPhoto
from games.models.record import ClockReading, Move, RecordEntry
from games.models.rows import RowModel
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
    "RowModel",
    "ScoreSheet",
    "SheetPhoto",
    "TrackingLevel",
    "VoidPhoto",
]
