"""The rules that a section is played under, for everybody: the numbers in force, and the law book in our own words."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from arbiter.citations import cite
from arbiter.services import regime_of_section, regulations_of
from arbiter.views.ruling_words import reading_language
from core.law.library import BOOKS
from tournaments.views.frame import SectionFrame


@dataclass(frozen=True, slots=True)
class Number:
    """One line of the regulations; `own`: the event rules otherwise than the text."""

    name: str
    value: str
    anchor: str
    cited: str
    own: bool


@require_safe
def rules(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    frame = SectionFrame.of(request, slug, section_slug, "rules")
    regime, tongue = regime_of_section(frame.section), reading_language()
    book = BOOKS[regime.book]
    context = {
        **frame.context(),
        "regime_name": regime.name.render(gettext),
        "numbers": [
            Number(
                line.name.render(gettext),
                line.value.render(gettext),
                _anchor(line.article) if line.article else "",
                cite(line.article) if line.article else "",
                line.own,
            )
            for line in regulations_of(frame.section)
        ],
        "book_name": book.name[tongue],
        "edition": book.edition,
        "chapters": [
            (title, [(_anchor(one.id), one.number, cite(one.id), one.text[tongue]) for one in articles])
            for title, articles in groupby(book.articles, key=lambda one: one.title[tongue])
        ],
    }
    return render(request, "hall/rules.html", context)


def _anchor(id_: str) -> str:
    """The place of an article on the page: `tavreli:7.4` is `article-7.4`."""
    return "article-" + id_.partition(":")[2]
