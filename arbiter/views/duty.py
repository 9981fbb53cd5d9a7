"""Arbiters on duty and their work record, fines, sessions of play, checklists, and the rules of a section."""

from collections.abc import Mapping
from datetime import timedelta
from itertools import groupby
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arbiter.messages import say
from arbiter.models import Duty, PlaySession, Ruling
from arbiter.selectors.checklists import (
    PHASES,
    ChecklistItem,
    CheckpointPhase,
    CheckResult,
    checks_of_event,
    checks_of_round,
)
from arbiter.selectors.queue import changed_pairings, changes_at
from arbiter.selectors.regimes import regime_of_section, regulations_of
from arbiter.selectors.work_record import WorkLine, own_record, programme, work_record
from arbiter.services import duty as announcing
from arbiter.services.duty import go_off_duty, go_on_duty, tick, untick
from arbiter.services.rulings import note_payment
from arbiter.views.desk import BoardFrame, DeskFrame, ago
from arbiter.views.ruling_labels import shown_changes
from games.models.record import milliseconds
from games.views.answers import csv_answer, file_answer
from games.views.caching import fresh
from games.views.labels import cite
from games.views.requests import Attempt, or_404, posted_data, require_found
from tavleya.documents.tabular import Column, Grid, workbook
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.law.library import books_of, each, in_language
from tavleya.permissions import Action, allowed
from tournaments.forms.base import DeskForm, MomentField
from tournaments.forms.events import ROLE_NAMES
from tournaments.models.event import Event
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.views.frame import SectionFrame, language, round_name

# The checklists by phase, with computed and manual points. They warn and block nothing.

_NAMED = 12  # boards named in a warning


