"""Pictures of positions: SVG boards with our own pieces, towers, and the same in words (pure)."""

from core.rules.pictures.board import Files, board_svg
from core.rules.pictures.defs import piece_defs
from core.rules.pictures.descriptions import describe, square_words, tower_words
from core.rules.pictures.names import piece_name
from core.rules.pictures.paint import Theme
from core.rules.pictures.tower import tower_svg

__all__ = [
    "Files",
    "Theme",
    "board_svg",
    "describe",
    "piece_defs",
    "piece_name",
    "square_words",
    "tower_svg",
    "tower_words",
]
