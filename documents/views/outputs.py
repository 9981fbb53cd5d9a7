"""The documents for print of a section and its rounds, and links to its tables and games as files."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from documents.views import fill
from games.views.answers import Drawn, pdf_answer
from games.views.requests import or_404, require_found
from tavleya.documents import certificates, pairings, slips, table, tables
from tavleya.documents.contents import Slips
from tavleya.messages import N_
from tavleya.rules.registry import spec_of
from tournaments.hooks import FileLink
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.rounds import RoundView
from tournaments.views.desk.frame import SectionDesk, desk


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
        lambda inputs: partial(certificates.certificates, fill.certificates(inputs.section, inputs.now)),
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


def find_document(documents: Iterable[Paperwork], code: str) -> Paperwork:
    return or_404(next((document for document in documents if document.code == code), None))


def prints_of(section: Section, row: Round | None) -> list[dict[str, object]]:
    """Return title, purpose and address of the documents of the section, or of a round."""
    args = [section.event.slug, section.slug]
    if row is None:
        documents = [
            (document, reverse("desk_document", args=[*args, document.code]))
            for document in known_documents(section, OF_SECTION)
        ]
    else:
        documents = [
            (document, reverse("desk_round_document", args=[*args, row.number, document.code])) for document in OF_ROUND
        ]
    return [
        {
            "title": gettext(document.title),
            "note": gettext(document.note),
            "url": url,
            "more": [(gettext("two copies"), f"{url}?copies=2")] if document.code == "sheets" else [],
        }
        for document, url in documents
    ]


def files_of(section: Section, row: Round | None) -> list[FileLink]:
    """Return the tables and games of the section, or of a round, as files."""
    args = [section.event.slug, section.slug, *([row.number] if row is not None and row.number is not None else [])]
    form = spec_of(section.game).file

    def link(title: str, name: str, *forms: str) -> FileLink:
        return FileLink(title, tuple((form.upper(), reverse(name, args=[*args, form])) for form in forms))

    if row is not None:
        base = "schedule" if row.number is None else "round"
        pairings = link(gettext("Pairings and results"), f"{base}_file", "csv", "json")
        return [pairings, link(gettext("Games"), f"{base}_games", form)]
    file_links = [link(gettext("Players"), "players_file", "csv", "json")]
    if section.system.ranked:
        file_links.append(link(gettext("Standings"), "standings_file", "csv", "json"))
        file_links.append(link(gettext("Crosstable"), "crosstable_file", "csv", "json"))
    file_links.append(FileLink(gettext("Workbook with everything"), (("XLSX", reverse("section_xlsx", args=args)),)))
    return [*file_links, link(gettext("All games"), "section_games", form)]


@desk
@require_safe
def document(request: HttpRequest, slug: str, section_slug: str, code: str) -> HttpResponse:
    frame = SectionDesk.of(request, slug, section_slug)
    chosen = find_document(known_documents(frame.section, OF_SECTION), code)
    inputs = DocumentInputs(request, frame.section, None, timezone.now())
    return pdf_answer(request, f"{slug}-{section_slug}-{code}", chosen.make(inputs))


@desk
@require_safe
def round_document(request: HttpRequest, slug: str, section_slug: str, number: int | None, code: str) -> HttpResponse:
    """Return a document of a round; of a draft too, for users who see drafts. Its pages are then marked as a draft."""
    frame = SectionDesk.of(request, slug, section_slug)
    row = frame.round(number)
    chosen = find_document(OF_ROUND, code)
    require_found(row.status != RoundStatus.DRAFT or frame.may["see_drafts"])
    inputs = DocumentInputs(request, frame.section, fill.view_of(frame.section, number), timezone.now())
    name = f"round-{number}" if number else "games"
    return pdf_answer(request, f"{slug}-{section_slug}-{name}-{code}", chosen.make(inputs))
