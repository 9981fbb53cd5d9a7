"""Changes of settings of an existing section, and its leaving of the mode of regulations."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from tavleya.actors import Actor
from tavleya.errors import Conflict, DomainError
from tavleya.pairing.state import PastRound, SwissPlayer, SwissState
from tavleya.permissions import Action
from tavleya.ratings import TYPED
from tavleya.warnings import Consent, Level, Warned, insist
from tournaments import adjusted
from tournaments.activity import happened
from tournaments.kinds import SECTION_EDITED, SECTION_MODE_LEFT
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import Bye, Round, RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import Provenance
from tournaments.services import broadcast
from tournaments.services.matches import keep_system_terms
from tournaments.services.restrictions import last_round, mode_name, settled_of, warning_of_change
from tournaments.services.sections import check_section, give_rating
from tournaments.services.seeding import number_then
from tournaments.services.shared import change, lock_section_for
from tournaments.services.swiss import RoundInputs, solve
from tournaments.services.swiss_state import accelerate, engine_of, load_state, load_team_state, state_of

#: Settings that decide which rating an entry has.
_RATED_BY = frozenset({"rating_kind", "rating_method", "rating_order", "national_list"})
# Settings that games already on the boards depend on.
_FIXED_BY_GAMES = frozenset({"game", "rules", "regime", "format", "options"})


@transaction.atomic
def edit_section(
    *, actor: Actor, now: datetime, section_id: int, changes: Mapping[str, object], confirmed: Collection[str] = ()
) -> Section:
    """Change the settings of a section.

    Game, rules, regime and format are fixed once boards are set.  Other settings that the first pairing settled change
    only if they are `confirmed`, and the tournament report states the change.
    Raises: Conflict ("section_has_games", "fewer_rounds_than_paired"; "already_paired" for rules of pairing that make
    it another system; "fixed_by_mode" for settings that the regulations fix with the first pairing (`leave_mode`);
    "settled_by_pairing" with the names in `fields`, and in `otherwise` the rounds that would have been paired
    otherwise; "broadcast_delay_in_play", until `confirmed`, for another delay of the broadcast while live games are
    being played).
    """
    section = lock_section_for(actor, Action.EDIT_SECTION, section_id)
    system, planned = section.system, section.rounds_planned
    before, after = change(section, changes)
    if set(after) & _FIXED_BY_GAMES and Pairing.objects.filter(round__section=section).exists():
        raise Conflict(say("section_has_games"))
    if "rounds_planned" in after:
        _check_rounds(section)
    if after:
        if section.system is not system and section.rounds.exists():
            raise Conflict(say("already_paired"), field="edition")
        settled = settled_of(section, after)
        if "game" in after:
            adjusted.check_offered(section.game)
        regime = check_section(section)
        if {"scoring", "options", "edition", "format"} & set(after):
            section.points.check_regular(section.games_of_a_match)
        if "regime" in after:
            adjusted.check_day(regime, adjusted.day_of(section.event, now))
        late_change = _insist(section, settled, planned, confirmed) if settled else {}
        delay_before = int(str(before.get(broadcast.NAME, section.broadcast_delay)))
        if broadcast.NAME in after and broadcast.in_play(section):
            insist([broadcast.warning_in_play(delay_before, section.broadcast_delay)], Consent(confirmed))
        section.save(update_fields=list(after))
        if broadcast.NAME in after:
            broadcast.delay_games(section, delay_before)
        if {"format", "edition", "options"} & set(after):
            keep_system_terms(section)
        if "accelerated" in after:
            # Virtual points of single players end: the Baku method gives its own, or there are none.
            section.registrations.exclude(virtual_points=[]).update(virtual_points=[])
        if _RATED_BY & set(after) and not section.rounds.exists():
            _rate_again(section)
        happened(SECTION_EDITED, section, actor=actor, now=now, before=before, after={**after, **late_change})
    return section


def _insist(section: Section, settled: list[str], planned: int | None, confirmed: Collection[str]) -> dict[str, object]:
    """Return log data about a late change: the settled settings, the last paired round, the affected rounds."""
    otherwise = paired_otherwise(section, settled, planned)
    insist([warning_of_change(settled, otherwise)], Consent(confirmed))
    return {"after_pairing": settled, "after_round": last_round(section), "otherwise": list(otherwise)}


def _rate_again(section: Section) -> None:
    """Recompute the ratings of the entries by the section's method, except typed and imported ones."""
    entries = [
        entry for entry in section.registrations.select_related("player") if entry.rating_source not in ("", TYPED)
    ]
    entries += list(section.registrations.filter(rating=None).select_related("player"))
    for entry in entries:
        give_rating(section, entry, entry.player.ratings)
    Registration.objects.bulk_update(entries, ["rating", "rating_source"])


