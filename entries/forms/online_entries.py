"""The public form of online entry, and the desk's form of its terms."""

from collections.abc import Collection, Mapping
from copy import copy
from types import MappingProxyType
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tavleya.languages import is_cyrillic
from tournaments.access import editable, entered, form_field
from tournaments.forms.base import (
    DayField,
    DeskForm,
    FederationField,
    MomentField,
    RoundsField,
    TextsForm,
    initial_texts,
)
from tournaments.models.entry import (
    ID_CLAIMED,
    ID_DIFFERS,
    RATING_LIST_AWAY,
    Entry,
    EntryState,
    EntryTerms,
    FieldRequirement,
)
from tournaments.models.player import Sex
from tournaments.services.players import HIGHEST_RATING

#: Labels of the fields, on both forms and in the desk's table.
FIELD_NAMES: Mapping[str, Any] = MappingProxyType(
    {
        "fide_id": _("FIDE ID"),
        "national_id": _("National ID"),
        "federation": _("Federation"),
        "club": _("Club or city"),
        "title": _("Title"),
        "birth_date": _("Date of birth"),
        "birth_year": _("Year of birth"),
        "sex": _("Sex"),
        "email": _("E-mail address"),
        "phone": _("Phone"),
        "note": _("Note to the organiser"),
    }
)
STATE_NAMES: Mapping[str, Any] = MappingProxyType(
    {
        EntryState.PENDING: _("awaiting approval"),
        EntryState.CONFIRMED: _("confirmed"),
        EntryState.WAITING: _("waiting list"),
        EntryState.WITHDRAWN: pgettext_lazy("entry", "withdrawn"),
        EntryState.REFUSED: _("refused"),
    }
)
#: The reason an entry needs a decision by the desk, by error code.
_QUESTIONS: Mapping[str, Any] = MappingProxyType(
    {
        **dict.fromkeys(
            ("same_name", "duplicate_player"), _("A player of this name is known already: check before you confirm.")
        ),
        "already_entered": _("This player is in the section already: refuse the entry, or correct who it is."),
        ID_DIFFERS: _(
            "The rating list has another name or year of birth for this ID. Find out whose it is before you confirm."
        ),
        ID_CLAIMED: _("Another player has the same FIDE ID. Find out whose it is before you confirm."),
        RATING_LIST_AWAY: _("The rating list was not available: check that the rating is within the limits."),
    }
)
_SEXES = [("", "—"), (Sex.FEMALE, _("female")), (Sex.MALE, _("male"))]
_LIMITS = ("lowest_rating", "highest_rating", "born_from", "born_until")
_PLAIN = [name for name in editable(EntryTerms) if name not in ("asked", "federations", "consent")]


def question_of(entry: Entry) -> str:
    """Return why the entry needs a decision by the desk, as text; empty if it does not."""
    if not entry.question:
        return ""
    other = gettext("The entry could not be confirmed automatically: confirm it to see why, or refuse it.")
    return str(_QUESTIONS.get(entry.question, other))


