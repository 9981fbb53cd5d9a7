"""The public manual: contents with a search, chapters, and the whole as one file or as a PDF."""

from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from games.views.caching import shared_page
from games.views.languages import reader_language
from games.views.problems import or_404
from portal.manual.pages import body_of, file_body_of
from portal.manual.searching import LONGEST, search
from portal.manual.sources import chapters
from tavleya.documents.paper import Paper


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
    all_of_it = chapters(language)
    at = or_404(next((number for number, item in enumerate(all_of_it) if item.key == chapter), None))
    context = {
        "chapter": all_of_it[at],
        "chapters": all_of_it,
        "body": body_of(language, chapter),
        "before": all_of_it[at - 1] if at else None,
        "after": all_of_it[at + 1] if at + 1 < len(all_of_it) else None,
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
    way = "attachment" if ending == "html" else "inline"
    response["Content-Disposition"] = f'{way}; filename="tavleya-manual-{language}.{ending}"'
    response["Cache-Control"] = "public, max-age=3600"
    response["Vary"] = "Accept-Language, Cookie"
    return response
