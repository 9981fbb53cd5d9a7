"""Whether a table is final or provisional, in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from django.utils.translation import gettext

from tavleya.messages import N_
from tournaments.models.section import Section
from tournaments.selectors.finality import OpenBoard, OpenReason, finality
from tournaments.selectors.standings import StandingsView
from tournaments.views.frame import language

_WHY: Mapping[OpenReason, str] = MappingProxyType(
    {
        OpenReason.ADJOURNED: N_("adjourned"),
        OpenReason.SUSPENDED: N_("the result is suspended by an appeal"),
        OpenReason.APPEAL: N_("an appeal is pending"),
        OpenReason.NO_RESULT: N_("no result yet"),
    }
)


@dataclass(frozen=True, slots=True)
class OpenBoardText:
    """A board that keeps the table open.  `where`: `3.2`, round and board."""

    where: str
    players: str
    why: str
    game_id: int | None


@dataclass(frozen=True, slots=True)
class FinalityText:
    """`provisional`: the boards for which the table is provisional; `open`: all that the final table waits for."""

    final_at: datetime | None
    provisional: tuple[OpenBoardText, ...]
    open: tuple[OpenBoardText, ...]


def finality_text(section: Section, view: StandingsView) -> FinalityText:
    """Return the finality of the current table in words."""
    result = finality(section, view)
    return FinalityText(
        result.final_at,
        tuple(map(open_board_text, result.provisional)),
        tuple(map(open_board_text, result.open)),
    )


def open_board_text(open_board: OpenBoard) -> OpenBoardText:
    row = open_board.pairing
    black = row.black.player.name_in(language()) if row.black else ""
    players = f"{row.white.player.name_in(language())} – {black}"
    return OpenBoardText(open_board.where, players, gettext(_WHY[open_board.why]), row.game_id)
