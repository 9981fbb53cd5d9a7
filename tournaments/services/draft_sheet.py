"""An editable Swiss draft, of players or of teams, and the objections of the rules to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tavleya.errors import BadInput
from tavleya.messages import Message
from tavleya.pairing.state import SwissState
from tavleya.warnings import Level
from tournaments.messages import say
from tournaments.models.player import Registration, RegistrationStatus, Team, TeamStatus
from tournaments.models.round import Bye, Round
from tournaments.models.section import Section
from tournaments.models.swiss import Provenance
from tournaments.services.shared import or_refuse
from tournaments.services.swiss_state import engine_of, level_of, load_state, load_team_state


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player, or a team in a section of teams.  `plays`: it is not withdrawn."""

    number: int
    name: str
    plays: bool

    @classmethod
    def of(cls, one: Registration | Team) -> Entrant:
        if isinstance(one, Team):
            return cls(one.number, one.name, one.status == TeamStatus.ACTIVE)
        return cls(one.number, one.player.full_name, one.status == RegistrationStatus.ACTIVE)


@dataclass
class DraftSheet:
    """An editable draft: tables by number, as (White, Black) of entrants' keys, and the holder of the allocated bye.

    For teams: matches by number; the team with White at the first board comes first.
    """

    row: Round
    section: Section
    entrants: dict[int, Entrant]
    tables: dict[int, tuple[int, int]]
    bye: int | None
    said: dict[str, Any] = field(default_factory=dict)

    def table_of(self, registration_id: int) -> int | None:
        return next((number for number, pair in self.tables.items() if registration_id in pair), None)

    def mate(self, registration_id: int) -> int | None:
        """Return the opponent; None if the entrant has the allocated bye.  Raises: BadInput ("not_at_a_board")."""
        if registration_id == self.bye:
            return None
        table = or_refuse(
            self.table_of(registration_id), BadInput(say("not_at_a_board.requested_bye"), field="registration")
        )
        white, black = self.tables[table]
        return black if white == registration_id else white

    def replace(self, key: int, other: int) -> None:
        """Exchange the seats of two players."""
        self.mate(key), self.mate(other)
        seats = {key: other, other: key}
        self.tables = {
            number: (seats.get(white, white), seats.get(black, black)) for number, (white, black) in self.tables.items()
        }
        self.bye = seats.get(self.bye, self.bye) if self.bye is not None else None

    def names(self, *keys: int) -> list[str]:
        return [self.entrants[key].name for key in keys]

    @property
    def allocated(self) -> int | None:
        """The number of the entrant with the allocated bye."""
        return self.entrants[self.bye].number if self.bye is not None else None

    @property
    def numbers(self) -> list[tuple[int, int]]:
        """The tables in order, by the numbers of the entrants."""
        return [
            (self.entrants[white].number, self.entrants[black].number)
            for _, (white, black) in sorted(self.tables.items())
        ]


def sheet_of(row: Round) -> DraftSheet:
    """Return the current state of the draft."""
    if row.section.system.teams:
        matches = list(row.team_matches.order_by("number"))
        return DraftSheet(
            row,
            row.section,
            {team.pk: Entrant.of(team) for team in row.section.teams.all()},
            {match.number: (match.first_id, match.second_id) for match in matches if match.second_id is not None},
            next((match.first_id for match in matches if match.bye == Bye.PAIRING_ALLOCATED), None),
        )
    boards = list(row.pairings.select_related("match").order_by("board"))
    return DraftSheet(
        row,
        row.section,
        {
            registration.pk: Entrant.of(registration)
            for registration in row.section.registrations.select_related("player")
        },
        {
            (board.match.number if board.match else board.board): (board.white_id, board.black_id)
            for board in boards
            if board.black_id is not None and board.leg == 1
        },
        next((board.white_id for board in boards if board.bye == Bye.PAIRING_ALLOCATED), None),
    )


def problems_of(sheet: DraftSheet) -> tuple[Message, ...]:
    """Return the breaches of the rules in the draft."""
    return engine_of(sheet.section).check(_state(sheet), sheet.numbers, sheet.allocated)


def _state(sheet: DraftSheet) -> SwissState:
    load = load_team_state if sheet.section.system.teams else load_state
    return load(sheet.section, sheet.row.number or 1)


def doubts_of(sheet: DraftSheet, source: Provenance) -> tuple[Message, ...]:
    """Return the objections of the rules to the boards and the bye that differ from the engine's."""
    doubts = engine_of(sheet.section).doubts
    if doubts is None:
        return ()
    engine_pairs = {(white, black) for white, black in source.boards}
    pairs = [pair for pair in sheet.numbers if pair not in engine_pairs]
    bye = sheet.allocated
    return doubts(_state(sheet), pairs, bye if bye != source.bye else None)


def notices_of(row: Round, source: Provenance) -> tuple[Message, ...]:
    """Return warnings of level 2 about a draft; they are shown as long as they apply."""
    if not source.version:
        return ()
    return tuple(doubt for doubt in doubts_of(sheet_of(row), source) if level_of(doubt) is Level.NOTICE)
