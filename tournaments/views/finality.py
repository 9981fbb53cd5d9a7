"""Whether a table is final or provisional, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from django.utils.translation import gettext

from common.messages import N_
from tournaments.models import Section
from tournaments.selectors import Open, OpenBoard, StandingsView, finality
from tournaments.views.frame import language

_WHY: Mapping[Open, str] = MappingProxyType(
    {
        Open.ADJOURNED: N_("adjourned"),
        Open.SUSPENDED: N_("the result is suspended by an appeal"),
        Open.APPEAL: N_("an appeal is pending"),
        Open.NO_RESULT: N_("no result yet"),
    }
)


@dataclass(frozen=True, slots=True)
class BoardWords:
    """A board that keeps the table open.  `where`: `3.2`, round and board."""

    where: str
    players: str
    why: str
    game_id: int | None


@dataclass(frozen=True, slots=True)
class FinalityWords:
    """`provisional`: the boards for which what is shown is provisional; `open`: all that the final table waits for."""

    final_at: datetime | None
    provisional: tuple[BoardWords, ...]
    open: tuple[BoardWords, ...]


def finality_words(section: Section, view: StandingsView) -> FinalityWords:
    """Of the table as it is now."""
    found = finality(section, view)
    return FinalityWords(
        found.final_at,
        tuple(map(board_words, found.provisional)),
        tuple(map(board_words, found.open)),
    )


def board_words(one: OpenBoard) -> BoardWords:
    row = one.pairing
    black = row.black.player.name_in(language()) if row.black else ""
    players = f"{row.white.player.name_in(language())} – {black}"
    return BoardWords(one.where, players, gettext(_WHY[one.why]), row.game_id)
