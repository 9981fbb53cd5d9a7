"""The rating lists of the service: names, ages, and a form to import a new one."""

from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.views.requests import actor_of, posted_data, redirect_with
from ratings.models import FIDE
from ratings.selectors.player_lists import known_lists
from ratings.services.rating_jobs import request_rating_list, update_rating_lists
from tavleya.errors import DomainError, Problem
from tavleya.messages import Message
from tournaments.forms.base import DeskForm
from tournaments.models.activity import Job, JobKind, JobState
from tournaments.models.section import RatingKind
from tournaments.services.rounds import progress_of
from upkeep.administration.views import administrators

_SHOWN = 10


class RatingListForm(DeskForm):
    """Form for a FIDE list, or a named list of a federation or of the organisers."""

    aliases: ClassVar = {"bad_rating_list": "name", "rating_list_too_large": "file"}

    file = forms.FileField(label=_("File"), help_text=_("TXT, XML or CSV, or one of these in a zip."))
    name = forms.CharField(
        label=_("National or own list"),
        required=False,
        max_length=10,
        help_text=_("If empty, it is a FIDE list. Otherwise three letters of the federation, or a name: RUS, CLUB."),
        widget=forms.TextInput({"spellcheck": "false", "autocapitalize": "characters"}),
    )
    valid_from = forms.DateField(
        label=_("Valid from"),
        required=False,
        help_text=_("If empty: the first day of this month."),
        widget=forms.DateInput({"type": "date"}),
    )
    pace = forms.ChoiceField(
        label=_("Ratings of a FIDE list of one pace"),
        required=False,
        choices=[
            (RatingKind.STANDARD, pgettext_lazy("rating", "Standard")),
            (RatingKind.RAPID, pgettext_lazy("rating", "Rapid")),
            (RatingKind.BLITZ, pgettext_lazy("rating", "Blitz")),
        ],
    )

    def clean_name(self) -> str:
        """Return the name as stored; FIDE's list may be named or not."""
        name = str(self.cleaned_data["name"]).upper()
        return FIDE if name in ("", FIDE.upper()) else name


@administrators
def ratings(request: HttpRequest) -> HttpResponse:
    """Show the lists and their imports; on POST, queue an import, or with `update` those of all lists with a URL."""
    if request.method == "POST" and "update" in request.POST:
        return _update(request)
    form = RatingListForm(posted_data(request), request.FILES or None)
    if form.attempt(
        lambda: request_rating_list(
            actor=actor_of(request),
            now=timezone.now(),
            source=form.cleaned_data["file"].file,
            filename=form.cleaned_data["file"].name or "",
            name=form.cleaned_data["name"],
            pace=form.cleaned_data["pace"] or RatingKind.STANDARD.value,
            valid_from=form.cleaned_data["valid_from"],
        )
    ):
        return redirect_with(request, gettext("The list is being imported."), "administration_ratings")
    jobs = Job.objects.filter(kind=JobKind.IMPORT_RATINGS).defer("payload")[:_SHOWN]
    context = {
        "form": form,
        "lists": known_lists(timezone.now()),
        "may_update": bool(settings.RATING_LISTS),
        "jobs": [_line(job) for job in jobs],
        "waits": any(job.state == JobState.WAITING for job in jobs),
        "here": "ratings",
    }
    return render(request, "upkeep/ratings.html", context, status=form.status)


def _update(request: HttpRequest) -> HttpResponse:
    try:
        jobs = update_rating_lists(actor=actor_of(request), now=timezone.now())
    except DomainError as error:
        messages.error(request, error.message.render(gettext))
    else:
        words = gettext("The lists are being updated.") if jobs else gettext("The lists are being updated already.")
        messages.success(request, words)
    return redirect("administration_ratings")


def _line(job: Job) -> dict[str, Any]:
    error = job.report.get("error")
    problems = job.report.get("problems") or job.report.get("warnings") or []
    return {
        "job": job,
        "progress": progress_of(job.pk) if job.state == JobState.WAITING else None,
        "error": Message.from_json(error).render(gettext) if error else "",
        "problems": [Problem(Message.from_json(problem), line=problem.get("line")) for problem in problems],
        "players": job.report.get("players"),
        "unchanged": job.report.get("unchanged", False),
        "concerned": len(job.report.get("concerned", ())),
    }
