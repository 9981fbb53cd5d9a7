"""Ruling at a board: choose the kind, enter the facts, preview the remedy, apply, undo or replace it."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from arbiter.messages import say
from arbiter.models import Ruling
from arbiter.selectors.regimes import facts_at, is_followed, kinds_at, regime_at
from arbiter.selectors.rulings import correction_limits, results_without, standings_effect
from arbiter.services.reversal import preview_reversal, preview_superseding, reverse, supersede
from arbiter.services.ruling import preview, rule
from arbiter.views.desk import BoardFrame
from arbiter.views.proposal import RemedyView, at_the_board, boards_of, chosen_clocks, shown_remedy
from arbiter.views.ruling_labels import (
    Choice,
    FactField,
    articles_of,
    facts_from,
    field_of,
    groups_of,
    kind_name,
    typed_from,
)
from arbiter.views.sheets import picture_of
from games.models.game import Game
from games.models.record import milliseconds
from games.services.record import write_entries
from games.views.ledger import result_shown
from games.views.requests import Attempt, find_or_404, or_404, redirect_with
from tavleya.errors import BadInput, DomainError, NotFound
from tavleya.law.facts import Fact
from tavleya.law.kinds import KINDS, Incident, incident, incidents_of, prefill, ruling_kind
from tavleya.law.library import regime
from tavleya.law.ruling_kind import Board, RulingKind
from tavleya.law.terms import Regime
from tavleya.record.results import Result
from tavleya.sides import Side
from tournaments.models.pairing import Pairing

_MISSING = frozenset({"fact_missing", "arbiter_decides"})
_FORMS = ("preview", "apply", "advice")
#: Number of rulings listed on a card; the others are found by typing.
_COMMONEST = 6


@require_http_methods(["GET", "HEAD", "POST"])
def ruling(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Show the menu of rulings, or with `kind` (or `incident`) its form; on POST, the preview or the ruling itself."""
    frame = BoardFrame.of(request, slug, game_id)
    form_data = request.POST if request.method == "POST" else request.GET
    if not (form_data.get("kind") or form_data.get("incident")):
        return frame.answer("hall/ruling_menu.html", menu(frame.game, regime_at(frame.pairing)))
    kind, facts = find_or_404(
        lambda: _initial_kind(
            frame, form_data.get("kind", ""), form_data.get("incident", ""), form_data.get("side", "")
        )
    )
    if request.method == "POST":
        return _posted(request, frame, kind, timezone.now())
    schema = _requested_facts(frame, kind)
    typed = typed_from(schema, facts)
    # As the form will post them, so that the preview equals what is applied.
    look = posted_preview(frame, kind, as_posted(schema, typed) or facts, timezone.now(), quiet=True)
    return form_page(frame, kind, schema, typed, look)


def as_posted(facts: tuple[Fact, ...], typed: Mapping[str, str]) -> dict[str, object] | None:
    """Return the facts as the form posts them, with its defaults; None if an input cannot be read."""
    form_data = QueryDict(mutable=True)
    form_data.update({name: value for name, value in typed.items() if value})
    try:
        return dict(facts_from(facts, form_data))
    except DomainError:
        return None


def menu(game: Game, laws: Regime) -> dict[str, Any]:
    """Return the rulings possible at this board: kinds in groups, and incidents that open with one tap."""
    incidents = sorted(incidents_of(laws, live=is_followed(game)), key=_rank)
    lines = [
        (incident.code, incident.name.render(gettext), incident.of_player, incident.kind == "incident")
        for incident in incidents
    ]
    return {"groups": groups_of(game, laws), "frequent": lines[:_COMMONEST], "incidents": lines[_COMMONEST:]}


def _rank(incident: Incident) -> int:
    """Return the rank of an incident: daily ones first, then those of every other round."""
    if incident.frequent:
        return 0
    return 1 if incident.code in ("phone", "device_put_away", "late", "displaced") else 2


