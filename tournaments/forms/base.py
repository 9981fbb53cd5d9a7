"""Parts that the desk's forms share: errors with codes, texts in several languages, points, times."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, ClassVar

from django import forms
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tavleya.errors import DomainError
from tavleya.languages import codes, name_of
from tavleya.messages import Message
from tavleya.tiebreaks.table import POINT, points_text
from tournaments.services.jobs import LARGEST_FILE


class RoundsField(forms.TypedMultipleChoiceField):
    """Some rounds of a section, ticked.  Services check the choice, because the page may be outdated."""

    def __init__(self, rounds: Iterable[int] = (), **kwargs: Any) -> None:
        super().__init__(
            coerce=int,
            choices=[(number, str(number)) for number in rounds],
            widget=forms.CheckboxSelectMultiple({"class": "rounds-choice"}),
            **kwargs,
        )

    def valid_value(self, value: Any) -> bool:
        return str(value).isdecimal() and len(str(value)) < 4


def to_confirm(refused: DomainError | None) -> tuple[str, ...]:
    """Return the codes to confirm if a warning was raised (`tavleya.warnings`); empty for any other error."""
    confirm = refused.detail.get("confirm") if refused is not None else None
    return tuple(map(str, confirm)) if isinstance(confirm, list) else ()


class DeskForm(forms.Form):
    """A form that can show errors of a service at their fields, with message and code."""

    required_css_class = "required"
    #: Fields that the service names differently.
    aliases: ClassVar[Mapping[str, str]] = {}
    #: Codes of warnings to confirm before the form is sent again (`tavleya.warnings`).
    to_confirm: tuple[str, ...] = ()
    #: The error of the service, after `attempt` or `refuse`.
    refused: DomainError | None = None
    #: What the act of a successful `attempt` returned.
    result: Any = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)

    def attempt(self, act: Callable[[], Any], *, unchecked: bool = False) -> bool:
        """Carry out the act if the form is posted and valid; otherwise, or after an error, the form shows the reason.

        `unchecked`: the posted act needs none of the fields.
        """
        if not unchecked and not self.is_valid():
            return False
        try:
            self.result = act()
        except DomainError as error:
            self.refused = error
            self.refuse(error)
        return self.refused is None

    @property
    def status(self) -> int:
        """The status of the page that shows this form."""
        if self.refused is not None:
            return self.refused.status
        return 422 if self.errors else 200

    def refuse(self, refused: DomainError) -> None:
        """Show the error of a service, next to the input."""
        self.refused = refused
        named = str(refused.detail.get("field", ""))
        name = self.aliases.get(refused.code) or self.field_of(named)
        self.to_confirm = to_confirm(refused)
        self.add_error(name if name in self.fields else None, error_of(refused.message))

    def field_of(self, named: str) -> str:
        """Return the form's field for the service's field `named`."""
        return self.aliases.get(named, named)

    @property
    def problems(self) -> list[tuple[str, str]]:
        """The errors of the form as a whole: code and sentence."""
        return _error_pairs(self.non_field_errors().as_data())


def error_of(message: Message) -> ValidationError:
    return ValidationError(message.render(gettext), code=message.code)


def _error_pairs(errors: Iterable[ValidationError]) -> list[tuple[str, str]]:
    return [(str(error.code or "invalid"), text) for error in errors for text in error.messages]


def listed_keys(text: str, keys: Mapping[int, int]) -> list[int]:
    """Return the keys of the entries whose starting numbers the text lists.  Raises: ValidationError."""
    words = [word for word in re.split(r"[\s,;]+", text) if word]
    for word in words:
        if not word.isdecimal() or len(word) > 8 or int(word) not in keys:
            message = gettext("No player has starting number “%(word)s”.") % {"word": word}
            raise ValidationError(message, code="no_such_registration")
    return [keys[int(word)] for word in words]


def user_named(name: str) -> int:
    """Return the key of the active user with this name.  Raises: ValidationError."""
    user = get_user_model().objects.filter(username=name, is_active=True).first()
    if user is None:
        raise ValidationError(gettext("There is no account “%(name)s”.") % {"name": name}, code="no_such_user")
    return int(user.pk)


# Texts in several languages


class TextsForm(DeskForm):
    """A form with texts by language: a field for each of the event's `languages`, as `name_ru`, in their order.

    `initial` may have texts in other languages too, as `initial_texts` gives them: they are kept unchanged.
    """

    longest_name: ClassVar[int] = 120

    def __init__(self, *args: Any, languages: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.text_languages = tuple(languages)
        self.add_texts("name", most=self.longest_name)

    def add_texts(self, name: str, *, most: int, area: bool = False) -> None:
        for code in self.text_languages:
            widget = forms.Textarea({"rows": 3, "lang": code}) if area else forms.TextInput({"lang": code})
            self.fields[f"{name}_{code}"] = forms.CharField(
                label=name_of(code), required=False, max_length=most, widget=widget
            )

    def fields_of(self, name: str) -> list[forms.BoundField]:
        return [self[f"{name}_{code}"] for code in self.text_languages]

    @property
    def name_fields(self) -> list[forms.BoundField]:
        return self.fields_of("name")

    @property
    def names_known(self) -> bool:
        """Whether the fields of names have anything to show: a name, or an error."""
        return any(field.value() or field.errors for field in self.name_fields)

    def field_of(self, named: str) -> str:
        return f"name_{self.text_languages[0]}" if named == "names" else super().field_of(named)

    def texts(self, name: str) -> dict[str, str]:
        """Return the entered texts, and those in languages that the form does not show."""
        others = [code for code in codes() if code not in self.text_languages]
        return {
            **given_texts(self.cleaned_data, name, self.text_languages),
            **given_texts(self.initial or {}, name, others),
        }


def given_texts(values: Mapping[str, Any], name: str, languages: Iterable[str]) -> dict[str, str]:
    """Return the texts among the values of a form, by language."""
    return {code: text for code in languages if (text := values.get(f"{name}_{code}", ""))}


def initial_texts(texts: Mapping[str, str], name: str) -> dict[str, str]:
    return {f"{name}_{code}": text for code, text in texts.items()}


# Figures

_POINTS = re.compile(r"(?P<whole>\d{0,2})(?P<half>½|[.,][05])?\Z")


class PointsField(forms.CharField):
    """Points of a result, stored in half-points: `1`, `½`, `1½`, `0.5`, `1,5`."""

    default_error_messages: ClassVar = {"bad_points": _("Points are whole or half: 1, ½, 1½.")}

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        kwargs.setdefault("widget", forms.TextInput({"size": 4, "autocomplete": "off"}))
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> Any:
        if isinstance(value, int):  # a disabled field passes its initial value, not the input
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
        kwargs.setdefault("help_text", _("In the event's time zone."))
        widget = forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, **kwargs)

    def clean(self, value: Any) -> datetime | None:
        moment = super().clean(value)
        return moment.astimezone(UTC) if moment else None


class TextFileField(forms.FileField):
    """A file that is read completely, after a check of its size."""

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
            help_text=_("Three letters, for example NED."),
            **kwargs,
        )

    def clean(self, value: Any) -> str:
        code = str(super().clean(value)).upper()
        if code and not re.fullmatch(r"[A-Z]{3}", code):
            raise ValidationError(gettext("A federation code has three Latin letters."), code="bad_federation")
        return code
