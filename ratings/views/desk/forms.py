"""FIDE forms at the desk: known data are filled in, the rest is entered and goes into the download.

Input is not stored: it is only in the file.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, override

from clocks.labels import control_label
from games.views.answers import file_answer, paper_of
from games.views.requests import or_404
from ratings.selectors.federation import event_facts, name_of, norm_facts, officials
from ratings.selectors.norms import norm_tables
from tavleya.actors import Role
from tavleya.documents.contents import Head
from tavleya.documents.fide_forms import EventFacts, arbiter_norm, it1, it3
from tavleya.documents.form_sheet import FilledForm, FormField, completed, draw_form, form_workbook
from tavleya.languages import DEFAULT
from tavleya.messages import N_
from tavleya.norms.evaluate import NormCheck
from tavleya.rules.registry import spec_of
from tournaments.forms.events import ROLE_NAMES
from tournaments.models.section import Section
from tournaments.views.desk.frame import SectionDesk, desk

#: Longer texts are cut: no box has room for them.
_LONGEST = 400
_ENGLISH_ROLES = {Role.CHIEF_ARBITER: "Chief Arbiter", Role.ARBITER: "Arbiter", Role.ORGANISER: "Organiser"}


@dataclass(frozen=True, slots=True)
class PreparedForm:
    """A form with all known data. `missed`: requirements of a norm that the data do not meet."""

    form: FilledForm
    name: str
    missed: tuple[NormCheck, ...] = ()


@dataclass(frozen=True, slots=True)
class FideForm:
    """A form: its title and its purpose (msgids)."""

    title: str
    note: str
    prepare: Callable[[HttpRequest, Section], PreparedForm]


def _facts(section: Section) -> EventFacts:
    """Return the event's data with the time control in words, in English like the whole form."""
    with override(DEFAULT):
        return replace(event_facts(section), rate=control_label(section.control))


def _it3(request: HttpRequest, section: Section) -> PreparedForm:
    return PreparedForm(it3(_facts(section)), "it3")


def _arbiter_form(code: str) -> Callable[[HttpRequest, Section], PreparedForm]:
    def prepare(request: HttpRequest, section: Section) -> PreparedForm:
        """Fill the form for `?official=<account>`, one of the event's; without it, the names are empty."""
        query = request.GET.get("official", "")
        chosen = next((official for official in officials(section) if str(official.user) == query), None)
        name = name_of(chosen.name) if chosen else None
        form = arbiter_norm(
            code,
            _facts(section),
            last=name.family if name else "",
            first=name.given if name else "",
            federation=section.event.federation,
            role=_ENGLISH_ROLES[chosen.role] if chosen else "",
        )
        return PreparedForm(form, code.lower())

    return prepare


def _it1(request: HttpRequest, section: Section) -> PreparedForm:
    """Fill the form for `?player=<number>&title=<norm>`."""
    number = request.GET.get("player", "")
    registration = or_404(
        section.registrations.select_related("player").filter(number=int(number)).first()
        if number.isascii() and number.isdecimal() and len(number) < 7
        else None
    )
    on = section.event.starts_on or timezone.localdate()
    for table in norm_tables(section, on, only=registration):
        for line in table.lines:
            if line.rules.title == request.GET.get("title"):
                report = line.chance.report
                facts = norm_facts(section, registration, table, line.rules, report)
                form = it1(_facts(section), facts)
                return PreparedForm(form, f"it1-{registration.number}-{line.rules.title.lower()}", report.missed)
    raise Http404


FORMS = MappingProxyType(
    {
        "it3": FideForm(
            N_("Tournament report (IT3)"), N_("The chief arbiter's report of a rated tournament to FIDE."), _it3
        ),
        "fa1": FideForm(
            N_("FIDE Arbiter norm (FA1)"), N_("For an arbiter who collects norms for the title FA."),
            _arbiter_form("FA1"),
        ),
        "ia1": FideForm(
            N_("International Arbiter norm (IA1)"), N_("For an arbiter who collects norms for the title IA."),
            _arbiter_form("IA1"),
        ),
        "it1": FideForm(
            N_("Certificate of title result (IT1)"), N_("Of one player; reached from the page of title norms."), _it1
        ),
    }
)  # fmt: skip
#: Forms of a section; the certificate belongs to a player.
OF_SECTION = ("it3", "fa1", "ia1")


def has_forms(section: Section) -> bool:
    """Return whether FIDE has forms for such a section."""
    return spec_of(section.game).fide_rated and section.system.ranked


@desk
def form(request: HttpRequest, slug: str, section_slug: str, code: str) -> HttpResponse:
    """Show the known data and fields for the rest; posted with `as`, return the form as a file. Nothing is stored."""
    frame = SectionDesk.of(request, slug, section_slug)
    chosen = FORMS.get(code)
    if chosen is None or not has_forms(frame.section):
        raise Http404
    prepared = chosen.prepare(request, frame.section)
    if request.method == "POST":
        return _file(request, frame, prepared)
    context = {
        **frame.context(),
        "title": gettext(chosen.title),
        "parts": [
            {
                "rows": [
                    inputs
                    for row in part.rows
                    if (inputs := [(field, gettext(field.label)) for field in row if field.typed])
                ],
                "known": [(gettext(field.label), field.value) for row in part.rows for field in row if _shown(field)],
                "title": gettext(part.title),
            }
            for part in prepared.form.parts
        ],
        "code": code,
        "missed": prepared.missed,
        "officials": _candidates(frame.section) if code in ("fa1", "ia1") else [],
        "asked": request.GET.get("official", ""),
        "longest": _LONGEST,
        "back": frame.url("norms") if code == "it1" else frame.url("outputs"),
    }
    return render(request, "ratings/desk/form.html", context)


def _shown(field: FormField) -> bool:
    return not field.typed and bool(field.value)


def _candidates(section: Section) -> list[tuple[str, str]]:
    return [(str(official.user), f"{official.name} ({ROLE_NAMES[official.role]})") for official in officials(section)]


def _file(request: HttpRequest, frame: SectionDesk, prepared: PreparedForm) -> HttpResponse:
    typed = {
        field.key: " ".join(request.POST[field.key].split())[:_LONGEST]
        for field in prepared.form.to_type
        if field.key in request.POST
    }
    filled = completed(prepared.form, typed)
    name = f"{frame.event.slug}-{frame.section.slug}-{prepared.name}"
    now = timezone.now()
    if request.POST.get("as") == "xlsx":
        return file_answer(form_workbook(filled, made=now), "xlsx", name)
    with override(DEFAULT):
        data = draw_form(filled, _head(frame, filled, now), paper_of(request), gettext)
    return file_answer(data, "pdf", name)


def _head(frame: SectionDesk, filled: FilledForm, now: datetime) -> Head:
    """Return the page head: the form's name, and only the print data that a form needs."""
    return Head("FIDE", f"form {filled.code}", filled.title, made=filled.code, made_at=now, language=DEFAULT)
