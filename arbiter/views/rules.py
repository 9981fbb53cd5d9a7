"""The public rules of a section: the numbers in force, and our paraphrase of the law book."""

from dataclasses import dataclass
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from arbiter.selectors.regimes import regime_of_section, regulations_of
from games.views.labels import cite
from tavleya.law.books import in_language
from tavleya.law.library import book, each
from tournaments.views.frame import SectionFrame, language


@dataclass(frozen=True, slots=True)
class Number:
    """One line of the regulations. `anchor`: the address of the (first) article; `own`: it is a rule of the event."""

    name: str
    value: str
    anchor: str
    cited: str
    own: bool


@require_safe
def rules(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    frame = SectionFrame.of(request, slug, section_slug, "rules")
    regime, tongue = regime_of_section(frame.section), language()
    laws = book(regime.book)
    context = {
        **frame.context(),
        "regime_name": regime.name.render(gettext),
        "numbers": [
            Number(
                line.name.render(gettext),
                line.value.render(gettext),
                next(iter(each(line.article)), ""),
                cite(line.article),
                line.own,
            )
            for line in regulations_of(frame.section)
        ],
        "book_name": in_language(laws.name, tongue),
        "edition": laws.edition,
        "chapters": [
            (
                title,
                [
                    (article.address, cite(article.address), in_language(article.text, tongue))
                    for article in articles
                ],
            )
            for title, articles in groupby(
                laws.articles.values(), key=lambda article: in_language(article.title, tongue)
            )
        ],
    }
    return render(request, "hall/rules.html", context)
