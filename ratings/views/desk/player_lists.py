"""Import of a whole list of players, pasted or as a file of any layout, with a preview."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeGuard

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ratings.forms import ListForm
from ratings.selectors.player_lists import Again, ListAsked, ListPlan, changes_of, club_of, plan_list
from ratings.services.player_lists import PlayersImport, import_players
from tavleya.errors import BadInput, ImportRefused, Problem
from tavleya.formats.headings import Column
from tavleya.formats.list_tables import LAYOUTS, Heading, ListTable, Pasted, as_pasted, value_of
from tavleya.languages import LANGUAGES
from tavleya.permissions import Action
from tournaments.models.player import Player
from tournaments.selectors.persons import ANOTHER
from tournaments.views.desk.acts import begun, missed_rounds, next_number
from tournaments.views.desk.frame import SectionDesk, desk, flash
from tournaments.views.desk.log_lines import label_of

#: Prefix of the field that identifies the person of a row.
WHO = "who:"
#: Prefix of the field with the meaning of a column.
COLUMN = "column:"


@dataclass(frozen=True, slots=True)
class Sent:
    """A submitted list: its text, the layout of its file, and the choices."""

    text: str
    layout: str
    notes: tuple[Problem, ...]
    asked: ListAsked
    half_points: list[int]


@desk
def import_list(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Import a list, pasted or as a file: all of it or nothing.

    `act`: look shows a preview first, rest imports the lines without problems. A file is read into the text field, so
    that problems can be fixed on the page. `who:…` fields choose between players of the same name, `column:…` the
    meaning of columns, `leave` the lines to skip.
    """
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_PLAYERS)
    missed = missed_rounds(frame) if begun(frame) else []
    if request.method != "POST":
        return _page(request, frame, ListForm(missed=missed))
    form = ListForm(request.POST, request.FILES, missed=missed)
    if not form.is_valid():
        return _page(request, frame, form, status=422)
    try:
        sent = _sent(request, form)
        plan = plan_list(frame.event, frame.section, sent.text, sent.asked)
    except BadInput as error:
        form.refuse(error)
        return _page(request, frame, form, status=422)
    act = request.POST.get("act")
    if act == "rest":
        sent, plan = _rest(frame, sent, plan)
    list_form = ListForm({"text": sent.text, "half_points": sent.half_points, "again": sent.asked.again}, missed=missed)
    if act == "look":
        return _page(request, frame, list_form, plan, sent)
    try:
        done = import_players(
            actor=frame.actor,
            now=timezone.now(),
            event_id=frame.event.pk,
            section_id=frame.section.pk,
            data=sent.text,
            asked=sent.asked,
            half_points=sent.half_points,
        )
    except ImportRefused as error:
        plan = replace(plan, problems=error.problems)
        return _page(request, frame, list_form, plan, sent, status=422, refused=True)
    _tell(request, done, sent)
    return redirect(frame.url("teams" if frame.section.system.teams else "players"))


def _tell(request: HttpRequest, done: PlayersImport, sent: Sent) -> None:
    n, updates = len(done.registrations), len(done.updated)
    notices = [ngettext("%(n)s player entered.", "%(n)s players entered.", n) % {"n": n}] if n or not updates else []
    if updates:
        notices.append(ngettext("%(n)s player updated.", "%(n)s players updated.", updates) % {"n": updates})
    flash(request, " ".join(notices))
    for warning in (*sent.notes, *done.warnings):
        messages.warning(request, warning.message.render(gettext))
    if sent.asked.leave:
        lines = ", ".join(map(str, sorted(sent.asked.leave)))
        messages.warning(request, gettext("Lines left out: %(lines)s.") % {"lines": lines})


def _sent(request: HttpRequest, form: ListForm) -> Sent:
    """Return the submitted list. Raises: BadInput for a file that is not a list."""
    upload, layout = form.cleaned_data["file"], request.POST.get("layout", "")
    pasted = as_pasted(upload.read()) if upload else Pasted(form.cleaned_data["text"], layout, ())
    again = Again(form.cleaned_data["again"] or Again.UPDATE)
    list_choices = ListAsked(_answers(request), {} if upload else _matched(request), _leave(request), again)
    return Sent(
        pasted.text,
        pasted.layout if pasted.layout in LAYOUTS else "",
        pasted.notes,
        list_choices,
        form.cleaned_data.get("half_points", []),
    )


def _answers(request: HttpRequest) -> dict[str, int]:
    """Return the choices between namesakes, by the identity of the row."""
    return {
        name.removeprefix(WHO): int(value)
        for name, value in request.POST.items()
        if name.startswith(WHO) and isinstance(value, str) and value.isdecimal() and len(value) < 19
    }


def _matched(request: HttpRequest) -> dict[int, str]:
    """Return the meaning of columns by index, if it was changed from the detected one."""
    result = {}
    for name, value in request.POST.items():
        index = name.removeprefix(COLUMN)
        if index != name and index.isdecimal() and len(index) < 4 and isinstance(value, str):
            if value != request.POST.get(f"was:{index}"):
                result[int(index)] = value
    return result


def _leave(request: HttpRequest) -> frozenset[int]:
    return frozenset(int(line) for line in request.POST.getlist("leave") if line.isdecimal() and len(line) < 7)


def _rest(frame: SectionDesk, sent: Sent, plan: ListPlan) -> tuple[Sent, ListPlan]:
    """Return the list without problematic lines; leaving one out may solve another's problem."""
    for _attempt in range(3):
        wrong = [problem for problem in plan.problems if problem.line]
        worst = [problem for problem in wrong if problem.message.code != "duplicate_in_file"] or wrong
        leave = frozenset({*sent.asked.leave, *(problem.line for problem in worst if problem.line)})
        sent = replace(sent, asked=replace(sent.asked, leave=leave))
        plan = plan_list(frame.event, frame.section, sent.text, sent.asked)
    return sent, plan


