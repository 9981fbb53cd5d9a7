"""The public pages of a club or a federation and of its series; invitations of officials."""

from datetime import datetime
from fractions import Fraction
from functools import partial

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.core.files.storage import default_storage
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.templatetags.tavleya import day
from games.views.answers import csv_answer, file_answer, json_answer, pdf_answer
from games.views.caching import shared_page
from games.views.requests import actor_of, find_or_404, redirect_with, require_found
from people.forms import KIND_NAMES, ORGANISATION_ROLE_NAMES
from people.selectors.organisations import (
    SeriesRow,
    SeriesView,
    events_of,
    officials_listed,
    organisation_at,
    series_at,
    series_view,
)
from people.services.organisations import accept_invitation, invitation_of
from tavleya.actors import Role
from tavleya.documents import tables
from tavleya.documents.contents import Head, ListDocument
from tavleya.documents.tabular import Column, Grid, Value, records, workbook
from tavleya.errors import NotPermitted
from tavleya.series import RULES, TIEBREAKS, Cell, Terms
from tavleya.tiebreaks.table import points_text
from tournaments.access import HELD_INVITATION
from tournaments.models.access import Invitation
from tournaments.models.event import OrganisationKind, in_language
from tournaments.models.section import Section
from tournaments.names import listed_name
from tournaments.selectors.events import logo_of
from tournaments.services.tokens import digest_of
from tournaments.views.event_list import event_cards
from tournaments.views.frame import language
from tournaments.views.seats import person_url

#: The most past events shown here; the list of events has the others.
PAST = 24


@require_safe
@shared_page
def organisation(request: HttpRequest, slug: str) -> HttpResponse:
    """Show current, upcoming and past events, and officials."""
    row = find_or_404(lambda: organisation_at(slug))
    if row.slug != slug:
        return redirect("organisation", row.slug, permanent=True)
    events = events_of(row, timezone.localdate(), PAST + 1)
    live = {event.pk for event in events.live}
    context = {
        "organisation": row,
        "name": row.name_in(language()),
        "kind": KIND_NAMES[OrganisationKind(row.kind)],
        "about": in_language(row.about, language(), row.languages),
        "live": event_cards(events.live, live),
        "coming": event_cards(events.coming, live),
        "past": event_cards(events.past[:PAST], live),
        "more": len(events.past) > PAST,
        "series": [
            (reverse("organisation_series", args=[series.slug]), series.name_in(language()))
            for series in row.series.select_related("organisation")
        ],
        "officials": [(ORGANISATION_ROLE_NAMES[role], names) for role, names in officials_listed(row)],
        "section_of_site": "events",
    }
    return render(request, "people/organisation.html", context)


@require_safe
def organisation_logo(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the image, with the type detected from its bytes."""
    organisation = find_or_404(lambda: organisation_at(slug))
    require_found(organisation.logo and default_storage.exists(organisation.logo))
    etag = f'"{organisation.logo_digest[:32]}"'
    response: HttpResponseBase | None = get_conditional_response(request, etag=etag)
    if response is None:
        response = FileResponse(default_storage.open(organisation.logo), content_type=organisation.logo_type)
        response["Content-Security-Policy"] = "default-src 'none'; img-src 'self'; sandbox"
    response["ETag"] = etag
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "public, max-age=300"
    return response


# Acceptance of an invitation: open the link, create an account or sign in, accept the roles.


@never_cache
@require_safe
def open_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Store the digest of the invitation in the session and redirect to its page."""
    digest = digest_of(token)
    try:
        invitation = invitation_of(digest=digest, now=timezone.now())
    except NotPermitted:
        return render(request, "people/invitation_gone.html", status=404)
    request.session[HELD_INVITATION] = digest
    if invitation.email:
        # Only its receiver knows the link of a letter: the address needs no further proof.
        get_adapter().stash_verified_email(request, invitation.email)
    return redirect("invitation")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest) -> HttpResponse:
    """Show the invitation; a signed-in user accepts it here."""
    now = timezone.now()
    try:
        row = invitation_of(digest=request.session.get(HELD_INVITATION, ""), now=now)
        if request.method == "POST" and request.user.is_authenticated:
            accept_invitation(actor=actor_of(request), now=now, digest=row.digest)
            del request.session[HELD_INVITATION]
            if row.organisation is not None:
                return redirect_with(
                    request, gettext("You belong to this organisation now."), "desk_organisation", row.organisation.slug
                )
            messages.success(request, gettext("You are an official of this event now."))
            assert row.event is not None
            return redirect("desk_event", row.event.slug)
    except NotPermitted:
        return render(request, "people/invitation_gone.html", status=404)
    place = row.organisation or row.event
    context = {
        "invitation": row,
        "event_name": place.name_in(language()) if place is not None else "",
        "roles": [ORGANISATION_ROLE_NAMES[Role(role)] for role in row.roles],
    }
    return render(request, "people/invitation.html", context)


