"""Sections and sessions as the arbiters' pages show them."""

from django import template
from django.utils import timezone

from arbiter.selectors.work_record import near_their_end
from tavleya.formats.names import split_name
from tournaments.models.event import Event
from tournaments.models.section import Section
from tournaments.views.frame import language

register = template.Library()


@register.filter
def named(section: Section, language: str) -> str:
    """Return the section's name in the reader's language."""
    return section.name_in(language)


@register.filter
def short_name(name: str) -> str:
    """Return the family name and initials, `Carlsen M.`, for narrow displays."""
    parts = split_name(name)
    initials = (part[0] + "." for part in f"{parts.given} {parts.patronymic}".split())
    return " ".join([parts.family, *initials])


@register.inclusion_tag("hall/session_ending.html")
def session_ending(event: Event) -> dict[str, object]:
    """Return the context of the notice about boards still running near or after the end of their session."""
    return {"event": event, "near": near_their_end(event, timezone.now()), "language": language()}
