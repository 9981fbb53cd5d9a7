"""Who left a round robin so early that his results do not count."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.models import Entry, Section
from tournaments.models.player import EntryStatus
from tournaments.selectors.table import load_boards, make_table


def early_leavers(section: Section, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Those whose results stay in the crosstable and count for nobody (`core.pairing.withdrawal`).

    `entries` are all of the section.  No query where nobody has left.
    """
    if not section.system.predetermined:
        return ()
    gone = [entry for entry in entries if entry.status != EntryStatus.ACTIVE]
    if not gone:
        return ()
    boards = load_boards(section)
    played = {seat for board in boards if board.result for seat in (board.white, board.black)}
    counted = make_table(section, entries, boards).participants
    return tuple(entry for entry in gone if entry.pk in played and not counted[entry.pk].encounters)
