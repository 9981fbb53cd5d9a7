"""Tournament reports: a section made from one, or one imported into an empty section."""

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from typing import Any, ClassVar, cast
from uuid import UUID

from django import forms
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from clocks.readings import TimeControlField
from games.models.game import TrackingLevel
from games.views.caching import tagged, unchanged
from games.views.requests import or_404, posted_data, require_found
from reports.selectors.tournament_report import EDITIONS, trf_file
from reports.services.jobs import (
    accepted_of,
    choose_trf,
    confirm_trf,
    open_faults,
    prepare_trf,
    request_trf,
    start_trf,
    to_confirm,
)
from tavleya.errors import Conflict, ImportRefused, Problem
from tavleya.formats.trf import read
from tavleya.formats.trf.proposal import SectionProposal, propose_section
from tavleya.languages import DEFAULT
from tavleya.law.library import regimes_for
from tavleya.messages import Message
from tavleya.permissions import Action
from tavleya.rules.registry import spec_of
from tournaments.adjusted import day_of
from tournaments.forms.base import DeskForm, TextFileField, initial_texts
from tournaments.forms.events import NamedForm, SlugField
from tournaments.forms.rounds import GamesFileForm
from tournaments.forms.sections import game_choices, regime_choices
from tournaments.hooks import FileLink
from tournaments.models.activity import Job, JobKind, JobState
from tournaments.models.section import RatingKind, Section
from tournaments.services.jobs import request_import
from tournaments.services.rounds import progress_of
from tournaments.systems.registry import SYSTEMS, told_by
from tournaments.views.desk.entries import take_file
from tournaments.views.desk.frame import DeskFrame, SectionDesk, desk, posted_from
from tournaments.views.frame import SectionFrame, language

# Forms for a tournament report: the file, and the section made from it.


class ReportFileForm(DeskForm):
    report = TextFileField(label=_("Tournament report (TRF)"))


