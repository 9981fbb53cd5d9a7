"""Pages for administrators of the service, hidden from other users: people, events, jobs, rating lists, storage."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, ClassVar

from allauth.mfa.models import Authenticator
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db import connection
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from accounts import administration, services
from accounts.addresses import password_link
from accounts.forms import MergeForm, NewPersonForm
from accounts.models import User
from games.models.record import RecordEntry
from games.models.sheet import SheetPhoto
from games.views.requests import Attempt, actor_of, posted_data, redirect_with, require_found
from people.selectors.organisations import organisation_at
from people.services.organisations import merge_organisations
from ratings.models import FIDE
from ratings.selectors.player_lists import known_lists
from ratings.services.rating_jobs import request_rating_list, update_rating_lists
from tavleya.actors import Actor, Role
from tavleya.errors import BadInput, DomainError, Problem
from tavleya.messages import N_, Message
from tournaments.forms.base import DeskForm
from tournaments.forms.events import ROLE_NAMES
from tournaments.models.activity import Job, JobKind, JobState
from tournaments.models.event import Event, Organisation
from tournaments.models.pairing import Pairing
from tournaments.models.section import RatingKind
from tournaments.services.jobs import ask_again
from tournaments.services.rounds import progress_of
from tournaments.views.frame import language
from upkeep.messages import say

PAGE = 50
View = Callable[..., HttpResponse]


def administrators(view: View) -> View:
    """Require a signed-in administrator; other users get 404."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = request.user
        require_found(isinstance(user, User) and user.is_superuser)
        return view(request, *args, **kwargs)

    return login_required(checked)


@administrators
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    query = request.GET.get("q", "").strip()[:100]
    page = Paginator(all_people(query), PAGE).get_page(request.GET.get("page"))
    return render(request, "upkeep/people.html", {"page": page, "query": query, "here": "people"})


@administrators
def new_person(request: HttpRequest) -> HttpResponse:
    """Create an account; the link to set its password is shown once."""
    form, link, status = NewPersonForm(posted_data(request)), "", 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                user = services.add_person(actor=actor_of(request), **form.cleaned_data)
            except DomainError as error:
                form.refuse(error)
            else:
                status, link, form = 200, password_link(user), NewPersonForm()
    context = {"form": form, "link": link, "here": "people"}
    return render(request, "upkeep/new_person.html", context, status=status)


@administrators
@require_safe
def person(request: HttpRequest, user_id: int) -> HttpResponse:
    return _person(request, user_id)


def _person(
    request: HttpRequest, user_id: int, *, problem: str = "", link: str = "", status: int = 200
) -> HttpResponse:
    user = get_object_or_404(User.objects.select_related("merged_into"), pk=user_id, deleted_at=None)
    context = {
        "person": user,
        "roles": [(row.event, ROLE_NAMES[Role(row.role)]) for row in user.event_roles.select_related("event")],
        "has_factor": Authenticator.objects.filter(user=user).exists(),
        "merge": MergeForm(),
        "problem": problem,
        "link": link,
        "here": "people",
    }
    return render(request, "upkeep/person.html", context, status=status)


@administrators
@require_POST
def act(request: HttpRequest, user_id: int) -> HttpResponse:
    """Perform an administrator's act, named by the button."""
    actor, deed = actor_of(request), request.POST.get("do", "")
    if deed == "link":
        user = get_object_or_404(User, pk=user_id, is_active=True)
        return _person(request, user_id, link=password_link(user))
    require_found(deed in _DEEDS)
    attempt = Attempt(request, lambda: _DEEDS[deed](actor, user_id, request))
    if not attempt:
        return _person(request, user_id, problem=attempt.sentence, status=409)
    messages.success(request, attempt.result)
    deleted = not User.objects.filter(pk=user_id, deleted_at=None).exists()
    return redirect("administration") if deleted else redirect("administration_person", user_id)


def _plain(act: Callable[..., object], words: str, **more: bool) -> Callable[[Actor, int, HttpRequest], str]:
    """Return the deed that needs nothing but the account."""

    def deed(actor: Actor, user_id: int, _request: HttpRequest) -> str:
        act(actor=actor, user_id=user_id, **more)
        return gettext(words)

    return deed


def _merge(actor: Actor, user_id: int, request: HttpRequest) -> str:
    form = MergeForm(request.POST)
    if not form.is_valid():
        raise BadInput(say("no_such_account"))
    into = administration.merge(actor=actor, now=timezone.now(), user_id=user_id, into_id=form.cleaned_data["into"])
    return gettext("The account has been merged into that of %(name)s.") % {"name": into.shown_name}


def _delete(actor: Actor, user_id: int, request: HttpRequest) -> str:
    if not request.POST.get("sure"):
        raise BadInput(say("not_confirmed"))
    administration.delete(actor=actor, now=timezone.now(), user_id=user_id)
    return gettext("The account has been deleted.")


