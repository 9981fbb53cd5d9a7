"""A receipt for money that was taken or given back: one page, with what it was for and a line to sign."""

from __future__ import annotations

from dataclasses import dataclass

from common.messages import N_
from core.documents.contents import Head
from core.documents.paper import BOLD, PLAIN, SOFT, Paper, PaperSheet, Translate, shrunk, wrapped
from core.documents.units import mm

_LABELS = 52 * mm


@dataclass(frozen=True, slots=True)
class Receipt:
    """`rows`: what is said of it, each with its label; `amount` in words of the currency, with its sign.

    `remark` is that it voids another receipt or was voided by one; empty where neither.
    """

    head: Head
    amount: str
    rows: tuple[tuple[str, str], ...]
    remark: str = ""


def receipt(document: Receipt, paper: Paper, translate: Translate) -> bytes:
    """The number of the receipt is the title of its head."""
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
