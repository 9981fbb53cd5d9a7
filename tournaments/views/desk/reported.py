"""The players' reports of a board, in words for the pages of the desk."""

from dataclasses import dataclass

from django.utils.translation import gettext

from games.views.ledger import result_shown
from tournaments.selectors.reported_results import PlayerReports


@dataclass(frozen=True, slots=True)
class ReportsLine:
    """The reports of a board's players.  `key` differs whenever the reports do."""

    words: str
    disputed: bool
    key: str


def reports_line(reports: PlayerReports | None) -> ReportsLine | None:
    if reports is None:
        return None
    return ReportsLine(_words(reports), reports.disputed, f"{reports.white} {reports.black}")


def _words(reports: PlayerReports) -> str:
    results = {
        "white": result_shown(reports.white) if reports.white else "",
        "black": result_shown(reports.black) if reports.black else "",
    }
    if reports.disputed:
        return gettext("Disputed: White says %(white)s, Black says %(black)s") % results
    if not reports.black:
        return gettext("White reported %(white)s, Black has not reported") % results
    if not reports.white:
        return gettext("Black reported %(black)s, White has not reported") % results
    return gettext("Both players reported %(white)s") % results