@require_http_methods(["GET", "HEAD", "POST"])
def undo(request: HttpRequest, slug: str, game_id: int, number: int) -> HttpResponse:
    """Show the effects of undoing a ruling; on POST, undo it by new entries."""
    frame = BoardFrame.of(request, slug, game_id)
    row = or_404(Ruling.objects.select_related("game").filter(game=game_id, number=number).first())
    now = timezone.now()
    if attempt := Attempt(request, lambda: _undo(request, frame, row, now)):
        text = gettext("Ruling %(number)s has been undone.") % {"number": number}
        text = f"{text} {set_at_the_board(attempt.result, attempt.result.first_seq)}".strip()
        return redirect_with(request, text, "board-card", slug=slug, game_id=game_id)
    problem = attempt.error
    context: dict[str, Any] = {"ruling": row, "ruling_kind": kind_name(row.kind), "note": request.POST.get("note", "")}
    try:
        result, choices = kept_result(frame.pairing, row, request.POST or request.GET)
        remedy = preview_reversal(actor=frame.actor, now=now, ruling=row, result=result)
        context |= {**choices, "result_changes": (remedy.result or "") != frame.game.result}
        context["remedy"] = shown_remedy(remedy, frame.game, standings_effect(frame.game, remedy, undone=remedy))
    except DomainError as error:
        problem = problem or error
    return frame.answer("hall/ruling_undo.html", context, problem)


def kept_result(pairing: Pairing, old: Ruling, form_data: QueryDict) -> tuple[str, dict[str, Any]]:
    """Return the result that the board keeps without the ruling's, and the page's choices of it with the limits."""
    limits = correction_limits(pairing)
    context: dict[str, Any] = {"limits": limits}
    results = results_without(old, limits)
    if not results:
        return "", context
    result = form_data.get("kept_result", "")
    if result not in results:
        result = results[0].value
    choices = [(choice.value, result_shown(choice)) for choice in Result if choice in results]
    return result, {**context, "result_choices": choices, "kept_result": result}


def _undo(request: HttpRequest, frame: BoardFrame, row: Ruling, now: datetime) -> Ruling:
    note = request.POST.get("note", "").strip()
    if not note:
        raise BadInput(say("reason_missing.undoing_ruling"))
    return reverse(
        actor=frame.actor,
        now=now,
        ruling_id=row.pk,
        note=note,
        clocks=chosen_clocks(request.POST),
        resume="resume" in request.POST,
        result=kept_result(frame.pairing, row, request.POST)[0],
        expected=frame.expected(),
        idempotency_key=request.request_id,  # type: ignore[attr-defined]
    )


# The kind and the facts that are known already


def _initial_kind(frame: BoardFrame, kind: str, code: str, side: str) -> tuple[RulingKind, Mapping[str, object]]:
    """Return the kind and initial facts. Raises: NotFound for a kind or an incident that this game does not have."""
    side = side if side in set(Side) else ""
    if code and not kind:
        laws = regime(frame.game.regime)
        if incident(code) not in incidents_of(laws, live=is_followed(frame.game)):
            raise NotFound(say("no_such_incident"))
        kind, facts = prefill(code, laws, side)
    else:
        facts = {}
    chosen = ruling_kind(kind)
    if chosen not in kinds_at(frame.game):
        raise NotFound(say("not_of_this_game"))
    return chosen, {**chosen.known(_board(frame)), **facts}


def _board(frame: BoardFrame) -> Board:
    starts_at = frame.pairing.round.starts_at
    planned = milliseconds(starts_at) if starts_at else None
    laws = regime_at(frame.pairing)
    return Board(frame.state, milliseconds(timezone.now()), planned, is_followed(frame.game), laws)


def _requested_facts(frame: BoardFrame, kind: RulingKind) -> tuple[Fact, ...]:
    """Return the facts asked at this board, without those that its record settles."""
    settled = kind.settled(_board(frame))
    return tuple(fact for fact in facts_at(frame.game, kind) if fact.name not in settled)


