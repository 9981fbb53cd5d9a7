"""Search of the manual: sections with all words of a query, by word beginnings."""

import re
from dataclasses import dataclass

from portal.manual.pages import page_place
from portal.manual.sources import chapters

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
            titled = sum(bool(word.search(title)) for word in words)
            url = page_place(chapter.key, section.anchor)
            results.append((-titled, Hit(chapter.title, section.title, url, *_around(section.text, words))))
    return [hit for _, hit in sorted(results, key=lambda row: row[0])]


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
