"""Forms of the desk, and links of pages to notifications and to the part of the manual about them."""

from django import forms, template
from django.template.context import Context

from tournaments import hooks
from tournaments.models.player import Player
from tournaments.views.desk.help import help_of
from tournaments.views.frame import language

register = template.Library()


@register.filter
def coded(field: forms.BoundField) -> list[tuple[str, str]]:
    """Return the errors of a field: code and sentence."""
    errors = field.errors.as_data()
    return [(str(error.code or "invalid"), text) for error in errors for text in error.messages]


@register.filter
def known_as(player: Player) -> str:
    """Return data that tell a player from namesakes: year of birth, federation, club, FIDE number, sections."""
    born = f"*{player.birth_year}" if player.birth_year else ""
    fide_id = f"FIDE {player.fide_id}" if player.fide_id else ""
    sections = [registration.section.name_in(language()) for registration in player.registrations.all()]
    facts = (player.title, player.federation, born, player.club, fide_id, ", ".join(sections))
    return " · ".join(part for part in facts if part)


@register.simple_tag
def can_follow(*, person: bool = False) -> bool:
    """Return whether visitors can be notified of an event; of a `person` in all events."""
    return hooks.can_follow(person)


@register.simple_tag(takes_context=True)
def help_url(context: Context) -> str:
    """Return the manual address for the current page; the contents for an unknown page."""
    match = getattr(context.get("request"), "resolver_match", None)
    return help_of(match.url_name or "" if match else "").url
