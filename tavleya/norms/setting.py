"""What a norm depends on besides a player's games: the kind of event, its system, who else takes part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tavleya.norms.rules import Requirements
from tavleya.ratings.performance import average

#: Kinds of events that requirements can treat otherwise than the usual one, which is "".
KINDS = ("national_final", "national_team", "zonal", "team_championship", "world_cup")
#: The kind that a Swiss is of by who plays in it, whatever the organiser says (B.01, 1.4.3d).
FOREIGN_SWISS = "foreign_swiss"
#: Who has missed more rounds than this, apart from pairing-allocated byes, does not count (1.4.3d, 1.5.6).
ABSENCES = 1


@dataclass(frozen=True, slots=True)
class Setting:
    """`rounds` are those planned, 0 where that is not known.  `predetermined`: opponents do not depend on results.

    `double`: everybody meets everybody twice.  `host`: the federation of the event.  `kind`: one of `KINDS` or "".
    `foreign_swiss`: enough foreigners take part for 1.4.3d.
    """

    rounds: int = 0
    predetermined: bool = False
    double: bool = False
    players: int = 0
    host: str = ""
    kind: str = ""
    foreign_swiss: bool = False


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part; `absences` are rounds missed, apart from pairing-allocated byes."""

    federation: str = ""
    title: str = ""
    rating: int | None = None
    absences: int = 0


@dataclass(frozen=True, slots=True)
class ForeignSwiss:
    """The rated players not of the host who are in every round: how many, of how many federations, how many titled."""

    players: int
    federations: int
    titled: int
    met: bool


@dataclass(frozen=True, slots=True)
class BigSwiss:
    """The rated players who are in every round and their average, which one norm of a title has to have (1.5.6)."""

    players: int
    average: int
    met: bool


def foreign_swiss(rules: Requirements, host: str, entrants: Iterable[Entrant]) -> ForeignSwiss:
    """B.01 1.4.3d.  Nothing is met where the rules know no such Swiss, or the host is not known."""
    counted = [
        one
        for one in _present(entrants)
        if one.rating and one.federation not in ("", host, *rules.stateless, *rules.unfederated)
    ]
    federations = len({one.federation for one in counted})
    titled = sum(one.title in rules.swiss_titles for one in counted)
    met = (
        bool(host)
        and rules.swiss_players > 0
        and len(counted) >= rules.swiss_players
        and federations >= rules.swiss_federations
        and titled >= rules.swiss_titled
    )
    return ForeignSwiss(len(counted), federations, titled, met)


def big_swiss(rules: Requirements, entrants: Iterable[Entrant]) -> BigSwiss:
    """B.01 1.5.6: here the host's players count too."""
    ratings = [one.rating for one in _present(entrants) if one.rating]
    mean = average(ratings)
    met = 0 < rules.big_swiss_players <= len(ratings) and mean >= rules.big_swiss_average
    return BigSwiss(len(ratings), mean, met)


def _present(entrants: Iterable[Entrant]) -> Sequence[Entrant]:
    return [one for one in entrants if one.absences <= ABSENCES]
