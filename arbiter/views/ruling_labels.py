"""Rulings in the reader's language: their kinds in groups, their outcomes, the answers to choose from, articles."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from arbiter.selectors.queue import RecentChange
from arbiter.selectors.regimes import is_followed
from arbiter.selectors.sheet_findings import SheetFinding
from arbiter.views.desk import ago
from clocks.labels import side_name
from games.models.game import Game
from games.models.record import milliseconds
from games.views.labels import cite
from games.views.ledger import ledger_text, result_shown
from tavleya.law import library
from tavleya.law.facts import BOTH, UNKNOWN, Fact, FactKind
from tavleya.law.kinds import kinds_of, named_ruling
from tavleya.law.library import in_language
from tavleya.law.remedies import OUTCOME_NAMES
from tavleya.law.ruling_kind import Group
from tavleya.law.terms import Regime
from tavleya.messages import N_
from tournaments.models.event import Event
from tournaments.views.desk.log_lines import log_lines
from tournaments.views.frame import language

# Answers that facts of one kind have in common.
_COMMON: Mapping[str, str] = MappingProxyType(
    {BOTH: N_("both"), UNKNOWN: N_("unknown"), "yes": N_("yes"), "no": N_("no")}
)


def kind_name(kind: str) -> str:
    existing = named_ruling(kind)
    return existing.name.render(gettext) if existing else kind


def outcome_name(outcome: str) -> str:
    return gettext(OUTCOME_NAMES[outcome])


def answer_name(fact: Fact, answer: str) -> str:
    """Return the label of a choice for the arbiter."""
    own = dict(fact.choices)
    if answer in own:
        return gettext(own[answer])
    if answer in _COMMON:
        return gettext(_COMMON[answer])
    return result_shown(answer) if fact.kind is FactKind.RESULT else side_name(answer)


def groups_of(game: Game, laws: Regime) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the menu of one board: groups of (kind, name), without kinds that are impossible there."""
    ruling_kinds = kinds_of(laws, live=is_followed(game))
    rows = [
        (
            gettext(group.value),
            [(kind.key, kind_name(kind.key)) for kind in ruling_kinds if kind.group is group],
        )
        for group in Group
    ]
    return [group for group in rows if group[1]]


@dataclass(frozen=True, slots=True)
class ArticleView:
    """A cited article with its text in the reader's language, empty if the book has no such article."""

    address: str
    cited: str
    text: str


def shown_article(address: str) -> ArticleView:
    return ArticleView(address, cite(address), library.sentence(address, language()))


def articles_of(laws: Regime) -> list[ArticleView]:
    """Return every article of the event's regulations and of the laws, for a choice."""
    return [
        ArticleView(article.address, cite(article.address), in_language(article.text, language()))
        for book in library.books_of(laws)
        for article in book.articles.values()
    ]


# Texts about score sheets that differ from the record, and the possible acts.


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


# Texts about the changes of other officials.


def shown_changes(event: Event, changes: Iterable[RecentChange], now_ms: int) -> list[dict[str, Any]]:
    changes = list(changes)
    rows = [change.row for change in changes if change.row is not None]
    lines = dict(zip([row.pk for row in rows], log_lines(rows), strict=True))
    results = []
    for change in changes:
        since = ago(milliseconds(change.at), now_ms)
        if change.entry is not None and change.pairing is not None:
            text = gettext("Board %(board)s") % {"board": change.pairing.board}
            url = reverse("board-card", args=[event.slug, change.entry.game_id])
            results.append(
                {
                    "who": change.who,
                    "what": ledger_text(change.entry),
                    "where": text,
                    "url": url,
                    "at": change.at,
                    "since": since,
                }
            )
        elif change.row is not None:
            line = lines[change.row.pk]
            results.append(
                {
                    "who": change.who,
                    "what": line.what,
                    "where": line.about,
                    "url": "",
                    "at": change.at,
                    "since": since,
                }
            )
    return results