def _check_rounds(section: Section) -> None:
    """Check that at least as many rounds are planned as exist."""
    last = section.rounds.aggregate(last=Max("number"))["last"] or 0
    if section.rounds_planned and section.rounds_planned < last:
        raise Conflict(say("fewer_rounds_than_paired", number=last), field="rounds_planned")


@transaction.atomic
def leave_mode(
    *, actor: Actor, now: datetime, section_id: int, confirmed: Collection[str] = (), typed: str = ""
) -> Section:
    """Run a section without the regulations of its game from now on.  There is no way back.

    The report states the round after which it happened, and every page and print mentions it.
    Raises: Conflict ("leaving_mode", level 4, until `confirmed` and the address of the section is `typed`; "no_mode" if
    no mode is in force).
    """
    section = lock_section_for(actor, Action.EDIT_SECTION, section_id)
    if section.mode is None or not section.regulated:
        raise Conflict(say("no_mode"))
    message = say("leaving_mode", mode=mode_name(section.mode))
    insist([Warned(Level.DOUBLE, message, word=section.slug)], Consent(confirmed, typed=typed))
    section.regulated = False
    section.save(update_fields=["regulated"])
    happened(
        SECTION_MODE_LEFT,
        section,
        actor=actor,
        now=now,
        after={"mode": section.mode.report, "after_round": last_round(section)},
    )
    return section


# Check of paired rounds against the rules after a change of their section's settings.

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
    return {number for number in (planned, section.rounds_planned) if number} if "rounds_planned" in changed else set()


def _differs(section: Section, row: Round, *, rescored: bool) -> bool:
    source: Provenance | None = getattr(row, "provenance", None)
    numbers = _numbers_then(section, source)
    boards, bye = _seated(row, numbers)
    try:
        state = _state(section, row, source, numbers, rescored=rescored)
        together = tuple((first, second) for first, second in source.state["together"]) if source else ()
        engine = engine_of(section)
        options = section.options if engine.takes_options else {}
        round_pairing = solve(RoundInputs(row.number or 1, state, together, engine, options))
    except DomainError:
        return True
    return {(pair.white, pair.black) for pair in round_pairing.pairs} != boards or round_pairing.bye != bye


def _numbers_then(section: Section, source: Provenance | None) -> dict[int, int]:
    """Return the starting number at the pairing of the round, by the key of the entry."""
    if section.system.teams:
        return {team.pk: team.number for team in section.teams.all()}
    entries = section.registrations.all()
    if source is None:
        return {entry.pk: entry.number for entry in entries}
    numbers = source.state.get("numbers")
    return {entry.pk: number_then(source, entry) for entry in entries if numbers is None or str(entry.pk) in numbers}


def _seated(row: Round, numbers: Mapping[int, int]) -> tuple[set[tuple[int, int]], int | None]:
    """Return the boards of the round, or its matches of teams, and the holder of the bye."""
    boards: set[tuple[int, int]] = set()
    bye = None
    for match in row.team_matches.all():
        if match.second_id is None:
            bye = numbers[match.first_id] if match.bye == Bye.PAIRING_ALLOCATED else bye
        else:
            boards.add((numbers[match.first_id], numbers[match.second_id]))
    if boards:
        return boards, bye
    for pairing in Pairing.objects.filter(round=row, leg=1):
        if pairing.black_id is not None:
            boards.add((numbers[pairing.white_id], numbers[pairing.black_id]))
        elif pairing.bye == Bye.PAIRING_ALLOCATED:
            bye = numbers[pairing.white_id]
    return boards, bye


def _state(
    section: Section, row: Round, source: Provenance | None, numbers: Mapping[int, int], *, rescored: bool
) -> SwissState:
    """Return the input of the round under the current settings; `rescored`: recompute points from the results."""
    number = row.number or 1
    if source is None:  # a round of a report
        state = _loaded(section, number)
        boards, bye = _seated(row, numbers)
        seated = {seat for pair in boards for seat in pair} | {bye}
        return replace(state, absent=frozenset(player.number for player in state.players) - seated)
    state = state_of(source.state)
    state = replace(state, rounds=max(section.rounds_planned or 0, number))
    if rescored:
        current = _loaded(section, number)
        players = _rescored(section, state, current, numbers)
        state = replace(state, players=players, win=current.win, loss=current.loss)
    if source.accelerated or section.accelerated:
        bare = replace(state, players=tuple(replace(player, virtual=()) for player in state.players))
        state = accelerate(bare, number) if section.accelerated else bare
    return state


def _loaded(section: Section, number: int) -> SwissState:
    return load_team_state(section, number) if section.system.teams else load_state(section, number)


def _rescored(
    section: Section, state: SwissState, rescored: SwissState, old_numbers: Mapping[int, int]
) -> tuple[SwissPlayer, ...]:
    """Return the players with the current points of their results."""
    new_numbers = _numbers_then(section, None)
    numbers = {new_numbers[key]: number for key, number in old_numbers.items()}
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
