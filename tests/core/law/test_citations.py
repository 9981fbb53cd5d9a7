"""Articles are cited as people cite them."""

from __future__ import annotations

import pytest
from django.utils import translation

from arbiter.citations import cite
from core.law.regimes import REGIMES


@pytest.mark.parametrize(
    ("article", "cited"),
    [
        ("tavreli:7.4", "Tavreli 7.4"),
        ("tavreli:V.3", "Tavreli В.3"),
        ("tavreli:B.6", "Tavreli Б.6"),
        ("chess:7.5.1", "FIDE Laws 7.5.1"),
        ("chess:A.5.2", "FIDE Laws A.5.2"),
        ("draughts:violations.4.2", "Draughts, violations 4.2"),
        ("draughts:first-move", "Draughts, the first move"),
        ("by common sense", "by common sense"),
    ],
)
def test_an_article_is_cited_by_book_and_number(article: str, cited: str) -> None:
    assert cite(article) == cited


@pytest.mark.parametrize("key", REGIMES)
def test_every_article_of_every_regime_can_be_cited(key: str) -> None:
    book = REGIMES[key]
    claim = [book.wrong_claim.article] if book.wrong_claim else []
    for article in (book.illegal_article, book.penalty_article, book.flag_article, *claim):
        assert ":" not in cite(article)


@pytest.mark.parametrize(
    ("language", "cited"),
    [("en", "Draughts, violations 4.2"), ("ru", "Шашки, нарушения 4.2"), ("uk", "Шашки, порушення 4.2")],
)
def test_a_reader_sees_it_in_his_own_language(language: str, cited: str) -> None:
    with translation.override(language):
        assert cite("draughts:violations.4.2") == cited
