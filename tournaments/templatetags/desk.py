"""For the forms of the desk."""

from __future__ import annotations

from django import forms, template

register = template.Library()


@register.filter
def coded(field: forms.BoundField) -> list[tuple[str, str]]:
    """The errors of a field: code and sentence."""
    errors = field.errors.as_data()
    return [(str(error.code or "invalid"), text) for error in errors for text in error.messages]