def _questions(frame: SectionDesk, plan: ListPlan) -> list[dict[str, object]]:
    """Return the choices between a person of the list and namesakes, with the `chosen` answer that is shown.

    A single namesake outside the section is the suggested match.
    """
    lines = [line for line in plan.lines if line.namesakes]
    people: list[Player] = [player for line in lines for player in line.namesakes]
    prefetch_related_objects(people, "registrations__section__event")
    questions = []
    for line in lines:
        chosen = line.answer
        if chosen is None and len(line.namesakes) == 1:
            (namesake,) = line.namesakes
            is_here = any(entry.section_id == frame.section.pk for entry in namesake.registrations.all())
            chosen = None if is_here else namesake.pk
        field = f"{WHO}{line.row.identity}"
        questions.append({"line": line, "field": field, "chosen": chosen, "another": ANOTHER})
    return questions


def _shown_lines(frame: SectionDesk, plan: ListPlan, again: Again) -> Iterator[dict[str, object]]:
    """Yield the lines of the preview with the names of changed values of a player in the section."""
    for line in plan.lines:
        changes: Mapping[str, object] = {}
        if line.player is not None and line.entry is not None and again is Again.UPDATE:
            changes = changes_of(line.player, line.row, club_of(frame.section, line.row))
        yield {"line": line, "changes": [label_of(name, Player) for name in changes]}


def _page(
    request: HttpRequest,
    frame: SectionDesk,
    form: ListForm,
    plan: ListPlan | None = None,
    sent: Sent | None = None,
    status: int = 200,
    *,
    refused: bool = False,
) -> HttpResponse:
    context = {
        **frame.context(),
        "form": form,
        "plan": plan,
        "late_from": next_number(frame) if begun(frame) else None,
        "refused": refused,
        "layouts": [gettext(label) for label in LAYOUTS.values()],
    }
    if plan is not None and sent is not None:
        table = plan.table
        context |= {
            "problems": plan.problems,
            "warnings": [*sent.notes, *plan.warnings],
            "questions": _questions(frame, plan),
            "teams": plan.teams if frame.section.system.teams else {},
            "known": sum(line.player is not None and line.entry is None for line in plan.lines),
            "again": sum(line.entry is not None for line in plan.lines),
            "shown": list(_shown_lines(frame, plan, sent.asked.again)),
            "columns": list(shown_columns(table)) if _has_columns(table) else [],
            "choices": choices(),
            "unmatched": table is not None and (None in table.columns or bool(table.guessed) or _asks_order(plan)),
            "layout": sent.layout or (table.layout if table else ""),
            "layout_name": gettext(LAYOUTS[sent.layout or table.layout]) if table else "",
            "leave": sorted(sent.asked.leave),
        }
    return render(request, "ratings/desk/player_list.html", context, status=status)


def _asks_order(plan: ListPlan) -> bool:
    return any(problem.message.key == "family_name_first" for problem in plan.warnings)


def _has_columns(table: ListTable | None) -> TypeGuard[ListTable]:
    return table is not None and bool(table.headings)


# Labels for the choice of a column's meaning in a list of players.

_LABELS: Mapping[Column, object] = {
    Column.NAME: _("Name, family name first"),
    Column.GIVEN_FIRST: _("Name, given name first"),
    Column.FAMILY: _("Family name"),
    Column.GIVEN: _("Given name"),
    Column.PATRONYMIC: _("Patronymic"),
    Column.NUMBER: _("Starting number"),
    Column.FEDERATION: _("Federation"),
    Column.FIDE_ID: _("FIDE ID"),
    Column.TITLE: _("Title"),
    Column.RATING: _("Rating"),
    Column.RAPID: _("Rating, rapid"),
    Column.BLITZ: _("Rating, blitz"),
    Column.NATIONAL_RATING: _("National rating"),
    Column.LICHESS_RATING: _("lichess rating"),
    Column.RATING_TYPE: _("Type of rating"),
    Column.NATIONAL_ID: _("National ID"),
    Column.BIRTH: _("Year of birth"),
    Column.SEX: _("Sex"),
    Column.CLUB: _("Club or city"),
    Column.TEAM: _("Team"),
    Column.BOARD: _("Fixed board"),
    Column.BYES: _("Byes"),
}


def choices() -> list[tuple[str, str]]:
    """Return the values of `list_tables.heading_of` with labels; the first ignores the column."""
    names = [
        (f"name:{language.code}", gettext("Name in %(language)s") % {"language": language.name})
        for language in LANGUAGES
    ]
    return [("", gettext("Not imported")), *((column.value, str(label)) for column, label in _LABELS.items()), *names]


def shown_columns(table: ListTable) -> Iterator[dict[str, object]]:
    """Yield the columns of a list.

    `sample`: the first value; `chosen`: the current meaning; `detected`: the meaning without a choice; `guessed`:
    derived from its values only.
    """
    columns = zip(table.headings, table.columns, table.detected, strict=True)
    for index, (heading, column, detected) in enumerate(columns):
        values = (cells[index] for _line, cells in table.rows if index < len(cells) and cells[index])
        yield {
            "place": index,
            "heading": heading,
            "sample": next(values, "")[:40],
            "chosen": _value(column),
            "detected": _value(detected),
            "guessed": index in table.guessed,
        }


def _value(column: Heading | None) -> str:
    return value_of(column if not isinstance(column, Column) or column.imported else None)
