"""The form by which a captain enters a team: its name, the captain's contacts, and the players by boards."""

from collections.abc import Mapping
from copy import copy
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from entries.forms.online_entries import OnlineEntryForm
from tournaments.models.entry import Entry, EntryTerms

#: What is asked of a team; the other fields are of persons.
OF_TEAMS = ("federation", "club", "email", "phone", "note")
_ROW = ("name", "fide_id", "birth_year")


class TeamEntryForm(OnlineEntryForm):
    """`boards` players are needed, and `most` may be given."""

    aliases: ClassVar = {"team_name_taken": "team_name"}

    team_name = forms.CharField(label=_("Team"), max_length=80)

    def __init__(self, *args: Any, terms: EntryTerms, boards: int, most: int, **kwargs: Any) -> None:
        entry_terms = copy(terms)  # a new row would take its place as the section's terms
        entry_terms.asked = {name: manner for name, manner in terms.asked.items() if name in OF_TEAMS}
        entry_terms.bye_rounds = []
        super().__init__(*args, terms=entry_terms, **kwargs)
        self.fields["family_name"].label = gettext("Captain: family name")
        self.fields["given_name"].label = gettext("Captain: given name")
        del self.fields["patronymic"]
        self.order_fields(["team_name", "family_name", "given_name"])
        self.boards, self.rows = boards, range(most)
        for at in self.rows:
            self.fields |= _row(at)

    def field_of(self, named: str) -> str:
        return "p0_name" if named == "line_up" else super().field_of(named)

    @property
    def plain_fields(self) -> list[forms.BoundField]:
        """Return all fields except those of the line-up and checkboxes."""
        return [
            bound_field
            for bound_field in self
            if bound_field.name not in ("extra", "consent") and not _of_row(bound_field.name)
        ]

    @property
    def line_up_rows(self) -> list[tuple[str, list[forms.BoundField]]]:
        return [
            (
                gettext("Board %(n)s") % {"n": at + 1}
                if at < self.boards
                else gettext("Reserve %(n)s") % {"n": at + 1 - self.boards},
                [self[f"p{at}_{name}"] for name in _ROW],
            )
            for at in self.rows
        ]

    @property
    def given(self) -> dict[str, Any]:
        rows = [{name: self.cleaned_data.get(f"p{at}_{name}") for name in _ROW} for at in self.rows]
        return {**self.cleaned_data, "line_up": rows}

    @classmethod
    def initial_of(cls, entry: Entry) -> dict[str, Any]:
        players = {
            f"p{index}_{name}": value
            for index, row in enumerate(entry.line_up)
            for name, value in _initial_member(row).items()
        }
        return {**super().initial_of(entry), "team_name": entry.team_name, **players}


def _of_row(name: str) -> bool:
    return any(name.startswith("p") and name.endswith(f"_{part}") and name[1].isdigit() for part in _ROW)


def _initial_member(row: Mapping[str, Any]) -> dict[str, object]:
    others = " ".join(filter(None, (row["given_name"], row["patronymic"])))
    name = f"{row['family_name']}, {others}" if others else row["family_name"]
    return {"name": name, "fide_id": row["fide_id"], "birth_year": row["birth_year"]}


def _row(at: int) -> dict[str, forms.Field]:
    numeric = forms.TextInput({"inputmode": "numeric", "autocomplete": "off"})
    fields: dict[str, forms.Field] = {
        "name": forms.CharField(
            label=pgettext_lazy("of a player", "Family name, given name"), max_length=160, required=False
        ),
        "fide_id": forms.IntegerField(
            label=_("FIDE ID"), min_value=1, max_value=99_999_999_999, widget=numeric, required=False
        ),
        "birth_year": forms.IntegerField(
            label=_("Year of birth"), min_value=1800, max_value=2200, required=False
        ),
    }
    return {f"p{at}_{name}": field for name, field in fields.items()}
