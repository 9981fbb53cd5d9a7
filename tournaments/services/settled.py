"""Settings of a section that the first pairing settles, and those that the regulations of its game fix for good."""

from collections.abc import Iterable

from tavleya.errors import Conflict
from tavleya.messages import Message, label
from tavleya.rules.modes import RegulatedMode
from tavleya.warnings import Level, Warned
from tournaments.messages import say
from tournaments.models.section import Section

#: Columns of a section that its pairings and its table depend on.
SETTLED = frozenset(
    {
        "scoring",
        "tiebreaks",
        "edition",
        "accelerated",
        "rounds_planned",
        "correction_rounds",
        "rating_kind",
        "rating_method",
        "rating_order",
        "national_list",
        "unrated",
        "unrated_rating",
        "later_ratings",
    }
)


def settled_of(section: Section, changed: Iterable[str]) -> list[str]:
    """Return the changed columns that the first pairing had settled, in order; empty before it.

    Raises: Conflict ("fixed_by_mode"), with `fields`, for settings that the section's regulations fix.
    """
    fields = sorted(SETTLED.intersection(changed))
    if not fields or not section.rounds.exists():
        return []
    refuse_fixed(section, fields)
    return fields


def fixed_settings(section: Section) -> frozenset[str]:
    """Return the settings that the section's mode fixes; empty before the first pairing."""
    if section.mode is None or not section.regulated or not section.rounds.exists():
        return frozenset()
    return section.mode.fixed


def refuse_fixed(section: Section, names: Iterable[str]) -> None:
    """Refuse changes of fixed settings.  Raises: Conflict ("fixed_by_mode")."""
    fixed = sorted(fixed_settings(section).intersection(names))
    if fixed and section.mode is not None:
        raise Conflict(say("fixed_by_mode", mode=mode_name(section.mode)), fields=fixed, field=fixed[0])


def warning_of_change(fields: list[str], otherwise: tuple[int, ...]) -> Warned:
    """Return the warning about settled settings; `otherwise`: paired rounds that they would pair differently."""
    rounds = ", ".join(map(str, otherwise))
    key = "settled_by_pairing.rounds" if otherwise else "settled_by_pairing"
    return Warned(
        Level.CONFIRMATION,
        say(key, rounds=rounds),
        names=tuple(fields),
        detail={"fields": fields, "otherwise": list(otherwise)},
    )


def mode_name(mode: RegulatedMode) -> Message:
    return label("mode", mode.name)


def last_round(section: Section) -> int:
    """Return the number of the last round that is paired; 0 before the first."""
    return section.rounds.order_by("-number").values_list("number", flat=True).first() or 0
