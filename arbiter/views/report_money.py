"""Prize money and fines in words, for the report of an event."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from arbiter.selectors.money import FineSum, SectionPrizes, fines_of, prizes_of
from documents.views.prizes import prize_page
from tavleya.documents.contents import Item
from tournaments.models.event import Event
from tournaments.views.frame import language


def money_items(event: Event) -> list[Item]:
    """Return the prizes by section, each with its sum, then the fines; empty if there are neither."""
    items = [_prizes(one) for one in prizes_of(event)]
    fines = fines_of(event)
    if fines:
        items.append(Item(gettext("Fines"), tuple(_fines(one) for one in fines)))
    return items


def _prizes(one: SectionPrizes) -> Item:
    page = prize_page(one.prizes)
    lines = [f"{row.payee.place}. {row.payee.name}: {row.amount} ({row.list})" for row in page.rows]
    lines.append(gettext("In all: %(sum)s") % {"sum": page.paid})
    if page.unpaid:
        lines.append(gettext("Not awarded: %(sum)s") % {"sum": page.unpaid})
    if not one.approved:
        state = gettext("prizes, not yet approved")
    elif one.provisional:
        state = gettext("prizes, approved as provisional")
    else:
        state = gettext("prizes, approved")
    return Item(f"{one.section.name_in(language())}: {state}", tuple(lines))


def _fines(one: FineSum) -> str:
    said = ngettext(
        "%(n)s fine, %(owed)s %(currency)s in all, of which %(paid)s %(currency)s paid",
        "%(n)s fines, %(owed)s %(currency)s in all, of which %(paid)s %(currency)s paid",
        one.count,
    )
    return said % {"n": one.count, "owed": one.owed, "paid": one.paid, "currency": one.currency}
