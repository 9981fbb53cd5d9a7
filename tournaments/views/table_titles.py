"""Titles of tables, with their round, so that pictures and prints name it too."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType

from django.utils.translation import gettext

from tavleya.messages import N_
from tournaments.models.round import Round, RoundStatus


class TableKind(StrEnum):
    STANDINGS = "standings"
    CROSSTABLE = "crosstable"


#: Before any round is over, after one, while one is being played.
_TITLES: Mapping[TableKind, tuple[str, str, str]] = MappingProxyType(
    {
        TableKind.STANDINGS: (
            N_("Standings"),
            N_("Standings after round %(number)s"),
            N_("Standings during round %(number)s"),
        ),
        TableKind.CROSSTABLE: (
            N_("Crosstable"),
            N_("Crosstable after round %(number)s"),
            N_("Crosstable during round %(number)s"),
        ),
    }
)


def table_title(kind: TableKind, rounds: Iterable[Round], after: int | None = None) -> str:
    """Return the title of the table after the round `after`, or of the current one by the section's `rounds`."""
    plain, over, during = _TITLES[kind]
    if after is not None:
        return gettext(over) % {"number": after}
    numbers: dict[str, int] = {}
    for round_ in rounds:
        numbers[round_.status] = max(numbers.get(round_.status, 0), round_.number or 0)
    if playing := numbers.get(RoundStatus.PLAYING):
        return gettext(during) % {"number": playing}
    if closed := numbers.get(RoundStatus.CLOSED):
        return gettext(over) % {"number": closed}
    return gettext(plain)
