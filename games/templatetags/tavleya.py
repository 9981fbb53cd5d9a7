"""Formats of figures and terms of the field on a page."""

from datetime import date, datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext

from games.models.game import Game
from games.views import labels
from games.views.labels import termination_label
from games.views.ledger import pair_of
from tavleya.messages import Message
from tavleya.record.results import FACTS, Result
from tavleya.rules.registry import SPECS

register = template.Library()


@register.filter
def day(value: date | None) -> str:
    """Return a date like `15 January 2022`, with the month in the right case in ru and uk."""
    return date_format(value, _day_format()) if value else ""


@register.filter
def day_time(value: datetime | None) -> str:
    """Return a start in the page's time zone: `15 January, 14:00`."""
    form = pgettext("date format: j is the day, F the month, E the month in the genitive, H:i the time", "j F, H:i")
    return date_format(timezone.localtime(value), form) if value else ""


@register.filter
def symbol(name: str) -> str:
    """Return the symbol of a game by its key; other names are symbols themselves."""
    return SPECS[name].icon if name in SPECS else name


@register.filter
def cite(article: str) -> str:
    """Return an article of the laws as people cite it: `fide-2023:7.5.1` is `FIDE Laws 7.5.1`."""
    return labels.cite(article)


@register.filter
def players(game: Game) -> str:
    """Return `White – Black` in the style of the reader's language."""
    return pair_of(game)


@register.filter
def until(first: date | None, last: date | None) -> str:
    """Return a range of dates without repetition: `15–30 January 2022`, `28 December 2021 – 3 January 2022`."""
    if first is None or last is None or first == last:
        return day(first or last)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{day(last)}"
    return f"{day(first)} – {day(last)}"


def _day_format() -> str:
    return pgettext("date format: j is the day, F the month, E the month in the genitive, Y the year", "j F Y")


@register.filter
def result(code: str) -> str:
    """Return a result between two names: `1 – 0`, `½ – ½`, `+ – −`; empty without a result."""
    return " – ".join(FACTS[Result(code)].shown) if code else ""


@register.filter
def sentence(message: Message | str) -> str:
    """Return a message in the reader's language."""
    return message.render(gettext) if isinstance(message, Message) else message


@register.filter
def ended(termination: str) -> str:
    """Return the reason of a game's end by its termination code; empty if it adds nothing to the result."""
    return termination_label(termination)
