"""All outputs of a section and its rounds: one page that lists them, and the documents for print."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from documents.views import fill
from documents.views.answers import Drawn, file_answer, pdf_answer
from documents.views.prizes import certificates as fill_certificates
from games.views.requests import or_404, require_found
from ratings.views.desk.forms import FORMS, has_forms
from ratings.views.desk.forms import OF_SECTION as FORMS_OF_SECTION
from ratings.views.federation import federation_workbook
from tavleya.documents import certificates, pairings, slips, table, tables
from tavleya.documents.contents import Slips
from tavleya.documents.paper import Paper
from tavleya.messages import N_
from tavleya.rules.registry import spec_of
from tournaments.hooks import FileLink, section_files
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.rounds import RoundView
from tournaments.views.desk.frame import SectionDesk, desk
from tournaments.views.frame import round_name


@dataclass(frozen=True, slots=True)
class DocumentInputs:
    """The sources of a document."""

    request: HttpRequest
    section: Section
    view: RoundView | None
    now: datetime

    @property
    def round(self) -> RoundView:
        if self.view is None:
            raise Http404
        return self.view


@dataclass(frozen=True, slots=True)
class Paperwork:
    """A document for print: its name in the URL, its title, its purpose."""

    code: str
    title: str
    note: str
    make: Callable[[DocumentInputs], Drawn]


def _slips(inputs: DocumentInputs, title: str) -> Slips:
    return fill.slips(inputs.section, inputs.round, inputs.now, title, inputs.request)


OF_ROUND = (
    Paperwork(
        "pairings", N_("Pairings by board"), N_("For posting, with room to write the results."),
        lambda inputs: partial(pairings.by_board, fill.pairings(inputs.section, inputs.round, inputs.now)),
    ),
    Paperwork(
        "names", N_("Pairings by name"), N_("Find your board: names in alphabetical order, with board and colour."),
        lambda inputs: partial(pairings.by_name, fill.seatings(inputs.section, inputs.round, inputs.now)),
    ),
    Paperwork(
        "slips", N_("Result slips"), N_("Four per page, with a QR code for the board page."),
        lambda inputs: partial(slips.result_slips, _slips(inputs, gettext("Result slips"))),
    ),
    Paperwork(
        "sheets", N_("Score sheets"), N_("One for each board, with the header filled in."),
        lambda inputs: partial(
            pairings.score_sheets, _slips(inputs, gettext("Score sheets")),
            copies=2 if inputs.request.GET.get("copies") == "2" else 1,
        ),
    ),
    Paperwork(
        "cards", N_("Table cards"), N_("To fold: player's name and board number."),
        lambda inputs: partial(table.table_cards, fill.table_cards(inputs.section, inputs.round, inputs.now)),
    ),
)  # fmt: skip
OF_SECTION = (
    Paperwork(
        "players", N_("Starting list"), N_("All players by starting number."),
        lambda inputs: partial(pairings.starting_list, fill.starting_list(inputs.section, inputs.now)),
    ),
    Paperwork(
        "standings", N_("Standings"), N_("With every tie-break and its explanation."),
        lambda inputs: partial(tables.draw_standings, fill.standings(inputs.section, inputs.now)),
    ),
    Paperwork(
        "crosstable", N_("Crosstable"), N_("Landscape; wide tables continue on further pages."),
        lambda inputs: partial(tables.draw_crosstable, fill.crosstable(inputs.section, inputs.now)),
    ),
    Paperwork(
        "certificates", N_("Certificates"), N_("For the first three, and the first three of each category."),
        lambda inputs: partial(certificates.certificates, fill_certificates(inputs.section, inputs.now)),
    ),
    Paperwork(
        "schedule", N_("Schedule"), N_("The rounds with their days and hours."),
        lambda inputs: partial(tables.draw_list, fill.schedule(inputs.section, inputs.now)),
    ),
    Paperwork(
        "badges", N_("Badges"), N_("Players and officials, eight per page."),
        lambda inputs: partial(table.badges, fill.badges(inputs.section, inputs.now)),
    ),
)  # fmt: skip
_TABLES = ("standings", "crosstable", "certificates")
_OF_PLAYERS = ("certificates",)


def known_documents(section: Section, documents: tuple[Paperwork, ...]) -> list[Paperwork]:
    """Return the applicable documents: without tables for unranked sections, without certificates for teams."""
    system = section.system
    left_out = (() if system.ranked else _TABLES) + (_OF_PLAYERS if system.teams else ())
    return [document for document in documents if document.code not in left_out]


# The page


@desk
@require_safe
def section_outputs(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    return _page(request, SectionDesk.of(request, slug, section_slug), None)


@desk
@require_safe
def round_outputs(request: HttpRequest, slug: str, section_slug: str, number: int | None) -> HttpResponse:
    frame = SectionDesk.of(request, slug, section_slug)
    return _page(request, frame, frame.round(number))


def _page(request: HttpRequest, frame: SectionDesk, row: Round | None) -> HttpResponse:
    at = (frame.event.slug, frame.section.slug)
    if row is None:
        documents = [
            (round_, reverse("desk_document", args=[*at, round_.code]))
            for round_ in known_documents(frame.section, OF_SECTION)
        ]
        files = _section_files(frame)
    else:
        documents = [
            (round_, reverse("desk_round_document", args=[*at, row.number, round_.code])) for round_ in OF_ROUND
        ]
        files = _round_files(frame, row)
    rounds = [
        (round_, round_name(round_.number), reverse("desk_round_outputs", args=[*at, round_.number]), round_ == row)
        for round_ in frame.rounds
    ]
    context = {
        **frame.context(),
        "round": row,
        "round_name": round_name(row.number) if row else "",
        "documents": [_paperwork_row(round_, url) for round_, url in documents],
        "files": files,
        "rounds": rounds,
        "whole_url": frame.url("outputs"),
        "papers": [Paper.A4, Paper.LETTER],
        "print_url": frame.url("round_print", row.number) if row is not None else "",
        "report_url": reverse("rulings-report-pdf", args=[frame.event.slug]) if row is None else "",
        "forms": _forms(frame) if row is None else [],
    }
    return render(request, "documents/desk/outputs.html", context)


def _paperwork_row(paperwork: Paperwork, url: str) -> dict[str, object]:
    more = []
    if paperwork.code == "sheets":
        more = [(gettext("two copies"), f"{url}?copies=2")]
    return {
        "code": paperwork.code,
        "title": gettext(paperwork.title),
        "note": gettext(paperwork.note),
        "url": url,
        "more": more,
    }


def _section_files(frame: SectionDesk) -> list[FileLink]:
    at = (frame.event.slug, frame.section.slug)
    form = spec_of(frame.section.game).file

    def exports(name: str) -> tuple[tuple[str, str], ...]:
        return tuple((item.upper(), reverse(f"{name}_file", args=[*at, item])) for item in ("csv", "json"))

    file_links = [FileLink(gettext("Players"), exports("players"))]
    if frame.section.system.ranked:
        file_links.append(FileLink(gettext("Standings"), exports("standings")))
        file_links.append(FileLink(gettext("Crosstable"), exports("crosstable")))
        report = (("CSV", frame.url("rating_report_csv")), (gettext("web page"), frame.url("rating_report")))
        file_links.append(FileLink(gettext("Rating report"), report))
    file_links.append(FileLink(gettext("Workbook with everything"), (("XLSX", reverse("section_xlsx", args=at)),)))
    file_links.append(FileLink(gettext("All games"), ((form.upper(), reverse("section_games", args=[*at, form])),)))
    if not spec_of(frame.section.game).fide_rated:
        results = (("XLSX", frame.url("federation_file")),)
        file_links.append(FileLink(gettext("Results for the federation"), results))
    return file_links + section_files(frame.section)


def _round_files(frame: SectionDesk, row: Round) -> list[FileLink]:
    at = [frame.event.slug, frame.section.slug]
    base = "schedule" if row.number is None else "round"
    if row.number is not None:
        at.append(str(row.number))
    form = spec_of(frame.section.game).file
    exports = tuple((item.upper(), reverse(f"{base}_file", args=[*at, item])) for item in ("csv", "json"))
    games = ((form.upper(), reverse(f"{base}_games", args=[*at, form])),)
    return [FileLink(gettext("Pairings and results"), exports), FileLink(gettext("Games"), games)]


def _forms(frame: SectionDesk) -> list[tuple[str, str, str]]:
    """Return title, purpose and URL of each form; the norm certificate links to the choice of the player."""
    if not has_forms(frame.section):
        return []
    results = [
        (gettext(FORMS[name].title), gettext(FORMS[name].note), frame.url("form", name)) for name in FORMS_OF_SECTION
    ]
    certificate = FORMS["it1"]
    return [*results, (gettext(certificate.title), gettext(certificate.note), frame.url("norms"))]


# The documents


@desk
@require_safe
def document(request: HttpRequest, slug: str, section_slug: str, code: str) -> HttpResponse:
    frame = SectionDesk.of(request, slug, section_slug)
    chosen = or_404(
        next(
            (
                known_document
                for known_document in known_documents(frame.section, OF_SECTION)
                if known_document.code == code
            ),
            None,
        )
    )
    created = DocumentInputs(request, frame.section, None, timezone.now())
    return pdf_answer(request, f"{slug}-{section_slug}-{code}", chosen.make(created))


@desk
@require_safe
def round_document(request: HttpRequest, slug: str, section_slug: str, number: int | None, code: str) -> HttpResponse:
    """Return a document of a round; of a draft too, for users who see drafts. Its pages are then marked as a draft."""
    frame = SectionDesk.of(request, slug, section_slug)
    row = frame.round(number)
    chosen = next((paperwork for paperwork in OF_ROUND if paperwork.code == code), None)
    if chosen is None or (row.status == RoundStatus.DRAFT and not frame.may["see_drafts"]):
        raise Http404
    created = DocumentInputs(request, frame.section, fill.view_of(frame.section, number), timezone.now())
    name = f"round-{number}" if number else "games"
    return pdf_answer(request, f"{slug}-{section_slug}-{name}-{code}", chosen.make(created))


@desk
@require_safe
def federation_file(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Return the federation's file, for games that FIDE does not rate; the others have a tournament report."""
    frame = SectionDesk.of(request, slug, section_slug)
    require_found(not spec_of(frame.section.game).fide_rated)
    return file_answer(federation_workbook(frame.section), "xlsx", f"{slug}-{section_slug}-federation")
