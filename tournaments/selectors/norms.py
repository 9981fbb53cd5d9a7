"""Norms in a section: whom the rules in force are for, what he has, what he needs."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from core.norms.evaluate import WIN, Candidate, Chance, NormGame, Opponent, chance, wanted
from core.norms.rules import NormEdition, Requirements, edition_of
from core.record.results import FACTS, GameOutcome, Result
from tournaments.models import NormRules, Pairing, Registration, Section
from tournaments.models.player import RegistrationStatus
from tournaments.models.round import RoundStatus

#: Half-points of a game for a norm, whatever the section's own scoring is.
_POINTS = {GameOutcome.WIN: WIN, GameOutcome.DRAW: 1, GameOutcome.LOSS: 0}


@dataclass(frozen=True, slots=True)
class NormLine:
    """One player and one norm."""

    registration: Registration
    rules: Requirements
    chance: Chance


@dataclass(frozen=True, slots=True)
class NormTable:
    """`lines`: every player for whom a norm of the edition is, by starting number; `pending` games count as to come."""

    edition: NormEdition
    lines: tuple[NormLine, ...]


def norms_in_force(game: str, on: date) -> list[NormEdition]:
    """The newest edition of each code for `game` that is valid on that day."""
    newest: dict[str, NormRules] = {}
    for row in NormRules.objects.filter(game=game, valid_from__lte=on).order_by("valid_from"):
        newest[row.code] = row
    return [edition_of(row.data) for row in newest.values()]


def norm_tables(section: Section, on: date) -> list[NormTable]:
    """`on`: the day by which the edition is chosen.  Three queries."""
    editions = norms_in_force(section.game, on)
    if not editions:
        return []
    registrations = list(section.registrations.select_related("player").order_by("number"))
    seen = {one.pk: _opponent(one) for one in registrations}
    played: dict[int, list[NormGame]] = defaultdict(list)
    pending: dict[int, list[Opponent]] = defaultdict(list)
    boards = Pairing.objects.filter(round__section=section, bye="").exclude(round__status=RoundStatus.DRAFT)
    for white, black, result in boards.values_list("white_id", "black_id", "result"):
        if black is None:
            continue
        if not result:
            pending[white].append(seen[black])
            pending[black].append(seen[white])
            continue
        facts = FACTS[Result(result)]
        if facts.rated:
            played[white].append(NormGame(seen[black], _POINTS[facts.white]))
            played[black].append(NormGame(seen[white], _POINTS[facts.black]))
    return [
        NormTable(
            edition,
            tuple(
                NormLine(one, rules, chance(rules, candidate, played[one.pk], pending[one.pk]))
                for one in registrations
                if one.status == RegistrationStatus.ACTIVE
                for candidate in (_candidate(one),)
                for rules in edition.norms
                if wanted(rules, candidate)
            ),
        )
        for edition in editions
    ]


def _opponent(registration: Registration) -> Opponent:
    return Opponent(registration.rating, registration.player.title.upper(), registration.player.federation)


def _candidate(registration: Registration) -> Candidate:
    player = registration.player
    return Candidate(player.title.upper(), player.federation, player.sex == "f")