@require_http_methods(["GET", "HEAD", "POST"])
def checklists(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the lists of a round (`round`, by default the newest that is not closed) and of the event."""
    frame = DeskFrame.of(request, slug)
    rounds = list(
        Round.objects.filter(section__event=frame.event, section__archived_at__isnull=True)
        .select_related("section__event")
        .order_by("section__position", "number")
    )
    chosen = _chosen(rounds, request.POST.get("round") or request.GET.get("round", ""))
    if attempt := Attempt(request, lambda: _tick(frame, request.POST, chosen)):
        query = f"?round={chosen.pk}" if chosen else ""
        return redirect(f"{reverse('checklists', args=[slug])}{query}#{request.POST.get('item', '')[:40]}")
    checks = checks_of_round(frame.event, chosen, timezone.now()) if chosen else {}
    lists = {**checks, **checks_of_event(frame.event)}
    context = {
        **frame.context(),
        "slug": slug,
        "rounds": [
            (round_.pk, f"{round_.section.name_in(language())}, {round_name(round_.number)}") for round_ in rounds
        ],
        "chosen": chosen,
        "phases": [_phase(phase, checklist_items) for phase, checklist_items in lists.items()],
        "may_rule": allowed(frame.standing, Action.RULE),
        "refused": attempt.refused,
    }
    return fresh(render(request, "hall/checklists.html", context, status=attempt.status))


def _chosen(rounds: list[Round], wanted: str) -> Round | None:
    if wanted:
        return or_404(next((round_ for round_ in rounds if str(round_.pk) == wanted), None))
    public = [round_ for round_ in rounds if round_.status in (RoundStatus.PLAYING, RoundStatus.PUBLISHED)]
    playing = [round_ for round_ in public if round_.status == RoundStatus.PLAYING]
    return next(iter([*playing[::-1], *public, *rounds[::-1]]), None)


def _tick(frame: DeskFrame, form_data: Mapping[str, str], chosen: Round | None) -> None:
    item = form_data.get("item", "")[:40]
    event_wide = form_data.get("phase") == CheckpointPhase.EVENT_END
    act = untick if form_data.get("do") == "untick" else tick
    act(
        actor=frame.actor,
        now=timezone.now(),
        event_id=frame.event.pk,
        item=item,
        round_id=None if event_wide or chosen is None else chosen.pk,
    )


def _phase(phase: CheckpointPhase, checks: list[ChecklistItem]) -> dict[str, Any]:
    lines = [_line(check) for check in checks]
    return {
        "key": phase.value,
        "name": gettext(PHASES[phase]),
        "lines": lines,
        "open": sum(line["state"] == "open" for line in lines),
    }


def _line(check: ChecklistItem) -> dict[str, Any]:
    state = {True: "done", False: "open", None: "later"}[check.done]
    words = {"done": gettext("done"), "open": gettext("open"), "later": gettext("not yet")}
    tick = check.tick
    return {
        "key": check.point.key,
        "words": gettext(check.point.words),
        "state": state,
        "sign": {"done": "✓", "open": "!" if check.point.computed else "□", "later": "–"}[state],
        "state_words": words[state],
        "told": _describe_result(check.finding) if check.finding and check.done is False else "",
        "computed": check.point.computed,
        "who": tick.user.shown_name if tick and tick.user else "",
        "at": tick.at if tick else None,
    }


def _describe_result(finding: CheckResult) -> str:
    if finding.boards:
        text = ", ".join(map(str, finding.boards[:_NAMED]))
        more = len(finding.boards) - _NAMED
        boards = text if more <= 0 else f"{text} … +{more}"
        return ngettext("board %(boards)s", "boards %(boards)s", len(finding.boards)) % {"boards": boards}
    return ", ".join(section.name_in(language()) for section in finding.sections) or (
        str(finding.count) if finding.count else ""
    )


# The public rules of a section: the regulations in force, and our paraphrase of the law book.


@require_safe
def rules(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    frame = SectionFrame.of(request, slug, section_slug, "rules")
    regime, code = regime_of_section(frame.section), language()
    context = {
        **frame.context(),
        "regime_name": regime.name.render(gettext),
        "numbers": [
            {
                "name": line.name.render(gettext),
                "value": line.value.render(gettext),
                "anchor": next(iter(each(line.article)), ""),
                "cited": cite(line.article),
                "own": line.own,
            }
            for line in regulations_of(frame.section)
        ],
        "books": [
            (
                in_language(laws.name, code),
                laws.edition,
                [
                    (
                        title,
                        [
                            (article.address, cite(article.address), in_language(article.text, code))
                            for article in articles
                        ],
                    )
                    for title, articles in groupby(
                        laws.articles.values(), key=lambda article: in_language(article.title, code)
                    )
                ],
            )
            for laws in books_of(regime)
        ],
    }
    return render(request, "hall/rules.html", context)


_LATELY = timedelta(hours=12)
_CHANGES = 60
_ENDED = 20


@require_http_methods(["GET", "HEAD", "POST"])
def duty(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the arbiters on duty; on POST, `do` is `on` or `off`."""
    frame = DeskFrame.of(request, slug)
    if attempt := Attempt(request, lambda: _change_duty(frame, request.POST)):
        return redirect("duty", slug=slug)
    now = timezone.now()
    duties = Duty.objects.filter(event=frame.event).select_related("user", "section")
    open_now = list(duties.filter(ended_at=None).order_by("began_at"))
    changes = changes_at(frame.event, changed_pairings(frame.event), since=now - _LATELY, most=_CHANGES)
    by_person: dict[str, list[Any]] = {}
    for shown_change in shown_changes(frame.event, changes, milliseconds(now)):
        by_person.setdefault(shown_change["who"], []).append(shown_change)
    context = {
        **frame.context(),
        "slug": slug,
        "duties": [_duty_row(row, milliseconds(now)) for row in open_now],
        "own": next((row for row in open_now if row.user_id == frame.actor.user_id), None),
        "ended": duties.exclude(ended_at=None).order_by("-ended_at")[:_ENDED],
        "feed": list(by_person.items()),
        "sections": [
            (section.pk, section.name_in(language())) for section in frame.event.sections.order_by("position")
        ],
        "may_rule": allowed(frame.standing, Action.RULE),
        "refused": attempt.refused,
        "bad": str(attempt.error.detail.get("field", "")) if attempt.error else "",
        "given": request.POST,
    }
    return fresh(render(request, "hall/duty.html", context, status=attempt.status))


def _change_duty(frame: DeskFrame, form_data: Mapping[str, str]) -> None:
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


# Payment of fines, marked in the log of rulings.


@require_POST
def fine(request: HttpRequest, slug: str, game_id: int, number: int) -> HttpResponse:
    """Mark a fine as paid (`paid=yes`) or unpaid (`no`); the log shows an error if it is marked so already."""
    frame = BoardFrame.of(request, slug, game_id)
    row = or_404(Ruling.objects.filter(game=game_id, number=number).first())
    try:
        payment = note_payment(
            actor=frame.actor, now=timezone.now(), ruling_id=row.pk, paid=request.POST.get("paid") != "no"
        )
    except NotFound:
        raise Http404 from None
    except Conflict as problem:
        messages.error(request, problem.message.render(gettext))
    else:
        text = gettext("Fine marked as paid.") if payment.paid_at else gettext("Fine marked as unpaid.")
        messages.success(request, text)
    return redirect("rulings", slug=slug)


# The arbiters' work record of an event: a table on the console, and the same as a file.


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the work record of all arbiters in this event, or with `?mine=1` the reader's in every event."""
    frame = DeskFrame.of(request, slug)
    own_only = request.GET.get("mine") == "1"
    lines = [_work_row(event, work_line) for event, work_line in _work_lines(frame, mine=own_only)]
    return fresh(
        render(request, "hall/work_record.html", {**frame.context(), "slug": slug, "lines": lines, "mine": own_only})
    )


@require_safe
def file(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """Export the work record. `form`: csv, with `?bom=0` without a BOM, or xlsx; `?mine=1` as on the page."""
    frame = DeskFrame.of(request, slug)
    require_found(form in ("csv", "xlsx"))
    grid = Grid(_COLUMNS, _work_lines(frame, mine=request.GET.get("mine") == "1"))
    name = f"{slug}-work-record"
    if form == "csv":
        return fresh(csv_answer(request, name, grid))
    title = gettext("Work record")
    data = workbook([(title, grid)], title=f"{frame.event.slug}: {title}", made=timezone.now())
    return fresh(file_answer(data, "xlsx", name))


def _work_lines(frame: DeskFrame, *, mine: bool) -> list[tuple[Event, WorkLine]]:
    now, reader = timezone.now(), frame.actor.user_id
    if mine and reader is not None:
        return own_record(reader, now)
    return [(frame.event, work_line) for work_line in work_record(frame.event, now)]


def _work_row(event: Event, work_line: WorkLine) -> dict[str, object]:
    return {
        "event": event.name_in(language()),
        "name": work_line.name,
        "roles": _roles(work_line),
        "days": work_line.days,
        "hours": hours(work_line),
        "open": work_line.open,
        "rounds": _rounds(work_line),
        "tasks": "; ".join(work_line.tasks),
        "rulings": work_line.rulings,
    }


def hours(work_line: WorkLine) -> str:
    """Return the time as `7:05`, in hours and minutes."""
    minutes = int(work_line.time.total_seconds()) // 60
    return f"{minutes // 60}:{minutes % 60:02d}"


def _roles(work_line: WorkLine) -> str:
    return ", ".join(str(ROLE_NAMES[role]) for role in work_line.roles)


def _rounds(work_line: WorkLine) -> str:
    by_section: dict[Section, list[int]] = {}
    for section, number in work_line.rounds:
        by_section.setdefault(section, []).append(number)
    return "; ".join(
        f"{section.name_in(language())}: {', '.join(map(str, numbers))}" for section, numbers in by_section.items()
    )


_COLUMNS: tuple[Column[tuple[Event, WorkLine]], ...] = (
    Column("event", lambda line: line[0].name_in(language()), _("Event")),
    Column("place", lambda line: line[0].place, _("Place")),
    Column("first_day", lambda line: line[0].starts_on.isoformat() if line[0].starts_on else "", _("First day")),
    Column("last_day", lambda line: line[0].ends_on.isoformat() if line[0].ends_on else "", _("Last day")),
    Column("name", lambda line: line[1].name, _("Name")),
    Column("role", lambda line: _roles(line[1]), _("Role")),
    Column("days_on_duty", lambda line: len(line[1].days), _("Days on duty")),
    Column("days", lambda line: ", ".join(day.isoformat() for day in line[1].days), _("Days")),
    Column("hours_on_duty", lambda line: hours(line[1]), _("Hours on duty")),
    Column("rounds", lambda line: len(line[1].rounds), _("Rounds")),
    Column("rounds_by_section", lambda line: _rounds(line[1]), _("Rounds by section")),
    Column("tasks", lambda line: "; ".join(line[1].tasks), _("Tasks")),
    Column("rulings", lambda line: line[1].rulings, _("Rulings")),
)


# The announced sessions of an event: end and resumption of play, and boards still running at the end.


class SessionForm(DeskForm):
    section = forms.ChoiceField(label=_("Section"))
    starts_at = MomentField(label=_("Start"), required=True)
    ends_at = MomentField(label=_("End: play stops"), required=True)
    place = forms.CharField(label=_("Place"), max_length=200, required=False)

    def __init__(self, sections: list[Section], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["section"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(str(section.pk), section.name_in(language())) for section in sections]


@require_http_methods(["GET", "HEAD", "POST"])
def sessions(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the sessions and the form for another; `alter` is the key of a session to change."""
    frame = DeskFrame.of(request, slug)
    may = allowed(frame.standing, Action.ANNOUNCE_SESSION)
    altered = _selected_session(request, frame)
    sections = list(Section.objects.filter(event=frame.event).order_by("position"))
    form = SessionForm(sections, posted_data(request), initial=_initial(altered))
    if altered is not None:
        form.fields["section"].disabled = True
    if form.attempt(lambda: _announce(frame, form.cleaned_data, altered)):
        return redirect("sessions", slug=slug)
    context = {
        **frame.context(),
        "programme": programme(frame.event, timezone.now()),
        "form": form,
        "may": may,
        "altered": altered,
        "language": language(),
    }
    return fresh(render(request, "hall/sessions.html", context, status=form.status))


@require_http_methods(["POST"])
def cancel(request: HttpRequest, slug: str, session_id: int) -> HttpResponse:
    """Cancel a session that has not begun."""
    frame = DeskFrame.of(request, slug)
    _get_session(frame, session_id)
    attempt = Attempt(
        request, lambda: announcing.cancel_session(actor=frame.actor, now=timezone.now(), session_id=session_id)
    )
    if attempt:
        return redirect("sessions", slug=slug)
    context = {
        **frame.context(),
        "programme": programme(frame.event, timezone.now()),
        "refused": attempt.refused,
        "language": language(),
    }
    return fresh(render(request, "hall/sessions.html", context, status=attempt.status))


@require_safe
def ending(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the part of the console about boards still running near the end of their session."""
    frame = DeskFrame.of(request, slug)
    context = {"event": frame.event, "near": programme(frame.event, timezone.now()).near, "language": language()}
    return fresh(render(request, "hall/session_ending.html", context))


def _announce(frame: DeskFrame, values: dict[str, Any], altered: PlaySession | None) -> None:
    times = {name: values[name] for name in ("starts_at", "ends_at", "place")}
    caller: dict[str, Any] = {"actor": frame.actor, "now": timezone.now()}
    if altered is None:
        announcing.announce_session(**caller, section_id=int(values["section"]), **times)
    else:
        announcing.alter_session(**caller, session_id=altered.pk, **times)


def _selected_session(request: HttpRequest, frame: DeskFrame) -> PlaySession | None:
    wanted = request.GET.get("alter", "")
    if not wanted:
        return None
    require_found(wanted.isdecimal() and len(wanted) <= 9)
    return _get_session(frame, int(wanted))


def _get_session(frame: DeskFrame, session_id: int) -> PlaySession:
    return or_404(PlaySession.objects.filter(pk=session_id, section__event=frame.event).first())


def _initial(altered: PlaySession | None) -> dict[str, Any] | None:
    if altered is None:
        return None
    return {
        "section": str(altered.section_id),
        "starts_at": altered.starts_at,
        "ends_at": altered.ends_at,
        "place": altered.place,
    }
