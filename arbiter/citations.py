"""Articles as people cite them, in the reader's language: `tavreli:7.4` is “Tavreli 7.4”."""

from __future__ import annotations

from core.law import library
from games.views.languages import reader_language


def cite(article: str) -> str:
    """`FIDE Laws 7.5.1`, `Tavreli В.3`, `Draughts, violations 4.2`; what is no article id stays as it is."""
    return library.cite(article, reader_language())
