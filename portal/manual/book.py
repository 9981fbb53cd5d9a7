"""The manual as a book for paper (`tavleya.documents.book`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from django.utils import translation
from django.utils.translation import gettext

from portal.manual.sources import Chapter, chapters, key_of, parsed, text_of
from tavleya.documents.book import Block, Book, Heading, Paragraph, Points, Run, Table, Words, book
from tavleya.documents.paper import Paper

if TYPE_CHECKING:
    from markdown_it.token import Token


@lru_cache(maxsize=8)
def pdf_of(language: str, paper: Paper) -> bytes:
    """Return the manual as PDF, typeset once per process."""
    with translation.override(language):
        document = Book(
            gettext("Tavleya: manual"),
            gettext("For arbiters and organisers of chess, Russian draughts and tavreli"),
            gettext("Contents"),
            language,
            tuple(block for chapter in chapters(language) for block in _blocks(chapter)),
        )
        return book(document, paper)


def _blocks(chapter: Chapter) -> Iterator[Block]:
    yield Heading(f"{chapter.number}. {chapter.title}", 1, chapter.key)
    tokens = parsed(chapter.source)
    index = 0
    while index < len(tokens):
        token = tokens[index]
        end = _end(tokens, index)
        inside = tokens[index + 1 : end]
        if token.type == "heading_open":
            yield Heading(text_of(inside[0]), 2, f"{chapter.key}#{token.attrGet('id')}")
        elif token.type == "paragraph_open":
            yield Paragraph(_words(inside[0]))
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            items = tuple(_words(item) for item in inside if item.type == "inline")
            yield Points(items, token.type == "ordered_list_open")
        elif token.type == "table_open":
            yield Table(tuple(_rows(inside)))
        else:
            raise ValueError(f"{chapter.key}: cannot print the token {token.type}")
        index = end + 1


def _end(tokens: list[Token], start: int) -> int:
    """Return the index of the token that closes the one at `start`."""
    return next(
        index
        for index in range(start, len(tokens))
        if tokens[index].level == tokens[start].level and tokens[index].nesting <= 0
    )


def _rows(tokens: list[Token]) -> Iterator[tuple[Words, ...]]:
    row: list[Words] = []
    for token in tokens:
        if token.type == "inline":
            row.append(_words(token))
        elif token.type == "tr_close":
            yield tuple(row)
            row = []


def _words(inline: Token) -> Words:
    runs: list[Run] = []
    style = Run("")
    for token in inline.children or []:
        if token.type == "strong_open":
            style = replace(style, strong=True)
        elif token.type == "em_open":
            style = replace(style, term=True)
        elif token.type == "link_open":
            file, _, anchor = str(token.attrGet("href")).partition("#")
            style = replace(style, place=f"{key_of(file)}#{anchor}" if anchor else key_of(file))
        elif token.type.endswith("_close"):
            style = Run("")
        elif token.type == "code_inline":
            runs.append(replace(style, text=token.content, code=True))
        else:
            runs.append(replace(style, text=" " if token.type == "softbreak" else token.content))
    return tuple(run for run in runs if run.text)
