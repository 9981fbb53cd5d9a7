"""The way from a page to the part of the manual that speaks of it."""

from django import template
from django.template.context import Context

from tournaments.views.desk.help import help_of

register = template.Library()


@register.simple_tag(takes_context=True)
def help_url(context: Context) -> str:
    """Return the manual address for the current page; the contents for an unknown page."""
    match = getattr(context.get("request"), "resolver_match", None)
    return help_of(match.url_name or "" if match else "").url
