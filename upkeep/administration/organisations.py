"""Clubs and federations, for administrators: seen, and one merged into another."""

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext

from games.views.problems import Attempt, redirect_with
from games.views.requests import actor_of
from people.selectors.organisations import organisation_at
from people.services.organisations import merge_organisations
from tournaments.models.organisation import Organisation
from tournaments.views.frame import language
from upkeep.administration.views import PAGE, administrators


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
