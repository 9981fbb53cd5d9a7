"""Paints of the two themes: class names that `board.css` colours, or embedded black and white."""

from typing import Literal

from tavleya.sides import Side

Theme = Literal["screen", "print"]

_PRINT = {
    "w": 'fill="#fff" stroke="#000" color="#000"',
    "b": 'fill="#000" stroke="#000" color="#fff"',
    "frame": 'fill="none" stroke="#000" stroke-width="4"',
    "coord": 'fill="#000" font-family="sans-serif" font-size="22" text-anchor="middle"',
    "square-number": 'fill="#000" stroke="#fff" stroke-width="4" paint-order="stroke" font-family="sans-serif" '
    'font-size="18" text-anchor="middle"',
    "last-mark": 'fill="none" stroke="#000" stroke-width="3" stroke-dasharray="9 6"',
    "check-mark": 'fill="none" stroke="#000" stroke-width="7"',
    "selected-mark": 'fill="none" stroke="#000" stroke-width="5"',
    "target-mark": 'fill="#000" stroke="#fff" stroke-width="2"',
    "arrow": 'fill="#000" fill-opacity=".7" stroke="#fff" stroke-width="3"',
    "badge": 'fill="#fff" stroke="#000" stroke-width="2"',
    "badge-text": 'fill="#000" font-family="sans-serif" font-size="17" font-weight="700" text-anchor="middle"',
    "label": 'fill="#000" font-family="sans-serif" font-size="20"',
    "number": 'fill="#000" font-family="sans-serif" font-size="17" text-anchor="end"',
    "plinth": 'fill="#000"',
}


def paint(role: str, theme: Theme) -> str:
    """Return the attributes that paint `role`."""
    return f'class="{role}"' if theme == "screen" else _PRINT[role]


def side_role(side: Side) -> str:
    return "w" if side is Side.WHITE else "b"
