"""All outputs of a section and its rounds: one page that lists those of all apps."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.views.answers import file_answer
from games.views.requests import require_found
from ratings.views.desk.forms import FORMS, has_forms
from ratings.views.desk.forms import OF_SECTION as FORMS_OF_SECTION
from ratings.views.federation import federation_workbook
from tavleya.rules.registry import spec_of
from tournaments.hooks import FileLink, file_links, prints, section_files
from tournaments.models.round import Round
from tournaments.views.desk.frame import SectionDesk, desk
from tournaments.views.frame import round_name


@desk
@require_safe
def section_outputs(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    return _page(request, SectionDesk.of(request, slug, section_slug), None)


@desk
@require_safe
def round_outputs(request: HttpRequest, slug: str, section_slug: str, number: int | None) -> HttpResponse:
    frame = SectionDesk.of(request, slug, section_slug)
    return _page(request, frame, frame.round(number))


def _page(request: HttpRequest, frame: SectionDesk, round_: Round | None) -> HttpResponse:
    slugs = (frame.event.slug, frame.section.slug)
    rounds = [
        (item, round_name(item.number), reverse("desk_round_outputs", args=[*slugs, item.number]), item == round_)
        for item in frame.rounds
    ]
    context = {
        **frame.context(),
        "round": round_,
        "round_name": round_name(round_.number) if round_ else "",
        "documents": prints(frame.section, round_),
        "files": [*file_links(frame.section, round_)] if round_ else _section_files(frame),
        "rounds": rounds,
        "whole_url": frame.url("outputs"),
        "print_url": frame.url("round_print", round_.number) if round_ is not None else "",
        "report_url": reverse("rulings-report-pdf", args=[frame.event.slug]) if round_ is None else "",
        "forms": _forms(frame) if round_ is None else [],
    }
    return render(request, "portal/desk/outputs.html", context)


def _section_files(frame: SectionDesk) -> list[FileLink]:
    links = [*file_links(frame.section, None)]
    if frame.section.system.ranked:
        report = (("CSV", frame.url("rating_report_csv")), (gettext("web page"), frame.url("rating_report")))
        # After the tables, before the workbook and the games.
        links.insert(max(len(links) - 2, 0), FileLink(gettext("Rating report"), report))
    if not spec_of(frame.section.game).fide_rated:
        workbook = (("XLSX", frame.url("federation_file")),)
        links.append(FileLink(gettext("Results for the federation"), workbook))
    return links + section_files(frame.section)


def _forms(frame: SectionDesk) -> list[tuple[str, str, str]]:
    """Return title, purpose and URL of each form; the norm certificate links to the choice of the player."""
    if not has_forms(frame.section):
        return []
    form_links = [
        (gettext(FORMS[name].title), gettext(FORMS[name].note), frame.url("form", name)) for name in FORMS_OF_SECTION
    ]
    certificate = FORMS["it1"]
    return [*form_links, (gettext(certificate.title), gettext(certificate.note), frame.url("norms"))]


@desk
@require_safe
def federation_file(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Return the federation's file, for games that FIDE does not rate; the others have a tournament report."""
    frame = SectionDesk.of(request, slug, section_slug)
    require_found(not spec_of(frame.section.game).fide_rated)
    return file_answer(federation_workbook(frame.section), "xlsx", f"{slug}-{section_slug}-federation")
