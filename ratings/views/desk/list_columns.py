"""Labels for the choice of a column's meaning in a list of players."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tavleya.formats.headings import Column
from tavleya.formats.list_tables import Heading, ListTable, value_of
from tavleya.languages import LANGUAGES

_LABELS: Mapping[Column, object] = {
    Column.NAME: _("Name, family name first"),
    Column.GIVEN_FIRST: _("Name, given name first"),
    Column.FAMILY: _("Family name"),
    Column.GIVEN: _("Given name"),
    Column.PATRONYMIC: _("Patronymic"),
    Column.NUMBER: _("Starting number"),
    Column.FEDERATION: _("Federation"),
    Column.FIDE_ID: _("FIDE ID"),
    Column.TITLE: _("Title"),
    Column.RATING: _("Rating"),
    Column.RAPID: _("Rating, rapid"),
    Column.BLITZ: _("Rating, blitz"),
    Column.NATIONAL_RATING: _("National rating"),
    Column.LICHESS_RATING: _("lichess rating"),
    Column.RATING_TYPE: _("Type of rating"),
    Column.NATIONAL_ID: _("National ID"),
    Column.BIRTH: _("Year of birth"),
    Column.SEX: _("Sex"),
    Column.CLUB: _("Club or city"),
    Column.TEAM: _("Team"),
    Column.BOARD: _("Fixed board"),
    Column.BYES: _("Byes"),
}


@dataclass(frozen=True, slots=True)
class ColumnView:
    """A column of a list.

    `sample`: the first value; `chosen`: the current meaning; `detected`: the meaning without a choice; `guessed`:
    derived from its values only.
    """

    place: int
    heading: str
    sample: str
    chosen: str
    detected: str
    guessed: bool


def choices() -> list[tuple[str, str]]:
    """Return the values of `list_tables.heading_of` with labels; the first ignores the column."""
    names = [
        (f"name:{language.code}", gettext("Name in %(language)s") % {"language": language.name})
        for language in LANGUAGES
    ]
    return [
        ("", gettext("Not imported")),
        *((column.value, str(label)) for column, label in _LABELS.items()),
        *names,
    ]


def shown_columns(table: ListTable) -> Iterator[ColumnView]:
    all_of_them = zip(table.headings, table.columns, table.detected, strict=True)
    for place, (heading, column, detected) in enumerate(all_of_them):
        values = (cells[place] for _line, cells in table.rows if place < len(cells) and cells[place])
        yield ColumnView(
            place,
            heading,
            next(values, "")[:40],
            _value(column),
            _value(detected),
            guessed=place in table.guessed,
        )


def _value(column: Heading | None) -> str:
    return value_of(column if not isinstance(column, Column) or column.imported else None)
