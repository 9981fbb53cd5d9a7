"""Replace a ruling: undo it and decide the question again, in one step."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from arbiter.messages import say
from arbiter.models import Ruling
from arbiter.selectors.regimes import facts_at, kinds_at, regime_at
from arbiter.selectors.rulings import standings_effect
from arbiter.services.reversal import preview_reversal, preview_superseding, supersede
from arbiter.views.desk import BoardFrame
from arbiter.views.fact_fields import facts_from, typed_from
from arbiter.views.proposal import shown_remedy
from arbiter.views.rule import (
    RulingPreview,
    as_posted,
    fingerprint_of,
    form_page,
    kept_result,
    set_at_the_board,
)
from arbiter.views.ruling_labels import groups_of, kind_name
from games.views.requests import or_404, redirect_with
from tavleya.errors import BadInput, DomainError
from tavleya.law.kinds import KINDS
from tavleya.law.ruling_kind import RulingKind


@require_http_methods(["GET", "HEAD", "POST"])
def replace_ruling(request: HttpRequest, slug: str, game_id: int, number: int) -> HttpResponse:
    """Show the form with the facts of the old ruling, or for another `kind`; on POST, the preview or the new ruling."""
    frame = BoardFrame.of(request, slug, game_id)
    old = or_404(Ruling.objects.select_related("game").filter(game=game_id, number=number).first())
    form_data = request.POST if request.method == "POST" else request.GET
    kind = _kind(frame, form_data.get("kind", "") or old.kind)
    if kind is None:
        return frame.answer(
            "hall/ruling_replacement.html",
            {"old": _old(old), "groups": groups_of(frame.game, regime_at(frame.pairing))},
        )
    now, requests = timezone.now(), facts_at(frame.game, kind)
    result, limits = kept_result(frame.pairing, old, form_data)
    more = {**limits, "instead": _old(old)}
    if request.method != "POST":
        facts = dict(old.facts) if kind.key == old.kind else {}
        typed = typed_from(requests, facts)
        facts = as_posted(requests, typed) or facts
        return form_page(frame, kind, requests, typed, _preview(frame, old, kind, facts, result, now), **more)
    typed = {name: str(value) for name, value in request.POST.items()}
    try:
        facts = facts_from(requests, request.POST)
        if request.POST.get("do") != "apply":
            return form_page(frame, kind, requests, typed, _preview(frame, old, kind, facts, result, now), **more)
        if request.POST.get("looked_at") != fingerprint_of({**facts, "kept": result}):
            raise BadInput(say("facts_changed"))
        ruling = supersede(
            actor=frame.actor,
            now=now,
            ruling_id=old.pk,
            kind=kind.key,
            facts=facts,
            note=request.POST.get("note", "").strip(),
            result=result,
            expected=frame.expected(),
            idempotency_key=request.request_id,  # type: ignore[attr-defined]
        )
    except DomainError as problem:
        frame = BoardFrame.of(request, slug, game_id)
        return form_page(frame, kind, requests, typed, RulingPreview(), problem, **more)
    text = gettext("Ruling %(number)s replaces ruling %(old)s.") % {"number": ruling.number, "old": number}
    text = f"{text} {set_at_the_board(ruling, frame.state.seq + 1)}".strip()
    return redirect_with(request, text, "board-card", slug=slug, game_id=game_id)


def _kind(frame: BoardFrame, key: str) -> RulingKind | None:
    """Return the kind, or None for a ruling made on a special page: the user must then choose a kind."""
    ruling_kind = KINDS.get(key)
    return ruling_kind if ruling_kind in kinds_at(frame.game) else None


def _preview(
    frame: BoardFrame, old: Ruling, kind: RulingKind, facts: Mapping[str, object], result: str, now: datetime
) -> RulingPreview:
    common: dict[str, Any] = {"actor": frame.actor, "now": now, "ruling": old, "result": result}
    try:
        remedy = preview_superseding(**common, kind=kind.key, facts=facts)
        standings = standings_effect(frame.game, remedy, undone=preview_reversal(**common))
    except DomainError as problem:
        quiet = frame.request.method != "POST" and problem.code in ("fact_missing", "arbiter_decides")
        return RulingPreview(problem=None if quiet else problem)
    return RulingPreview(shown_remedy(remedy, standings), fingerprint=fingerprint_of({**facts, "kept": result}))


def _old(old: Ruling) -> dict[str, object]:
    return {"number": old.number, "kind": kind_name(old.kind)}
