"""Appeals at the desk: committee and regulation, list, acts, decision, and filing."""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from arbiter.messages import say
from arbiter.models import Appeal, AppealRegulation, CommitteeMember, Ruling
from arbiter.selectors.regimes import facts_at, kinds_at, regime_of
from arbiter.selectors.rulings import PanelSeat, appeals_of, board_of, boards_by_game, published_decisions, seats_for
from arbiter.services import appeals as services
from arbiter.services.appeals import (
    Amendment,
    appoint_member,
    dismiss_member,
    preview_decision,
    rules_in,
    set_appeal_regulation,
)
from arbiter.views.appeal_forms import (
    OUTCOMES,
    SEATS,
    AppealBoard,
    AppealFrame,
    AppealsFrame,
    DecisionForm,
    EffectForm,
    FilingForm,
    HearingForm,
    MemberForm,
    RegulationForm,
    VersionForm,
    WithdrawalForm,
    about_ruling,
    history,
    line_of,
    time_left,
)
from arbiter.views.desk import number_in
from arbiter.views.proposal import shown_remedy
from arbiter.views.rule import as_posted, kept_result
from arbiter.views.ruling_labels import articles_of, facts_from, field_of, groups_of, kind_name, typed_from
from games import hooks
from games.views.requests import Attempt, or_404, posted_data, redirect_with, require_found
from tavleya.errors import BadInput, Conflict, DomainError
from tavleya.law.kinds import KINDS
from tavleya.law.ruling_kind import RulingKind
from tavleya.messages import N_
from tavleya.permissions import Action, allowed
from tavleya.sides import Side
from tournaments.hooks import Link
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.views.frame import EventFrame

# The public page of published decisions on appeals.


@require_safe
def decisions(request: HttpRequest, slug: str) -> HttpResponse:
    """List the appealed rulings, the grounds and the committee's decisions, the newest first."""
    frame = EventFrame.at(request, slug)
    boards, now = boards_by_game(frame.event), timezone.now()
    rows = published_decisions(frame.event).prefetch_related("panel__user")
    lines = [
        {
            **line_of(row, now, boards.get(row.ruling.game_id)),
            "about": about_ruling(row.ruling, notes=False),
            "panel": list(row.panel.all()),
        }
        for row in rows
    ]
    return render(request, "arbiter/decisions.html", {**frame.context(), "slug": slug, "lines": lines})


def decisions_link(event: Event) -> Link | None:
    """Return the link to the page if there is a decision (registered with `tournaments.hooks`)."""
    if not published_decisions(event).exists():
        return None
    return Link(gettext("Decisions on appeals"), reverse("decisions", args=[event.slug]))


# The appeals committee of an event and its regulation on appeals.


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
    if attempt := Attempt(request, lambda: _perform(frame, action, appoint, regulate)):
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


def _perform(frame: AppealsFrame, action: str, appoint: MemberForm, regulate: RegulationForm) -> str:
    caller = {"actor": frame.actor, "now": frame.now}
    if action == "dismiss":
        members = CommitteeMember.objects.filter(event=frame.event, pk=number_in(frame.request.POST, "member") or 0)
        dismiss_member(**caller, member_id=or_404(members.first()).pk)  # type: ignore[arg-type]
        return gettext("The member has been removed from the committee.")
    form: MemberForm | RegulationForm = {"appoint": appoint, "regulate": regulate}.get(action)  # type: ignore[assignment]
    if form is None:
        raise Http404
    if not form.is_valid():
        raise BadInput(say("fields_marked"))
    cleaned_data = form.cleaned_data
    try:
        if action == "appoint":
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
    return RegulationForm(
        frame.request.POST if bound else None,
        kinds=sorted(((key, kind_name(key)) for key in KINDS), key=lambda pair: pair[1]),
        initial=RegulationForm.initial_of(AppealRegulation.objects.filter(event=frame.event).first()),
        auto_id="regulation-%s",
    )


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
    form_class, handle, text = or_404(_HANDLERS.get(request.POST.get("do", "")))
    form = form_class(request.POST)
    caller = {"actor": frame.actor, "now": frame.now, "appeal_id": frame.appeal.pk}
    if form.attempt(lambda: handle(form, caller | {"expected": form.cleaned_data.get("version")})):
        return redirect_with(request, gettext(text), "appeal", slug, number)
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


