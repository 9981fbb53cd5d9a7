"""The models of `games`, by subject; here they are found by Django."""

from games.models import base, game, record, sheet

__all__ = ["base", "game", "record", "sheet"]