_DEEDS: dict[str, Callable[[Actor, int, HttpRequest], str]] = {
    "lock": _plain(administration.lock, N_("The account has been locked.")),
    "unlock": _plain(administration.unlock, N_("The account has been unlocked.")),
    "promote": _plain(administration.set_administrator, N_("This person is an administrator now."), administrator=True),
    "demote": _plain(
        administration.set_administrator, N_("This person is not an administrator any more."), administrator=False
    ),
    "factors": _plain(administration.remove_second_factors, N_("Two-factor authentication has been reset.")),
    "merge": _merge,
    "delete": _delete,
}


@administrators
@require_safe
def events(request: HttpRequest) -> HttpResponse:
    page = Paginator(all_events(), PAGE).get_page(request.GET.get("page"))
    return render(request, "upkeep/events.html", {"page": page, "here": "events"})


@administrators
def jobs(request: HttpRequest) -> HttpResponse:
    """List the jobs that wait or have failed; on POST, queue the waiting ones again."""
    if request.method == "POST":
        count = ask_again(timezone.now())
        return redirect_with(request, gettext("Asked for again: %(n)s") % {"n": count}, "administration_jobs")
    page = Paginator(unfinished_jobs(), PAGE).get_page(request.GET.get("page"))
    return render(request, "upkeep/jobs.html", {"page": page, "here": "jobs"})


@administrators
@require_safe
def storage(request: HttpRequest) -> HttpResponse:
    context = {"storage": measure_storage(), "here": "storage"}
    return render(request, "upkeep/storage.html", context)


# Clubs and federations, for administrators: seen, and one merged into another.


@administrators
def organisations(request: HttpRequest) -> HttpResponse:
    """Show the organisations; on POST, merge the one at the address `old` into the one at `into`."""
    attempt = Attempt(
        request,
        lambda: merge_organisations(
            actor=actor_of(request),
            now=timezone.now(),
            organisation_id=organisation_at(request.POST.get("old", "").strip()).pk,
            into_id=organisation_at(request.POST.get("into", "").strip()).pk,
        ),
    )
    if attempt:
        words = gettext("The organisation has been merged into %(name)s.")
        name = attempt.result.name_in(language())
        return redirect_with(request, words % {"name": name}, "administration_organisations")
    rows = Organisation.objects.select_related("merged_into").annotate(
        event_count=Count("events", distinct=True), people_count=Count("roles__user", distinct=True)
    )
    page = Paginator(rows.order_by("slug"), PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "here": "organisations",
        "rows": [(item, item.name_in(language())) for item in page],
        "problem": attempt.sentence,
    }
    return render(request, "upkeep/organisations.html", context, status=422 if attempt.error else 200)


# The rating lists of the service: names, ages, and a form to import a new one.

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


# Data for administrators: accounts, events, jobs, storage.


def all_people(query: str = "") -> QuerySet[User]:
    """Return the accounts that are not deleted, by name; `query` is part of a name, a user name or an address."""
    rows = User.objects.filter(deleted_at=None).annotate(events=Count("event_roles__event", distinct=True))
    if query:
        rows = rows.filter(Q(name__icontains=query) | Q(username__icontains=query) | Q(email__icontains=query))
    return rows.order_by("name", "username", "pk")


def all_events() -> QuerySet[Event]:
    """Return all events, the newest first, with the numbers of their sections, players and games."""
    games = (
        Pairing.objects.filter(round__section__event=OuterRef("pk"), game__isnull=False)
        .order_by()
        .values("round__section__event")
        .annotate(n=Count("pk"))
        .values("n")
    )
    return (
        Event.objects.filter(deleted_at=None)
        .annotate(
            section_count=Count("sections", distinct=True),
            player_count=Count("players", distinct=True),
            game_count=Coalesce(Subquery(games), 0),
        )
        .order_by("-pk")
    )


def unfinished_jobs() -> QuerySet[Job]:
    """Return the jobs that wait or have failed, the newest first."""
    rows = Job.objects.filter(state__in=(JobState.WAITING, JobState.FAILED)).defer("payload")
    return rows.select_related("event", "section__event", "user")


def measure_storage() -> dict[str, int]:
    """Return the bytes of the database and of photographs, and the numbers of photographs and of entries in records."""
    photos = SheetPhoto.objects.exclude(stored=None).aggregate(n=Count("pk"), size=Sum("size"))
    return {
        "database": _database_size(),
        "photos": photos["size"] or 0,
        "photo_count": photos["n"],
        "entry_count": RecordEntry.objects.count(),
    }


def _database_size() -> int:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    path = Path(str(settings.DATABASES["default"]["NAME"]))
    return path.stat().st_size if path.is_file() else 0
