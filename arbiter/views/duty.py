"""Arbiters on duty with their areas and recent changes; start and end of duty."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from arbiter.messages import say
from arbiter.models.duty import Duty
from arbiter.selectors.changes import changed_pairings, changes_at
from arbiter.services.duty import go_off_duty, go_on_duty
from arbiter.views.change_labels import shown_changes
from arbiter.views.desk import DeskFrame, ago
from games.models.record import milliseconds
from games.views.caching import fresh
from games.views.problems import Attempt
from tavleya.errors import BadInput
from tavleya.permissions import Action, allowed
from tournaments.models.section import Section
from tournaments.views.frame import language

_LATELY = timedelta(hours=12)
_CHANGES = 60
_ENDED = 20


@require_http_methods(["GET", "HEAD", "POST"])
def duty(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the arbiters on duty; on POST, `do` is `on` or `off`."""
    frame = DeskFrame.of(request, slug)
    if attempt := Attempt(request, lambda: _handle(frame, request.POST)):
        return redirect("duty", slug=slug)
    now = timezone.now()
    duties = Duty.objects.filter(event=frame.event).select_related("user", "section")
    open_now = list(duties.filter(ended_at=None).order_by("began_at"))
    changes = changes_at(frame.event, changed_pairings(frame.event), since=now - _LATELY, most=_CHANGES)
    by_person: dict[str, list[Any]] = {}
    for shown_change in shown_changes(frame.event, changes, milliseconds(now)):
        by_person.setdefault(shown_change.who, []).append(shown_change)
    context = {
        **frame.context(),
        "slug": slug,
        "duties": [_duty_row(row, milliseconds(now)) for row in open_now],
        "own": next((row for row in open_now if row.user_id == frame.actor.user_id), None),
        "ended": duties.exclude(ended_at=None).order_by("-ended_at")[:_ENDED],
        "feed": list(by_person.items()),
        "sections": [
            (shown_change.pk, shown_change.name_in(language()))
            for shown_change in frame.event.sections.order_by("position")
        ],
        "may_rule": allowed(frame.standing, Action.RULE),
        "refused": attempt.refused,
        "bad": str(attempt.error.detail.get("field", "")) if attempt.error else "",
        "given": request.POST,
    }
    return fresh(render(request, "hall/duty.html", context, status=attempt.status))


def _handle(frame: DeskFrame, form_data: Mapping[str, str]) -> None:
    caller: dict[str, Any] = {"actor": frame.actor, "now": timezone.now(), "event_id": frame.event.pk}
    if form_data.get("do") == "off":
        go_off_duty(**caller)
        return
    go_on_duty(
        **caller,
        task=form_data.get("task", "").strip(),
        section_id=_number(form_data, "section"),
        first_board=_number(form_data, "first_board"),
        last_board=_number(form_data, "last_board"),
    )


def _number(form_data: Mapping[str, str], name: str) -> int | None:
    text = form_data.get(name, "").strip()
    if not text:
        return None
    if not text.isdecimal() or len(text) > 6:
        raise BadInput(say("bad_number"), field=name)
    return int(text)


def _duty_row(row: Duty, now_ms: int) -> dict[str, Any]:
    return {
        "who": row.user.shown_name,
        "where": duty_area(row, row.section),
        "task": row.task,
        "since": ago(milliseconds(row.began_at), now_ms),
        "at": row.began_at,
    }


def duty_area(row: Duty, section: Section | None) -> str:
    """Return the boards assigned to an arbiter on duty, as text."""
    parts = [section.name_in(language())] if section else []
    first, last = row.first_board, row.last_board
    if first is not None and last is not None:
        parts.append(gettext("boards %(first)s–%(last)s") % {"first": first, "last": last})
    elif first is not None:
        parts.append(gettext("from board %(first)s") % {"first": first})
    elif last is not None:
        parts.append(gettext("up to board %(last)s") % {"last": last})
    return ", ".join(parts) or gettext("entire playing hall")
