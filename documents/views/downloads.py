"""The links under a public page to the same facts as files."""

from django.urls import reverse
from django.utils.translation import gettext

from tavleya.rules.registry import spec_of
from tournaments.models.round import Round
from tournaments.views.frame import SectionFrame

#: The name of the link, its address, what it is.
Download = tuple[str, str, str]


def page_downloads(frame: SectionFrame, page: str, query: str = "") -> list[Download]:
    """Return links to PDF, CSV and JSON of a table, and to the workbook of the section."""
    at = (frame.event.slug, frame.section.slug)
    results = [(form.upper(), reverse(f"{page}_file", args=[*at, form]) + query, "") for form in _FORMS]
    return [*results, _workbook(frame)]


def round_downloads(frame: SectionFrame, row: Round) -> list[Download]:
    """Return links to the PDFs by board and by name, the tables, the workbook of the section, the games."""
    at = [frame.event.slug, frame.section.slug, *([row.number] if row.number is not None else [])]
    base = "schedule" if row.number is None else "round"
    pdf, csv, json = (reverse(f"{base}_file", args=[*at, form]) for form in _FORMS)
    form = spec_of(frame.section.game).file
    return [
        ("PDF", pdf, gettext("Pairings by board")),
        (gettext("PDF by name"), f"{pdf}?by=name", gettext("Pairings by name")),
        ("CSV", csv, ""),
        ("JSON", json, ""),
        _workbook(frame),
        (form.upper(), reverse(f"{base}_games", args=[*at, form]), gettext("All games of the round")),
    ]


_FORMS = ("pdf", "csv", "json")


def _workbook(frame: SectionFrame) -> Download:
    url = reverse("section_xlsx", args=[frame.event.slug, frame.section.slug])
    return ("XLSX", url, gettext("Players, rounds and tables of the section in one workbook"))
