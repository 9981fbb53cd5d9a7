"""The desk of a club or a federation: its data, its people, its events, its series."""

from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from games.services.sheets import Picture
from games.views.requests import Attempt, actor_of, or_404, posted_data, redirect_with, require_found, whole_number
from people.forms import (
    KIND_NAMES,
    ORGANISATION_ROLE_NAMES,
    LogoForm,
    OrganisationForm,
    OrganisationInvitationForm,
    OrganisationRoleForm,
    SeriesForm,
    SeriesSectionForm,
)
from people.models import Series
from people.selectors.organisations import entries_of, organisation_at, sections_to_add
from people.selectors.people import section_is_over
from people.services import series as services
from people.services.organisations import (
    create_organisation,
    edit_organisation,
    grant_organisation_role,
    invite_to_organisation,
    list_myself,
    revoke_invitation,
    revoke_organisation_role,
    set_logo,
)
from people.services.series import cancel_move, move_event, release_event
from people.views.desk_officials import answer_invitation
from people.views.organisations import role_names, stage_name
from tavleya.actors import Role
from tavleya.errors import DomainError
from tavleya.permissions import Action, allowed
from tournaments.access import standing_in_organisation
from tournaments.models.access import Invitation
from tournaments.models.event import ORGANISATION_ROLES, EventMove, Organisation, OrganisationKind
from tournaments.views.desk.frame import desk, flash, posted_from
from tournaments.views.frame import language


def own_organisation(request: HttpRequest, slug: str) -> Organisation:
    """Return an organisation in which the reader has a role. Raises: Http404 for other users."""
    organisation = organisation_at(slug)
    standing = standing_in_organisation(actor_of(request), organisation)
    require_found(standing.roles & set(ORGANISATION_ROLES))
    return organisation


@desk
def organisation_new(request: HttpRequest) -> HttpResponse:
    form = OrganisationForm(posted_data(request))
    if form.attempt(lambda: create_organisation(actor=actor_of(request), now=timezone.now(), **form.values())):
        return redirect_with(
            request, gettext("The organisation has been created."), "desk_organisation", form.result.slug
        )
    context = {"form": form, "crumbs": organisation_crumbs(), "section_of_site": "desk"}
    return render(request, "people/desk/organisation_form.html", context, status=form.status)


@desk
def organisation(request: HttpRequest, slug: str) -> HttpResponse:
    """Show its events and people; an owner grants roles here."""
    row = own_organisation(request, slug)
    form = OrganisationRoleForm(posted_data(request))
    if form.attempt(
        lambda: grant_organisation_role(
            actor=actor_of(request),
            now=timezone.now(),
            organisation_id=row.pk,
            user_id=form.cleaned_data["username"],
            role=Role(form.cleaned_data["role"]),
        )
    ):
        grant = form.result
        names = {"name": grant.user.shown_name, "role": ORGANISATION_ROLE_NAMES[Role(grant.role)]}
        return redirect_with(request, gettext("%(name)s: %(role)s.") % names, "desk_organisation", slug)
    return _page(request, row, form=form, status=form.status)


