"""Sections and sessions as the arbiters' pages show them."""

from __future__ import annotations

from django import template
from django.utils import timezone

from arbiter.selectors.sessions import near_their_end
from tournaments.models import Event, Section
from tournaments.views.frame import language

register = template.Library()


@register.filter
def named(section: Section, language: str) -> str:
    """The section's name in the reader's language."""
    return section.name_in(language)


@register.inclusion_tag("hall/session_ending.html")
def session_ending(event: Event) -> dict[str, object]:
    """Where boards run on though their session is about to end, or has ended; asked anew by the page."""
    return {"event": event, "near": near_their_end(event, timezone.now()), "language": language()}
