"""Appeals: deadlines and committees (an event's own regulation; FIDE 11.10)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tavleya.errors import Conflict
from tavleya.law.messages import say
from tavleya.law.terms import MINUTE


class CountedFrom(StrEnum):
    """The start of the time for an appeal."""

    RULING = "ruling"
    GAME = "game"  # the end of the game; the time does not run before that


@dataclass(frozen=True, slots=True)
class AppealRules:
    """`seats`: the size of the committee.  `deposit`: as announced (“50 EUR”), or empty.

    `effect_suspended`: a ruling under appeal is provisional from the filing on, unless the committee decides otherwise.
    `final_kinds`: rulings that cannot be appealed.
    """

    within_ms: int = 30 * MINUTE
    counted_from: CountedFrom = CountedFrom.RULING
    seats: int = 3
    deposit: str = ""
    effect_suspended: bool = False
    final_kinds: frozenset[str] = frozenset()


def deadline(rules: AppealRules, *, ruled_at: int, game_ended_at: int | None) -> int | None:
    """Return the deadline of the appeal, ms since the epoch; None before the time has begun to run."""
    if rules.counted_from is CountedFrom.RULING:
        return ruled_at + rules.within_ms
    # For a ruling after the game (a corrected result), the time runs from the ruling.
    return None if game_ended_at is None else max(ruled_at, game_ended_at) + rules.within_ms


def admit(rules: AppealRules, *, kind: str, stands: bool, until: int | None, at: int) -> None:
    """Check that the appeal is admissible.

    Raises: Conflict ("ruling_is_final", "ruling_does_not_stand", "appeal_too_late").
    """
    if kind in rules.final_kinds:
        raise Conflict(say("ruling_is_final"))
    if not stands:
        raise Conflict(say("ruling_does_not_stand"))
    if until is not None and at > until:
        raise Conflict(say("appeal_too_late"), late_ms=at - until)


@dataclass(frozen=True, slots=True)
class PanelMember:
    """A member of the committee: `person` is their account; the chair and full members have priority over reserves."""

    key: int
    person: int
    chair: bool = False
    reserve: bool = False


def panel(members: Sequence[PanelMember], barred: Collection[int | None], seats: int) -> tuple[PanelMember, ...]:
    """Return the members who decide, without those in `barred`: players of the game, author of the ruling, appellant.

    Reserves fill the free seats.  Raises: Conflict ("no_panel") if too few members are left.
    """
    free = [member for member in members if member.person not in barred]
    chosen = sorted(free, key=lambda member: (member.reserve, not member.chair))[:seats]
    if len(chosen) < seats:
        raise Conflict(say("no_panel", free=len(chosen), seats=seats), free=len(chosen), seats=seats)
    return tuple(chosen)
