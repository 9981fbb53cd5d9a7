"""The setting of a norm: the kind of event, its system, and the other participants."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tavleya.norms.rules import Requirements
from tavleya.ratings.performance import average

#: Kinds of events with special requirements; the usual kind is "".
KINDS = ("national_final", "national_team", "zonal", "team_championship", "world_cup")
#: The kind of a Swiss by its participants, whatever the organiser says (B.01, 1.4.3d).
FOREIGN_SWISS = "foreign_swiss"
#: Players with more missed rounds, apart from pairing-allocated byes, do not count (1.4.3d, 1.5.6).
ABSENCES = 1


@dataclass(frozen=True, slots=True)
class Setting:
    """`rounds` are the planned ones, or 0 if unknown.  `predetermined`: opponents do not depend on results.

    `double`: a double round robin.  `host`: the federation of the event.  `kind`: one of `KINDS` or "".
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
    """A participant; `absences` are missed rounds, apart from pairing-allocated byes."""

    federation: str = ""
    title: str = ""
    rating: int | None = None
    absences: int = 0


@dataclass(frozen=True, slots=True)
class ForeignSwiss:
    """The rated foreign players in all rounds: their number, federations, and titled players."""

    players: int
    federations: int
    titled: int
    met: bool


@dataclass(frozen=True, slots=True)
class BigSwiss:
    """The rated players in all rounds and their average, which one norm of a title must have (1.5.6)."""

    players: int
    average: int
    met: bool


def foreign_swiss(rules: Requirements, host: str, entrants: Iterable[Entrant]) -> ForeignSwiss:
    """Evaluate B.01 1.4.3d.  It is not met if the rules do not have it, or the host is unknown."""
    counted = [
        entrant
        for entrant in _present(entrants)
        if entrant.rating and entrant.federation not in ("", host, *rules.stateless, *rules.unfederated)
    ]
    federations = len({entrant.federation for entrant in counted})
    titled = sum(entrant.title in rules.swiss_titles for entrant in counted)
    met = (
        bool(host)
        and rules.swiss_players > 0
        and len(counted) >= rules.swiss_players
        and federations >= rules.swiss_federations
        and titled >= rules.swiss_titled
    )
    return ForeignSwiss(len(counted), federations, titled, met)


def big_swiss(rules: Requirements, entrants: Iterable[Entrant]) -> BigSwiss:
    """Evaluate B.01 1.5.6, in which the host's players count too."""
    ratings = [entrant.rating for entrant in _present(entrants) if entrant.rating]
    mean = average(ratings)
    met = 0 < rules.big_swiss_players <= len(ratings) and mean >= rules.big_swiss_average
    return BigSwiss(len(ratings), mean, met)


def _present(entrants: Iterable[Entrant]) -> Sequence[Entrant]:
    return [entrant for entrant in entrants if entrant.absences <= ABSENCES]