# Preview and application


def _posted(request: HttpRequest, frame: BoardFrame, kind: RulingKind, now: datetime) -> HttpResponse:
    action, _, answer = request.POST.get("do", "").partition(" ")
    form_data = request.POST.copy()
    if answer:
        name, _, value = answer.partition("=")
        form_data[name], form_data["looked_at"] = value, form_data.get(f"looked_at_{value}", "")
    action = action if action in _FORMS else "preview"
    typed = {name: str(value) for name, value in form_data.items()}
    schema = _requested_facts(frame, kind)
    try:
        facts = facts_from(schema, form_data)
        if action == "preview":
            return form_page(frame, kind, schema, typed, posted_preview(frame, kind, facts, now, quiet=bool(answer)))
        if form_data.get("looked_at") != fingerprint_of(facts):
            raise BadInput(say("facts_changed"))
        ruling = rule(
            actor=frame.actor,
            now=now,
            game_id=frame.game.pk,
            kind=kind.key,
            facts=facts,
            expected=frame.seen(),
            advice=action == "advice",
            note=request.POST.get("note", "").strip(),
            photos=[picture_of(file) for file in request.FILES.getlist("photos")],
            idempotency_key=request.request_id,  # type: ignore[attr-defined]
        )
    except DomainError as problem:
        frame = BoardFrame.of(request, frame.event.slug, frame.game.pk)
        return form_page(frame, kind, schema, typed, _again(form_data, frame, kind, now), problem)
    text = gettext("Ruling %(number)s has been recorded as advice; nothing on the board has changed.")
    if action != "advice":
        text = gettext("Ruling %(number)s has been applied.")
    messages.success(
        request, f"{text % {'number': ruling.number}} {set_at_the_board(ruling, ruling.first_seq)}".strip()
    )
    # The replay of an annulled game has another number.
    replay_id = Game.objects.filter(replaces=frame.game.pk).values_list("pk", flat=True).first()
    return redirect("board-card", slug=frame.event.slug, game_id=replay_id or frame.game.pk)


def set_at_the_board(ruling: Ruling, since: int) -> str:
    """Return the instruction for the physical clock by the entries from `since` on, or an empty text."""
    change = at_the_board(ruling.game.entries.filter(seq__gte=since))
    return gettext("Set the clock at the board: %(change)s.") % {"change": change} if change else ""


@dataclass(frozen=True, slots=True)
class RulingPreview:
    """A preview, or the problem that prevents it. `fingerprint`: that of its facts; `missing`: a fact to enter."""

    remedy: RemedyView | None = None
    problem: DomainError | None = None
    fingerprint: str = ""
    missing: str = ""


def posted_preview(
    frame: BoardFrame, kind: RulingKind, facts: Mapping[str, object], now: datetime, *, quiet: bool = False
) -> RulingPreview:
    """Return the preview. `quiet`: missing facts are not an error on a form that has just been opened."""
    try:
        effects = preview(actor=frame.actor, now=now, game=frame.game, kind=kind.key, facts=facts)
    except DomainError as problem:
        missing = str(problem.detail.get("fact", "")) if problem.code in _MISSING else ""
        return RulingPreview(problem=None if quiet and missing else problem, missing=missing)
    _entries, after = write_entries(frame.state, effects.remedy.drafts, frame.actor, now)
    boards = boards_of(frame.game, frame.state, after)
    return RulingPreview(
        shown_remedy(effects.remedy, frame.game, effects.standings, boards), fingerprint=fingerprint_of(facts)
    )


def _again(form_data: QueryDict, frame: BoardFrame, kind: RulingKind, now: datetime) -> RulingPreview:
    try:
        look = posted_preview(frame, kind, facts_from(_requested_facts(frame, kind), form_data), now)
    except DomainError:
        return RulingPreview()
    return RulingPreview(look.remedy, None, look.fingerprint)


