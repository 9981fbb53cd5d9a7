"""Parts that the desk's forms share: errors with codes, texts in several languages, points, times."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import get_language_info, gettext
from django.utils.translation import gettext_lazy as _

from common.errors import DomainError
from common.messages import Message
from core.tiebreaks.table import POINT, points_text
from tournaments.services.events import LANGUAGES
from tournaments.services.jobs import LARGEST_FILE


class DeskForm(forms.Form):
    """A form whose errors can come from a service: its sentence, its code, at its field."""

    required_css_class = "required"
    #: Where the service calls a field otherwise than the form does.
    aliases: ClassVar[Mapping[str, str]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)

    def refuse(self, refused: DomainError) -> None:
        """Show what a service would not do, beside what was typed."""
        named = str(refused.detail.get("field", ""))
        name = self.aliases.get(refused.code) or self.aliases.get(named, named)
        self.add_error(name if name in self.fields else None, error_of(refused.message))

    @property
    def problems(self) -> list[tuple[str, str]]:
        """What is wrong with the form as a whole: code and sentence."""
        return _listed(self.non_field_errors().as_data())


def error_of(message: Message) -> ValidationError:
    return ValidationError(message.render(gettext), code=message.code)


def _listed(errors: Iterable[ValidationError]) -> list[tuple[str, str]]:
    return [(str(error.code or "invalid"), text) for error in errors for text in error.messages]


# Texts in several languages


def text_fields(name: str, *, area: bool = False, most: int = 120) -> dict[str, forms.CharField]:
    """One field for each language: `name_ru`, `name_en`, `name_uk`."""
    found = {}
    for code in LANGUAGES:
        widget = forms.Textarea({"rows": 3, "lang": code}) if area else forms.TextInput({"lang": code})
        found[f"{name}_{code}"] = forms.CharField(
            label=get_language_info(code)["name_local"].capitalize(),
            required=False,
            max_length=most,
            widget=widget,
        )
    return found


def texts_of(cleaned: Mapping[str, Any], name: str) -> dict[str, str]:
    """Those that were given, by language."""
    return {code: text for code in LANGUAGES if (text := cleaned.get(f"{name}_{code}", ""))}


def initial_texts(texts: Mapping[str, str], name: str) -> dict[str, str]:
    return {f"{name}_{code}": text for code, text in texts.items()}


# Figures

_POINTS = re.compile(r"(?P<whole>\d{0,2})(?P<half>½|[.,][05])?\Z")


class PointsField(forms.CharField):
    """Points of a result, kept in half-points: `1`, `½`, `1½`, `0.5`, `1,5`."""

    default_error_messages: ClassVar = {
        "bad_points": _("Points are whole or half: 1, ½, 1½."),
    }

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        kwargs.setdefault("widget", forms.TextInput({"size": 4, "autocomplete": "off"}))
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> Any:
        if isinstance(value, int):  # of a field that cannot be changed: what it shows, and not what was typed
            return value
        text = str(value or "").strip()
        if not text:
            return None
        match = _POINTS.match(text)
        if match is None:
            raise ValidationError(self.error_messages["bad_points"], code="bad_points")
        half = 1 if (match["half"] or "")[-1:] in ("½", "5") else 0
        return int(match["whole"] or 0) * POINT + half

    def prepare_value(self, value: Any) -> Any:
        return points_text(value) if isinstance(value, int) else value


class MomentField(forms.DateTimeField):
    """A day and a time, as the browser's own field gives it, by the clock of the event; the value is in UTC."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        kwargs.setdefault("help_text", _("By the clock of the event."))
        widget = forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, **kwargs)

    def clean(self, value: Any) -> datetime | None:
        moment = super().clean(value)
        return moment.astimezone(UTC) if moment else None


class TextFileField(forms.FileField):
    """A file that is read whole; how large it may be is asked before it is."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_empty_file=True, **kwargs)

    def clean(self, data: Any, initial: Any = None) -> Any:
        file = super().clean(data, initial)
        if file and file.size > LARGEST_FILE:
            raise ValidationError(gettext("The file is larger than 5 MB."), code="file_too_large")
        return file


class DayField(forms.DateField):
    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        super().__init__(widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"), **kwargs)


class FederationField(forms.CharField):
    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput({"autocapitalize": "characters", "size": 5})
        super().__init__(
            label=_("Federation"),
            required=False,
            max_length=3,
            widget=widget,
            help_text=_("Three letters, such as NED."),
            **kwargs,
        )

    def clean(self, value: Any) -> str:
        code = str(super().clean(value)).upper()
        if code and not re.fullmatch(r"[A-Z]{3}", code):
            raise ValidationError(
                gettext("A federation is written with three Latin letters."), code="bad_federation"
            )
        return code