def _page(frame: AppealFrame, form: VersionForm | None = None, refused: DomainError | None = None) -> HttpResponse:
    row, tried = frame.appeal, frame.request.POST.get("do", "")
    forms = _forms(frame)
    if form is not None:
        if tried in forms:
            form.renew(frame.version)
            form.auto_id = forms[tried].auto_id
            forms[tried] = form
        refused = refused or BadInput(say("fields_marked"))
    is_heard = row.hearing_at is not None and row.hearing_at <= frame.now
    official, on_panel = frame.may(Action.HANDLE_APPEALS), row.pending and frame.on_panel
    context = {
        **line_of(row, frame.now),
        **about_ruling(row.ruling, notes=True),
        "seats": [
            (member, gettext(SEATS[panel_seat]), panel_seat == PanelSeat.PANEL) for member, panel_seat in seats_for(row)
        ],
        "history": history(row),
        "forms": forms,
        "tried": tried,
        "may_decide": on_panel and is_heard,
        "waits_for_hearing": on_panel and not is_heard,
        "may_publish": official and row.status == Appeal.Status.DECIDED and row.published_at is None,
        "meanwhile": frame.meanwhile(number_in(frame.request.POST, "version")) if isinstance(refused, Conflict) else [],
    }
    return frame.answer("hall/appeal.html", context, refused)


def _forms(frame: AppealFrame) -> dict[str, VersionForm]:
    row = frame.appeal
    if not row.pending:
        return {}
    version: dict[str, object] = {"version": frame.version}
    forms: dict[str, VersionForm] = {}
    if frame.may(Action.HANDLE_APPEALS):
        initial = {**version, "at": row.hearing_at, "place": row.hearing_place}
        forms["hearing"] = HearingForm(initial=initial, auto_id="hearing-%s")
    if frame.on_panel:
        effect = EffectForm(initial=version, auto_id="effect-%s")
        forms["restore" if row.effect_suspended else "suspend"] = effect
    if Side(row.side) in frame.sides or frame.may(Action.HANDLE_APPEALS):
        withdrawal = WithdrawalForm(initial=version, auto_id="withdraw-%s")
        if not frame.may(Action.HANDLE_APPEALS) or row.deposit_state != Appeal.Deposit.PAID:
            del withdrawal.fields["deposit_returned"]
        forms["withdraw"] = withdrawal
    return forms


# Choose, preview and enter the decision on an appeal.

_MISSING = frozenset({"fact_missing", "arbiter_decides"})


