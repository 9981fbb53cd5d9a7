"""The regimes of law that a section may be played under: those that hold on the day of its event."""

from __future__ import annotations

from datetime import date, datetime

from tavleya.errors import BadInput
from tavleya.law.library import current, regimes_for
from tavleya.law.terms import Regime
from tavleya.rules.registry import SPECS, spec_of
from tournaments.messages import say
from tournaments.models.event import Event


def day_of(event: Event, now: datetime) -> date:
    """The day by whose laws an event is played: its first one, or today where it has no dates yet."""
    return event.starts_on or now.astimezone(event.zone).date()


def offered(day: date) -> tuple[Regime, ...]:
    """The regimes that a new section can choose from, game by game; of each game the usual one first."""
    return tuple(one for game in SPECS for one in regimes_for(game, day))


def check(key: str, game: str) -> Regime:
    """Raises BadInput (`unknown_regime`, `regime_of_other_game`)."""
    found = current().regimes.get(key)
    if found is None:
        raise BadInput(
            say("unknown_regime", regime=key),
            field="regime",
        )
    if found.game != spec_of(game).laws:
        raise BadInput(
            say("regime_of_other_game", regime=found.name),
            field="regime",
        )
    return found


def check_day(regime: Regime, day: date) -> None:
    """Raises BadInput `regime_not_in_force` where its laws do not hold yet."""
    if regime not in regimes_for(regime.game, day):
        raise BadInput(
            say("regime_not_in_force", regime=regime.name),
            field="regime",
        )
