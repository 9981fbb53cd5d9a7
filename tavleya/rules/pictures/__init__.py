"""Pictures of positions (pure): SVG boards with our own pieces, towers, and descriptions in words.

Pictures in points of colour are in `tavleya.rules.pictures.raster`, which imports Pillow and resvg.
"""

from tavleya.rules.pictures.board import Files, board_svg, mini_defs, mini_svg, tower_svg
from tavleya.rules.pictures.defs import Theme, describe, piece_defs, piece_name, square_words, style_sheet, tower_words

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
