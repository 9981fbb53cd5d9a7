"""The games and laws that a section can be played by, as a form offers them."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext

from tavleya.law.library import current, regime
from tournaments.regimes import offered, offered_games


def regime_choices(day: date, kept: str = "", game: str = "") -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the regimes of that day under the names of the games that are played by them, the usual one first.

    `kept`: the section's current regime; `game`: the section's.
    """
    known = list(offered(day))
    if kept in current().regimes and kept not in [one.key for one in known]:
        known.append(regime(kept))
    return [
        (
            gettext(spec.name),
            [(one.key, one.name.render(gettext)) for one in known if one.game == spec.laws],
        )
        for spec in offered_games(game)
    ]


def game_choices(kept: str = "") -> list[tuple[str, str]]:
    """Return the offered games and the current one, with their names."""
    return [(spec.game, gettext(spec.name)) for spec in offered_games(kept)]


def regimes_of(laws: str, day: date) -> list[tuple[str, str]]:
    """Return the regimes of one game on that day, the usual one first."""
    return [(one.key, one.name.render(gettext)) for one in offered(day) if one.game == laws]
