"""Pages for administrators of the service, hidden from other users."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts import administration, services
from accounts.addresses import password_link
from accounts.forms import MergeForm, NewPersonForm
from accounts.models import User
from games.views.requests import Attempt, actor_of, posted_data, redirect_with, require_found
from people.selectors.organisations import organisation_at
from people.services.organisations import merge_organisations
from tavleya.actors import Actor, Role
from tavleya.errors import BadInput, DomainError
from tournaments.forms.events import ROLE_NAMES
from tournaments.models.event import Organisation
from tournaments.services.jobs import ask_again
from tournaments.views.frame import language
from upkeep.administration import selectors
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
    page = Paginator(selectors.people(query), PAGE).get_page(request.GET.get("page"))
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
    is_gone = not User.objects.filter(pk=user_id, deleted_at=None).exists()
    return redirect("administration") if is_gone else redirect("administration_person", user_id)


def _lock(actor: Actor, user_id: int, _request: HttpRequest) -> str:
    administration.lock(actor=actor, user_id=user_id)
    return gettext("The account has been locked.")


def _unlock(actor: Actor, user_id: int, _request: HttpRequest) -> str:
    administration.unlock(actor=actor, user_id=user_id)
    return gettext("The account has been unlocked.")


def _promote(actor: Actor, user_id: int, _request: HttpRequest) -> str:
    administration.set_administrator(actor=actor, user_id=user_id, administrator=True)
    return gettext("This person is an administrator now.")


def _demote(actor: Actor, user_id: int, _request: HttpRequest) -> str:
    administration.set_administrator(actor=actor, user_id=user_id, administrator=False)
    return gettext("This person is not an administrator any more.")


def _factors(actor: Actor, user_id: int, _request: HttpRequest) -> str:
    administration.remove_second_factors(actor=actor, user_id=user_id)
    return gettext("Two-factor authentication has been reset.")


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
    "lock": _lock,
    "unlock": _unlock,
    "promote": _promote,
    "demote": _demote,
    "factors": _factors,
    "merge": _merge,
    "delete": _delete,
}


@administrators
@require_safe
def events(request: HttpRequest) -> HttpResponse:
    page = Paginator(selectors.events(), PAGE).get_page(request.GET.get("page"))
    return render(request, "upkeep/events.html", {"page": page, "here": "events"})


@administrators
def jobs(request: HttpRequest) -> HttpResponse:
    """List the jobs that wait or have failed; on POST, queue the waiting ones again."""
    if request.method == "POST":
        requests = ask_again(timezone.now())
        return redirect_with(request, gettext("Asked for again: %(n)s") % {"n": requests}, "administration_jobs")
    page = Paginator(selectors.unfinished_jobs(), PAGE).get_page(request.GET.get("page"))
    return render(request, "upkeep/jobs.html", {"page": page, "here": "jobs"})


@administrators
@require_safe
def storage(request: HttpRequest) -> HttpResponse:
    context = {"storage": selectors.storage(), "here": "storage"}
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