class EntryTermsForm(TextsForm):
    """Form for the terms of online entry; the texts by language are those that need consent."""

    longest_name = 1000

    offered = forms.BooleanField(label=_("Players can enter online"), required=False)
    opens_at = MomentField(label=_("Entries open"))
    closes_at = MomentField(label=_("Entries close"))
    places = forms.IntegerField(
        label=_("Places"),
        required=False,
        min_value=1,
        max_value=9_999,
        help_text=_("If empty: no limit. Players whom you add yourself count too."),
    )
    waiting_list = forms.BooleanField(
        label=_("Waiting list when all places are taken"),
        required=False,
        help_text=_("The first on it moves up when a place becomes free, until round 1 is paired."),
    )
    approval = forms.BooleanField(label=_("An official approves each entry"), required=False)
    lookup = forms.BooleanField(
        label=_("Look names up in the rating list"),
        required=False,
        help_text=_("Shows name, federation, year of birth, title, rating and FIDE ID to anyone who types a name."),
    )
    lowest_rating = forms.IntegerField(label=_("Rating from"), required=False, min_value=1, max_value=HIGHEST_RATING)
    highest_rating = forms.IntegerField(label=_("Rating up to"), required=False, min_value=1, max_value=HIGHEST_RATING)
    born_from = forms.IntegerField(
        label=_("Born in this year or later"), required=False, min_value=1800, max_value=2200
    )
    born_until = forms.IntegerField(
        label=_("Born in this year or earlier"), required=False, min_value=1800, max_value=2200
    )
    federations = forms.CharField(
        label=_("Only these federations"),
        required=False,
        max_length=200,
        help_text=_("Three letters each, for example POL, UKR. If empty: all."),
        widget=forms.TextInput({"autocapitalize": "characters", "spellcheck": "false"}),
    )
    sex = forms.ChoiceField(
        label=_("Open to"),
        required=False,
        choices=[("", _("all players")), (Sex.FEMALE, _("women and girls")), (Sex.MALE, _("men and boys"))],
    )
    most_reserves = forms.IntegerField(label=_("Reserves of a team at most"), min_value=0, max_value=20)
    most_byes = forms.IntegerField(label=_("Byes for each player at most"), min_value=1, max_value=20)
    consent_link = forms.URLField(label=_("Link to read more"), required=False, max_length=300, assume_scheme="https")

    def __init__(self, *args: Any, rounds: int | None, by_round: bool, teams: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in entered(Entry):
            self.fields[f"asked_{name}"] = forms.ChoiceField(
                label=FIELD_NAMES[name],
                required=False,
                choices=[
                    ("", _("not asked")),
                    (FieldRequirement.OPTIONAL, _("optional")),
                    (FieldRequirement.REQUIRED, _("required")),
                ],
            )
        if by_round and rounds:
            self.fields["bye_rounds"] = RoundsField(
                range(1, rounds + 1), label=_("Half-point byes may be requested for round"), required=False
            )
        else:
            del self.fields["most_byes"]
        self.limited = not teams
        for name in (*_LIMITS, "sex") if teams else ("most_reserves",):
            del self.fields[name]

    def field_of(self, named: str) -> str:
        return super().field_of("names" if named == "consent" else named)

    @property
    def asked_fields(self) -> list[forms.BoundField]:
        return [self[f"asked_{name}"] for name in entered(Entry)]

    @classmethod
    def initial_of(cls, terms: EntryTerms) -> dict[str, Any]:
        return {
            **{name: getattr(terms, name) for name in _PLAIN},
            **{f"asked_{name}": manner for name, manner in terms.asked.items()},
            **initial_texts(terms.consent, "name"),
            "federations": ", ".join(terms.federations),
        }

    def changes(self) -> dict[str, object]:
        """Return the arguments of `set_entry_terms`."""
        cleaned = self.cleaned_data
        requirements = {name: cleaned[f"asked_{name}"] for name in entered(Entry)}
        codes = cleaned["federations"].upper().replace(",", " ").split()
        return {
            **{name: cleaned[name] for name in _PLAIN if name in self.fields},
            "asked": {name: manner for name, manner in requirements.items() if manner},
            "federations": codes,
            "consent": self.texts("name"),
        }


_WIDGETS = {
    "email": forms.EmailInput({"autocomplete": "email"}),
    "phone": forms.TextInput({"type": "tel", "autocomplete": "tel"}),
    "note": forms.Textarea({"rows": 3}),
}


def _field(name: str) -> forms.Field:
    """Return a field of the public form; the terms decide whether it is required."""
    label = FIELD_NAMES[name]
    match name:
        case "fide_id":
            widget = forms.TextInput({"inputmode": "numeric", "autocomplete": "off"})
            return forms.IntegerField(label=label, min_value=1, max_value=99_999_999_999, widget=widget)
        case "federation":
            return FederationField()
        case "birth_date":
            return DayField(label=label)
        case "birth_year":
            return forms.IntegerField(label=label, min_value=1800, max_value=2200)
        case "sex":
            return forms.ChoiceField(label=label, choices=_SEXES)
    widgets = {"widget": _WIDGETS[name]} if name in _WIDGETS else {}
    return form_field(Entry, name, label=label, **widgets)


class OnlineEntryForm(DeskForm):
    """Form with the fields that a section's terms ask for. `only`: the fields that can still be changed.

    `languages`: of the event and the reader; a patronymic is asked for if one of them is written in Cyrillic.
    """

    aliases: ClassVar = {"already_entered": "fide_id"}

    family_name = forms.CharField(
        label=_("Family name"), max_length=80, widget=forms.TextInput({"autocomplete": "family-name"})
    )
    given_name = forms.CharField(
        label=_("Given name"), max_length=80, required=False, widget=forms.TextInput({"autocomplete": "given-name"})
    )
    patronymic = forms.CharField(label=_("Patronymic"), max_length=80, required=False)

    def __init__(
        self,
        *args: Any,
        terms: EntryTerms,
        consent: str = "",
        only: tuple[str, ...] | None = None,
        extra: str = "",
        languages: Collection[str],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        # A name that has a patronymic keeps it when the entry is changed.
        if not any(map(is_cyrillic, languages)) and not self.initial.get("patronymic"):
            del self.fields["patronymic"]
        if only is not None:
            self.fields.clear()
        for name in entered(Entry):
            if terms.asks(name) and (only is None or name in only):
                self.fields[name] = _field(name)
                self.fields[name].required = terms.asked[name] == FieldRequirement.REQUIRED
        if only is None and terms.bye_rounds:
            self.fields["bye_rounds"] = RoundsField(
                terms.bye_rounds,
                label=gettext("Half-point bye for round"),
                required=False,
                help_text=gettext("At most %(n)s. An official decides.") % {"n": terms.most_byes},
            )
        if extra:
            self.fields["extra"] = forms.BooleanField(label=extra, required=False)
        if consent:
            self.fields["consent"] = forms.BooleanField(label=consent)

    @property
    def given(self) -> dict[str, Any]:
        """The cleaned data as the services take it."""
        return self.cleaned_data

    @classmethod
    def initial_of(cls, entry: Entry) -> dict[str, Any]:
        names = (*cls.base_fields, *entered(Entry), "bye_rounds")
        return {name: getattr(entry, name) for name in names}


# When check-in for a round is open.


class CheckInForm(DeskForm):
    """Both times may be empty: then check-in is open until the round is published."""

    opens_at = MomentField(label=_("Check-in opens"))
    closes_at = MomentField(label=_("Check-in closes"))


# The form by which a captain enters a team: its name, the captain's contacts, and the players by boards.

#: The fields asked of a team; the others are of persons.
OF_TEAMS = ("federation", "club", "email", "phone", "note")
_ROW = ("name", "fide_id", "birth_year")


class TeamEntryForm(OnlineEntryForm):
    """`boards` players are needed, and `most` may be given."""

    aliases: ClassVar = {"team_name_taken": "team_name"}

    team_name = forms.CharField(label=_("Team"), max_length=80)

    def __init__(self, *args: Any, terms: EntryTerms, boards: int, most: int, **kwargs: Any) -> None:
        entry_terms = copy(terms)  # a new instance would replace the section's cached terms
        entry_terms.asked = {name: manner for name, manner in terms.asked.items() if name in OF_TEAMS}
        entry_terms.bye_rounds = []
        super().__init__(*args, terms=entry_terms, languages=(), **kwargs)
        self.fields["family_name"].label = gettext("Captain: family name")
        self.fields["given_name"].label = gettext("Captain: given name")
        self.order_fields(["team_name", "family_name", "given_name"])
        self.boards, self.rows = boards, range(most)
        for index in self.rows:
            self.fields |= _row(index)

    def field_of(self, named: str) -> str:
        return "p0_name" if named == "line_up" else super().field_of(named)

    @property
    def plain_fields(self) -> list[forms.BoundField]:
        """Return all fields except those of the line-up and checkboxes."""
        return [
            bound_field
            for bound_field in self
            if bound_field.name not in ("extra", "consent") and not _is_row_field(bound_field.name)
        ]

    @property
    def line_up_rows(self) -> list[tuple[str, list[forms.BoundField]]]:
        return [
            (
                gettext("Board %(n)s") % {"n": index + 1}
                if index < self.boards
                else gettext("Reserve %(n)s") % {"n": index + 1 - self.boards},
                [self[f"p{index}_{name}"] for name in _ROW],
            )
            for index in self.rows
        ]

    @property
    def given(self) -> dict[str, Any]:
        rows = [{name: self.cleaned_data.get(f"p{index}_{name}") for name in _ROW} for index in self.rows]
        return {**self.cleaned_data, "line_up": rows}

    @classmethod
    def initial_of(cls, entry: Entry) -> dict[str, Any]:
        players = {
            f"p{index}_{name}": value
            for index, row in enumerate(entry.line_up)
            for name, value in _initial_member(row).items()
        }
        return {**super().initial_of(entry), "team_name": entry.team_name, **players}


def _is_row_field(name: str) -> bool:
    return any(name.startswith("p") and name.endswith(f"_{part}") and name[1].isdigit() for part in _ROW)


def _initial_member(row: Mapping[str, Any]) -> dict[str, object]:
    others = " ".join(filter(None, (row["given_name"], row["patronymic"])))
    name = f"{row['family_name']}, {others}" if others else row["family_name"]
    return {"name": name, "fide_id": row["fide_id"], "birth_year": row["birth_year"]}


def _row(index: int) -> dict[str, forms.Field]:
    numeric = forms.TextInput({"inputmode": "numeric", "autocomplete": "off"})
    fields: dict[str, forms.Field] = {
        "name": forms.CharField(
            label=pgettext_lazy("of a player", "Family name, given name"), max_length=160, required=False
        ),
        "fide_id": forms.IntegerField(
            label=_("FIDE ID"), min_value=1, max_value=99_999_999_999, widget=numeric, required=False
        ),
        "birth_year": forms.IntegerField(label=_("Year of birth"), min_value=1800, max_value=2200, required=False),
    }
    return {f"p{index}_{name}": field for name, field in fields.items()}
