"""Labels for codes that tournaments store."""

from collections.abc import Iterable

from django.utils.formats import get_format
from django.utils.translation import gettext, ngettext

from tavleya.tiebreaks import tiebreak
from tavleya.tiebreaks.base import Value


def round_name(number: int | None) -> str:
    """Return the name of a round: `Round 5`; for unrecorded rounds, that of the list of games."""
    return gettext("Games") if number is None else gettext("Round %(number)s") % {"number": number}


def tiebreak_name(descriptor: str) -> str:
    """Return the name of a tie-break with its modifiers."""
    tie_break = tiebreak(descriptor)
    name = gettext(tie_break.label)
    if tie_break.descriptor.name == "DE":
        name += " " + gettext("(place among the tied)")
    if tie_break.descriptor.cut:
        cut = tie_break.descriptor.cut
        name += ", " + ngettext("cut lowest", "cut %(n)s lowest", cut) % {"n": cut}
    if tie_break.descriptor.median:
        cut = tie_break.descriptor.median
        words = ngettext("cut lowest and highest", "cut %(n)s lowest and highest", cut)
        name += ", " + words % {"n": cut}
    return name


def value_texts(values: Iterable[Value | None]) -> tuple[str, ...]:
    """Return values of tie-breaks with the reader's decimal sign; empty for None."""
    return tuple("" if value is None else decimal_text(value.text) for value in values)


def decimal_text(text: str) -> str:
    """Return `12.5` with the reader's decimal sign."""
    return text.replace(".", str(get_format("DECIMAL_SEPARATOR")))
