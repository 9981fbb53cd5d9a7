"""Texts about score sheets that differ from the record, and the possible acts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from arbiter.selectors.sheet_findings import SheetFinding
from games.views.labels import cite
from games.views.ledger import result_shown


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding in words. `result` and `article`: the values of the quick ruling, empty if there is none.

    `ruling`: the number of the ruling that it concerns, or 0.
    """

    key: str
    words: str
    ply: int
    settled: bool
    result: str
    article: str
    ruling: int


def shown_findings(found: Iterable[SheetFinding]) -> list[ShownFinding]:
    """Return the findings in words, the open ones first."""
    return [_shown(one) for one in sorted(found, key=lambda one: one.settled)]


def words_of(one: SheetFinding) -> str:
    return one.finding.message.render(gettext)


def _shown(one: SheetFinding) -> ShownFinding:
    finding = one.finding
    return ShownFinding(
        finding.key,
        words_of(one),
        finding.ply,
        one.settled,
        result_shown(finding.result.value) if finding.result else "",
        cite(finding.article) if finding.article else "",
        finding.ruling,
    )
