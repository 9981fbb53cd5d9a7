"""Chess960 is ruled on by the Laws of Chess: the same rulings, articles and claims."""

from __future__ import annotations

import pytest

from core.law.kinds import kinds_of
from core.law.regimes import REGIMES, regime
from core.rules.registry import SPECS, spec_of


def test_the_rulings_are_those_of_chess() -> None:
    assert kinds_of("chess960") == kinds_of("chess") != kinds_of("draughts")


def test_every_game_begins_with_a_regime_of_its_laws() -> None:
    for spec in SPECS.values():
        assert regime(spec.regime).game == spec.laws
        assert any(one.game == spec.laws for one in REGIMES.values())


@pytest.mark.parametrize("game", ["chess", "chess960"])
def test_articles_rest_on_the_laws_of_chess(game: str) -> None:
    articles = spec_of(game).articles
    assert articles.agreement == "chess:5.2.3"
    assert set(articles.claims.values()) == {"chess:9.2", "chess:9.3"}
    assert set(articles.illegal_acts) == {"not_promoted", "press_without_move", "two_hands"}
