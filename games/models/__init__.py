"""The models of `games`, by subject; imported here for Django."""

from games.models import base, game, record, sheet

__all__ = ["base", "game", "record", "sheet"]