def _page(
    request: HttpRequest,
    organisation: Organisation,
    *,
    form: OrganisationRoleForm | None = None,
    inviting: OrganisationInvitationForm | None = None,
    link: str = "",
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    actor = actor_of(request)
    standing = standing_in_organisation(actor, organisation)
    may = {action.value: allowed(standing, action) for action in (Action.EDIT_ORGANISATION, Action.OWN_EVENTS)}
    rank = {role.value: index for index, role in enumerate(ORGANISATION_ROLES)}
    people = sorted(organisation.roles.select_related("user"), key=lambda role: (rank[role.role], role.user.shown_name))
    events = organisation.events.filter(deleted_at=None, archived_at=None, rehearsal=False)
    moves = EventMove.objects.filter(to=organisation, given=True).select_related("event", "asked_by")
    leaving = EventMove.objects.filter(event__organisation=organisation, taken=True).select_related("event", "to")
    invitations = Invitation.open_at(timezone.now()).filter(organisation=organisation).order_by("pk")
    context = {
        "organisation": organisation,
        "name": organisation.name_in(language()),
        "kind": KIND_NAMES[OrganisationKind(organisation.kind)],
        "may": may,
        "people": [
            {"row": holder, "name": ORGANISATION_ROLE_NAMES[Role(holder.role)], "own": holder.user_id == actor.user_id}
            for holder in people
        ],
        "listed": any(holder.listed for holder in people if holder.user_id == actor.user_id),
        "events": [(event, event.name_in(language())) for event in events.order_by("template", "-starts_on", "slug")],
        "series": [
            (reverse("desk_organisation_series", args=[organisation.slug, series.slug]), series.name_in(language()))
            for series in organisation.series.select_related("organisation")
        ],
        "moves": [(move, move.event.name_in(language())) for move in moves],
        "leaving": [(move, move.event.name_in(language()), move.to.name_in(language())) for move in leaving],
        "invitations": [(invitation, role_names(invitation)) for invitation in invitations],
        "form": form or OrganisationRoleForm(),
        "inviting": inviting or OrganisationInvitationForm(),
        "link": link,
        "sends_email": settings.SENDS_EMAIL,
        "problem": problem,
        "crumbs": organisation_crumbs(),
        "section_of_site": "desk",
    }
    return render(request, "people/desk/organisation.html", context, status=status)


def organisation_crumbs(row: Organisation | None = None) -> list[dict[str, str]]:
    """Return the breadcrumbs to a page of the organisation's desk, by default to the list of organisations."""
    crumbs = [{"name": gettext("Desk"), "url": reverse("desk")}]
    if row is not None:
        crumbs.append({"name": row.name_in(language()), "url": reverse("desk_organisation", args=[row.slug])})
    return crumbs


@desk
def organisation_edit(request: HttpRequest, slug: str) -> HttpResponse:
    organisation = own_organisation(request, slug)
    form = OrganisationForm(
        posted_data(request), languages=organisation.text_languages, initial=OrganisationForm.initial_of(organisation)
    )
    if form.attempt(
        lambda: edit_organisation(
            actor=actor_of(request), now=timezone.now(), organisation_id=organisation.pk, changes=form.values()
        )
    ):
        return redirect_with(request, gettext("Saved."), "desk_organisation", form.result.slug)
    return _edit_page(request, organisation, form, LogoForm(), form.status)


def _edit_page(
    request: HttpRequest, organisation: Organisation, form: OrganisationForm, logo: LogoForm, status: int
) -> HttpResponse:
    standing = standing_in_organisation(actor_of(request), organisation)
    require_found(allowed(standing, Action.EDIT_ORGANISATION))
    context = {
        "organisation": organisation,
        "form": form,
        "logo": logo,
        "crumbs": organisation_crumbs(organisation),
        "section_of_site": "desk",
    }
    return render(request, "people/desk/organisation_form.html", context, status=status)


@posted_from("desk_organisation_edit", "slug")
@desk
def organisation_logo(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove the logo (`act` remove), or set it to `file`."""
    organisation = own_organisation(request, slug)
    remove = request.POST.get("act") == "remove"
    form = LogoForm(request.POST, request.FILES)
    if form.attempt(
        lambda: set_logo(
            actor=actor_of(request),
            now=timezone.now(),
            organisation_id=organisation.pk,
            file=None if remove else _picture(form),
        ),
        unchecked=remove,
    ):
        return redirect_with(
            request,
            gettext("The logo has been removed.") if remove else gettext("Saved."),
            "desk_organisation_edit",
            slug,
        )
    plain = OrganisationForm(languages=organisation.text_languages, initial=OrganisationForm.initial_of(organisation))
    return _edit_page(request, organisation, plain, form, form.status)


def _picture(form: LogoForm) -> Picture:
    file = form.cleaned_data["file"]
    return Picture(file.read(), file.name)


def _posted(act: Callable[[HttpRequest, Organisation], str]) -> Callable[..., HttpResponse]:
    """Make a view of a button on an organisation's page: `act` performs it and returns the message."""

    @posted_from("desk_organisation", "slug")
    @desk
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        organisation = own_organisation(request, slug)
        attempt = Attempt(request, lambda: act(request, organisation))
        if not attempt:
            return _page(request, organisation, problem=attempt.sentence, status=attempt.status)
        messages.success(request, attempt.result)
        left = not organisation.roles.filter(user=request.user.pk).exists()
        return redirect("desk") if left else redirect("desk_organisation", slug)

    return view


def _revoke(request: HttpRequest, organisation: Organisation) -> str:
    user = or_404(whole_number(request.POST.get("user", "")))
    role = request.POST.get("role", "")
    require_found(role in {item.value for item in ORGANISATION_ROLES})
    revoke_organisation_role(
        actor=actor_of(request), now=timezone.now(), organisation_id=organisation.pk, user_id=user, role=Role(role)
    )
    return gettext("The role has been revoked.")


def _list(request: HttpRequest, organisation: Organisation) -> str:
    listed = request.POST.get("listed") == "1"
    list_myself(actor=actor_of(request), now=timezone.now(), organisation_id=organisation.pk, listed=listed)
    if listed:
        return gettext("Your name is now on the public page of the organisation.")
    return gettext("Your name is no longer on the public page of the organisation.")


def _move(request: HttpRequest, organisation: Organisation) -> str:
    """Accept, decline or release `event`, according to `act`."""
    key, act = or_404(whole_number(request.POST.get("event", ""))), request.POST.get("act", "")
    actor, now = actor_of(request), timezone.now()
    if act == "accept":
        event_move = or_404(EventMove.objects.filter(event=key).first())
        move_event(actor=actor, now=now, event_id=key, organisation_id=event_move.to_id)
        return gettext("The event has been moved.")
    if act == "decline":
        cancel_move(actor=actor, now=now, event_id=key)
        return gettext("The request has been declined.")
    if act == "release" and organisation.events.filter(pk=key).exists():
        release_event(actor=actor, now=now, event_id=key)
        return gettext("The event belongs to no organisation now.")
    raise Http404


def _invitation_revoke(request: HttpRequest, organisation: Organisation) -> str:
    key = or_404(whole_number(request.POST.get("invitation", "")))
    require_found(Invitation.objects.filter(pk=key, organisation=organisation).exists())
    revoke_invitation(actor=actor_of(request), now=timezone.now(), invitation_id=key)
    return gettext("The invitation has been revoked.")


role_revoke = _posted(_revoke)
list_oneself = _posted(_list)
move = _posted(_move)
invitation_revoke = _posted(_invitation_revoke)


@posted_from("desk_organisation", "slug")
@desk
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Make an invitation: send it, or show its link once, in the response."""
    organisation = own_organisation(request, slug)
    invite_to = partial(invite_to_organisation, actor=actor_of(request), organisation_id=organisation.pk)
    form, page = OrganisationInvitationForm(request.POST), ("desk_organisation", slug)
    return answer_invitation(
        request, form, invite_to, organisation.name_in(language()), partial(_page, request, organisation), page
    )


# The desk of a series: its name, how its table is made, which sections count.


def _own(request: HttpRequest, slug: str) -> Organisation:
    """Return an organisation for which the reader may create events. Raises: Http404 for other users."""
    organisation = organisation_at(slug)
    require_found(allowed(standing_in_organisation(actor_of(request), organisation), Action.OWN_EVENTS))
    return organisation


def _series(request: HttpRequest, slug: str, series_slug: str) -> Series:
    owner = _own(request, slug)
    series = or_404(owner.series.filter(slug=series_slug).first())
    series.organisation = owner
    return series


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
    context = {"organisation": owner, "form": form, "crumbs": organisation_crumbs(owner), "section_of_site": "desk"}
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
    return _series_page(request, row, form, status=form.status)


def _settings(request: HttpRequest, series: Series) -> SeriesForm:
    form_data = request.POST if request.method == "POST" and "act" not in request.POST else None
    languages = series.organisation.text_languages
    return SeriesForm(form_data, languages=languages, initial=SeriesForm.initial_of(series))


def _adding(request: HttpRequest, series: Series) -> SeriesSectionForm:
    choices = [(section, stage_name(section)) for section in sections_to_add(series)]
    form_data = request.POST if request.POST.get("act") == "add" else None
    return SeriesSectionForm(form_data, sections=choices)


def _series_page(
    request: HttpRequest,
    series: Series,
    form: SeriesForm | None = None,
    *,
    adding: SeriesSectionForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    owner = series.organisation
    entries = entries_of(series).prefetch_related("section__rounds")
    context = {
        "organisation": owner,
        "series": series,
        "name": series.name_in(language()),
        "form": form or _settings(request, series),
        "adding": adding or _adding(request, series),
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
                return _series_page(request, row, adding=adding, status=422)
            key = adding.cleaned_data["section"]
            services.add_to_series(actor=actor, now=now, series_id=row.pk, section_id=key)
            flash(request, gettext("The section has been added to the series."))
        elif act == "delete":
            services.delete_series(actor=actor, now=now, series_id=row.pk)
            return redirect_with(request, gettext("The series has been deleted."), "desk_organisation", slug)
        elif act == "remove":
            section = or_404(whole_number(request.POST.get("section", "")))
            services.remove_from_series(actor=actor, now=now, series_id=row.pk, section_id=section)
            flash(request, gettext("The section has been removed from the series."))
        else:
            raise Http404
    except DomainError as error:
        problem = error.message.render(gettext)
        return _series_page(request, row, problem=problem, status=error.status)
    return redirect("desk_organisation_series", slug, series_slug)
