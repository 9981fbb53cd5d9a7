from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm
from django import forms
from django.utils.translation import gettext_lazy as _


class SignInForm(LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = _("User name or e-mail")
        login.widget.attrs |= {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        self.fields["password"].help_text = ""


class NameForm(forms.Form):
    name = forms.CharField(
        label=_("Your name"),
        max_length=150,
        help_text=_("As it signs results, rulings and reports."),
        widget=forms.TextInput({"autocomplete": "name"}),
    )
