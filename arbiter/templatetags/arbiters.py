"""How articles are cited on a page."""

from __future__ import annotations

from django import template

from arbiter import citations

register = template.Library()


@register.filter
def cite(article: str) -> str:
    return citations.cite(article)
