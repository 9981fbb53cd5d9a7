"""Events, their officials, their keys for programs."""

import zoneinfo
from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.timezone import make_aware
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.views.requests import reader_language
from tavleya.actors import Role
from tavleya.formats.names import LONGEST, suggest_slug
from tavleya.languages import choices, codes
from tavleya.licences import LICENCES
from tavleya.permissions import Action
from tournaments.access import editable
from tournaments.forms.base import (
    DayField,
    DeskForm,
    FederationField,
    TextsForm,
    given_texts,
    initial_texts,
    user_named,
)
from tournaments.models.access import GRANTED
from tournaments.models.event import Event, slug_form

ROLE_NAMES = {
    Role.ORGANISER: _("Organiser"),
    Role.CHIEF_ARBITER: _("Chief arbiter"),
    Role.ARBITER: _("Arbiter"),
    Role.HELPER: pgettext_lazy("role in an event", "Helper"),
    Role.TREASURER: _("Treasurer"),
}


class SlugField(forms.CharField):
    """An address; if empty, it is derived from the name."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Address"),
            required=False,
            max_length=LONGEST,
            help_text=_("Latin letters, digits and hyphens. If empty, it is made from the name."),
            widget=forms.TextInput({"autocapitalize": "none", "spellcheck": "false"}),
        )

    def clean(self, value: Any) -> str:
        slug = str(super().clean(value)).lower()
        if slug:
            try:
                slug_form(slug)
            except ValidationError:
                raise ValidationError(
                    gettext("An address can contain only Latin letters, digits and single hyphens."), code="bad_slug"
                ) from None
        return slug


class NamedForm(TextsForm):
    """A name in at least one language, and an address.  `kind`: the kind of object, for an address of a short name."""

    kind: ClassVar = "section"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        names = given_texts(cleaned, "name", self.text_languages)
        if not names:
            self.add_error(
                self.field_of("names"),
                ValidationError(gettext("Enter a name in at least one language."), code="no_name"),
            )
        elif "slug" in cleaned and not cleaned["slug"]:
            cleaned["slug"] = suggest_slug(names, self.kind)
        return cleaned


_CONTINENTS = frozenset(
    {"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}
)


def time_zones() -> list[str]:
    """Return UTC, then the zones named after a continent or an ocean and a place there.

    Older names of the same zones, by country (`US/Eastern`, `Brazil/East`), are left out.
    """
    places = (name for name in zoneinfo.available_timezones() if name.partition("/")[0] in _CONTINENTS and "/" in name)
    return ["UTC", *sorted(places)]


class EventForm(NamedForm):
    kind: ClassVar = "event"
    aliases: ClassVar = {"slug_taken": "slug", "slug_reserved": "slug"}

    slug = SlugField()
    languages = forms.MultipleChoiceField(
        label=_("Languages of the event"),
        choices=choices,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("After saving, every name has a field for each language. Names in other languages are kept."),
    )
    main_language = forms.ChoiceField(
        label=_("Main language"),
        choices=choices,
        required=False,
        help_text=_("Readers see names in this language where their own is missing."),
    )
    place = forms.CharField(label=_("Place"), required=False, max_length=120)
    address = forms.CharField(
        label=_("Venue address"), required=False, max_length=200, help_text=_("Building, street and number, room.")
    )
    contact = forms.CharField(
        label=_("Contact"),
        required=False,
        max_length=200,
        help_text=_("For players’ questions: an e-mail address, a phone number, a website. Everyone can see it."),
    )
    federation = FederationField()
    starts_on = DayField(label=_("First day"))
    ends_on = DayField(label=_("Last day"))
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        initial="UTC",
        help_text=_("All times of the event are shown and entered in this time zone."),
    )

    licence = forms.ChoiceField(
        label=_("Licence of the data"),
        choices=[("", _("Not stated")), *((licence.code, licence.name) for licence in LICENCES.values())],
        required=False,
        help_text=_("Under which everyone may use the results, pairings and games in the event’s files."),
    )

    shows_minors = forms.BooleanField(
        label=_("Public pages of people show players under 16"),
        required=False,
        help_text=_("Choose this only if parents have agreed. The lists of this event do not change."),
    )

    def __init__(self, *args: Any, languages: Sequence[str] = (), **kwargs: Any) -> None:
        """`languages`: the event's present languages; a new event is offered all languages, the reader's first."""
        own = reader_language()
        offered = languages or [own, *(code for code in codes() if code != own)]
        super().__init__(*args, languages=offered, **kwargs)
        zones = dict.fromkeys((*time_zones(), self.initial.get("time_zone") or "UTC"))
        self.fields["time_zone"].choices = [(name, name.replace("_", " ")) for name in zones]  # type: ignore[attr-defined]
        self.fields["languages"].initial = self.text_languages
        self.fields["main_language"].initial = reader_language()
        self.add_texts("description", area=True, most=4000)

    @property
    def description_fields(self) -> list[forms.BoundField]:
        return self.fields_of("description")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        chosen, main = cleaned.get("languages", []), cleaned.get("main_language", "")
        if chosen and main and main not in chosen:
            self.add_error(
                "main_language",
                ValidationError(gettext("The main language must be one of the event's languages."), code="not_chosen"),
            )
        return cleaned

    @classmethod
    def initial_of(cls, event: Event) -> dict[str, Any]:
        return {
            **{name: getattr(event, name) for name in cls._plain()},
            "main_language": event.text_languages[0],
            **initial_texts(event.names, "name"),
            **initial_texts(event.description, "description"),
        }

    @classmethod
    def _plain(cls) -> list[str]:
        """The fields of the form that are those of the event."""
        return [name for name in editable(Event) if name in cls.base_fields and name != "languages"]

    def values(self) -> dict[str, Any]:
        """Return the arguments of the services.  The main language is the first; the others keep their order."""
        cleaned = self.cleaned_data
        main, order = cleaned["main_language"], [*self.text_languages, *codes()]
        languages = sorted(cleaned["languages"], key=lambda code: (code != main, order.index(code)))
        return {
            **{name: cleaned[name] for name in self._plain()},
            "time_zone": cleaned["time_zone"] or "UTC",
            "names": self.texts("name"),
            "description": self.texts("description"),
            "languages": languages,
        }


class RepeatForm(NamedForm):
    """The differences of a new event from the event that it copies."""

    kind: ClassVar = "event"
    aliases: ClassVar = {"slug_taken": "slug", "slug_reserved": "slug"}

    slug = SlugField()
    starts_on = DayField(label=_("First day"))
    officials = forms.BooleanField(label=_("Copy the officials"), required=False, initial=True)
    players = forms.BooleanField(
        label=_("Enter the players again"), required=False, help_text=_("All who have not withdrawn, with their teams.")
    )

    @classmethod
    def initial_of(cls, event: Event) -> dict[str, Any]:
        """Return the initial data: the same name, four weeks later."""
        following = event.starts_on + timedelta(weeks=4) if event.starts_on else None
        return {"starts_on": following, **initial_texts(event.names, "name")}

    def values(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        common = {name: cleaned[name] for name in ("slug", "starts_on", "officials", "players")}
        return {**common, "names": self.texts("name")}


class TemplateForm(TextsForm):
    """A template: its name, and which sections of the event it has."""

    aliases: ClassVar = {"no_sections": "sections"}

    sections = forms.MultipleChoiceField(
        label=_("Sections"), choices=[], required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, sections: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["sections"].choices = list(sections)  # type: ignore[attr-defined]

    @classmethod
    def initial_of(cls, event: Event, sections: Sequence[tuple[str, str]]) -> dict[str, Any]:
        return {"sections": [slug for slug, _name in sections], **initial_texts(event.names, "name")}

    def values(self) -> dict[str, Any]:
        return {"names": self.texts("name"), "sections": self.cleaned_data["sections"]}


class RoleForm(DeskForm):
    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        widget=forms.TextInput({"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}),
    )
    role = forms.ChoiceField(
        label=pgettext_lazy("of a person in an event", "Role"),
        choices=[(role.value, ROLE_NAMES[role]) for role in GRANTED],
        initial=Role.ARBITER.value,
    )

    def clean_username(self) -> int:
        """Return the key of the user."""
        return user_named(self.cleaned_data["username"].strip())


class InvitationForm(DeskForm):
    roles = forms.MultipleChoiceField(
        label=pgettext_lazy("of a person in an event", "Role"),
        choices=[(role.value, ROLE_NAMES[role]) for role in GRANTED],
        widget=forms.CheckboxSelectMultiple,
    )
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("Left empty, you get a link to pass on yourself."),
        widget=forms.EmailInput({"autocomplete": "off"}),
    )


class TokenForm(DeskForm):
    aliases: ClassVar = {"token_name_taken": "name", "unknown_scope": "scopes"}

    name = forms.CharField(
        label=_("Description"), max_length=80, help_text=_("For example the name of the program or electronic board.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"),
        choices=[],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Never more than your own permissions."),
    )
    expires_on = DayField(label=_("Valid through"), help_text=_("If empty, it is valid until revoked."))

    def __init__(self, *args: Any, scopes: list[tuple[Action, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["scopes"].choices = [(action.value, name) for action, name in scopes]  # type: ignore[attr-defined]

    @property
    def expires_at(self) -> datetime | None:
        day = self.cleaned_data["expires_on"]
        return make_aware(datetime.combine(day, time.max)) if day else None
