"""All systems, in the order in which they are offered."""

from collections.abc import Iterator
from typing import Any

from tavleya.formats.trf.tournament import names_round_robin
from tavleya.pairing.engines import Engine
from tavleya.pairing.state import DUTCH_2026
from tournaments.systems.base import EXHIBITION, FREE, SIMUL, Method, System
from tournaments.systems.keizer import KEIZER
from tournaments.systems.knockout import DOUBLE_ROUND_ROBIN, KNOCKOUT, ROUND_ROBIN
from tournaments.systems.swiss import SWISS
from tournaments.systems.teams import MOLTER, SCHEVENINGEN, SCHILLER, TEAM_SWISS, TEAMS

#: All systems by key.
SYSTEMS: dict[str, System] = {
    system.key: system
    for system in (
        ROUND_ROBIN,
        DOUBLE_ROUND_ROBIN,
        KNOCKOUT,
        EXHIBITION,
        FREE,
        SWISS,
        TEAMS,
        TEAM_SWISS,
        SCHEVENINGEN,
        SCHILLER,
        MOLTER,
        KEIZER,
        SIMUL,
    )
}
#: The default edition of a section.
USUAL_EDITION = DUTCH_2026


def system_of(key: str, edition: str = "") -> System:
    """Return the record of a section with this key and edition.  Raises: KeyError for an unknown key."""
    system = SYSTEMS[key]
    return system.variants.get(edition, system)


def usual_tiebreaks(key: str) -> list[str]:
    """Return the tie-breaks of a new section; empty for an unknown key."""
    return list(SYSTEMS[key].tiebreaks) if key in SYSTEMS else []


def all_variants() -> Iterator[System]:
    for system in SYSTEMS.values():
        yield system
        yield from system.variants.values()


def edition_labels() -> dict[str, str]:
    """Return every edition that can be chosen, with its msgid."""
    return {key: label for system in SYSTEMS.values() for key, label in system.edition_labels.items()}


def method_of(code: str) -> Method | None:
    """Return the pairing method with the code stored in a round; None if no system has it."""
    return next((method for system in all_variants() for method in system.methods if method.code == code), None)


def told_by(text: str, teams: bool) -> str:
    """Return the key of the system that a report's type (upper case) names; empty for none."""
    return next(
        (
            system.key
            for system in SYSTEMS.values()
            if system.teams is teams and any(sign in text for sign in system.report.signs)
        ),
        "",
    )


def options_named(system: System, code: str) -> dict[str, Any]:
    """Return the options of a system paired at once by a report's encoded type (192); the defaults for another."""
    if system.report.by_options is None:
        return {}
    choices = [
        {"exchange_last": exchanged, **({"cycles": cycles} if system.teams else {})}
        for cycles in (1, 2)
        for exchanged in (True, False)
    ]
    return next((choice for choice in choices if system.report_code("", choice) == code), {})


def rules_name(engine: Engine) -> str:
    """Return the name of an engine's rules, with their edition if there are several."""
    method = method_of(engine.system)
    return edition_labels()[engine.edition] if method is None or method.with_edition else method.label


def replayed_engines() -> dict[str, Engine]:
    """Return the engines that can re-pair the rounds of a report, by edition."""
    return {key: engine for system in all_variants() if system.replayed for key, engine in system.engines.items()}


def engine_named(code: str) -> Engine | None:
    """Return the engine that the encoded type (192) of a report names; None for a type whose rounds none can pair."""
    rules_code = code.upper().removesuffix("_BAKU")
    if names_round_robin(rules_code):
        return None
    for system in all_variants():
        editions = {
            **({system.report.code: next(iter(system.engines), "")} if system.report.code else {}),
            **{
                report_code: edition
                for edition, report_code in system.report.by_edition.items()
                if not report_code.startswith("CUSTOM_")  # which does not identify the rules
            },
            **system.report.editions,
        }
        if system.replayed and rules_code in editions:
            return system.engines[editions[rules_code]]
        # The codes of this system contain its options.
        if system.replayed and system.report.reads is not None and rules_code.startswith(system.report.signs):
            return next(iter(system.engines.values()))
    return None


def format_choices() -> list[tuple[str, str]]:
    return [(system.key, system.label) for system in SYSTEMS.values()]


def edition_choices() -> list[tuple[str, str]]:
    return list(edition_labels().items())
