"""Rulings in the reader's language: their kinds in groups, their outcomes, the answers to choose from, articles."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.translation import gettext

from arbiter.selectors.regimes import is_followed
from clocks.labels import side_name
from games.models.game import Game
from games.views.labels import cite
from games.views.ledger import result_shown
from tavleya.law import library
from tavleya.law.facts import BOTH, UNKNOWN, Fact, FactKind
from tavleya.law.kinds import kinds_of, named_ruling
from tavleya.law.remedies import OUTCOME_NAMES
from tavleya.law.ruling_kind import Group
from tavleya.law.terms import Regime
from tavleya.messages import N_
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


def articles_of(game: Game) -> list[ArticleView]:
    """Return every article of the game's laws, for a choice."""
    book = library.book(library.regime(game.regime).book)
    return [shown_article(article.address) for article in book.articles.values()]
