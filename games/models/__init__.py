"""The models of `games`, by subject; here they are found by Django."""

from games.models import check, game, idempotency, photo, record, rows, sheet, stored, text

__all__ = ["check", "game", "idempotency", "photo", "record", "rows", "sheet", "stored", "text"]
