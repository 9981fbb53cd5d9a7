"""Appeals at the desk: the list, and the page of one appeal with its acts."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from arbiter.messages import say
from arbiter.models.appeal import Appeal
from arbiter.selectors.appeals import PanelSeat, appeals_of, seats_for
from arbiter.selectors.rulings import boards_by_game
from arbiter.services import appeals as services
from arbiter.services.committee import rules_in
from arbiter.views.appeal_forms import EffectForm, HearingForm, VersionForm, WithdrawalForm
from arbiter.views.appeal_frame import AppealFrame, AppealsFrame
from arbiter.views.appeal_labels import SEATS, about_ruling, history, line_of
from games.views.problems import or_404, redirect_with
from tavleya.errors import BadInput, Conflict, DomainError
from tavleya.messages import N_
from tavleya.permissions import Action
from tavleya.sides import Side


@require_safe
def appeals(request: HttpRequest, slug: str) -> HttpResponse:
    """List all appeals, undecided ones first."""
    frame = AppealsFrame.of(request, slug)
    boards = boards_by_game(frame.event)
    lines = [line_of(row, frame.now, boards.get(row.ruling.game_id)) for row in appeals_of(frame.event)]
    context = {
        "open": [line for line in lines if line["appeal"].pending],  # type: ignore[attr-defined]
        "settled": [line for line in lines if not line["appeal"].pending],  # type: ignore[attr-defined]
        "rules": rules_in(frame.event),
    }
    return frame.answer("hall/appeals.html", context)


# One appeal


@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the appeal; on POST, perform the act `do`."""
    frame = AppealFrame.one(request, slug, number)
    if request.method != "POST":
        return _page(frame)
    handler = or_404(_HANDLERS.get(request.POST.get("do", "")))
    form_class, done, words = handler
    form = form_class(request.POST)
    caller = {"actor": frame.actor, "now": frame.now, "appeal_id": frame.appeal.pk}
    if form.attempt(lambda: done(form, caller | {"expected": form.cleaned_data.get("version")})):
        return redirect_with(request, gettext(words), "appeal", slug, number)
    if form.refused:
        frame = AppealFrame.one(request, slug, number)
    return _page(frame, form, form.refused)


def _hear(form: VersionForm, caller: dict[str, Any]) -> None:
    services.set_hearing(**caller, at=form.cleaned_data["at"], place=form.cleaned_data["place"].strip())


def _suspend(form: VersionForm, caller: dict[str, Any]) -> None:
    services.suspend_effect(**caller, suspended=True, reason=form.cleaned_data["reason"])


def _restore(form: VersionForm, caller: dict[str, Any]) -> None:
    services.suspend_effect(**caller, suspended=False, reason=form.cleaned_data["reason"])


def _withdraw(form: VersionForm, caller: dict[str, Any]) -> None:
    services.withdraw_appeal(**caller, deposit_returned=form.cleaned_data["deposit_returned"])


def _publish(form: VersionForm, caller: dict[str, Any]) -> None:
    services.publish_decision(**{key: value for key, value in caller.items() if key != "expected"})


_Handler = tuple[type[VersionForm], Callable[[VersionForm, dict[str, Any]], None], str]
_HANDLERS: dict[str, _Handler] = {
    "hearing": (HearingForm, _hear, N_("The hearing and the panel have been set.")),
    "suspend": (EffectForm, _suspend, N_("The ruling has been suspended.")),
    "restore": (EffectForm, _restore, N_("The ruling is in force again.")),
    "withdraw": (WithdrawalForm, _withdraw, N_("The appeal has been withdrawn.")),
    "publish": (VersionForm, _publish, N_("The decision is now public.")),
}


def _page(
    frame: AppealFrame, form: VersionForm | None = None, refused: DomainError | None = None
) -> HttpResponse:
    row, tried = frame.appeal, frame.request.POST.get("do", "")
    forms = _forms(frame)
    if form is not None:
        if tried in forms:
            form.renew(frame.version)
            form.auto_id = forms[tried].auto_id
            forms[tried] = form
        refused = refused or BadInput(say("fields_marked"))
    is_heard = row.hearing_at is not None and row.hearing_at <= frame.now
    official, panel = frame.may(Action.HANDLE_APPEALS), row.pending and frame.on_panel
    context = {
        **line_of(row, frame.now),
        **about_ruling(row.ruling, notes=True),
        "seats": [
            (
                panel_candidate.member,
                gettext(SEATS[panel_candidate.seat]),
                panel_candidate.seat == PanelSeat.PANEL,
            )
            for panel_candidate in seats_for(row)
        ],
        "history": history(row),
        "forms": forms,
        "tried": tried,
        "may_decide": panel and is_heard,
        "waits_for_hearing": panel and not is_heard,
        "may_publish": official and row.status == Appeal.Status.DECIDED and row.published_at is None,
        "meanwhile": frame.meanwhile(_version(frame.request)) if isinstance(refused, Conflict) else [],
    }
    return frame.answer("hall/appeal.html", context, refused)


def _forms(frame: AppealFrame) -> dict[str, VersionForm]:
    """Return the forms of the acts that this visitor may perform now."""
    row = frame.appeal
    if not row.pending:
        return {}
    version: dict[str, object] = {"version": frame.version}
    forms: dict[str, VersionForm] = {}
    if frame.may(Action.HANDLE_APPEALS):
        log_data = {**version, "at": row.hearing_at, "place": row.hearing_place}
        forms["hearing"] = HearingForm(initial=log_data, auto_id="hearing-%s")
    if frame.on_panel:
        effect = EffectForm(initial=version, auto_id="effect-%s")
        forms["restore" if row.effect_suspended else "suspend"] = effect
    if Side(row.side) in frame.sides or frame.may(Action.HANDLE_APPEALS):
        withdrawal = WithdrawalForm(initial=version, auto_id="withdraw-%s")
        if not frame.may(Action.HANDLE_APPEALS) or row.deposit_state != Appeal.Deposit.PAID:
            del withdrawal.fields["deposit_returned"]
        forms["withdraw"] = withdrawal
    return forms


def _version(request: HttpRequest) -> int | None:
    version = request.POST.get("version", "")
    return int(version) if version.isdecimal() and len(version) < 10 else None
