"""The desk of a series: its name, how its table is made, which sections count."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from games.views.requests import actor_of, or_404, posted_data, redirect_with, require_found
from people.forms.series import SeriesForm, SeriesSectionForm
from people.models.series import Series
from people.selectors.organisations import organisation_at
from people.selectors.people import section_is_over
from people.selectors.series import entries_of, sections_to_add
from people.services import series as services
from people.views.desk.organisations import organisation_crumbs
from people.views.series import stage_name
from tavleya.errors import DomainError
from tavleya.permissions import Action, allowed
from tournaments.access import standing_in_organisation
from tournaments.models.event import Organisation
from tournaments.views.desk.frame import desk, flash, posted_from
from tournaments.views.frame import language


def _own(request: HttpRequest, slug: str) -> Organisation:
    """Return an organisation for which the reader may create events. Raises: Http404 for other users."""
    row = organisation_at(slug)
    require_found(allowed(standing_in_organisation(actor_of(request), row), Action.OWN_EVENTS))
    return row


def _series(request: HttpRequest, slug: str, series_slug: str) -> Series:
    owner = _own(request, slug)
    row = or_404(owner.series.filter(slug=series_slug).first())
    row.organisation = owner
    return row


@desk
def series_new(request: HttpRequest, slug: str) -> HttpResponse:
    owner = _own(request, slug)
    form = SeriesForm(posted_data(request), languages=owner.text_languages, initial=SeriesForm.initial_of(None))
    if form.attempt(
        lambda: services.create_series(
            actor=actor_of(request), now=timezone.now(), organisation_id=owner.pk, **form.values()
        )
    ):
        return redirect_with(
            request,
            gettext("The series has been created. Add the sections that count."),
            "desk_organisation_series",
            owner.slug,
            form.result.slug,
        )
    context = {
        "organisation": owner,
        "form": form,
        "crumbs": organisation_crumbs(owner),
        "section_of_site": "desk",
    }
    return render(request, "people/desk/series.html", context, status=form.status)


@desk
def series(request: HttpRequest, slug: str, series_slug: str) -> HttpResponse:
    """Show its settings, its sections, and those that can be added."""
    row = _series(request, slug, series_slug)
    form = _settings(request, row)
    if form.attempt(
        lambda: services.edit_series(
            actor=actor_of(request), now=timezone.now(), series_id=row.pk, changes=form.values()
        )
    ):
        return redirect_with(request, gettext("Saved."), "desk_organisation_series", slug, form.result.slug)
    row.refresh_from_db()
    return _page(request, row, form, status=form.status)


def _settings(request: HttpRequest, row: Series) -> SeriesForm:
    form_data = request.POST if request.method == "POST" and "act" not in request.POST else None
    languages = row.organisation.text_languages
    return SeriesForm(form_data, languages=languages, initial=SeriesForm.initial_of(row))


def _adding(request: HttpRequest, row: Series) -> SeriesSectionForm:
    offered = [(section, stage_name(section)) for section in sections_to_add(row)]
    form_data = request.POST if request.POST.get("act") == "add" else None
    return SeriesSectionForm(form_data, sections=offered)


def _page(
    request: HttpRequest,
    row: Series,
    form: SeriesForm | None = None,
    *,
    adding: SeriesSectionForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    owner = row.organisation
    entries = entries_of(row).prefetch_related("section__rounds")
    context = {
        "organisation": owner,
        "series": row,
        "name": row.name_in(language()),
        "form": form or _settings(request, row),
        "adding": adding or _adding(request, row),
        "entries": [(entry.section, stage_name(entry.section), section_is_over(entry.section)) for entry in entries],
        "problem": problem,
        "crumbs": organisation_crumbs(owner),
        "section_of_site": "desk",
    }
    return render(request, "people/desk/series.html", context, status=status)


@posted_from("desk_organisation_series", "slug", "series_slug")
@desk
def series_act(request: HttpRequest, slug: str, series_slug: str) -> HttpResponse:
    """Add or remove `section`, or delete the series, according to `act`."""
    row = _series(request, slug, series_slug)
    actor, now, act = actor_of(request), timezone.now(), request.POST.get("act", "")
    adding = _adding(request, row)
    try:
        if act == "add":
            if not adding.is_valid():
                return _page(request, row, adding=adding, status=422)
            key = adding.cleaned_data["section"]
            services.add_to_series(actor=actor, now=now, series_id=row.pk, section_id=key)
            flash(request, gettext("The section has been added to the series."))
        elif act == "delete":
            services.delete_series(actor=actor, now=now, series_id=row.pk)
            return redirect_with(request, gettext("The series has been deleted."), "desk_organisation", slug)
        elif act == "remove" and (text := request.POST.get("section", "")).isdecimal():
            services.remove_from_series(actor=actor, now=now, series_id=row.pk, section_id=int(text))
            flash(request, gettext("The section has been removed from the series."))
        else:
            raise Http404
    except DomainError as error:
        problem = error.message.render(gettext)
        return _page(request, row, problem=problem, status=error.status)
    return redirect("desk_organisation_series", slug, series_slug)
