"""Forms of a club or a federation: its texts, its logo, its people, its series."""

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.views.requests import reader_language
from people.models import Series
from tavleya.actors import Role
from tavleya.languages import choices, codes
from tavleya.series import RULES, TIEBREAKS
from tournaments.forms.base import DeskForm, FederationField, initial_texts
from tournaments.forms.events import ROLE_NAMES, InvitationForm, NamedForm, RoleForm, SlugField
from tournaments.models.event import ORGANISATION_ROLES, Organisation, OrganisationKind
from tournaments.models.section import Section

# A series: its name, and how its table is made.

_BREAKS = ("first", "second", "third")


class SeriesForm(NamedForm):
    kind: ClassVar = "series"
    aliases: ClassVar = {"slug_taken": "slug", "tiebreaks": "first"}

    slug = SlugField()
    rule = forms.ChoiceField(
        label=_("Results are counted as"), choices=[(rule.key, _(rule.label)) for rule in RULES.values()]
    )
    place_points = forms.CharField(
        label=_("Points for each place"),
        required=False,
        max_length=1000,
        help_text=_("For points by place: 25, 18, 15, 12. Players who share places share their points."),
        widget=forms.TextInput({"inputmode": "text", "autocomplete": "off"}),
    )
    best = forms.IntegerField(
        label=_("Best results that count"),
        required=False,
        min_value=1,
        max_value=100,
        help_text=_("If empty, all results count."),
    )
    first = forms.ChoiceField(label=_("First tie-break"), required=False)
    second = forms.ChoiceField(label=_("Second tie-break"), required=False)
    third = forms.ChoiceField(label=_("Third tie-break"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in _BREAKS:
            choices = [("", "—"), *((tiebreak.key, _(tiebreak.label)) for tiebreak in TIEBREAKS.values())]
            self.fields[name].choices = choices  # type: ignore[attr-defined]

    def clean_place_points(self) -> list[int]:
        """Return the whole numbers, separated by spaces, commas or semicolons."""
        text = self.cleaned_data["place_points"].strip()
        parts = re.split(r"[\s,;]+", text.strip(",; ")) if text else []
        if not all(part.isdecimal() and len(part) < 8 for part in parts):
            raise ValidationError(gettext("Enter whole numbers, separated by commas."), code="bad_place_points")
        return [int(part) for part in parts]

    def values(self) -> dict[str, Any]:
        """Return the arguments of the services."""
        cleaned = self.cleaned_data
        return {
            **{name: cleaned[name] for name in ("slug", "rule", "best", "place_points")},
            "tiebreaks": [cleaned[name] for name in _BREAKS if cleaned[name]],
            "names": self.texts("name"),
        }

    @classmethod
    def initial_of(cls, series: Series | None) -> dict[str, Any]:
        """Return the form values; for a new series the most common ones."""
        if series is None:
            return {"rule": "score", "first": "best", "second": "firsts"}
        return {
            "slug": series.slug,
            "rule": series.rule,
            "best": series.best,
            "place_points": ", ".join(map(str, series.place_points)),
            **dict(zip(_BREAKS, series.tiebreaks, strict=False)),
            **initial_texts(series.names, "name"),
        }


class SeriesSectionForm(DeskForm):
    section = forms.TypedChoiceField(label=_("Section"), coerce=int)

    def __init__(self, *args: Any, sections: list[tuple[Section, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["section"].choices = [(section.pk, name) for section, name in sections]  # type: ignore[attr-defined]


KIND_NAMES = {OrganisationKind.CLUB: _("Club"), OrganisationKind.FEDERATION: _("Federation")}
#: Names of roles in an organisation.
ORGANISATION_ROLE_NAMES = {**ROLE_NAMES, Role.OWNER: pgettext_lazy("of an organisation", "Owner")}
_ROLES = [(role.value, ORGANISATION_ROLE_NAMES[role]) for role in ORGANISATION_ROLES]


class OrganisationForm(NamedForm):
    kind: ClassVar = "organisation"
    aliases: ClassVar = {"slug_taken": "slug"}

    slug = SlugField()
    short_name = forms.CharField(label=_("Short name"), required=False, max_length=20)
    type = forms.ChoiceField(label=pgettext_lazy("of an organisation", "Type"), choices=list(KIND_NAMES.items()))
    country = FederationField()
    languages = forms.MultipleChoiceField(label=_("Languages"), choices=choices, widget=forms.CheckboxSelectMultiple)
    website = forms.URLField(label=_("Website"), required=False, max_length=200, assume_scheme="https")
    contact = forms.CharField(
        label=_("Contact"),
        required=False,
        max_length=200,
        help_text=_("For players’ questions: an e-mail address, a phone number, a website. Everyone can see it."),
    )

    def __init__(self, *args: Any, languages: Sequence[str] = (), **kwargs: Any) -> None:
        """Build the form. `languages`: those of the organisation; a new one may choose from all."""
        own = reader_language()
        offered = languages or [own, *(code for code in codes() if code != own)]
        super().__init__(*args, languages=offered, **kwargs)
        self.fields["languages"].initial = self.text_languages
        self.fields["country"].label = _("Country")
        self.add_texts("about", area=True, most=2000)

    @property
    def about_fields(self) -> list[forms.BoundField]:
        return self.fields_of("about")

    @classmethod
    def initial_of(cls, organisation: Organisation) -> dict[str, Any]:
        plain = ("slug", "short_name", "country", "website", "contact")
        return {
            **{name: getattr(organisation, name) for name in plain},
            "type": organisation.kind,
            **initial_texts(organisation.names, "name"),
            **initial_texts(organisation.about, "about"),
        }

    def values(self) -> dict[str, Any]:
        """Return the arguments of the services."""
        cleaned = self.cleaned_data
        order = [*self.text_languages, *codes()]
        return {
            **{name: cleaned[name] for name in ("slug", "short_name", "country", "website", "contact")},
            "kind": OrganisationKind(cleaned["type"]),
            "languages": sorted(cleaned["languages"], key=order.index),
            "names": self.texts("name"),
            "about": self.texts("about"),
        }


class LogoForm(DeskForm):
    aliases: ClassVar = {"not_a_photo": "file", "photo_too_large": "file", "upload_too_large": "file"}

    file = forms.FileField(
        label=_("Logo"),
        help_text=_("JPEG, PNG or WebP, at most 2 MB."),
        widget=forms.FileInput({"accept": ".jpg,.jpeg,.png,.webp"}),
    )


class OrganisationRoleForm(RoleForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].choices = _ROLES  # type: ignore[attr-defined]


class OrganisationInvitationForm(InvitationForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["roles"].choices = _ROLES  # type: ignore[attr-defined]


class OwnerForm(DeskForm):
    """The organisation that is to own an event, by its address."""

    organisation = forms.CharField(
        label=_("Address of the organisation"),
        max_length=60,
        help_text=_("The last word of its page’s address: /organisations/…/"),
        widget=forms.TextInput({"autocapitalize": "none", "spellcheck": "false"}),
    )
