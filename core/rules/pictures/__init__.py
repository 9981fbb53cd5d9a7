"""Pictures of positions: SVG boards with our own pieces, towers, and the same in words (pure).

Pictures in points of colour are in `core.rules.pictures.raster`, which imports Pillow.
"""

from core.rules.pictures.board import Files, board_svg
from core.rules.pictures.colours import style_sheet
from core.rules.pictures.defs import piece_defs
from core.rules.pictures.descriptions import describe, square_words, tower_words
from core.rules.pictures.mini import mini_defs, mini_svg
from core.rules.pictures.names import piece_name
from core.rules.pictures.paint import Theme
from core.rules.pictures.tower import tower_svg

__all__ = [
    "Files",
    "Theme",
    "board_svg",
    "describe",
    "mini_defs",
    "mini_svg",
    "piece_defs",
    "piece_name",
    "square_words",
    "style_sheet",
    "tower_svg",
    "tower_words",
]
