"""The games and laws that a section can be played by, as a form offers them."""

from datetime import date

from django.utils.translation import gettext

from tavleya.law.library import current, regime
from tournaments.regimes import offered, offered_games


def regime_choices(day: date, stored: str = "", game: str = "") -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the regimes of that day under the names of the games that are played by them, the usual one first.

    `kept`: the section's current regime; `game`: the section's.
    """
    regimes = list(offered(day))
    if stored in current().regimes and stored not in [item.key for item in regimes]:
        regimes.append(regime(stored))
    return [
        (
            gettext(spec.name),
            [(item.key, item.name.render(gettext)) for item in regimes if item.game == spec.laws],
        )
        for spec in offered_games(game)
    ]


def game_choices(stored: str = "") -> list[tuple[str, str]]:
    """Return the offered games and the current one, with their names."""
    return [(spec.game, gettext(spec.name)) for spec in offered_games(stored)]


def regimes_of(laws: str, day: date) -> list[tuple[str, str]]:
    """Return the regimes of one game on that day, the usual one first."""
    return [(regime.key, regime.name.render(gettext)) for regime in offered(day) if regime.game == laws]
