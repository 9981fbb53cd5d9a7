"""The base of allauth's sign-up form; a separate module, because allauth's forms inherit from it."""

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User


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
