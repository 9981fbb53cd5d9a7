"""A receipt for a payment or refund: one page, with the purpose and a signature line."""

from dataclasses import dataclass

from tavleya.documents.contents import Head
from tavleya.documents.paper import BOLD, PLAIN, SOFT, Paper, PaperSheet, Translate, shrunk, wrapped
from tavleya.documents.units import mm
from tavleya.messages import N_

_LABELS = 52 * mm


@dataclass(frozen=True, slots=True)
class Receipt:
    """`rows`: labels and values; `amount` is text with sign and currency.

    `remark` says that it voids another receipt or was voided by one; otherwise empty.
    """

    head: Head
    amount: str
    rows: tuple[tuple[str, str], ...]
    remark: str = ""


def receipt(document: Receipt, paper: Paper, translate: Translate) -> bytes:
    """Draw the receipt; its number is the title of its header."""
    sheet = PaperSheet(document.head, paper, translate)
    area = sheet.page()
    y = area.top - 30
    size = shrunk(document.amount, BOLD, 24, area.width, 12)
    sheet.text(area.left, y, document.amount, BOLD, size)
    y -= 30
    for label, value in document.rows:
        sheet.text(area.left, y, label, PLAIN, 10, SOFT)
        for line in wrapped(value, PLAIN, 11, area.width - _LABELS)[:4]:
            sheet.text(area.left + _LABELS, y, line, PLAIN, 11)
            y -= 15
        y -= 4
    for line in wrapped(document.remark, BOLD, 11, area.width) if document.remark else ():
        sheet.text(area.left, y - 6, line, BOLD, 11)
        y -= 16
    y -= 40
    sheet.line(area.left, y, area.left + 70 * mm, y, 0.7, SOFT)
    sheet.text(area.left, y - 12, translate(N_("Signature")), PLAIN, 8.5, SOFT)
    return sheet.bytes()