def role_names(row: Invitation) -> str:
    """Return the roles of an invitation in the reader's language."""
    return ", ".join(str(ORGANISATION_ROLE_NAMES[Role(role)]) for role in row.roles)


# The public page of a series: one table over several events, and its files.


@require_safe
@shared_page
def series(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a series. The ETag is made from the page's content, because it has the standings of many sections."""
    own_series = find_or_404(lambda: series_at(slug))
    view = series_view(own_series)
    terms = own_series.terms
    context = {
        "series": own_series,
        "name": own_series.name_in(language()),
        "organisation": own_series.organisation,
        "organiser": own_series.organisation.name_in(language()),
        "terms": terms_text(terms),
        "breaks": [gettext(TIEBREAKS[tiebreak].label) for tiebreak in terms.tiebreaks],
        "stages": [
            {
                "name": stage_name(stage.section),
                "event": stage.section.event,
                "over": stage.over,
                "url": reverse("standings", args=[stage.section.event.slug, stage.section.slug]),
            }
            for stage in view.stages
        ],
        "rows": [_line(row) for row in view.rows],
        "dropped": any(cell is not None and not cell.counted for row in view.rows for cell in row.row.cells),
        "files": [(form.upper(), reverse("organisation_series_file", args=[slug, form])) for form in _FORMS],
        "section_of_site": "events",
    }
    return render(request, "people/series.html", context)


def _line(series_row: SeriesRow) -> dict[str, object]:
    player = series_row.player
    return {
        "place": series_row.place,
        "name": listed_name(player, language()),
        "title": player.title,
        "federation": player.federation,
        "url": person_url(player),
        "cells": [(cell_text(cell), cell is None or cell.counted) for cell in series_row.row.cells],
        "total": amount(series_row.row.total),
        "values": [amount(value) for value in series_row.row.values],
    }


_FORMS = ("pdf", "xlsx", "csv", "json")


@require_safe
@shared_page
def series_file(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    row = find_or_404(lambda: series_at(slug))
    view = series_view(row)
    if form == "pdf":
        document = printed(view, timezone.now())
        return pdf_answer(request, slug, lambda *on: tables.draw_list(document, *on))
    grid = grid_of(view)
    if form == "csv":
        return csv_answer(request, slug, grid)
    if form == "xlsx":
        book = workbook([(row.name_in(language()), grid)], title=row.name_in(language()), made=row.created_at)
        return file_answer(book, "xlsx", slug)
    content = {
        "series": slug,
        "names": row.names,
        "events": [
            {"event": stage.section.event.slug, "section": stage.section.slug, "over": stage.over}
            for stage in view.stages
        ],
        "rows": records(grid),
    }
    return json_answer(slug, content)


# The table of a series for pages and files.


def amount(points: Fraction) -> str:
    """Return the points as `9½`; with two decimals if they are not a multiple of a half."""
    if (2 * points).denominator == 1:
        return points_text(int(2 * points))
    return number_format(round(float(points), 2), 2)


def cell_text(cell: Cell | None) -> str:
    """Return the points of a cell, in brackets if they do not count."""
    if cell is None:
        return ""
    return amount(cell.points) if cell.counted else f"({amount(cell.points)})"


def stage_name(section: Section) -> str:
    """Return the name of the event, and of the section if the event has several."""
    event, own = section.event.name_in(language()), section.name_in(language())
    several = sum(item.archived_at is None for item in section.event.sections.all()) > 1
    return f"{event}: {own}" if several and own != event else event


def terms_text(terms: Terms) -> list[str]:
    """Return the rules of the table, one sentence each."""
    rule = RULES[terms.rule]
    text = [gettext(rule.label)]
    if rule.by_place:
        text = [f"{text[0]}: {', '.join(map(str, terms.place_points))}"]
    if terms.best is not None:
        words = ngettext("The best result counts", "The best %(count)s results count", terms.best)
        text.append(words % {"count": terms.best})
    if terms.tiebreaks:
        names = ", ".join(gettext(TIEBREAKS[tiebreak].label) for tiebreak in terms.tiebreaks)
        text.append(gettext("Ties: %(tiebreaks)s") % {"tiebreaks": names})
    return text


def grid_of(view: SeriesView) -> Grid[SeriesRow]:
    """Return the table with the titles of its columns in the reader's language."""
    return Grid(
        (
            Column("rank", lambda row: row.row.rank, gettext("Place")),
            Column("last_rank", lambda row: row.row.last if row.row.shared else None, gettext("Last shared place")),
            Column("name", lambda row: row.player.name_in(language()), gettext("Player")),
            Column("title", lambda row: row.player.title or None, gettext("Title")),
            Column("federation", lambda row: row.player.federation or None, gettext("Federation")),
            *(
                Column[SeriesRow](f"event_{number}", partial(_stage, number - 1), stage_name(stage.section))
                for number, stage in enumerate(view.stages, start=1)
            ),
            Column("total", lambda row: _number(row.row.total), pgettext("points of a series", "Total")),
            *(
                Column[SeriesRow](key, partial(_tiebreak, index), gettext(TIEBREAKS[key].label))
                for index, key in enumerate(view.series.terms.tiebreaks)
            ),
        ),
        view.rows,
    )


def _stage(index: int, row: SeriesRow) -> Value:
    cell = row.row.cells[index]
    return None if cell is None else _number(cell.points)


def _tiebreak(index: int, row: SeriesRow) -> Value:
    return _number(row.row.values[index])


def _number(points: Fraction) -> int | float:
    return int(points) if points.denominator == 1 else round(float(points), 2)


def printed(view: SeriesView, now: datetime) -> ListDocument:
    """Return the table for the notice board: numbered events, with a key above the table."""
    made_at = timezone.localtime(now)
    text = gettext("Printed %(time)s") % {"time": f"{day(made_at)}, {made_at:%H:%M %Z}"}
    numbers = [str(number) for number in range(1, len(view.stages) + 1)]
    facts = " · ".join(
        [
            *terms_text(view.series.terms),
            *(f"{number} {stage_name(stage.section)}" for number, stage in zip(numbers, view.stages, strict=True)),
        ]
    )
    series = view.series
    head = Head(
        series.name_in(language()),
        "",
        gettext("Standings"),
        facts,
        made=text,
        made_at=now,
        language=language(),
        logo=logo_of(series.organisation),
    )
    rows = tuple(
        (
            row.place,
            " ".join(filter(None, (row.player.title, listed_name(row.player, language())))),
            row.player.federation,
            *map(cell_text, row.row.cells),
            amount(row.row.total),
        )
        for row in view.rows
    )
    heads = (gettext("Place"), gettext("Player"), gettext("Fed."), *numbers, pgettext("points of a series", "Total"))
    return ListDocument(head, heads, rows, frozenset({0, *range(3, len(heads))}), frozenset({1}))
