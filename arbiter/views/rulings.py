"""Rulings for display: at a board, in the event's list, in the arbiters' report."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext

from arbiter.models.fine import Fine
from arbiter.models.ruling import Ruling
from arbiter.views.ruling_labels import kind_name, outcome_name
from clocks.labels import side_name
from games.models.game import Game
from games.states import state_of
from games.views.ledger import by_article, result_shown
from tavleya.clocks.timekeeping import clock_text
from tavleya.law.facts import Facts
from tavleya.law.library import each
from tavleya.law.sheet_check import ply_of
from tavleya.rules.contract import LineOfPlay
from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class TimeChange:
    side: str
    name: str
    before: int
    after: int

    @property
    def after_text(self) -> str:
        """The reading for a form input."""
        return clock_text(self.after)

    @property
    def changed(self) -> bool:
        return self.before != self.after


def time_changes(before: Mapping[str, int] | None, after: Mapping[str, int] | None) -> list[TimeChange]:
    if not before or not after:
        return []
    return [TimeChange(side.value, side_name(side), before[side], after[side]) for side in Side]


@dataclass(frozen=True, slots=True)
class RulingView:
    """A ruling in words. `article` and `penalty_article` are the stored ones, the second only if it differs.

    `articles` lists them one by one. `note` is the arbiter's note, left out for viewers without a part in the game.
    `arbiter`: the user who ruled, or the article by which the laws decided from the record. `undone_by`: the number of
    the ruling that supersedes it, 0 if none. `ply`: the half-move of the record that it names, 0 for none. `photos`:
    numbers of the photographs that prove it, on the arbiter's sheet. `undoes`: it only undoes another ruling.
    """

    number: int
    first_seq: int
    kind: str
    outcome: str
    article: str
    penalty_article: str
    articles: tuple[str, ...]
    sentences: tuple[str, ...]
    clocks: list[TimeChange]
    result: str
    note: str
    at: datetime
    arbiter: str
    undone_by: int = 0
    can_be_undone: bool = False
    fine: Fine | None = None
    ply: int = 0
    photos: tuple[int, ...] = ()
    undoes: bool = False

    @property
    def title(self) -> str:
        """Kind and outcome: `Illegal move: upheld`; for a reversal only the kind."""
        return self.kind if self.undoes else f"{self.kind}: {self.outcome}"


def rulings_of(game: Game, *, notes: bool) -> list[RulingView]:
    """Return the rulings at this board, the newest first, up to the last entry of the game's row (`games.gate`)."""
    rows = game.rulings.filter(first_seq__lte=game.seq).select_related("arbiter", "fine").order_by("-number")
    line = state_of(game).line
    return [
        replace(shown_ruling, ply=_ply(line, row.facts)) for shown_ruling, row in _paired(rows, notes=notes)
    ]


def _paired(rows: Iterable[Ruling], *, notes: bool) -> list[tuple[RulingView, Ruling]]:
    rulings = list(rows)
    followed = {row.supersedes_id: row.number for row in rulings if row.supersedes_id}
    return [(shown_ruling(row, notes=notes, undone_by=followed.get(row.pk, 0)), row) for row in rulings]


def _ply(line: LineOfPlay, facts: Mapping[str, object]) -> int:
    place = Facts(facts).at_move()
    ply = ply_of(line, *place) if place else 0
    return ply if 0 < ply <= len(line.plies) else 0


def shown_ruling(row: Ruling, *, notes: bool, undone_by: int) -> RulingView:
    has_effect = row.outcome not in (Ruling.Outcome.ADVICE, Ruling.Outcome.REVERSED)
    return RulingView(
        number=row.number,
        first_seq=row.first_seq,
        kind=kind_name(row.kind),
        outcome=outcome_name(row.outcome),
        article=row.article,
        penalty_article="" if row.penalty_article == row.article else row.penalty_article,
        articles=each(row.article, row.penalty_article),
        sentences=tuple(message.render(gettext) for message in row.sentences),
        clocks=time_changes(row.clock_before, row.clock_after),
        result=result_shown(row.result) if row.result else "",
        note=row.note if notes else "",
        at=row.at,
        arbiter=row.arbiter.shown_name if row.arbiter else by_article(row.penalty_article or row.article),
        undone_by=undone_by,
        can_be_undone=has_effect and not undone_by,
        fine=getattr(row, "fine", None),
        photos=tuple(row.facts.get("photos", ())) if notes else (),
        undoes=row.outcome == Ruling.Outcome.REVERSED,
    )
