"""Appeals: until when, decided by whom (an event's own regulation; FIDE 11.10)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tavleya.errors import Conflict
from tavleya.law.messages import say
from tavleya.law.terms import MINUTE


class CountedFrom(StrEnum):
    """From when the time for an appeal counts."""

    RULING = "ruling"
    GAME = "game"  # its end; while it goes on, the time has not begun


@dataclass(frozen=True, slots=True)
class AppealRules:
    """`seats`: how many decide.  `deposit`: as it is announced (“50 EUR”), empty for none.

    `effect_suspended`: a ruling under appeal is provisional from the filing on, unless the committee decides otherwise.
    `final_kinds`: rulings that nobody can appeal against.
    """

    within_ms: int = 30 * MINUTE
    counted_from: CountedFrom = CountedFrom.RULING
    seats: int = 3
    deposit: str = ""
    effect_suspended: bool = False
    final_kinds: frozenset[str] = frozenset()


def deadline(rules: AppealRules, *, ruled_at: int, game_ended_at: int | None) -> int | None:
    """Until when the appeal can be filed, ms since the epoch; None while the time has not begun to count."""
    if rules.counted_from is CountedFrom.RULING:
        return ruled_at + rules.within_ms
    # A ruling after the game (a corrected result) counts from itself.
    return None if game_ended_at is None else max(ruled_at, game_ended_at) + rules.within_ms


def admit(rules: AppealRules, *, kind: str, stands: bool, until: int | None, at: int) -> None:
    """Raises Conflict `ruling_is_final`, `ruling_does_not_stand`, `appeal_too_late`."""
    if kind in rules.final_kinds:
        raise Conflict(say("ruling_is_final"))
    if not stands:
        raise Conflict(say("ruling_does_not_stand"))
    if until is not None and at > until:
        raise Conflict(
            say("appeal_too_late"),
            late_ms=at - until,
        )


@dataclass(frozen=True, slots=True)
class PanelMember:
    """A member of the committee: `person` is their account; the chair and full members sit before a reserve."""

    key: int
    person: int
    chair: bool = False
    reserve: bool = False


def panel(
    members: Sequence[PanelMember], barred: Collection[int | None], seats: int
) -> tuple[PanelMember, ...]:
    """Who decides: nobody who plays the game, made the ruling or filed the appeal sits (`barred`).

    Reserves take the places that are free.  Raises Conflict `no_panel` where too few are left.
    """
    free = [member for member in members if member.person not in barred]
    chosen = sorted(free, key=lambda member: (member.reserve, not member.chair))[:seats]
    if len(chosen) < seats:
        raise Conflict(
            say("no_panel", free=len(chosen), seats=seats),
            free=len(chosen),
            seats=seats,
        )
    return tuple(chosen)
