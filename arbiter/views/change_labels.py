"""Texts about the changes of other officials."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext

from arbiter.selectors.changes import RecentChange
from arbiter.views.desk import ago
from games.models.record import milliseconds
from games.views.ledger import ledger_text
from tournaments.models.event import Event
from tournaments.views.desk.log_lines import log_lines


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A change in words. `where` is the board, with its URL, or the subject of a log row."""

    who: str
    what: str
    where: str
    url: str
    at: datetime
    since: str


def shown_changes(event: Event, changes: Iterable[RecentChange], now_ms: int) -> list[ChangeView]:
    changes = list(changes)
    rows = [change.row for change in changes if change.row is not None]
    lines = dict(zip([row.pk for row in rows], log_lines(rows), strict=True))
    results = []
    for change in changes:
        since = ago(milliseconds(change.at), now_ms)
        if change.entry is not None and change.pairing is not None:
            text = gettext("Board %(board)s") % {"board": change.pairing.board}
            url = reverse("board-card", args=[event.slug, change.entry.game_id])
            results.append(ChangeView(change.who, ledger_text(change.entry), text, url, change.at, since))
        elif change.row is not None:
            line = lines[change.row.pk]
            results.append(ChangeView(change.who, line.what, line.about, "", change.at, since))
    return results
