"""Texts about the changes of other officials."""

from __future__ import annotations

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
class ShownChange:
    """A change in words. `where` is the board, with its URL, or the subject of a log row."""

    who: str
    what: str
    where: str
    url: str
    at: datetime
    since: str


def shown_changes(event: Event, changes: Iterable[RecentChange], now_ms: int) -> list[ShownChange]:
    changes = list(changes)
    rows = [one.row for one in changes if one.row is not None]
    lines = dict(zip([row.pk for row in rows], log_lines(rows), strict=True))
    found = []
    for one in changes:
        since = ago(milliseconds(one.at), now_ms)
        if one.entry is not None and one.pairing is not None:
            where = gettext("Board %(board)s") % {"board": one.pairing.board}
            url = reverse("board-card", args=[event.slug, one.entry.game_id])
            found.append(ShownChange(one.who, ledger_text(one.entry), where, url, one.at, since))
        elif one.row is not None:
            line = lines[one.row.pk]
            found.append(ShownChange(one.who, line.what, line.about, "", one.at, since))
    return found
