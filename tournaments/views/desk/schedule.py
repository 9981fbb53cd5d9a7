"""When the rounds of a section begin, before and after they are paired."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext

from games.views.problems import redirect_with, require_found
from tavleya.permissions import Action
from tournaments.forms.rounds import FillForm, StartsForm
from tournaments.models.round import RoundStatus
from tournaments.services.schedule import plan_rounds
from tournaments.views.desk.frame import SectionDesk, desk
from tournaments.views.labels import round_name


@desk
def schedule(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """All rounds of the plan, to be filled in one act (`do`: `fill`) or one by one (`save`)."""
    frame = SectionDesk.of(request, slug, section_slug, Action.PAIR_ROUND)
    require_found(not frame.section.system.display)
    do = request.POST.get("do")
    fill, starts = _fill_form(frame, do == "fill"), _starts_form(frame, do == "save")
    sent: FillForm | StartsForm | None = fill if do == "fill" else starts if do == "save" else None
    if sent is not None and sent.attempt(
        lambda: plan_rounds(
            actor=frame.actor,
            now=timezone.now(),
            section_id=frame.section.pk,
            starts=sent.planned_starts(),
        )
    ):
        return redirect_with(request, gettext("Saved."), frame.url("schedule"))
    context = {
        **frame.context(),
        "fill": fill,
        "starts": starts,
        "rows": [starts[f"start_{number}"] for number in starts.numbers],
        "closed": [
            (round_name(round_.number), round_.starts_at)
            for round_ in frame.rounds
            if round_.number is not None
            and round_.starts_at is not None
            and round_.status == RoundStatus.CLOSED
        ],
    }
    return render(request, "desk/schedule.html", context, status=max(fill.status, starts.status))


def _rounds(frame: SectionDesk) -> int:
    """Return the number of rounds, present or planned, as far as it is known."""
    section = frame.section
    last = max((round_.number or 0 for round_ in frame.rounds), default=0)
    if section.system.scheduled and last:
        return last
    return max(last, section.rounds_planned or len(section.planned_starts))


def _fill_form(frame: SectionDesk, sent: bool) -> FillForm:
    """Return the form for the rounds that are not published."""
    public = [round_.number or 0 for round_ in frame.rounds if round_.status != RoundStatus.DRAFT]
    scheduled = frame.section.system.scheduled and bool(frame.rounds)
    return FillForm(
        frame.request.POST if sent else None,
        first=max(public, default=0) + 1,
        rounds=_rounds(frame),
        known=scheduled or bool(frame.section.rounds_planned),
    )


def _starts_form(frame: SectionDesk, sent: bool) -> StartsForm:
    """Return the form for the rounds that are not closed."""
    rows = {round_.number: round_ for round_ in frame.rounds}
    starts = {
        number: rows[number].starts_at if number in rows else frame.section.planned_start(number)
        for number in range(1, _rounds(frame) + 1)
        if number not in rows or rows[number].status != RoundStatus.CLOSED
    }
    return StartsForm(frame.request.POST if sent else None, starts=starts)
