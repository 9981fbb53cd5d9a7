"""Every system there is, in the order in which they are offered."""

from __future__ import annotations

from collections.abc import Iterator

from core.pairing.state import DUTCH_2026
from tournaments.systems.base import Method, System
from tournaments.systems.by_hand import EXHIBITION, FREE
from tournaments.systems.display import SIMUL
from tournaments.systems.keizer import KEIZER
from tournaments.systems.knockout import KNOCKOUT
from tournaments.systems.round_robin import DOUBLE_ROUND_ROBIN, ROUND_ROBIN
from tournaments.systems.swiss import SWISS
from tournaments.systems.teams import SCHEVENINGEN, TEAMS

#: By key.
SYSTEMS: dict[str, System] = {
    one.key: one
    for one in (
        ROUND_ROBIN,
        DOUBLE_ROUND_ROBIN,
        KNOCKOUT,
        EXHIBITION,
        FREE,
        SWISS,
        TEAMS,
        SCHEVENINGEN,
        KEIZER,
        SIMUL,
    )
}
#: What a section keeps where nobody chose among editions.
USUAL_EDITION = DUTCH_2026


def system_of(key: str, edition: str = "") -> System:
    """The record of a section with this key and edition.  Raises KeyError for a key that no system has."""
    system = SYSTEMS[key]
    return system.variants.get(edition, system)


def usual_tiebreaks(key: str) -> list[str]:
    """Those of a new section; none for a key that no system has."""
    return list(SYSTEMS[key].tiebreaks) if key in SYSTEMS else []


def all_variants() -> Iterator[System]:
    for system in SYSTEMS.values():
        yield system
        yield from system.variants.values()


def edition_labels() -> dict[str, str]:
    """Every edition that can be chosen, with its msgid."""
    return {key: label for one in SYSTEMS.values() for key, label in one.edition_labels.items()}


def method_of(code: str) -> Method | None:
    """How a round was paired, by what it keeps; None where no system paired it."""
    return next((one for system in all_variants() for one in system.methods if one.code == code), None)


def told_by(words: str, teams: bool) -> str:
    """The key of the system that a report of another program names in its type (upper case); empty for none."""
    return next(
        (
            one.key
            for one in SYSTEMS.values()
            if one.teams is teams and one.report.word and one.report.word in words
        ),
        "",
    )


def format_choices() -> list[tuple[str, str]]:
    return [(one.key, one.label) for one in SYSTEMS.values()]


def edition_choices() -> list[tuple[str, str]]:
    return list(edition_labels().items())
