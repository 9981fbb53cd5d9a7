"""Prize money and fines in words, for the report of an event."""

from django.utils.translation import gettext, ngettext

from arbiter.selectors.money import FineSum, SectionPrizes, fines_of, prizes_of
from documents.views.prizes import prize_page
from tavleya.documents.contents import Item
from tournaments.models.event import Event
from tournaments.views.frame import language


def money_items(event: Event) -> list[Item]:
    """Return the prizes by section, each with its sum, then the fines; empty if there are neither."""
    items = [_prizes(prize) for prize in prizes_of(event)]
    fines = fines_of(event)
    if fines:
        items.append(Item(gettext("Fines"), tuple(_fines(prize) for prize in fines)))
    return items


def _prizes(section_prizes: SectionPrizes) -> Item:
    page = prize_page(section_prizes.prizes)
    lines = [f"{row.payee.place}. {row.payee.name}: {row.amount} ({row.list})" for row in page.rows]
    lines.append(gettext("In all: %(sum)s") % {"sum": page.paid})
    if page.unpaid:
        lines.append(gettext("Not awarded: %(sum)s") % {"sum": page.unpaid})
    if not section_prizes.approved:
        state = gettext("prizes, not yet approved")
    elif section_prizes.provisional:
        state = gettext("prizes, approved as provisional")
    else:
        state = gettext("prizes, approved")
    return Item(f"{section_prizes.section.name_in(language())}: {state}", tuple(lines))


def _fines(fine_sum: FineSum) -> str:
    text = ngettext(
        "%(n)s fine, %(owed)s %(currency)s in all, of which %(paid)s %(currency)s paid",
        "%(n)s fines, %(owed)s %(currency)s in all, of which %(paid)s %(currency)s paid",
        fine_sum.count,
    )
    return text % {
        "n": fine_sum.count,
        "owed": fine_sum.owed,
        "paid": fine_sum.paid,
        "currency": fine_sum.currency,
    }
