"""The models of `games`, by subject; here they are found by Django."""

from games.models import game, record, rows, sheet, stored

__all__ = ["check", "game", "idempotency", "photo", "record", "rows", "sheet", "stored", "text"]
