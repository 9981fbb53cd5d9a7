"""What there is to win, and how those who finish level share it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Sharing(StrEnum):
    """How prizes are shared by players with equal points.

    `HORT`: half of each by the order of the table, half equally.  `EQUAL`: all equally.  `NONE`: each the prize of
    his own place; only places that the table itself leaves shared are shared equally.
    """

    HORT = "hort"
    EQUAL = "equal"
    NONE = "none"