@require_http_methods(["GET", "HEAD", "POST"])
def decision(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the possible decisions; with `outcome` (and the `kind` of a replacement) the effects and the text."""
    frame = AppealFrame.one(request, slug, number)
    if not frame.on_panel:
        raise PermissionDenied
    form_data = request.POST if request.method == "POST" else request.GET
    outcome = form_data.get("outcome", "")
    if outcome not in Appeal.Outcome.values:
        return _choice(frame)
    kind = None
    if outcome == Appeal.Outcome.AMENDED:
        if not form_data.get("kind"):
            return _choice(frame)
        kind = KINDS.get(form_data.get("kind", ""))
        require_found(kind in kinds_at(frame.appeal.ruling.game))
    draft = DecisionDraft(frame, Appeal.Outcome(outcome), kind, form_data)
    return draft.posted() if request.method == "POST" else draft.opened()


def _choice(frame: AppealFrame) -> HttpResponse:
    context = {
        **line_of(frame.appeal, frame.now),
        **about_ruling(frame.appeal.ruling, notes=True),
        "groups": groups_of(frame.appeal.ruling.game, regime_of(frame.appeal.ruling.game)),
    }
    return frame.answer("hall/appeal_outcome.html", context)


class DecisionDraft:
    """A draft decision: one outcome, with the facts of the replacement ruling."""

    def __init__(
        self, frame: AppealFrame, outcome: Appeal.Outcome, kind: RulingKind | None, form_data: QueryDict
    ) -> None:
        self.frame, self.outcome, self.kind, self.given = frame, outcome, kind, form_data
        self.appeal = frame.appeal
        self.asked = facts_at(self.appeal.ruling.game, kind) if kind is not None else ()
        ruling, self.result_left, self.limits = self.appeal.ruling, "", dict[str, Any]()
        if outcome != Appeal.Outcome.UPHELD:
            self.result_left, self.limits = kept_result(board_of(ruling.game), ruling, form_data)

    def opened(self) -> HttpResponse:
        ruling = self.appeal.ruling
        typed: dict[str, str] = {}
        facts: dict[str, object] | None = None
        if self.kind is not None:
            typed = typed_from(self.asked, ruling.facts if self.kind.key == ruling.kind else {})
            facts = as_posted(self.asked, typed) or {}
        form = DecisionForm(appeal=self.appeal, outcome=self.outcome, initial={"version": self.frame.version})
        # Missing facts are not an error on a form that has just been opened.
        return self._page(form, typed, facts)

    def posted(self) -> HttpResponse:
        form = DecisionForm(self.given, appeal=self.appeal, outcome=self.outcome)
        typed = {name: str(value) for name, value in self.given.items()}
        facts, problem = self._facts()
        entering = self.given.get("do") == "decide"
        if entering and problem is None:
            try:
                if not form.is_valid():
                    raise BadInput(say("fields_marked"))
                if self.given.get("looked_at") != self._fingerprint(facts):
                    raise BadInput(say("facts_changed"))
                self._decide(form, facts)
            except DomainError as error:
                problem = error
            else:
                return redirect_with(
                    self.frame.request,
                    gettext("Decision entered."),
                    "appeal",
                    self.frame.event.slug,
                    self.appeal.number,
                )
        if not entering:
            form = self._reopened()
        return self._page(form, typed, facts, problem)

    def _reopened(self) -> DecisionForm:
        texts = {name: self.given.get(name, "") for name in ("decision", "deposit") if name in self.given}
        return DecisionForm(appeal=self.appeal, outcome=self.outcome, initial={**texts, "version": self.frame.version})

    def _facts(self) -> tuple[dict[str, object] | None, DomainError | None]:
        if self.kind is None:
            return None, None
        try:
            return facts_from(self.asked, self.given), None
        except BadInput as error:
            return None, error

    def _amendment(self, facts: Mapping[str, object] | None) -> Amendment | None:
        return Amendment(self.kind.key, facts or {}) if self.kind is not None else None

    def _decide(self, form: DecisionForm, facts: Mapping[str, object] | None) -> None:
        services.decide_appeal(
            actor=self.frame.actor,
            now=self.frame.now,
            appeal_id=self.appeal.pk,
            outcome=self.outcome,
            decision=form.cleaned_data["decision"],
            amendment=self._amendment(facts),
            result=self.result_left,
            deposit_returned=form.deposit_returned,
            expected=form.cleaned_data["version"],
            expected_entry=number_in(self.given, "seq"),
        )

    def _fingerprint(self, facts: Mapping[str, object] | None) -> str:
        kind = self.kind.key if self.kind else ""
        text = json.dumps([self.outcome, kind, facts, self.result_left], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def _page(
        self,
        form: DecisionForm,
        typed: Mapping[str, str],
        facts: Mapping[str, object] | None,
        problem: DomainError | None = None,
    ) -> HttpResponse:
        frame = AppealFrame.one(self.frame.request, self.frame.event.slug, self.appeal.number)
        row, remedy, looked_at = frame.appeal, None, ""
        if not isinstance(problem, BadInput) or facts is not None or self.kind is None:
            try:
                effects = preview_decision(
                    now=frame.now,
                    appeal=row,
                    outcome=self.outcome,
                    amendment=self._amendment(facts),
                    result=self.result_left,
                )
                if effects is not None:
                    new_remedy, standings = effects
                    remedy = shown_remedy(new_remedy, row.ruling.game, standings)
                looked_at = self._fingerprint(facts)
            except DomainError as error:
                quiet = frame.request.method != "POST" and error.code in _MISSING
                problem = problem or (None if quiet else error)
        bad = str(problem.detail.get("fact", "")) if problem else ""
        if form.is_bound:
            form.renew(frame.version)
            if problem is not None and problem.code != "fields_marked":
                form.refuse(problem)
        articles = articles_of(regime_of(row.ruling.game)) if self.kind else []
        context: dict[str, Any] = {
            **line_of(row, frame.now),
            **self.limits,
            "outcome": self.outcome,
            "outcome_name": gettext(OUTCOMES[self.outcome]),
            "kind": self.kind.key if self.kind else "",
            "kind_name": kind_name(self.kind.key) if self.kind else "",
            "seq": row.ruling.game.seq,
            "form": form,
            "fields": [field_of(fact, typed, bad) for fact in self.asked],
            "articles": articles,
            "article_ids": {article.address for article in articles},
            "remedy": remedy,
            "looked_at": looked_at,
            "meanwhile": frame.meanwhile(number_in(self.given, "version")) if isinstance(problem, Conflict) else [],
        }
        return frame.answer("hall/appeal_decision.html", context, problem)


# The form to file an appeal: a player their own, an officer one received on paper.


@require_http_methods(["GET", "HEAD", "POST"])
def file(request: HttpRequest, slug: str, game_id: int, number: int) -> HttpResponse:
    """Show the ruling, the time limit and the form; on POST, file the appeal."""
    frame = AppealsFrame.at(request, slug)
    assert isinstance(frame, AppealsFrame)
    ruling = or_404(Ruling.objects.select_related("game", "arbiter").filter(game=game_id, number=number).first())
    board = board_of(ruling.game)
    require_found(board.round.section.event_id == frame.event.pk and hooks.visible_to(frame.actor, ruling.game))
    sides = _sides(frame, ruling, board)
    rules = rules_in(frame.event)
    form = FilingForm(posted_data(request), sides=sides, deposit=rules.deposit)
    if form.attempt(lambda: _file(frame, form, ruling, sides)):
        words = gettext("Appeal %(number)s has been filed.") % {"number": form.result.number}
        return redirect_with(request, words, "appeal", frame.event.slug, form.result.number)
    problem = form.refused or (BadInput(say("fields_marked")) if form.errors else None)
    until, bar = None, ""
    try:
        until = services.admit(ruling, rules, frame.now)
    except DomainError as error:
        bar = error.message.render(gettext)
    context = {
        **about_ruling(ruling, notes=True),
        "game": ruling.game,
        "board": AppealBoard.of(board),
        "form": form,
        "until": until,
        "left": time_left(until, frame.now),
        "bar": "" if problem else bar,
        "rules": rules,
        "earlier": Appeal.objects.filter(ruling=ruling).order_by("number"),
    }
    return frame.answer("hall/appeal_file.html", context, problem)


def _sides(frame: AppealsFrame, ruling: Ruling, board: Pairing) -> list[tuple[Side, str]]:
    """Return the sides for which the visitor may file. Raises: PermissionDenied if there are none."""
    standing = hooks.standing_of(frame.actor, ruling.game)
    texts = AppealBoard.of(board)
    names = {Side.WHITE: texts.white, Side.BLACK: texts.black}
    official = allowed(standing, Action.READ_SHEETS)
    sides = [(side, names[side]) for side in Side if official or side in standing.sides]
    if not sides or not allowed(standing, Action.FILE_APPEAL):
        raise PermissionDenied
    return sides


def _file(frame: AppealsFrame, form: FilingForm, ruling: Ruling, sides: list[tuple[Side, str]]) -> Appeal:
    cleaned_data = form.cleaned_data
    return services.file_appeal(
        actor=frame.actor,
        now=frame.now,
        ruling_id=ruling.pk,
        grounds=cleaned_data["grounds"],
        side=Side(cleaned_data["side"]) if "side" in cleaned_data else sides[0][0],
        deposit_paid=cleaned_data.get("deposit_paid", False),
    )
