from typing import Any

from allauth.account.fields import SetPasswordField
from allauth.account.forms import LoginForm
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tavleya.errors import DomainError


class SignInForm(LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = _("User name or e-mail")
        login.widget.attrs |= {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        self.fields["password"].help_text = ""


class AccountForm(forms.Form):
    """A form that can show errors of a service at their fields."""

    def refuse(self, refused: DomainError) -> None:
        name = str(refused.detail.get("field", ""))
        self.add_error(name if name in self.fields else None, refused.message.render(gettext))


class NameForm(AccountForm):
    name = forms.CharField(
        label=_("Your name"),
        max_length=150,
        help_text=_("As it signs results, rulings and reports."),
        widget=forms.TextInput({"autocomplete": "name"}),
    )


class PersonForm(NameForm):
    """An account for another person, made by an administrator."""

    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    email = forms.EmailField(label=_("E-mail"), required=False)


class SetupForm(PersonForm):
    code = forms.CharField(
        label=_("One-time code"),
        max_length=60,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    password1 = SetPasswordField(label=_("Password"))
    password2 = forms.CharField(
        label=_("Password once more"), strip=False, widget=forms.PasswordInput({"autocomplete": "new-password"})
    )
    field_order = ("code", "name", "username", "email", "password1", "password2")

    def clean(self) -> dict[str, Any]:
        cleaned_data = super().clean() or {}
        if cleaned_data.get("password1") and cleaned_data["password1"] != cleaned_data.get("password2"):
            self.add_error("password2", gettext("The two passwords are not the same."))
        return cleaned_data

    @property
    def given(self) -> dict[str, str]:
        """The arguments for `portal.services`."""
        named = {name: self.cleaned_data[name] for name in ("code", "username", "name", "email")}
        return {**named, "password": self.cleaned_data["password1"]}


class NewPersonForm(PersonForm):
    administrator = forms.BooleanField(label=_("Administrator of this service"), required=False)


class MergeForm(forms.Form):
    into = forms.CharField(
        label=_("User name of the other account"),
        max_length=150,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_into(self) -> int:
        """Return the key of the account."""
        user = User.objects.filter(username__iexact=self.cleaned_data["into"].strip(), deleted_at=None).first()
        if user is None:
            raise forms.ValidationError(gettext("There is no such account."))
        return user.pk


# The base of allauth's sign-up form; a separate module, because allauth's forms inherit from it.


class NamedSignUp(forms.Form):
    name = forms.CharField(
        label=_("Your name"),
        max_length=150,
        help_text=_("As it signs results, rulings and reports."),
        widget=forms.TextInput({"autocomplete": "name"}),
    )
    field_order = ("name", "username", "email", "password1", "password2")

    def signup(self, request: HttpRequest, user: User) -> None:
        """Complete the new account; called by allauth after its creation."""
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])
