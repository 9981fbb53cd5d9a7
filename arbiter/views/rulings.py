"""Rulings as they are read at a board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from django.utils.translation import gettext

from arbiter.models import Ruling
from clocks.reckoning import clock_text
from common.messages import N_
from common.sides import Side
from games.models import Game
from games.views.ledger import result_shown, side_name

_KINDS: Mapping[str, str] = MappingProxyType(
    {
        "illegal_move": N_("Illegal move"),
        "draw_claim": N_("Claim of a draw"),
        "flag": N_("Fallen flag"),
        "time": N_("Time on the clocks"),
    }
)
_OUTCOMES: Mapping[str, str] = MappingProxyType(
    {
        Ruling.Outcome.UPHELD: N_("upheld"),
        Ruling.Outcome.REJECTED: N_("rejected"),
        Ruling.Outcome.DISMISSED: N_("not upheld"),
        Ruling.Outcome.APPLIED: N_("applied"),
    }
)


@dataclass(frozen=True, slots=True)
class TimeChange:
    side: str
    name: str
    before: int
    after: int

    @property
    def after_text(self) -> str:
        """As it stands in a form, to be changed there."""
        return clock_text(self.after)

    @property
    def changed(self) -> bool:
        return self.before != self.after


def time_changes(before: Mapping[str, int] | None, after: Mapping[str, int] | None) -> list[TimeChange]:
    if not before or not after:
        return []
    return [TimeChange(side.value, side_name(side), before[side], after[side]) for side in Side]


@dataclass(frozen=True, slots=True)
class ShownRuling:
    """`note` is what the arbiter wrote himself; it is left out for those who have no part in the game."""

    number: int
    first_seq: int
    kind: str
    outcome: str
    articles: tuple[str, ...]
    sentences: tuple[str, ...]
    clocks: list[TimeChange]
    result: str
    note: str
    at: datetime
    arbiter: str


def rulings_of(game: Game, *, notes: bool) -> list[ShownRuling]:
    """Every ruling at this board, the newest first."""
    rows = game.rulings.select_related("arbiter").order_by("-number")
    return [_shown(row, notes=notes) for row in rows]


def _shown(row: Ruling, *, notes: bool) -> ShownRuling:
    return ShownRuling(
        number=row.number,
        first_seq=row.first_seq,
        kind=gettext(_KINDS[row.kind]) if row.kind in _KINDS else row.kind,
        outcome=gettext(_OUTCOMES[row.outcome]),
        articles=tuple(dict.fromkeys(filter(None, (row.article, row.penalty_article)))),
        sentences=tuple(message.render(gettext) for message in row.sentences),
        clocks=time_changes(row.clock_before, row.clock_after),
        result=result_shown(row.result) if row.result else "",
        note=row.note if notes else "",
        at=row.at,
        arbiter=row.arbiter.get_username() if row.arbiter else "",
    )
