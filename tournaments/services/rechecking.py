"""Check of paired rounds against the rules after a change of their section's settings."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from tavleya.errors import DomainError
from tavleya.pairing.state import PastRound, SwissPlayer, SwissState
from tournaments.models.byes import Bye
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import Provenance
from tournaments.services.renumbering import number_then
from tournaments.services.swiss import RoundInputs, solve
from tournaments.services.swiss_state import accelerate, engine_of, load_state, state_of
from tournaments.services.team_state import load_team_state

#: Settings that the pairing of every round depends on.
_OF_ALL = frozenset({"scoring", "edition", "accelerated"})


def paired_otherwise(section: Section, changed: Collection[str], planned: int | None) -> tuple[int, ...]:
    """Return the numbers of the rounds that the section would pair differently with its settings in memory.

    `changed`: the settings that differ; `planned`: the former number of rounds.  If only that number changed, the last
    paired round alone is checked, and only if it becomes the final round or is no longer the final round.
    """
    if not section.system.by_round:
        return ()
    rows = section.rounds.exclude(status=RoundStatus.DRAFT).exclude(number=None).order_by("number")
    numbers = _numbers(section, changed, planned)
    return tuple(
        row.number
        for row in rows.select_related("provenance")
        if row.number is not None
        and (numbers is None or row.number in numbers)
        and _differs(section, row, rescored="scoring" in changed)
    )


def _numbers(section: Section, changed: Collection[str], planned: int | None) -> set[int] | None:
    """Return the rounds to check; None: all."""
    if _OF_ALL.intersection(changed) or ("rounds_planned" in changed and section.accelerated):
        return None
    return (
        {number for number in (planned, section.rounds_planned) if number}
        if "rounds_planned" in changed
        else set()
    )


def _differs(section: Section, row: Round, *, rescored: bool) -> bool:
    source: Provenance | None = getattr(row, "provenance", None)
    then = _numbers_then(section, source)
    boards, bye = _seated(row, then)
    try:
        state = _state(section, row, source, then, rescored=rescored)
        together = tuple((pair, other) for pair, other in source.state["together"]) if source else ()
        engine = engine_of(section)
        options = section.options if engine.takes_options else {}
        round_pairing = solve(RoundInputs(row.number or 1, state, together, engine, options))
    except DomainError:
        return True
    return {(pair.white, pair.black) for pair in round_pairing.pairs} != boards or round_pairing.bye != bye


def _numbers_then(section: Section, source: Provenance | None) -> dict[int, int]:
    """Return the starting number at the pairing of the round, by the key of the entry."""
    if section.system.teams:
        return {entry.pk: entry.number for entry in section.teams.all()}
    entries = section.registrations.all()
    if source is None:
        return {entry.pk: entry.number for entry in entries}
    numbers = source.state.get("numbers")
    return {
        entry.pk: number_then(source, entry)
        for entry in entries
        if numbers is None or str(entry.pk) in numbers
    }


def _seated(row: Round, then: Mapping[int, int]) -> tuple[set[tuple[int, int]], int | None]:
    """Return the boards of the round, or its matches of teams, and the holder of the bye."""
    boards: set[tuple[int, int]] = set()
    bye = None
    for match in row.team_matches.all():
        if match.second_id is None:
            bye = then[match.first_id] if match.bye == Bye.PAIRING_ALLOCATED else bye
        else:
            boards.add((then[match.first_id], then[match.second_id]))
    if boards:
        return boards, bye
    for pairing in Pairing.objects.filter(round=row, leg=1):
        if pairing.black_id is not None:
            boards.add((then[pairing.white_id], then[pairing.black_id]))
        elif pairing.bye == Bye.PAIRING_ALLOCATED:
            bye = then[pairing.white_id]
    return boards, bye


def _state(
    section: Section, row: Round, source: Provenance | None, then: Mapping[int, int], *, rescored: bool
) -> SwissState:
    """Return the input of the round under the current settings; `rescored`: recompute points from the results."""
    number = row.number or 1
    if source is None:  # a round of a report
        state = _loaded(section, number)
        boards, bye = _seated(row, then)
        arguments = {player for pair in boards for player in pair} | {bye}
        return replace(state, absent=frozenset(player.number for player in state.players) - arguments)
    state = state_of(source.state)
    state = replace(state, rounds=max(section.rounds_planned or 0, number))
    if rescored:
        now = _loaded(section, number)
        players = _rescored(section, state, now, then)
        state = replace(state, players=players, win=now.win, loss=now.loss)
    if source.accelerated or section.accelerated:
        bare = replace(state, players=tuple(replace(player, virtual=()) for player in state.players))
        state = accelerate(bare, number) if section.accelerated else bare
    return state


def _loaded(section: Section, number: int) -> SwissState:
    return load_team_state(section, number) if section.system.teams else load_state(section, number)


def _rescored(
    section: Section, state: SwissState, rescored: SwissState, then: Mapping[int, int]
) -> tuple[SwissPlayer, ...]:
    """Return the players with the current points of their results."""
    now = _numbers_then(section, None)
    numbers = {now[key]: was for key, was in then.items()}
    rounds = {
        numbers[player.number]: tuple(_renumbered(past, numbers) for past in player.rounds)
        for player in rescored.players
        if player.number in numbers
    }
    return tuple(replace(player, rounds=rounds.get(player.number, player.rounds)) for player in state.players)


def _renumbered(past: PastRound, numbers: Mapping[int, int]) -> PastRound:
    if past.opponent is None:
        return past
    return replace(past, opponent=numbers.get(past.opponent, past.opponent))
