"""Whether a section's table is final, and the boards for which it is not."""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Q

from tavleya.record.phase import GamePhase
from tournaments.hooks import disputes
from tournaments.models.pairing import Pairing
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.broadcast import shown_result
from tournaments.selectors.standings import StandingsRow, StandingsView


class OpenReason(StrEnum):
    """The reason why a board keeps the table open."""

    ADJOURNED = "adjourned"
    SUSPENDED = "suspended"  # an appeal has suspended the effect of its ruling
    APPEAL = "appeal"  # an appeal is pending, the ruling has effect meanwhile
    NO_RESULT = "no_result"


@dataclass(frozen=True, slots=True)
class OpenBoard:
    """A board of a public round that keeps the table open; its players are loaded."""

    pairing: Pairing
    why: OpenReason

    @property
    def where(self) -> str:
        """`3.2`, round and board, or the board alone in a sheet of games."""
        number = self.pairing.round.number
        return f"{number}.{self.pairing.board}" if number else str(self.pairing.board)


@dataclass(frozen=True, slots=True)
class Finality:
    """`open`: the boards that a final table waits for, in order; `final_at`: since when this very table is final."""

    open: tuple[OpenBoard, ...]
    final_at: datetime | None

    @property
    def final(self) -> bool:
        return self.final_at is not None

    @property
    def provisional(self) -> tuple[OpenBoard, ...]:
        """The boards for which the standings shown are provisional: adjourned, or with a ruling that is suspended."""
        return tuple(
            open_board
            for open_board in self.open
            if open_board.why in (OpenReason.ADJOURNED, OpenReason.SUSPENDED)
        )


def finality(section: Section, view: StandingsView) -> Finality:
    """Return whether the table is final.  `view`: the present standings.  Two queries, and those for disputes."""
    waiting = open_boards(section)
    is_held = not waiting and section.final_at is not None and section.final_digest == digest_of(view)
    return Finality(waiting, section.final_at if is_held else None)


def open_boards(section: Section) -> tuple[OpenBoard, ...]:
    """Return boards of public rounds without a result or in dispute, by round and board."""
    suspended: dict[int, bool] = {}
    for dispute in disputes(section):
        suspended[dispute.game_id] = suspended.get(dispute.game_id, False) or dispute.suspended
    rows = (
        Pairing.objects.filter(round__section=section, bye="")
        .exclude(round__status=RoundStatus.DRAFT)
        .annotate(shown=shown_result())
        .filter(Q(shown="") | Q(game__in=suspended))
        .select_related("round", "game", "white__player", "black__player")
        .order_by("round__number", "board")
    )
    return tuple(OpenBoard(row, _reason(row, suspended)) for row in rows)


def _reason(row: Pairing, suspended: dict[int, bool]) -> OpenReason:
    if row.game is not None and row.game.phase == GamePhase.ADJOURNED:
        return OpenReason.ADJOURNED
    if row.game_id in suspended:
        return OpenReason.SUSPENDED if suspended[row.game_id] else OpenReason.APPEAL
    return OpenReason.NO_RESULT


def digest_of(view: StandingsView) -> str:
    """Return the SHA-256 of the table: places, points and tie-breaks of all entries."""
    rows = [
        [*_line(row), [value and (value.units, value.scale) for value in row.values]] for row in view.rows
    ]
    return hashlib.sha256(json.dumps([view.tiebreaks, rows]).encode()).hexdigest()


def _line(standings_row: StandingsRow) -> list[int]:
    return [
        standings_row.registration.pk,
        standings_row.row.rank,
        standings_row.row.last,
        standings_row.row.points,
    ]
