"""Forms of a club or a federation: its texts, its logo, its people."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.views.requests import reader_language
from tavleya.actors import Role
from tavleya.languages import choices, codes
from tournaments.forms.base import DeskForm, FederationField, initial_texts
from tournaments.forms.events import ROLE_NAMES, InvitationForm, NamedForm, RoleForm, SlugField
from tournaments.models.event import ORGANISATION_ROLES, Organisation, OrganisationKind

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
    """To which organisation an event is to belong, by its address."""

    organisation = forms.CharField(
        label=_("Address of the organisation"),
        max_length=60,
        help_text=_("The last word of its page’s address: /organisations/…/"),
        widget=forms.TextInput({"autocapitalize": "none", "spellcheck": "false"}),
    )
