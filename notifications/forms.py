"""Form for the kinds, the language and the quiet hours of notifications."""

from dataclasses import asdict, fields
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from notifications.services.kinds import Reader, kinds_for
from notifications.services.subscriptions import Choice
from tavleya import languages
from tournaments.forms.base import DeskForm
from tournaments.models.event import Event

_HOUR = "%H:%M"


def _hour(label: Any) -> forms.TimeField:
    widget = forms.TimeInput({"type": "time"}, format=_HOUR)
    return forms.TimeField(label=label, required=False, widget=widget, input_formats=[_HOUR, "%H:%M:%S"])


class NotificationsForm(DeskForm):
    kinds = forms.MultipleChoiceField(label=_("Notify me of"), widget=forms.CheckboxSelectMultiple)
    language = forms.ChoiceField(label=_("Language"))
    quiet_from = _hour(_("Quiet from"))
    quiet_to = _hour(_("until"))
    zone = forms.CharField(label=_("Time zone"), required=False, max_length=40, widget=forms.Select)

    def __init__(self, *args: Any, reader: Reader, event: Event | None, choice: Choice, **kwargs: Any) -> None:
        super().__init__(*args, initial={**asdict(choice), "kinds": list(choice.kinds)}, **kwargs)
        kinds, language = self.fields["kinds"], self.fields["language"]
        assert isinstance(kinds, forms.MultipleChoiceField)
        assert isinstance(language, forms.ChoiceField)
        kinds.choices = [(kind.code, gettext(kind.name)) for kind in kinds_for(reader)]
        language.choices = languages.choices()
        # The page's script offers the reader's own as well.
        usual = event.time_zone if event is not None else gettext("That of each event")
        others = {choice.zone, self.data.get("zone", "")} - {"", usual}
        widget = self.fields["zone"].widget
        assert isinstance(widget, forms.Select)
        widget.choices = [("", usual), *((kind, kind) for kind in sorted(others))]
        self.fields["zone"].help_text = gettext("What cannot wait is sent in these hours as well.")

    def clean(self) -> dict[str, Any]:
        cleaned_data = super().clean() or {}
        if (cleaned_data.get("quiet_from") is None) != (cleaned_data.get("quiet_to") is None):
            self.add_error("quiet_to", forms.ValidationError(gettext("Enter both times, or neither."), "half"))
        return cleaned_data

    @property
    def choice(self) -> Choice:
        return Choice(**{field.name: self.cleaned_data[field.name] for field in fields(Choice)})
