"""The models of `games`, by subject; here they are found by Django."""

from games.models import archive, check, game, idempotency, photo, record, rows, sheet, stored, text

__all__ = ["archive", "check", "game", "idempotency", "photo", "record", "rows", "sheet", "stored", "text"]
