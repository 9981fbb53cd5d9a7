"""Forms for the file of an event: the new holder, the upload, the accounts of its people."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import DeskForm
from tournaments.forms.events import ROLE_NAMES
from tournaments.models.event import Event, slug_form
from transfer.services.eventfile.container import SUFFIX
from transfer.services.eventfile.importing import Person, Preview
from transfer.services.eventfile.jobs import LARGEST


class HolderForm(DeskForm):
    """Form for the new holder of the event."""

    holder = forms.CharField(
        label=_("Where it will be run"),
        max_length=120,
        help_text=_("For example, “Laptop in the playing hall”."),
    )


class EventFileForm(DeskForm):
    """The file of an event."""

    event_file = forms.FileField(
        label=_("Event file"), widget=forms.FileInput({"accept": SUFFIX}), allow_empty_file=True
    )

    def clean_event_file(self) -> Any:
        file = self.cleaned_data["event_file"]
        if file.size > LARGEST:
            most = LARGEST // 1024**2
            raise ValidationError(
                gettext("The file is larger than %(most)s MB.") % {"most": most}, code="event_file_too_large"
            )
        return file


class BringInForm(DeskForm):
    """Form of an import: the address, the trust in the signer, the accounts of the people."""

    slug = forms.CharField(label=_("Address"), max_length=60, validators=[slug_form])

    def __init__(self, *args: Any, preview: Preview, new: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.preview = preview
        if new:
            self.fields["slug"].initial = preview.slug
        else:
            del self.fields["slug"]
        if not preview.known:
            self.fields["trusted"] = forms.BooleanField(
                label=_("The fingerprint is the one shown where the file was made")
            )
        for person in self.officials:
            self.fields[_field(person)] = forms.CharField(
                label=person.name or person.handle,
                required=False,
                max_length=150,
                help_text=", ".join(str(ROLE_NAMES[role]) for role in ROLE_NAMES if role.value in person.roles),
                widget=forms.TextInput({"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}),
            )

    @property
    def officials(self) -> Iterable[Person]:
        """Return the people with a role; the accounts of others have no effect on permissions."""
        return [person for person in self.preview.people if person.roles]

    @property
    def people_fields(self) -> list[forms.BoundField]:
        return [self[_field(person)] for person in self.officials]

    def clean_slug(self) -> str:
        slug = str(self.cleaned_data["slug"])
        if Event.objects.filter(slug=slug).exists():
            raise ValidationError(
                gettext("There is an event at the address “%(slug)s” already.") % {"slug": slug},
                code="slug_taken",
            )
        return slug

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        self.people: dict[int, int] = {}
        for person in self.officials:
            name = str(cleaned.get(_field(person), "")).strip()
            if not name:
                continue
            user = get_user_model().objects.filter(username=name, is_active=True).first()
            if user is None:
                refused = gettext("There is no account “%(name)s”.") % {"name": name}
                self.add_error(_field(person), ValidationError(refused, code="no_such_user"))
            else:
                self.people[person.row] = user.pk
        return cleaned

    def values(self) -> dict[str, Any]:
        """Return the arguments of `start_event_file`."""
        return {
            "slug": self.cleaned_data.get("slug", ""),
            "people": self.people,
            "trusted": self.preview.fingerprint if self.cleaned_data.get("trusted") else "",
        }


def _field(person: Person) -> str:
    return f"person_{person.row}"
