"""Restrictions of a federation's regulations on a tournament."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RegulatedMode:
    """The mode of a tournament under the regulations of its game; it can be left, but not entered again.

    `name` is its msgid, `report` its name in a tournament report.  `fixed` are the settings of a section that cannot
    change once round 1 is paired: its columns, and `restrictions`, the forbidden and required pairs.  A change of
    another setting is confirmed, the rounds are checked again, and the report lists it.  `correction_rounds`: in how
    many of the last rounds results may be corrected; 0 if the organiser decides.
    """

    name: str
    report: str
    fixed: frozenset[str]
    correction_rounds: int = 0
