"""Qualifiers from one section of an event for another, by its standings."""

from dataclasses import dataclass

from tournaments.models.player import RegistrationStatus
from tournaments.models.section import Section
from tournaments.selectors.finality import finality
from tournaments.selectors.standings import StandingsRow, standings_of, standings_version


@dataclass(frozen=True, slots=True)
class Qualifier:
    """A row of the source's standings.  `entered`: plays in the other section already."""

    standing: StandingsRow
    entered: bool

    @property
    def available(self) -> bool:
        return not self.entered and self.standing.registration.status == RegistrationStatus.ACTIVE


@dataclass(frozen=True, slots=True)
class Qualifiers:
    """The standings of the source, in order.  `key`: of these standings; `final`: they were declared final."""

    key: str
    final: bool
    after_round: int | None
    rows: tuple[Qualifier, ...]

    def first(self, n: int) -> tuple[Qualifier, ...]:
        """Return the first `n` who are still in the source; withdrawn players are skipped."""
        active = [row for row in self.rows if row.standing.registration.status == RegistrationStatus.ACTIVE]
        return tuple(active[:n])

    def tied_at_cut(self, n: int) -> tuple[Qualifier, ...]:
        """Return the players who share the place of the `n`-th, if only some of them are among the first `n`."""
        active = self.first(len(self.rows))
        if not 0 < n < len(active) or active[n - 1].standing.row.rank != active[n].standing.row.rank:
            return ()
        rank = active[n].standing.row.rank
        return tuple(qualifier for qualifier in active if qualifier.standing.row.rank == rank)


def can_send(source: Section) -> bool:
    """Return whether a section has standings of players with places."""
    return source.system.ranked and not source.system.teams and not source.system.by_stage


def qualifiers(section: Section, source: Section) -> Qualifiers:
    """Return the standings of the source.  The number of queries does not grow with the players."""
    version = standings_version(source)
    view = standings_of(source)
    entered = set(section.registrations.values_list("player", flat=True))
    last = source.rounds.filter(published_at__isnull=False).order_by("-number").first()
    return Qualifiers(
        version.key,
        finality(source, view).final,
        last.number if last else None,
        tuple(Qualifier(row, row.registration.player_id in entered) for row in view.rows),
    )
