"""The manual as HTML: a chapter for its page, or all chapters for one self-contained file."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from portal.manual.sources import Chapter, chapter_of, key_of, parsed

if TYPE_CHECKING:
    from markdown_it.token import Token

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
            token.tag = "h3"  # there chapters are the second level
        for inside in token.children or []:
            if inside.type == "link_open":
                inside.attrSet("href", _address(inside, place))
    writer = MarkdownIt("commonmark", {"html": False})
    html = str(writer.renderer.render(tokens, writer.options, {}))
    html = html.replace("<table>", '<div class="table-wrap"><table>').replace("</table>", "</table></div>")
    # Made of files of ours, in which no HTML is read.
    return mark_safe(html)  # noqa: S308


def _address(link: Token, place: Place) -> str:
    file, _, anchor = str(link.attrGet("href")).partition("#")
    return place(key_of(file), anchor) if file.endswith(".md") else str(link.attrGet("href"))
