"""The log of an event: user, time and act."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from people.views.desk.organisations import organisation_crumbs, own_organisation
from tournaments.models.organisation import OrganisationLog
from tournaments.selectors.log import log_of
from tournaments.views.desk.frame import DeskFrame, desk
from tournaments.views.desk.log_lines import log_lines

PAGE = 50


@desk
@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    frame = DeskFrame.at(request, slug)
    page = Paginator(log_of(frame.event, frame.standing), PAGE).get_page(request.GET.get("page"))
    context = {**frame.context(), "page": page, "lines": log_lines(list(page.object_list))}
    return render(request, "portal/desk/log.html", context)


@desk
@require_safe
def organisation_log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the log of an organisation to users with a role in it."""
    row = own_organisation(request, slug)
    page = Paginator(OrganisationLog.objects.filter(organisation=row), PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "lines": log_lines(list(page.object_list)),
        "crumbs": organisation_crumbs(row),
        "section_of_site": "desk",
    }
    return render(request, "portal/desk/log.html", context)
