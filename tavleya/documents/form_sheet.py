"""Filled forms of federations as PDF and workbook: boxes with labels, a table, signature lines."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from io import BytesIO

from tavleya.documents.contents import Head
from tavleya.documents.paper import (
    BAND,
    BOLD,
    LINE,
    NARROW,
    PLAIN,
    SOFT,
    Paper,
    PaperSheet,
    TextArea,
    Translate,
    fitted,
    shrunk,
    wrapped,
)
from tavleya.documents.table import Column, TableStyle, draw_table

_BOX, _LABEL, _VALUE, _LEAD = 24.0, 6.4, 9.5, 11.0
_SIGN = 34.0


@dataclass(frozen=True, slots=True)
class FormField:
    """A box: the `label` of the form, its value, its share of the row.

    `typed`: the program does not know the value, or not for certain, so the user who downloads the form enters it;
    `key` names it there.  `lines`: the height in lines of text.
    """

    key: str
    label: str
    value: str = ""
    width: int = 1
    typed: bool = False
    lines: int = 1


@dataclass(frozen=True, slots=True)
class FormTable:
    """`numbers`: the right-aligned columns, from 0."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class FormPart:
    title: str
    rows: tuple[tuple[FormField, ...], ...] = ()
    table: FormTable | None = None


@dataclass(frozen=True, slots=True)
class FilledForm:
    """`code` is the federation's name of the form.  `signatures` are the offices of the signers.

    `note`: small print below the form.
    """

    code: str
    title: str
    parts: tuple[FormPart, ...]
    signatures: tuple[str, ...] = ()
    note: str = ""

    @property
    def fields(self) -> tuple[FormField, ...]:
        return tuple(field for part in self.parts for row in part.rows for field in row)

    @property
    def to_type(self) -> tuple[FormField, ...]:
        return tuple(field for field in self.fields if field.typed)


def completed(form: FilledForm, typed: Mapping[str, str]) -> FilledForm:
    """Return the form with the entered values; keys of fields that take no input are ignored."""

    def fill(field: FormField) -> FormField:
        return replace(field, value=typed[field.key]) if field.typed and field.key in typed else field

    parts = tuple(
        replace(part, rows=tuple(tuple(fill(field) for field in row) for row in part.rows)) for part in form.parts
    )
    return replace(form, parts=parts)


# On paper


def draw_form(form: FilledForm, head: Head, paper: Paper, translate: Translate) -> bytes:
    sheet = PaperSheet(head, paper, translate)
    frame = sheet.page()
    y = frame.top
    for part in form.parts:
        frame, y = _part(sheet, frame, y, part)
    _signatures(sheet, frame, y, form)
    return sheet.bytes()


def _part(sheet: PaperSheet, frame: TextArea, y: float, part: FormPart) -> tuple[TextArea, float]:
    first_height = _height(part.rows[0]) if part.rows else 3 * _BOX
    if y - 18 - first_height < frame.bottom:
        frame = sheet.page()
        y = frame.top
    y -= 15
    sheet.fill(frame.left, y, frame.width, 13, BAND)
    sheet.text(frame.left + 4, y + 3.6, part.title, BOLD, 8)
    for row in part.rows:
        height = _height(row)
        if y - height < frame.bottom:
            frame = sheet.page()
            y = frame.top
        y -= height
        _row(sheet, frame, y, row, height)
    if part.table is not None:
        frame, y = _table(sheet, frame, y, part.table)
    return frame, y - 3


def _height(row: tuple[FormField, ...]) -> float:
    return _BOX + _LEAD * (max(field.lines for field in row) - 1)


def _row(sheet: PaperSheet, frame: TextArea, y: float, row: tuple[FormField, ...], height: float) -> None:
    share = frame.width / sum(field.width for field in row)
    x = frame.left
    for field in row:
        width = share * field.width
        sheet.box(x, y, width, height, 0.5, LINE)
        small = shrunk(field.label, NARROW, _LABEL, width - 7, 4.8)
        label = fitted(field.label, NARROW, small, width - 7)
        sheet.text(x + 4, y + height - 8, label, NARROW, small, SOFT)
        lines = wrapped(field.value, PLAIN, _VALUE, width - 8)[: field.lines] if field.lines > 1 else [field.value]
        for index, line in enumerate(lines):
            size = shrunk(line, PLAIN, _VALUE, width - 8, 6.5)
            text = fitted(line, PLAIN, size, width - 8)
            sheet.text(x + 4, y + height - 19 - index * _LEAD, text, PLAIN, size)
        x += width


def _table(sheet: PaperSheet, frame: TextArea, y: float, table: FormTable) -> tuple[TextArea, float]:
    columns = [
        Column(head, "right" if index in table.numbers else "left", grow=0 if index in table.numbers else 1)
        for index, head in enumerate(table.heads)
    ]
    look = TableStyle(size=8.5, height=14, head_size=6.6, rules=True)
    area = TextArea(frame.left, frame.bottom, frame.right, y)
    return draw_table(sheet, columns, table.rows, look, area)


def _signatures(sheet: PaperSheet, frame: TextArea, y: float, form: FilledForm) -> None:
    if y - _SIGN - 24 < frame.bottom:
        frame = sheet.page()
        y = frame.top
    y -= _SIGN
    width = frame.width / max(1, len(form.signatures))
    for index, office in enumerate(form.signatures):
        x = frame.left + index * width
        sheet.line(x, y, x + width - 14, y, 0.7, SOFT)
        sheet.fit(x, y - 8, office, width - 14, NARROW, 7, SOFT)
    y -= 20
    for line in wrapped(form.note, NARROW, 7, frame.width):
        sheet.text(frame.left, y, line, NARROW, 7, SOFT)
        y -= 9


# As a workbook


def form_workbook(form: FilledForm, *, made: datetime) -> bytes:
    """Return a workbook with one sheet: labels in column A and values in column B, one field per row.

    The order is that of the form; the table and the signatures follow.  From this, the sheets of a federation can be
    filled by hand or by program.  `made` is the only time inside.
    """
    import xlsxwriter

    file = BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    book = xlsxwriter.Workbook(file, options)
    book.set_properties({"title": f"{form.code}: {form.title}", "created": made.replace(tzinfo=None)})
    sheet = book.add_worksheet(form.code)
    sheet.set_column(0, 0, 48)
    sheet.set_column(1, 1, 44)
    sheet.set_column(2, 9, 12)
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    label = book.add_format({"bg_color": "#E9EAEE", "border": 1, "text_wrap": True, "valign": "top"})
    value = book.add_format({"border": 1, "text_wrap": True, "valign": "top"})
    number = book.add_format({"border": 1, "align": "left", "valign": "top"})
    line = 0
    for field in form.fields:
        sheet.write_string(line, 0, field.label, label)
        if _is_number(field.value):
            sheet.write_number(line, 1, int(field.value), number)
        else:
            sheet.write_string(line, 1, field.value, value)
        line += 1
    for part in form.parts:
        if part.table is None:
            continue
        line += 1
        for across, head in enumerate(part.table.heads):
            sheet.write_string(line, across, head, label)
        for row in part.table.rows:
            line += 1
            for across, text in enumerate(row):
                if _is_number(text):
                    sheet.write_number(line, across, int(text), number)
                else:
                    sheet.write_string(line, across, text, value)
        line += 1
    for office in form.signatures:
        line += 1
        sheet.write_string(line, 0, office, label)
        sheet.write_string(line, 1, "", value)
    book.close()
    return file.getvalue()


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 12 and (text == "0" or not text.startswith("0"))
