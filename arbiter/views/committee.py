"""The appeals committee of an event and its regulation on appeals."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from arbiter.messages import say
from arbiter.models import AppealRegulation, CommitteeMember
from arbiter.services.appeals import appoint_member, dismiss_member, rules_in, set_appeal_regulation
from arbiter.views.appeal_forms import AppealsFrame, MemberForm, RegulationForm
from arbiter.views.ruling_labels import kind_name
from games.views.requests import Attempt, redirect_with, require_found
from tavleya.errors import BadInput, DomainError
from tavleya.law.kinds import KINDS
from tavleya.permissions import Action


@require_http_methods(["GET", "HEAD", "POST"])
def committee(request: HttpRequest, slug: str) -> HttpResponse:
    """Show members and regulation; on POST, `do` is `appoint`, `dismiss` (`member`) or `regulate`."""
    frame = AppealsFrame.of(request, slug)
    appoint, regulate = MemberForm(auto_id="member-%s"), _regulation(frame)
    action = request.POST.get("do", "")
    if action == "appoint":
        appoint = MemberForm(request.POST, auto_id="member-%s")
    elif action == "regulate":
        regulate = _regulation(frame, bound=True)
    if attempt := Attempt(request, lambda: _done(frame, action, appoint, regulate)):
        return redirect_with(request, attempt.result, "committee", slug)
    context = {
        "members": CommitteeMember.objects.filter(event=frame.event, left_at__isnull=True).select_related("user"),
        "former": CommitteeMember.objects.filter(event=frame.event, left_at__isnull=False).select_related("user"),
        "rules": rules_in(frame.event),
        "final_kinds": [kind_name(final_kind) for final_kind in sorted(rules_in(frame.event).final_kinds)],
        "appoint": appoint if frame.may(Action.APPOINT_COMMITTEE) else None,
        "regulate": regulate if frame.may(Action.EDIT_EVENT) else None,
    }
    return frame.answer("hall/committee.html", context, attempt.error)


def _done(frame: AppealsFrame, query: str, appoint: MemberForm, regulate: RegulationForm) -> str:
    caller = {"actor": frame.actor, "now": frame.now}
    if query == "dismiss":
        member = frame.request.POST.get("member", "")
        own = CommitteeMember.objects.filter(event=frame.event)
        require_found(member.isdecimal() and len(member) <= 12 and own.filter(pk=int(member)).exists())
        dismiss_member(**caller, member_id=int(member))  # type: ignore[arg-type]
        return gettext("The member has been removed from the committee.")
    form: MemberForm | RegulationForm = {"appoint": appoint, "regulate": regulate}.get(query)  # type: ignore[assignment]
    if form is None:
        raise Http404
    if not form.is_valid():
        raise BadInput(say("fields_marked"))
    cleaned_data = form.cleaned_data
    try:
        if query == "appoint":
            appoint_member(
                **caller,  # type: ignore[arg-type]
                event_id=frame.event.pk,
                user_id=cleaned_data["username"],
                chair=cleaned_data["seat"] == "chair",
                reserve=cleaned_data["seat"] == "reserve",
            )
            return gettext("The member has joined the committee.")
        kinds = tuple(cleaned_data.pop("final_kinds"))
        set_appeal_regulation(**caller, event_id=frame.event.pk, **cleaned_data, final_kinds=kinds)  # type: ignore[arg-type]
    except DomainError as error:
        form.refuse(error)
        raise
    return gettext("The regulations on appeals have been saved.")


def _regulation(frame: AppealsFrame, *, bound: bool = False) -> RegulationForm:
    kinds = sorted(((key, kind_name(key)) for key in KINDS), key=lambda pair: pair[1])
    row = AppealRegulation.objects.filter(event=frame.event).first()
    return RegulationForm(
        frame.request.POST if bound else None,
        kinds=kinds,
        initial=RegulationForm.initial_of(row),
        auto_id="regulation-%s",
    )
