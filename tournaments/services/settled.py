"""What the first pairing settles: a change of it afterwards is asked about, logged and told in the report."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from common.errors import Conflict
from tournaments.messages import say
from tournaments.models import Section

#: Columns of a section on which its pairings and its table rest.
SETTLED = frozenset(
    {"scoring", "tiebreaks", "edition", "accelerated", "rounds_planned", "correction_rounds", "rating_kind"}
)


def check_settled(section: Section, changed: Iterable[str], confirmed: Collection[str]) -> list[str]:
    """Which of the changed columns the first pairing had settled; none before it.

    Conflict `settled_by_pairing`, with `fields` in order, unless whoever changes them has confirmed each.
    """
    fields = sorted(SETTLED.intersection(changed))
    if not fields or not section.rounds.exists():
        return []
    if not set(fields) <= set(confirmed):
        raise Conflict(say("settled_by_pairing"), fields=fields)
    return fields
