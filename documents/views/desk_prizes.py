"""Prizes at the desk: categories, the fund, who would get what, the approval, the list to print."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from documents.forms.prizes import CategoryForm, PrizesForm
from documents.selectors.prizes import PrizeDesk, PrizeList, prize_desk
from documents.services.prizes import (
    approve_awards,
    cancel_awards,
    publish_prizes,
    remove_category,
    save_category,
    set_prizes,
)
from documents.views.prizes import prize_page
from games.views.problems import Attempt, or_404, posted_data, redirect_with
from tavleya.errors import DomainError
from tavleya.permissions import Action
from tavleya.prizes.fund import MAIN
from tournaments.selectors.actors import names_of
from tournaments.views.desk.frame import SectionDesk, desk
from tournaments.views.frame import language


@desk
def prizes(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """The page of the prizes; a POST names the act in `act`."""
    posted = request.method == "POST"
    action = Action.EDIT_SECTION if posted else Action.SEE_DESK
    frame = SectionDesk.of(request, slug, section_slug, action)
    place = prize_desk(frame.section)
    form = _form(place)
    act = request.POST.get("act", "")
    if act == "prizes":
        form = _form(place, request)
        if form.attempt(
            lambda: set_prizes(
                actor=frame.actor,
                now=timezone.now(),
                section_id=frame.section.pk,
                currency=form.cleaned_data["currency"],
                sharing=form.cleaned_data["sharing"],
                digits=form.digits,
                prizes=form.prizes,
            )
        ):
            return redirect_with(request, gettext("The prizes have been saved."), frame.url("prizes"))
        return _page(frame, place, form, status=form.status)
    attempt = Attempt(request, lambda: or_404(_HANDLERS.get(act))(frame))
    if attempt:
        return redirect_with(request, attempt.result, frame.url("prizes"))
    place = prize_desk(frame.section) if attempt.error else place
    return _page(frame, place, form, attempt.error, attempt.status)


def _publish(frame: SectionDesk) -> str:
    publish_prizes(actor=frame.actor, now=timezone.now(), section_id=frame.section.pk, published=True)
    return gettext("The prizes are now public.")


def _hide(frame: SectionDesk) -> str:
    publish_prizes(actor=frame.actor, now=timezone.now(), section_id=frame.section.pk, published=False)
    return gettext("The prizes are no longer public.")


def _approve(frame: SectionDesk) -> str:
    version = frame.request.POST.get("version", "")
    approve_awards(
        actor=frame.actor,
        now=timezone.now(),
        section_id=frame.section.pk,
        provisional="provisional" in frame.request.POST,
        expected_version=int(version) if version.isascii() and version.isdigit() else None,
    )
    return gettext("The prize list has been approved.")


def _cancel(frame: SectionDesk) -> str:
    reason = frame.request.POST.get("reason", "")
    cancel_awards(actor=frame.actor, now=timezone.now(), section_id=frame.section.pk, reason=reason)
    return gettext("The approval has been cancelled; the list is kept in the log.")


_HANDLERS: dict[str, Callable[[SectionDesk], str]] = {
    "publish": _publish,
    "hide": _hide,
    "approve": _approve,
    "cancel": _cancel,
}


def _form(prize_desk: PrizeDesk, request: HttpRequest | None = None) -> PrizesForm:
    names = [
        (MAIN, gettext("Main prizes")),
        *((category.slug, category.name_in(language())) for category in prize_desk.categories),
    ]
    return PrizesForm(
        request.POST if request else None, fund=prize_desk.fund, amounts=prize_desk.amounts, names=names
    )


def _page(
    frame: SectionDesk,
    prize_desk: PrizeDesk,
    form: PrizesForm,
    refused: DomainError | None = None,
    status: int = 200,
) -> HttpResponse:
    prize_list = PrizeList.read(prize_desk.award.listed) if prize_desk.award else prize_desk.now
    context = {
        **frame.context(),
        "form": form,
        "fund": prize_desk.fund,
        "award": prize_desk.award,
        "approved_by": names_of([prize_desk.award.approved_by])[prize_desk.award.approved_by]
        if prize_desk.award
        else "",
        "changed": prize_desk.changed,
        "final": prize_desk.finality.final,
        "open": len(prize_desk.finality.open),
        "version": prize_desk.view.version,
        "page": prize_page(prize_list) if prize_list else None,
        "categories": [
            {
                "name": table.category.name_in(language()),
                "count": len(table.members),
                "unknown": [registration.player.full_name for registration in table.unknown],
                "url": frame.url("category", table.category.slug),
            }
            for table in prize_desk.tables
        ],
        "refused": refused,
        "typed_reason": frame.request.POST.get("reason", ""),
        "new_url": frame.url("category_new"),
        "print_url": frame.url("prizes_print"),
        "public_url": reverse("prizes", args=[frame.event.slug, frame.section.slug]),
    }
    return render(frame.request, "documents/desk/prizes.html", context, status=status)


@desk
def category(request: HttpRequest, slug: str, section_slug: str, category_slug: str = "") -> HttpResponse:
    """A new category, or one to change or remove."""
    frame = SectionDesk.of(request, slug, section_slug, Action.EDIT_SECTION)
    categories = frame.section.categories.filter(slug=category_slug).first() if category_slug else None
    if category_slug and categories is None:
        raise Http404
    form = CategoryForm(posted_data(request), languages=frame.event.text_languages, category=categories)
    status = 200
    if request.method == "POST":
        status = 422
        removed = categories is not None and request.POST.get("act") == "remove"
        try:
            if categories is not None and removed:
                remove_category(actor=frame.actor, now=timezone.now(), category_id=categories.pk)
                return redirect_with(request, gettext("The category has been deleted."), frame.url("prizes"))
            if form.is_valid():
                save_category(
                    actor=frame.actor,
                    now=timezone.now(),
                    section_id=frame.section.pk,
                    category_id=categories.pk if categories else None,
                    **form.values(),
                )
                return redirect_with(request, gettext("The category has been saved."), frame.url("prizes"))
        except DomainError as problem:
            if removed:
                form = CategoryForm(
                    {**(form.initial or {})}, languages=frame.event.text_languages, category=categories
                )
                form.is_valid()
            form.refuse(problem)
            status = problem.status
    context = {
        **frame.context(),
        "form": form,
        "category": categories,
        "back": frame.url("prizes"),
    }
    return render(request, "documents/desk/category_form.html", context, status=status)


@desk
@require_safe
def print_page(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """The list and the receipts; only a list that is approved has receipts."""
    frame = SectionDesk.of(request, slug, section_slug)
    place = prize_desk(frame.section)
    prize_list = or_404(PrizeList.read(place.award.listed) if place.award else place.now)
    context = {
        **frame.context(),
        "award": place.award,
        "approved_by": names_of([place.award.approved_by])[place.award.approved_by] if place.award else "",
        "page": prize_page(prize_list),
        "back": frame.url("prizes"),
    }
    return render(request, "documents/desk/prizes_print.html", context)
