"""The games that a section may be of, and the regimes of law that hold on the day of its event."""

from datetime import date, datetime

from django.conf import settings

from tavleya.errors import BadInput
from tavleya.law.library import current, regimes_for
from tavleya.law.terms import Regime
from tavleya.messages import label
from tavleya.rules.registry import SPECS, spec_of
from tavleya.rules.spec import GameSpec
from tournaments.messages import say
from tournaments.models.event import Event


def day_of(event: Event, now: datetime) -> date:
    """Return the day whose laws apply to an event: its first one, or today if it has no dates yet."""
    return event.starts_on or now.astimezone(event.zone).date()


def offered(day: date) -> tuple[Regime, ...]:
    """Return the regimes for a new section, game by game; the usual one of each game first."""
    return tuple(regime for game in SPECS for regime in regimes_for(game, day))


def offered_games(stored: str = "") -> tuple[GameSpec, ...]:
    """Return the games that a section can be of.

    They include the optional games that the operator enabled, and the game `kept`.
    """
    named = {*settings.EXTRA_GAMES, stored}
    return tuple(spec for spec in SPECS.values() if not spec.optional or spec.game in named)


def check_offered(game: str) -> None:
    """Check that the game is known and offered.  Raises: BadInput ("unknown_game", "game_not_offered")."""
    spec = spec_of(game)
    if spec not in offered_games():
        raise BadInput(say("game_not_offered", game=label(game, spec.name)), field="game")


def check(key: str, game: str) -> Regime:
    """Return the regime of the game.  Raises: BadInput ("unknown_regime", "regime_of_other_game")."""
    regime = current().regimes.get(key)
    if regime is None:
        raise BadInput(
            say("unknown_regime", regime=key),
            field="regime",
        )
    if regime.game != spec_of(game).laws:
        raise BadInput(
            say("regime_of_other_game", regime=regime.name),
            field="regime",
        )
    return regime


def check_day(regime: Regime, day: date) -> None:
    """Check that the laws are in force on that day.  Raises: BadInput ("regime_not_in_force")."""
    if regime not in regimes_for(regime.game, day):
        raise BadInput(
            say("regime_not_in_force", regime=regime.name),
            field="regime",
        )
