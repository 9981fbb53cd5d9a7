"""Choose, preview and enter the decision on an appeal."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from arbiter.messages import say
from arbiter.models.appeal import Appeal
from arbiter.selectors.regimes import facts_at, kinds_at, regime_of
from arbiter.services import appeals as services
from arbiter.services.appeal_preview import preview_decision
from arbiter.services.appeals import Amendment
from arbiter.views.appeal_forms import DecisionForm
from arbiter.views.appeal_frame import AppealFrame
from arbiter.views.appeal_labels import OUTCOMES, about_ruling, line_of
from arbiter.views.fact_fields import facts_from, field_of, typed_from
from arbiter.views.remedy_preview import shown_remedy
from arbiter.views.rule import as_posted
from arbiter.views.ruling_labels import articles_of, groups_of, kind_name
from games.views.problems import redirect_with, require_found
from tavleya.errors import BadInput, Conflict, DomainError
from tavleya.law.kinds import KINDS
from tavleya.law.ruling_kind import RulingKind

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
            form = self._kept(form)
        return self._page(form, typed, facts, problem)

    def _kept(self, form: DecisionForm) -> DecisionForm:
        """Return an unbound form with the form data, without errors for missing fields."""
        givens = {name: self.given.get(name, "") for name in ("decision", "deposit") if name in self.given}
        return DecisionForm(
            appeal=self.appeal, outcome=self.outcome, initial={**givens, "version": self.frame.version}
        )

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
        entry = self.given.get("seq", "")
        services.decide_appeal(
            actor=self.frame.actor,
            now=self.frame.now,
            appeal_id=self.appeal.pk,
            outcome=self.outcome,
            decision=form.cleaned_data["decision"],
            amendment=self._amendment(facts),
            deposit_returned=form.deposit_returned,
            expected=form.cleaned_data["version"],
            expected_entry=int(entry) if entry.isdecimal() and len(entry) < 10 else None,
        )

    def _fingerprint(self, facts: Mapping[str, object] | None) -> str:
        plain = json.dumps([self.outcome, self.kind.key if self.kind else "", facts], sort_keys=True)
        return hashlib.sha256(plain.encode()).hexdigest()[:16]

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
                seen = preview_decision(
                    now=frame.now, appeal=row, outcome=self.outcome, amendment=self._amendment(facts)
                )
                remedy, looked_at = shown_remedy(*seen) if seen else None, self._fingerprint(facts)
            except DomainError as error:
                quiet = frame.request.method != "POST" and error.code in _MISSING
                problem = problem or (None if quiet else error)
        bad = str(problem.detail.get("fact", "")) if problem else ""
        if form.is_bound:
            form.renew(frame.version)
            if problem is not None and problem.code != "fields_marked":
                form.refuse(problem)
        articles = articles_of(row.ruling.game) if self.kind else []
        context: dict[str, Any] = {
            **line_of(row, frame.now),
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
            "meanwhile": self._meanwhile(frame) if isinstance(problem, Conflict) else [],
        }
        return frame.answer("hall/appeal_decision.html", context, problem)

    def _meanwhile(self, frame: AppealFrame) -> list[str]:
        version = self.given.get("version", "")
        return frame.meanwhile(int(version)) if version.isdecimal() and len(version) < 10 else []
