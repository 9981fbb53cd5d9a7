"""The shared state of one TRF import."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from reports.messages import say
from tavleya.actors import Actor
from tavleya.errors import ImportRefused, Problem
from tavleya.formats.trf import TrfTournament
from tavleya.formats.trf.records import TrfRecord
from tournaments.models.player import Registration
from tournaments.models.section import Section

Progress = Callable[[int, int], None]


@dataclass
class TrfImportContext:
    """One import, in one transaction; `registrations` by starting rank, `adjustments` with the lines that they are
    of."""

    section: Section
    tournament: TrfTournament
    actor: Actor
    now: datetime
    progress: Progress | None = None
    registrations: dict[int, Registration] = field(default_factory=dict)
    adjustments: list[Problem] = field(default_factory=list)
    _numbers: dict[int, int] = field(default_factory=dict)
    boards: int = 0
    byes: int = 0
    teams: int = 0

    @property
    def next_round(self) -> int:
        """The first round of which the file has no boards."""
        return self.tournament.rounds_recorded + 1

    @property
    def rounds(self) -> int:
        """How many rounds the section has."""
        return self.section.rounds_planned or self.tournament.rounds_planned or self.next_round

    def number_of(self, registration_id: int | None) -> int:
        """Return the starting rank of a saved registration, 0 for None."""
        if not self._numbers:
            self._numbers = {registration.pk: number for number, registration in self.registrations.items()}
        return self._numbers.get(registration_id or 0, 0)

    def adjust(self, record: TrfRecord | None, key: str, /, **params: object) -> None:
        self.adjustments.append(Problem(say(key, **params), line=record.line if record else None))

    def left_out(self, record: TrfRecord) -> None:
        self.adjust(record, "trf_record_left_out", code=record.code)


def refuse(problems: list[Problem]) -> None:
    """Refuse the import if there are problems. Raises: ImportRefused ("trf_refused") with all of them."""
    if problems:
        raise ImportRefused(say("trf_refused"), tuple(problems))
