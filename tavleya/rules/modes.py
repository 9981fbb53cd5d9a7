"""What the regulations of a federation settle about a tournament that is run by them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RegulatedMode:
    """The mode of a tournament in which the regulations of its game hold; it can be left, and never entered again.

    `name` is its msgid, `report` what a tournament report calls it.  `fixed` are the settings of a section that nobody
    changes once round 1 is paired: its columns, and `restrictions`, the pairs that are kept apart or must meet.  Those
    that are not among them may be changed: each is confirmed, the rounds are checked again, and the report tells it.
    `correction_rounds`: of how many rounds, counted from the last, results may be corrected; 0 where the organiser
    says how many.
    """

    name: str
    report: str
    fixed: frozenset[str]
    correction_rounds: int = 0
