"""Texts about score sheets that differ from the record, and the possible acts."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from arbiter.selectors.sheet_findings import SheetFinding
from games.views.labels import cite
from games.views.ledger import result_shown


@dataclass(frozen=True, slots=True)
class FindingView:
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


def shown_findings(sheet_findings: Iterable[SheetFinding]) -> list[FindingView]:
    """Return the findings in words, the open ones first."""
    return [
        _finding_view(sheet_finding)
        for sheet_finding in sorted(sheet_findings, key=lambda sheet_finding: sheet_finding.settled)
    ]


def words_of(sheet_finding: SheetFinding) -> str:
    return sheet_finding.finding.message.render(gettext)


def _finding_view(sheet_finding: SheetFinding) -> FindingView:
    finding = sheet_finding.finding
    return FindingView(
        finding.key,
        words_of(sheet_finding),
        finding.ply,
        sheet_finding.settled,
        result_shown(finding.result.value) if finding.result else "",
        cite(finding.article) if finding.article else "",
        finding.ruling,
    )
