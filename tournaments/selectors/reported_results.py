"""The results that players have reported of boards which have no result yet."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from tavleya.sides import Side
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.round import RoundStatus
from tournaments.models.self_service import ResultReport


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
    open_boards = [board.pk for board in boards if not board.bye and not board.result]
    return _by_board(ResultReport.objects.filter(pairing__in=open_boards)) if open_boards else {}


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
    sides: dict[int, dict[str, tuple[str, datetime]]] = {}
    for key, side, result, at in rows.values_list("pairing_id", "side", "result", "at"):
        sides.setdefault(key, {})[side] = (result, at)
    return {
        key: PlayerReports(
            white=log_data[Side.WHITE][0] if Side.WHITE in log_data else "",
            black=log_data[Side.BLACK][0] if Side.BLACK in log_data else "",
            at=max(at for _result, at in log_data.values()),
        )
        for key, log_data in sides.items()
    }