class ReportSectionForm(NamedForm):
    """Form for data that a report lacks or may have wrong. Points, tie-breaks, pairing rules and byes come from the
    file.
    """

    aliases: ClassVar = {"slug_taken": "slug", "slug_reserved": "slug"}

    slug = SlugField()
    game = forms.ChoiceField(label=_("Game"), choices=[])
    regime = forms.ChoiceField(label=_("Laws"), choices=[])
    format = forms.ChoiceField(label=_("Format"), choices=[])
    rounds_planned = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=400)
    control = TimeControlField(required=False)
    rating_kind = forms.ChoiceField(
        label=_("Rating used"), choices=[(kind.value, gettext(kind.label)) for kind in RatingKind]
    )

    def __init__(self, *args: Any, day: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: Any = self.fields
        fields["game"].choices = game_choices()
        fields["format"].choices = [
            (system.key, gettext(system.label)) for system in SYSTEMS.values() if system.reads_reports
        ]
        fields["regime"].choices = regime_choices(day)

    @staticmethod
    def initial_of(proposal: SectionProposal, languages: Sequence[str], day: date) -> dict[str, Any]:
        """Return the initial values. `languages` are the event's; the report's name counts as English, if the event has
        it.
        """
        language = DEFAULT if DEFAULT in languages else languages[0]
        regime = regimes_for(spec_of(proposal.game).laws, day)[0].key
        return {
            **initial_texts({language: proposal.name}, "name"),
            "slug": proposal.slug,
            "game": proposal.game,
            "regime": regime,
            "format": proposal.format,
            "rounds_planned": proposal.rounds,
            "control": proposal.control,
            "rating_kind": RatingKind.STANDARD.value,
        }

    def values(self, *, tiebreaks_in_file: bool) -> dict[str, Any]:
        """Return the arguments of `create_section`; tie-breaks are the file's, or else the default."""
        plain = ("slug", "game", "regime", "format", "rounds_planned", "control", "rating_kind")
        values = {name: self.cleaned_data[name] for name in plain}
        return {
            **values,
            "names": self.texts("name"),
            "tracking": TrackingLevel.RESULT.value,
            "tiebreaks": [] if tiebreaks_in_file else None,
            "options": SYSTEMS[values["format"]].checked_options({}),
        }


# Games from a file: upload, background import, report.


@desk
def games(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Upload a file; list earlier ones with their results."""
    frame = SectionDesk.of(request, slug, section_slug, Action.IMPORT_GAMES)
    form = GamesFileForm(posted_data(request), request.FILES or None)
    job = take_file(form, "file", frame.actor, partial(request_import, section_id=frame.section.pk))
    if job is not None:
        return redirect("desk_job", slug, job.key)
    spec = spec_of(frame.section.game)
    may_import = frame.may[Action.ENTER_PLAYERS] and not frame.rounds
    context = {
        **frame.context(),
        "form": form,
        "report_form": ReportFileForm() if may_import and not frame.section.registrations.exists() else None,
        "report_url": frame.url("trf"),
        "kind": spec.file.value.upper() if spec.games_imported else "",
        "begun": bool(frame.rounds),
        "jobs": frame.section.jobs.defer("payload")[:20],
    }
    return render(request, "reports/desk/games.html", context, status=form.status)


@desk
@require_safe
def job(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Show the progress and the result of an import. With `part` only the changing part."""
    frame = DeskFrame.at(request, slug, Action.IMPORT_GAMES)
    rows = Job.objects.select_related("section__event").defer("payload").filter(key=key)
    row = or_404(rows.filter(Q(section__event=frame.event) | Q(event=frame.event)).first())
    if row.state == JobState.PREPARED:
        if "part" not in request.GET:
            return redirect("desk_trf_section", slug, row.key)
        # A polling page fragment must redirect the whole page, not replace the fragment.
        return HttpResponse(headers={"HX-Redirect": reverse("desk_trf_section", args=[slug, row.key])})
    problems = row.report.get("problems", []) or row.report.get("warnings", [])
    section_frame: DeskFrame = frame
    if row.section is not None:
        section_frame = SectionDesk(request, frame.event, frame.standing)
        section_frame.section = row.section
    done, total = progress_of(row.pk) or (0, 0)
    context = {
        **section_frame.context(),
        "job": row,
        "of_report": row.kind == JobKind.IMPORT_TRF,
        "waiting": row.state == JobState.WAITING,
        "failed": row.state == JobState.FAILED,
        "done": done,
        "of": total,
        "report": row.report,
        "error": _sentence(row.report.get("error")),
        "code": (row.report.get("error") or {}).get("code", ""),
        "problems": [
            {**problem, "sentence": _sentence(problem), "done": _sentence(problem.get("remedy"))}
            for problem in sorted(problems, key=lambda problem: problem.get("remedy") is None)[:PROBLEMS_SHOWN]
        ],
        "adjusted": any(problem.get("remedy") for problem in problems) and row.state == JobState.DONE,
        "differ": row.report.get("differ", []),
        "problems_more": max(0, len(problems) - PROBLEMS_SHOWN),
        "section_name": row.section.name_in(language()) if row.section else frame.event_name,
        "section_url": section_frame.url("section") if row.section else frame.url("event"),
        "again_url": section_frame.url("games") if row.section else frame.url("trf_new"),
        "url": frame.url("job", row.key),
    }
    template = "reports/desk/job_part.html" if "part" in request.GET else "reports/desk/job.html"
    return render(request, template, context)


def _sentence(plain: dict[str, object] | None) -> str:
    return Message.from_json(plain).render(gettext) if plain else ""


PROBLEMS_SHOWN = 200


@desk
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Upload a report to make a section from."""
    frame = DeskFrame.at(request, slug, Action.EDIT_SECTION)
    form = ReportFileForm(posted_data(request), request.FILES or None)
    job = take_file(form, "report", frame.actor, partial(prepare_trf, event_id=frame.event.pk))
    if job is not None:
        return redirect("desk_trf_section", slug, job.key)
    context = {**frame.context(), "form": form, **_wrong(form)}
    return render(request, "reports/desk/report.html", context, status=form.status)


def _wrong(form: ReportFileForm) -> dict[str, object]:
    """Return the first problems of a refused file, and the number of the others."""
    problems = form.refused.problems if isinstance(form.refused, ImportRefused) else ()
    return {"wrong": problems[:PROBLEMS_SHOWN], "more": max(0, len(problems) - PROBLEMS_SHOWN)}


@desk
def section(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Show the report's faults, if any, then its content and the proposed section."""
    frame, job = _job(request, slug, key)
    if job.state != JobState.PREPARED:
        return redirect("desk_job", slug, job.key)
    warned = to_confirm(job)
    if warned is not None:
        messages = [Message.from_json(row) for row in cast(list[dict[str, Any]], warned.detail["told"])]
        context = {**frame.context(), "job": job, "asked": warned, "told": messages}
        return render(request, "reports/desk/report_rounds.html", context)
    faults = open_faults(job)
    if faults:
        return _faults(request, frame, job, faults)
    reading = read(bytes(job.payload), accepted=accepted_of(job))
    proposal, languages = propose_section(reading.tournament, told_by), frame.event.text_languages
    day = day_of(frame.event, timezone.now())
    initial = ReportSectionForm.initial_of(proposal, languages, day)
    form = ReportSectionForm(posted_data(request), languages=languages, initial=initial, day=day)
    if form.attempt(
        lambda: start_trf(
            actor=frame.actor,
            now=timezone.now(),
            job_id=job.pk,
            section=form.values(tiebreaks_in_file=bool(reading.tournament.tiebreaks)),
        )
    ):
        return redirect("desk_job", slug, job.key)
    context = {**frame.context(), "form": form, "job": job, "found": proposal, "adjusted": len(reading.adjustments)}
    return render(request, "reports/desk/report_section.html", context, status=form.status)


@posted_from("desk_trf_section", "slug", "key")
@desk
def choose(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Accept remedies for faults of the report: the named ones, or `all`; `anew` resets all choices.

    With `confirmed`, confirm the question of the import, which then continues.
    """
    frame, job = _job(request, slug, key)
    if "confirmed" in request.POST:
        names = request.POST.getlist("confirmed")
        with suppress(Conflict):  # it has begun, or has another question: the page shows it
            confirm_trf(actor=frame.actor, now=timezone.now(), job_id=job.pk, confirmed=names)
        return redirect("desk_trf_section", slug, key)
    marks = {fault.mark for fault in open_faults(job)}
    named = marks if "all" in request.POST else marks.intersection(request.POST.getlist("accepted"))
    accepted = frozenset[str]() if "anew" in request.POST else accepted_of(job) | named
    with suppress(Conflict):  # it has begun: the page says how far it is
        choose_trf(actor=frame.actor, now=timezone.now(), job_id=job.pk, accepted=accepted)
    return redirect("desk_trf_section", slug, key)


def _job(request: HttpRequest, slug: str, key: UUID) -> tuple[DeskFrame, Job]:
    """Return a report of this event, or of a section of it, that the reader may import."""
    frame = DeskFrame.at(request, slug, Action.IMPORT_GAMES)
    rows = Job.objects.select_related("section__event").filter(key=key, kind=JobKind.IMPORT_TRF)
    job = or_404(rows.filter(Q(event=frame.event) | Q(section__event=frame.event)).first())
    frame.require(Action.EDIT_SECTION if job.event_id is not None else Action.ENTER_PLAYERS)
    return frame, job


def _faults(request: HttpRequest, frame: DeskFrame, job: Job, faults: Sequence[Problem]) -> HttpResponse:
    distinct = list({problem.mark: problem for problem in faults}.values())
    context = {
        **frame.context(),
        "job": job,
        "faults": distinct,
        "stuck": any(problem.remedy is None for problem in distinct),
        "chosen": len(accepted_of(job)),
    }
    return render(request, "reports/desk/report_faults.html", context)


@posted_from("desk_games")
@desk
def into(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Import a report into an empty section."""
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_PLAYERS)
    frame.require(Action.IMPORT_GAMES)
    form = ReportFileForm(request.POST, request.FILES)
    job = take_file(form, "report", frame.actor, partial(request_trf, section_id=frame.section.pk))
    if job is not None:
        return redirect("desk_job", slug, job.key)
    context = {**frame.context(), "form": form, "into": True, **_wrong(form)}
    return render(request, "reports/desk/report.html", context, status=form.status)


# File twins of a section's pages.

_CHECKERS = "checkers"


def report_link(section: Section) -> FileLink | None:
    """Return the links to the report; None if the rounds of the section were not recorded."""
    if section.rounds.filter(number=None).exists():
        return None
    address = reverse("section_trf", args=[section.event.slug, section.slug])
    older = (gettext("for older checkers"), f"{address}?for=checkers")
    return FileLink(gettext("Report for the federation"), (("TRF", address), ("TRF16", f"{address}?edition=16"), older))


@require_safe
def trf(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Return the tournament report, TRF26; `?edition=16` for the older form, `?for=checkers` for older checkers.

    Dates of birth are for officials; others see the year.
    """
    frame = SectionFrame.of(request, slug, section_slug, "section")
    edition = request.GET.get("edition", str(EDITIONS[-1]))
    reader = request.GET.get("for", "")
    require_found(edition in map(str, EDITIONS) and reader in ("", _CHECKERS))
    try:
        older = reader == _CHECKERS
        data = trf_file(frame.section, int(edition), older_checkers=older, births=frame.sees_drafts)
    except Conflict as error:
        raise Http404(str(error)) from None
    # It also has requested byes and forbidden pairs, which do not change the version of the standings.
    etag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    if (answer := unchanged(request, etag)) is not None:
        return answer
    name = f"{slug}-{section_slug}.trf"
    answer = HttpResponse(
        data,
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
    return tagged(request, answer, etag)
