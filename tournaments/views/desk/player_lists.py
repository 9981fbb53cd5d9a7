"""A whole list of players brought in, pasted or as a file, after a look at what it would bring."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from common.decoding import decode
from common.errors import BadInput, ImportRefused, Problem
from common.permissions import Action
from tournaments import services
from tournaments.forms.players import ListForm
from tournaments.models import Player
from tournaments.selectors.player_lists import ANOTHER, ListLine, ListPlan, plan_list
from tournaments.views.desk.frame import SectionDesk, desk, flash
from tournaments.views.desk.late import begun, missed_rounds, next_number

#: Before the identity of a row: the field that says who is meant.
WHO = "who:"


@desk
def import_list(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Bring in a list, pasted or as a file: all of it or nothing.  `act` look shows first what it would bring.

    A file is read into the text field, so that what is refused can be put right on the page.  `who:…` fields say who is
    meant where the event has somebody of the same name.
    """
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_PLAYERS)
    missed = missed_rounds(frame) if begun(frame) else []
    if request.method != "POST":
        return _page(request, frame, ListForm(missed=missed))
    form = ListForm(request.POST, request.FILES, missed=missed)
    if not form.is_valid():
        return _page(request, frame, form, status=422)
    try:
        text, guess = _text(form)
    except BadInput as refused:
        form.refuse(refused)
        return _page(request, frame, form, status=422)
    answers = _answers(request)
    half_points = form.cleaned_data.get("half_points", [])
    shown = ListForm({"text": text, "half_points": half_points}, missed=missed)
    if request.POST.get("act") == "look":
        plan = plan_list(frame.event, frame.section, text, answers)
        return _page(request, frame, shown, plan, guess)
    try:
        brought = services.import_players(
            actor=frame.actor,
            now=timezone.now(),
            event_id=frame.event.pk,
            section_id=frame.section.pk,
            data=text,
            answers=answers,
            half_points=half_points,
        )
    except ImportRefused as refused:
        plan = plan_list(frame.event, frame.section, text, answers)
        return _page(request, frame, shown, plan, guess, status=422, refused=refused)
    n = len(brought.registrations)
    flash(request, ngettext("%(n)s player entered.", "%(n)s players entered.", n) % {"n": n})
    for warning in (*([guess] if guess else []), *brought.warnings):
        messages.warning(request, warning.message.render(gettext))
    return redirect(frame.url("teams" if frame.section.system.teams else "players"))


def _text(form: ListForm) -> tuple[str, Problem | None]:
    """The text of the list, and a warning if a file's encoding had to be guessed."""
    upload = form.cleaned_data["file"]
    if not upload:
        return form.cleaned_data["text"], None
    text, guess = decode(upload.read())
    return text, Problem(guess) if guess else None


def _answers(request: HttpRequest) -> dict[str, int]:
    """What was said of namesakes, by the identity of the row."""
    return {
        name.removeprefix(WHO): int(value)
        for name, value in request.POST.items()
        if name.startswith(WHO) and isinstance(value, str) and value.isdecimal() and len(value) < 19
    }


@dataclass(frozen=True, slots=True)
class Question:
    """Whether a person of the list is one of those of the same name.  `chosen`: the answer shown, none where None."""

    line: ListLine
    field: str
    chosen: int | None
    another: int = ANOTHER


def _questions(frame: SectionDesk, plan: ListPlan) -> list[Question]:
    """One person of the same name, not in the section yet, is most likely the same."""
    asked = [line for line in plan.lines if line.namesakes]
    people: list[Player] = [player for line in asked for player in line.namesakes]
    prefetch_related_objects(people, "registrations__section__event")
    found = []
    for line in asked:
        chosen = line.answer
        if chosen is None and len(line.namesakes) == 1:
            (one,) = line.namesakes
            here = any(entry.section_id == frame.section.pk for entry in one.registrations.all())
            chosen = None if here else one.pk
        found.append(Question(line, f"{WHO}{line.row.identity}", chosen))
    return found


def _page(
    request: HttpRequest,
    frame: SectionDesk,
    form: ListForm,
    plan: ListPlan | None = None,
    guess: Problem | None = None,
    status: int = 200,
    refused: ImportRefused | None = None,
) -> HttpResponse:
    problems: tuple[Problem, ...] = ()
    if plan is not None:
        problems = refused.problems if refused is not None else plan.problems
    context = {
        **frame.context(),
        "form": form,
        "plan": plan,
        "problems": problems,
        "warnings": [*([guess] if guess else []), *plan.warnings] if plan else [],
        "questions": _questions(frame, plan) if plan else [],
        "teams": plan.teams if plan and frame.section.system.teams else {},
        "known": sum(line.player is not None for line in plan.lines) if plan else 0,
        "late_from": next_number(frame) if begun(frame) else None,
        "refused": refused,
    }
    return render(request, "desk/player_list.html", context, status=status)
