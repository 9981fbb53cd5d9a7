"""The regime of a game: its law text with the regulations of the event."""

from collections.abc import Mapping

from games.models.game import Game, TrackingLevel
from tavleya.law.facts import Fact
from tavleya.law.kinds import kinds_of
from tavleya.law.library import regime
from tavleya.law.regulations import RegulationLine, describe, overlay
from tavleya.law.ruling_kind import RulingKind
from tavleya.law.terms import Regime
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section

SCORED = ("win", "draw", "loss")


def regime_of(game: Game) -> Regime:
    """Return the regime of a game with the regulations of its section. One query."""
    row = (
        Pairing.objects.filter(game=game).values_list("round__section__regulations", "round__section__scoring").first()
    )
    return _laid_over(regime(game.regime), *row) if row else regime(game.regime)


def game_at(pairing: Pairing) -> Game:
    """Return the game of the board."""
    assert pairing.game is not None
    return pairing.game


def regime_at(pairing: Pairing) -> Regime:
    """Return the regime of a board's game, if the board was read with its section. No query."""
    section = pairing.round.section
    return _laid_over(regime(game_at(pairing).regime), section.regulations, section.scoring)


def is_followed(game: Game) -> bool:
    """Return whether the record has the moves and the clock live."""
    return game.tracking == TrackingLevel.LIVE


def kinds_at(game: Game) -> tuple[RulingKind, ...]:
    """Return the kinds of ruling possible at this board. One query."""
    return kinds_of(regime_of(game), live=is_followed(game))


def facts_at(game: Game, kind: RulingKind) -> tuple[Fact, ...]:
    """Return the facts that a ruling of this kind needs at this board. One query."""
    return kind.asked(regime_of(game), live=is_followed(game))


def regime_of_section(section: Section) -> Regime:
    return _laid_over(regime(section.regime), section.regulations, section.scoring)


def regulations_of(section: Section) -> tuple[RegulationLine, ...]:
    """Return the regulations in force in a section, line by line, for its public page."""
    own = {**section.regulations, **({"points": True} if _points(section.scoring) else {})}
    return describe(regime_of_section(section), own)


def _laid_over(text: Regime, regulations: Mapping[str, object], scoring: Mapping[str, object]) -> Regime:
    points = _points(scoring)
    return overlay(text, {**regulations, **({"points": points} if points else {})})


def _points(scoring: Mapping[str, object]) -> dict[str, object]:
    return {name: scoring[name] for name in SCORED if name in scoring}