@dataclass(frozen=True, slots=True)
class AnswerPreview:
    """An answer to the only open question, with the ruling that follows; `look` is empty if more must be asked."""

    choice: Choice
    look: RulingPreview


def _answer_previews(
    frame: BoardFrame, kind: RulingKind, facts: Sequence[Fact], typed: Mapping[str, str], field: FactField
) -> list[AnswerPreview]:
    """Return the previews of the answers to a missing fact; those that the board contradicts are left out."""
    previews = []
    for choice in field.choices:
        posted = as_posted(tuple(facts), {**typed, field.name: choice.value})
        look = posted_preview(frame, kind, posted or {}, timezone.now(), quiet=True)
        if posted and look.problem is None:
            previews.append(AnswerPreview(choice, look))
    return previews


def fingerprint_of(facts: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]


# The pages


def form_page(
    frame: BoardFrame,
    kind: RulingKind,
    facts: Sequence[Fact],
    typed: Mapping[str, str],
    look: RulingPreview,
    problem: DomainError | None = None,
    **more: object,
) -> HttpResponse:
    """Show the form; `more` is the context of a page that extends this one (`instead`: the ruling to replace)."""
    problem = problem or look.problem
    bad = str(problem.detail.get("fact", "")) if problem else ""
    fields: list[FactField] = [
        field_of(replace(fact, required=True) if fact.name == look.missing else fact, typed, bad) for fact in facts
    ]
    open_field = next((field for field in fields if field.name == look.missing and field.control == "choices"), None)
    laws = regime_at(frame.pairing)
    articles = articles_of(laws) if any(field.control == "article" for field in fields) else []
    context = {
        "kind": kind.key,
        "ruling_kind": kind.name.render(gettext),
        "fields": fields,
        "articles": articles,
        "article_ids": {article.address for article in articles},
        "remedy": look.remedy,
        "open_field": open_field,
        "answers": _answer_previews(frame, kind, facts, typed, open_field) if open_field else [],
        "looked_at": look.fingerprint,
        "note": typed.get("note", ""),
        "photographed": not is_followed(frame.game),
        **more,
    }
    return frame.answer("hall/ruling_form.html", context, problem)


# Replace a ruling: undo it and decide the question again, in one step.


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
    now, schema = timezone.now(), facts_at(frame.game, kind)
    result, limits = kept_result(frame.pairing, old, form_data)
    more = {**limits, "instead": _old(old)}
    if request.method != "POST":
        facts = dict(old.facts) if kind.key == old.kind else {}
        typed = typed_from(schema, facts)
        facts = as_posted(schema, typed) or facts
        return form_page(frame, kind, schema, typed, _preview(frame, old, kind, facts, result, now), **more)
    typed = {name: str(value) for name, value in request.POST.items()}
    try:
        facts = facts_from(schema, request.POST)
        if request.POST.get("do") != "apply":
            return form_page(frame, kind, schema, typed, _preview(frame, old, kind, facts, result, now), **more)
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
        return form_page(frame, kind, schema, typed, RulingPreview(), problem, **more)
    text = gettext("Ruling %(number)s replaces ruling %(old)s.") % {"number": ruling.number, "old": number}
    text = f"{text} {set_at_the_board(ruling, frame.state.seq + 1)}".strip()
    return redirect_with(request, text, "board-card", slug=slug, game_id=game_id)


def _kind(frame: BoardFrame, key: str) -> RulingKind | None:
    """Return the kind, or None for a ruling made on a special page: the user must then choose a kind."""
    kind = KINDS.get(key)
    return kind if kind in kinds_at(frame.game) else None


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
    return RulingPreview(
        shown_remedy(remedy, frame.game, standings), fingerprint=fingerprint_of({**facts, "kept": result})
    )


def _old(old: Ruling) -> dict[str, object]:
    return {"number": old.number, "kind": kind_name(old.kind)}
