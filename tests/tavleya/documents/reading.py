"""PDF and XLSX read back by other programs than those that wrote them."""

import io
import re
import zipfile
from xml.etree import ElementTree

from pypdf import PdfReader

_XLSX = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def pages(data: bytes) -> list[str]:
    """The text of each page, runs of white space as one space."""
    return [re.sub(r"\s+", " ", page.extract_text()) for page in PdfReader(io.BytesIO(data)).pages]


def lines(data: bytes) -> list[str]:
    """Return every line as printed, left to right."""
    printed = []
    for page in PdfReader(io.BytesIO(data)).pages:
        text = page.extract_text(extraction_mode="layout")
        printed += [re.sub(r"\s+", " ", line).strip() for line in text.splitlines() if line.strip()]
    return printed


def images(data: bytes) -> list[list[tuple[int, int]]]:
    """Width and height in pixels of the images of each page."""
    return [[image.image.size for image in page.images if image.image] for page in PdfReader(io.BytesIO(data)).pages]


def size(data: bytes, page: int = 0) -> tuple[int, int]:
    box = PdfReader(io.BytesIO(data)).pages[page].mediabox
    return round(float(box.width)), round(float(box.height))


def fonts(data: bytes) -> set[str]:
    names = set()
    for page in PdfReader(io.BytesIO(data)).pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            names.add(str(font.get_object()["/BaseFont"]))
    return names


Cell = str | float | None


def sheets(data: bytes) -> dict[str, list[list[Cell]]]:
    """Return the cells of a workbook by the names of its sheets; assert that there is no formula."""
    book = zipfile.ZipFile(io.BytesIO(data))
    strings: list[str] = []
    if "xl/sharedStrings.xml" in book.namelist():
        root = ElementTree.fromstring(book.read("xl/sharedStrings.xml"))
        strings = ["".join(t.text or "" for t in si.iter(f"{_XLSX}t")) for si in root.iter(f"{_XLSX}si")]
    names = [
        element.attrib["name"] for element in ElementTree.fromstring(book.read("xl/workbook.xml")).iter(f"{_XLSX}sheet")
    ]
    cells_by_name = {}
    for number, name in enumerate(names, 1):
        root = ElementTree.fromstring(book.read(f"xl/worksheets/sheet{number}.xml"))
        assert not list(root.iter(f"{_XLSX}f"))
        cells_by_name[name] = [_row(row, strings) for row in root.iter(f"{_XLSX}row")]
    return cells_by_name


def _row(row: ElementTree.Element, strings: list[str]) -> list[Cell]:
    cells: list[Cell] = []
    for cell in row.iter(f"{_XLSX}c"):
        letters = re.match(r"[A-Z]+", cell.attrib["r"])
        assert letters
        column = 0
        for letter in letters.group():
            column = column * 26 + ord(letter) - 64
        cells += [None] * (column - 1 - len(cells))
        value = cell.find(f"{_XLSX}v")
        text = value.text if value is not None else None
        if text is None:
            cells.append(None)
        elif cell.attrib.get("t") == "s":
            cells.append(strings[int(text)])
        else:
            cells.append(float(text))
    return cells


def frozen_heads(data: bytes, sheet: int = 1) -> bool:
    root = ElementTree.fromstring(zipfile.ZipFile(io.BytesIO(data)).read(f"xl/worksheets/sheet{sheet}.xml"))
    return any(
        element.attrib.get("state") == "frozen" and element.attrib.get("ySplit") == "1"
        for element in root.iter(f"{_XLSX}pane")
    )
