"""Chess960 is ruled on by the Laws of Chess: the same rulings, articles and claims."""

from datetime import date

import pytest

from tavleya.law.kinds import KINDS
from tavleya.law.library import book, regimes_for
from tavleya.rules.registry import SPECS, spec_of


def test_the_rulings_are_those_of_chess() -> None:
    for kind in KINDS.values():
        assert ("chess960" in kind.games) is ("chess" in kind.games), kind.key


def test_every_game_has_regimes_of_its_laws() -> None:
    for spec in SPECS.values():
        assert {regime.game for regime in regimes_for(spec.laws, date(2026, 1, 1))} == {spec.laws}


@pytest.mark.parametrize("game", list(SPECS))
def test_the_articles_that_a_game_names_are_in_the_books_of_its_laws(game: str) -> None:
    spec = spec_of(game)
    named = {spec.agreement_article, spec.reconstruction_article} - {""}
    assert named
    for regime in regimes_for(spec.laws, date(2026, 1, 1)):
        assert named <= book(regime.book).articles.keys()
