"""A plain list: a table with one line per row, and empty cells to write in."""

from tavleya.documents.contents import ListDocument
from tavleya.documents.paper import Paper, PaperSheet, Translate
from tavleya.documents.table import Column, TableStyle, draw_table

_LOOK = TableStyle(size=9.5, height=19, rules=True)


def draw_list(document: ListDocument, paper: Paper, translate: Translate) -> bytes:
    sheet = PaperSheet(document.head, paper, translate)
    columns = [
        Column(
            title,
            "right" if index in document.numbers else "left",
            least=80 if index in document.wide else 0,
            grow=1 if index in document.wide else 0,
        )
        for index, title in enumerate(document.heads)
    ]
    draw_table(sheet, columns, document.rows, _LOOK)
    return sheet.bytes()
