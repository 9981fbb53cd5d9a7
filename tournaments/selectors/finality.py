"""Whether a section's table is final, and the boards for which it is not."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Q, QuerySet

from tavleya.record.entries import GamePhase
from tavleya.sides import Side
from tournaments.hooks import disputes
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import ResultReport
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
    """`open`: the boards that a final table waits for, in order; `final_at`: when this very table became final."""

    open: tuple[OpenBoard, ...]
    final_at: datetime | None

    @property
    def final(self) -> bool:
        return self.final_at is not None

    @property
    def provisional(self) -> tuple[OpenBoard, ...]:
        """The boards for which the standings shown are provisional: adjourned, or with a ruling that is suspended."""
        return tuple(
            open_board for open_board in self.open if open_board.why in (OpenReason.ADJOURNED, OpenReason.SUSPENDED)
        )


def finality(section: Section, view: StandingsView) -> Finality:
    """Return whether the table is final.  `view`: the present standings.  Two queries, and those for disputes."""
    waiting = open_boards(section)
    is_final = not waiting and section.final_at is not None and section.final_digest == digest_of(view)
    return Finality(waiting, section.final_at if is_final else None)


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
    return tuple(OpenBoard(board, _reason(board, suspended)) for board in rows)


def _reason(board: Pairing, suspended: dict[int, bool]) -> OpenReason:
    if board.game is not None and board.game.phase == GamePhase.ADJOURNED:
        return OpenReason.ADJOURNED
    if board.game_id in suspended:
        return OpenReason.SUSPENDED if suspended[board.game_id] else OpenReason.APPEAL
    return OpenReason.NO_RESULT


def digest_of(view: StandingsView) -> str:
    """Return the SHA-256 of the table: places, points and tie-breaks of all entries."""
    rows = [[*_line(row), [value and (value.units, value.scale) for value in row.values]] for row in view.rows]
    return hashlib.sha256(json.dumps([view.tiebreaks, rows]).encode()).hexdigest()


def _line(standings_row: StandingsRow) -> list[int]:
    return [standings_row.registration.pk, standings_row.row.rank, standings_row.row.last, standings_row.row.points]


# The results that players have reported of boards which have no result yet.


@dataclass(frozen=True, slots=True)
class PlayerReports:
    """The reports of both players of a board; empty for a player who has not reported.  `at`: the later of the two."""

    white: str
    black: str
    at: datetime

    @property
    def disputed(self) -> bool:
        return bool(self.white and self.black and self.white != self.black)


def player_reports(boards: Iterable[Pairing]) -> dict[int, PlayerReports]:
    """Return the reports by the key of the board, for boards without a result.  At most one query."""
    keys = [board.pk for board in boards if not board.bye and not board.result]
    return _by_board(ResultReport.objects.filter(pairing__in=keys)) if keys else {}


def reported_boards(event: Event) -> list[tuple[Pairing, PlayerReports]]:
    """Return the boards of open rounds with reports and without a result, disputes first.  At most two queries."""
    rows = ResultReport.objects.filter(
        pairing__round__section__event=event,
        pairing__round__section__archived_at__isnull=True,
        pairing__round__status__in=(RoundStatus.PUBLISHED, RoundStatus.PLAYING),
        pairing__result="",
    )
    reports = _by_board(rows)
    if not reports:
        return []
    boards = list(Pairing.objects.filter(pk__in=reports).select_related("round__section"))
    boards.sort(key=lambda board: (not reports[board.pk].disputed, board.round.number or 0, board.board))
    return [(board, reports[board.pk]) for board in boards]


def _by_board(rows: QuerySet[ResultReport]) -> dict[int, PlayerReports]:
    reports: dict[int, dict[str, tuple[str, datetime]]] = {}
    for key, side, result, at in rows.values_list("pairing_id", "side", "result", "at"):
        reports.setdefault(key, {})[side] = (result, at)
    return {
        key: PlayerReports(
            white=by_side[Side.WHITE][0] if Side.WHITE in by_side else "",
            black=by_side[Side.BLACK][0] if Side.BLACK in by_side else "",
            at=max(at for _result, at in by_side.values()),
        )
        for key, by_side in reports.items()
    }
