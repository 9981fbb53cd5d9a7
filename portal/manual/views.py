"""The public manual: contents with a search, chapters, and the whole as one file or as a PDF."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from games.views.caching import shared_page
from games.views.requests import or_404, reader_language
from portal.manual.sources import Chapter, chapter_of, chapters, key_of, parsed
from tavleya.documents.paper import Paper

if TYPE_CHECKING:
    from markdown_it.token import Token


# The manual as HTML: a chapter for its page, or all chapters for one self-contained file.

#: Link target in the manual: the key of its chapter, and the anchor or an empty text.
Place = Callable[[str, str], str]


def page_place(chapter: str, anchor: str) -> str:
    """Return a link to the pages of the service."""
    return reverse("manual_chapter", args=[chapter]) + (f"#{anchor}" if anchor else "")


def file_place(chapter: str, anchor: str) -> str:
    """Return a link within the one file."""
    return f"#{_in_file(chapter, anchor)}"


def _in_file(chapter: str, anchor: str) -> str:
    return f"{chapter}-{anchor}" if anchor else chapter


@cache
def body_of(language: str, key: str) -> SafeString:
    """Return a chapter without its title, for the pages of the service."""
    chapter = chapter_of(language, key)
    return _html(chapter, page_place) if chapter is not None else SafeString()


def file_body_of(chapter: Chapter) -> SafeString:
    """Return a chapter without its title, for the one file: its key prefixes the anchors, so that they are unique."""
    return _html(chapter, file_place, prefix=f"{chapter.key}-")


def _html(chapter: Chapter, place: Place, prefix: str = "") -> SafeString:
    from markdown_it import MarkdownIt

    tokens = parsed(chapter.source)
    for token in tokens:
        if token.type == "heading_open":
            token.attrSet("id", f"{prefix}{token.attrGet('id')}")
        elif token.type == "th_open":
            token.attrSet("scope", "col")
        if prefix and token.type.startswith("heading_"):
            token.tag = "h3"  # in the one file chapters are the second level
        for child in token.children or []:
            if child.type == "link_open":
                child.attrSet("href", _address(child, place))
    writer = MarkdownIt("commonmark", {"html": False})
    html = str(writer.renderer.render(tokens, writer.options, {}))
    html = html.replace("<table>", '<div class="table-wrap"><table>').replace("</table>", "</table></div>")
    # Made from our own files; the parser does not accept HTML in them.
    return mark_safe(html)  # noqa: S308


def _address(link: Token, place: Place) -> str:
    file, _, anchor = str(link.attrGet("href")).partition("#")
    return place(key_of(file), anchor) if file.endswith(".md") else str(link.attrGet("href"))


@require_safe
@shared_page
def contents(request: HttpRequest) -> HttpResponse:
    """Show the chapters and their sections; with `?q=` also the search results."""
    query = " ".join(request.GET.get("q", "")[:LONGEST].split())
    language = reader_language()
    context = {"chapters": chapters(language), "q": query, "hits": search(language, query)}
    return render(request, "portal/manual.html", context)


@require_safe
@shared_page
def chapter_page(request: HttpRequest, chapter: str) -> HttpResponse:
    language = reader_language()
    all_chapters = chapters(language)
    index = or_404(next((number for number, item in enumerate(all_chapters) if item.key == chapter), None))
    context = {
        "chapter": all_chapters[index],
        "chapters": all_chapters,
        "body": body_of(language, chapter),
        "before": all_chapters[index - 1] if index else None,
        "after": all_chapters[index + 1] if index + 1 < len(all_chapters) else None,
    }
    return render(request, "portal/manual_chapter.html", context)


@require_safe
def file(request: HttpRequest) -> HttpResponse:
    """Return all chapters as one self-contained HTML file, to be read offline."""
    language = reader_language()
    return _download(_file_of(language).encode(), "text/html; charset=utf-8", language, "html")


@require_safe
def pdf(request: HttpRequest) -> HttpResponse:
    from portal.manual.book import pdf_of

    language = reader_language()
    paper = Paper.LETTER if request.GET.get("paper") == Paper.LETTER else Paper.A4
    return _download(pdf_of(language, paper), "application/pdf", language, "pdf")


@cache
def _file_of(language: str) -> str:
    with translation.override(language):
        context = {
            "language": language,
            # A file of ours.
            "style": mark_safe(Path(__file__).with_name("file.css").read_text(encoding="utf-8")),  # noqa: S308
            "parts": [(chapter, file_body_of(chapter)) for chapter in chapters(language)],
        }
        return render_to_string("portal/manual_file.html", context)


def _download(content: bytes, content_type: str, language: str, ending: str) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    disposition = "attachment" if ending == "html" else "inline"
    response["Content-Disposition"] = f'{disposition}; filename="tavleya-manual-{language}.{ending}"'
    response["Cache-Control"] = "public, max-age=3600"
    response["Vary"] = "Accept-Language, Cookie"
    return response


# Search of the manual: sections with all words of a query, by word beginnings.

LONGEST = 100  # letters of a query
_AROUND = 90  # letters shown before and after a match


@dataclass(frozen=True, slots=True)
class Hit:
    """A search result. `before`, `word` and `after` are the text around the first match; empty for a match in the
    title.
    """

    chapter: str
    title: str
    url: str
    before: str = ""
    word: str = ""
    after: str = ""


def search(language: str, query: str) -> list[Hit]:
    """Return matching sections: those with the words in their title first, then in the order of the manual."""
    words = [re.compile(rf"\b{re.escape(word)}") for word in _folded(query[:LONGEST]).split()]
    if not words:
        return []
    results = []
    for chapter in chapters(language):
        for section in chapter.sections:
            title, text = _folded(section.title), _folded(section.text)
            if not all(word.search(title) or word.search(text) for word in words):
                continue
            title_matches = sum(bool(word.search(title)) for word in words)
            url = page_place(chapter.key, section.anchor)
            results.append((-title_matches, Hit(chapter.title, section.title, url, *_around(section.text, words))))
    return [hit for _, hit in sorted(results, key=lambda result: result[0])]


def _folded(text: str) -> str:
    """Return the text folded letter by letter, with unchanged length."""
    return text.lower().replace("ё", "е").replace("'", "’")


def _around(text: str, words: list[re.Pattern[str]]) -> tuple[str, str, str]:
    match = next((hit for word in words if (hit := word.search(_folded(text)))), None)
    if match is None:
        return ("", "", "")
    start, end = match.span()
    before, after = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
    if start > _AROUND:
        before = "…" + before.partition(" ")[2]
    if end + _AROUND < len(text):
        after = after.rpartition(" ")[0] + "…"
    return (before, text[start:end], after)
