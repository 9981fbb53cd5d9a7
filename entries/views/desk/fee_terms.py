"""The forms of a section's fee terms and an event's payment terms."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from entries.forms.fees import FeeTermsForm, PaymentTermsForm
from entries.models.fees import FeeTerms
from entries.selectors.fees import payment_terms_of
from entries.services.fees.terms import set_fee_terms, set_payment_terms
from games.views.problems import posted_data, redirect_with
from tavleya.permissions import Action
from tournaments.views.desk.frame import DeskFrame, SectionDesk, desk


@desk
@require_http_methods(["GET", "HEAD", "POST"])
def fee_terms(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Edit the fee of a section: the base, surcharges and discounts, the extra."""
    frame = SectionDesk.of(request, slug, section_slug, Action.EDIT_SECTION)
    section = frame.section
    terms = FeeTerms.objects.filter(section=section).first()
    common: dict[str, Any] = {"languages": frame.event.text_languages, "terms": terms}
    form = FeeTermsForm(posted_data(request), **common)
    if form.attempt(
        lambda: set_fee_terms(
            actor=frame.actor,
            now=timezone.now(),
            section_id=section.pk,
            changes=form.changes(),
            again=form.cleaned_data["again"],
        )
    ):
        return redirect_with(request, gettext("Saved."), _back(frame))
    context = {**frame.context(), "form": form, "terms": terms, "back": _back(frame)}
    return render(request, "entries/desk/fee_terms.html", context, status=form.status)


def _back(frame: SectionDesk) -> str:
    """Return the URL of the fee table if the user may see it."""
    if frame.may[Action.HANDLE_FEES]:
        return f"{reverse('desk_fees', args=[frame.event.slug])}?section={frame.section.slug}"
    return frame.url("fee_terms")


@desk
@require_http_methods(["GET", "HEAD", "POST"])
def payment_terms(request: HttpRequest, slug: str) -> HttpResponse:
    """Edit instructions, reference, account, link and provider of the event."""
    frame = DeskFrame.at(request, slug, Action.EDIT_EVENT)
    terms = payment_terms_of(frame.event)
    common: dict[str, Any] = {"languages": frame.event.text_languages, "terms": terms}
    form = PaymentTermsForm(posted_data(request), **common)
    if form.attempt(
        lambda: set_payment_terms(
            actor=frame.actor, now=timezone.now(), event_id=frame.event.pk, changes=form.changes()
        )
    ):
        return redirect_with(request, gettext("Saved."), frame.url("payment_terms"))
    report_url = f"{settings.SITE_URL}{reverse('payment_report', args=[frame.event.slug])}"
    context = {**frame.context(), "form": form, "terms": terms, "report_url": report_url}
    return render(request, "entries/desk/payment_terms.html", context, status=form.status)
